/** What a confined process finds, as it tells itself. */
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openLog } from "#app/lib/log.ts";
import { startChild } from "./child.ts";
import { findConfinement } from "./confine.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "echoform-confined-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Writes what it finds to a file beside it, and comes up as the child that draws does. */
const script = `
  const fs = require("node:fs"), os = require("node:os");
  const read = (file) => { try { return fs.readFileSync(file, "utf8"); } catch (error) { return error.code; } };
  const found = {
    env: Object.keys(process.env), uid: process.getuid(), nice: os.getPriority(),
    net: Object.keys(os.networkInterfaces()), oom: read("/proc/self/oom_score_adj").trim(),
    limits: read("/proc/self/limits"), secret: read(process.argv[2]), pid: process.pid,
  };
  fs.writeFileSync(process.argv[3] + ".part", JSON.stringify(found));
  fs.renameSync(process.argv[3] + ".part", process.argv[3]);
  fs.writeSync(3, '{"event":"ready"}\\n');
  process.stdin.on("end", () => process.exit(0)).resume();
`;

test("the process that draws has no environment, no network, no account of ours and little memory", async () => {
  const closed = path.join(folder, "closed");
  const program = path.join(folder, "probe.cjs");
  await writeFile(program, script);
  await writeFile(closed, "weights");
  await chmod(closed, 0o400);
  const confinement = await findConfinement(async () => [closed], openLog("silent"));
  await confinement.handOver(folder);
  const out = path.join(folder, "found.json");
  const launch = await confinement.launch(process.execPath, [program, closed, out], {
    memoryBytes: 3_000_000_000,
    listens: false,
  });
  const child = await startChild(launch, 60_000, (pid) => confinement.onStarted(pid));
  const found = JSON.parse(await readFile(out, "utf8")) as Record<string, unknown>;
  const has = (what: string) => !confinement.missing.includes(what);
  const limited: unknown = expect.stringMatching(
    /Max data size\s+3000000000 [^]*Max core file size\s+0 /,
  );
  expect(found).toMatchObject({
    // The tools that start it become it: what is killed is the process itself.
    pid: child.pid,
    env: [],
    secret: "weights",
    ...(has("a network namespace") && { net: [] }),
    ...(has("prlimit") && { limits: limited }),
    ...(has("setpriv") && process.getuid?.() === 0 && { uid: 65_534 }),
  });
  await expect.poll(() => os.getPriority(child.pid)).toBe(10);
  await child.kill();
});
