/**
 * Files of models. 1: a download of 1 GB with 50 interruptions, half of them kills of its process and half connections that
 * break (goals: the file whole, at most 1 % fetched twice, no token at the second host). 2: headers: hostile files, each checked in a
 * process of its own (goals: refused in 200 ms of processor time and 50 MB each), and 10,000 changed headers in one. BENCH_MB sets the size, BENCH_RATE what the store
 * sends in MB a second: what it has sent and the machine has not read yet when a process is killed is lost, more of it the faster the store and
 * the busier the machine.
 */
import { spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { openModelFiles } from "#app/adapters/models/open.ts";
import { openLog } from "#app/lib/log.ts";
import { ggufOf, hostileFiles, soundSafetensors } from "../../fixtures/model-files.ts";
import { killAt } from "../../harness/killed-downloads.ts";
import { madeBody } from "../../providers/hub-files.ts";
import { runHub } from "../../providers/hub.ts";
import { verdict } from "../support/page-times.ts";

const megabytes = Number(process.env["BENCH_MB"] ?? 1_000);
const rate = Number(process.env["BENCH_RATE"] ?? 10);
const interruptions = 50;
const checker = fileURLToPath(new URL("../support/check-header.ts", import.meta.url));
const folder = await mkdtemp(path.join(os.tmpdir(), "echoform-bench-models-"));
let isGood = true;
const report = (what: string, good: boolean) => {
  isGood &&= good;
  console.log(`${what}: ${verdict(good)}`);
};

async function interrupted(): Promise<void> {
  const hub = await runHub();
  hub.bytesPerSecond = rate * 1_000_000;
  const file = hub.offer(madeBody(megabytes * 1_000_000));
  const asked = { hubUrl: hub.url, modelsDir: folder, connections: 1, file };
  const step = file.bytes / (interruptions + 2);
  let kills = 0;
  const begun = performance.now();
  for (let count = 1; count <= interruptions; count += 2) {
    Object.assign(hub, { fault: "reset", times: 1, breakAfter: Math.floor(step * 0.7) });
    if (await killAt(asked, (count + 1) * step)) kills += 1;
  }
  const breaks = hub.stored.length - kills;
  const files = openModelFiles({
    ...asked,
    token: hub.token,
    log: openLog("silent"),
    reserveBytes: 0,
  });
  const kept = await files.download(file, new AbortController().signal, () => {});
  const isWhole = (await files.find(file.sha256, true)) === kept;
  await files.close();
  const seconds = (performance.now() - begun) / 1000;
  const twice = hub.sent / file.bytes - 1;
  console.log(
    `${megabytes} MB in ${seconds.toFixed(0)} s: ${kills} kills, ${breaks} broken connections`,
  );
  report(`whole: ${isWhole}`, isWhole);
  report(`fetched twice: ${(twice * 100).toFixed(2)} % (goal 1 %)`, twice <= 0.01);
  report(`tokens at the second host: ${hub.leaked}`, hub.leaked === 0);
  report(
    `interruptions: ${kills + breaks} (goal ${interruptions})`,
    kills + breaks >= interruptions,
  );
  await hub.close();
}

type Checked = { fault: string | null; ms: number; mb: number };

/** Checks files in a process of their own, and says what the worst took. */
function check(files: readonly string[]): Checked[] {
  const run = spawnSync(process.execPath, [checker, ...files], { encoding: "utf8" });
  if (run.status !== 0) throw new Error(run.stderr);
  return JSON.parse(run.stdout) as Checked[];
}

async function headers(): Promise<void> {
  const worst = { ms: 0, mb: 0, slow: "", large: "" };
  let refused = 0;
  for (const [name, make] of hostileFiles) {
    const file = path.join(folder, "hostile");
    await writeFile(file, make());
    const [{ fault, ms, mb }] = check([file]);
    if (fault !== null) refused += 1;
    if (ms > worst.ms) Object.assign(worst, { ms, slow: name });
    if (mb > worst.mb) Object.assign(worst, { mb, large: name });
  }
  report(
    `${refused} of ${hostileFiles.length} hostile files refused`,
    refused === hostileFiles.length,
  );
  report(`slowest ${worst.ms.toFixed(0)} ms, ${worst.slow} (goal 200 ms)`, worst.ms < 200);
  report(`largest ${worst.mb.toFixed(0)} MB, ${worst.large} (goal 50 MB)`, worst.mb < 50);

  const names: string[] = [];
  let state = 7;
  const random = (limit: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % limit;
  };
  for (let count = 0; count < 10_000; count += 1) {
    const bytes = Buffer.from(count % 2 === 0 ? soundSafetensors() : ggufOf());
    for (let change = random(6); change >= 0; change -= 1) bytes[random(400)] = random(256);
    const name = path.join(folder, `fuzzed-${count}`);
    await writeFile(name, bytes);
    names.push(name);
  }
  const checked: Checked[] = [];
  for (let at = 0; at < names.length; at += 1_000)
    checked.push(...check(names.slice(at, at + 1_000)));
  const slowest = Math.max(...checked.map(({ ms }) => ms));
  const sound = checked.filter(({ fault }) => fault === null).length;
  console.log(`10,000 changed headers: ${checked.length - sound} refused, ${sound} still sound`);
  report(`slowest ${slowest.toFixed(0)} ms (goal 200 ms)`, slowest < 200);
}

try {
  await headers();
  await interrupted();
} finally {
  await rm(folder, { recursive: true, force: true });
}
process.exit(isGood ? 0 : 1);
