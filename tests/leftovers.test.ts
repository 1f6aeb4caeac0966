import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { markOf } from "#app/db/embedded/process.ts";
import { dropLeftovers, runFolder } from "./harness/leftovers.ts";

const run = promisify(execFile);

/** Longer ago than any run is left alone. */
const longAgo = () => Date.now() - 3 * 60 * 60 * 1000;
/** Beyond what Linux gives to any process. */
const NO_PROCESS = 2 ** 22 + 1;

let temporary: string;
beforeEach(async () => {
  temporary = await mkdtemp(path.join(os.tmpdir(), "echoform-leftovers-"));
});
afterEach(() => rm(temporary, { recursive: true, force: true }));

/** Starts a server over a run's folder in a program that is killed, which leaves the server running. */
async function leaveServer(folder: string): Promise<number> {
  await mkdir(folder);
  const program = `
    import { openEmbedded } from "#app/db/embedded.ts";
    import { openLog } from "#app/lib/log.ts";
    await openEmbedded(${JSON.stringify(folder)}, openLog("silent"));
    process.kill(process.pid, "SIGKILL");`;
  const ended = run(process.execPath, ["--input-type=module", "--eval", program]);
  await expect(ended).rejects.toMatchObject({ signal: "SIGKILL" });
  const text = await readFile(path.join(folder, "postgres/data/postmaster.pid"), "utf8");
  return Number(text.split("\n")[0]);
}

test("two runs that start together delete the folders of killed runs, and end their servers", async () => {
  const folder = path.join(temporary, `echoform-test-${longAgo()}-${NO_PROCESS}-killed`);
  const server = await leaveServer(folder);
  for (const name of ["a", "b", "c"]) {
    await mkdir(path.join(temporary, `echoform-test-${longAgo()}-${NO_PROCESS}-${name}/postgres`), {
      recursive: true,
    });
  }
  const counts = await Promise.all([dropLeftovers(temporary), dropLeftovers(temporary)]);
  expect(counts[0] + counts[1]).toBe(4);
  expect(await readdir(temporary)).toEqual([]);
  // A zombie, which nobody may wait for, counts as ended.
  expect(await markOf(server)).toBeNull();
});

test("folders of runs that go on, and of runs that began a moment ago, are kept", async () => {
  const names = [`${runFolder()}new`, `echoform-test-${longAgo()}-${process.pid}-running`, "other"];
  for (const name of names) await mkdir(path.join(temporary, name));
  expect(await dropLeftovers(temporary)).toBe(0);
  expect((await readdir(temporary)).toSorted()).toEqual(names.toSorted());
});
