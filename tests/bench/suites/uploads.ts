/**
 * Foreign files and colliding changes in one process: mutated files through every door that takes files (goal: none ends
 * it, the event loop waits at most 200 ms, memory returns), and pairs of changes of one picture (goal: no original lost).
 * BENCH_FILES and BENCH_PAIRS set the numbers. Each file goes through one door, in turn.
 */
import { createHash, randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { readEnv } from "#app/env.ts";
import { command as importPictures } from "../../../scripts/admin/import-pictures.ts";
import { openServices } from "#app/open-services.ts";
import { doorkeeper, doors, throughDoor, withManifest } from "../../harness/file-doors.ts";
import { madePicture } from "../../harness/made-picture.ts";
import { mutatedFiles } from "../../harness/mutated-files.ts";
import { testServer } from "../../harness/server.ts";

const fileCount = Number(process.env["BENCH_FILES"] ?? 5_000);
const pairCount = Number(process.env["BENCH_PAIRS"] ?? 200);
const dataDir = await mkdtemp(path.join(os.tmpdir(), "echoform-uploads-bench-"));
const services = await openServices(
  readEnv({
    NODE_ENV: "test",
    DATA_DIR: dataDir,
    DATABASE_URL: process.env["DATABASE_URL"],
    DEMO_SEED: "off",
    HELPERS: "off",
    LOG_LEVEL: "error",
    RATE_LIMIT_FACTOR: "1000",
  }),
);
const server = await testServer(services, { roles: ["web"] });
const keeper = await doorkeeper(server);
const other = await server.signUp("Somebody Else");
const memory = () => {
  globalThis.gc?.();
  return process.memoryUsage().rss / 1e6;
};

/** What the command says of each file is no concern here. */
async function importQuietly(manifest: string) {
  const say = console.log;
  console.log = () => undefined;
  try {
    await importPictures.run(services, { manifest });
  } finally {
    console.log = say;
  }
}

let resets = 0;
/** A kept connection may be closed just as it is used again: then the request is sent once more, and counted. */
async function again<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch {
    resets += 1;
    return ask();
  }
}

async function files() {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  const statuses = new Map<string, number>();
  const waits: number[] = [];
  const before = memory();
  const clock = { running: true };
  const heartbeat = (async () => {
    while (clock.running) {
      const started = performance.now();
      await (await again(() => other.fetch("/api/profile"))).arrayBuffer();
      waits.push(performance.now() - started);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  })();
  delay.enable();
  const toImport: Buffer[] = [];
  const queue = mutatedFiles(fileCount, 20261122);
  let index = 0;
  const count = (status: number | string) =>
    statuses.set(String(status), (statuses.get(String(status)) ?? 0) + 1);
  const sender = async () => {
    for await (const file of queue) {
      const turn = index % (doors.length + 1);
      index += 1;
      if (turn === doors.length) toImport.push(file);
      else count(await again(() => throughDoor(keeper, doors[turn], file)));
      if (toImport.length >= 50) {
        const batch = toImport.splice(0);
        await withManifest(batch, importQuietly);
        for (const _ of batch) count("imported or refused");
      }
      if (index % 100 === 0) await services.db.deleteFrom("uploads").execute();
    }
  };
  await sender();
  delay.disable();
  clock.running = false;
  await heartbeat;
  await new Promise((resolve) => setTimeout(resolve, 35_000));
  const sorted = waits.toSorted((a, b) => a - b);
  console.table({
    files: fileCount,
    ...Object.fromEntries(statuses),
    "loop delay p99, ms": Math.round(delay.percentile(99) / 1e6),
    "loop delay most, ms": Math.round(delay.max / 1e6),
    "other member p99, ms": Math.round(sorted[Math.floor(sorted.length * 0.99)]),
    "other member most, ms": Math.round(sorted.at(-1) ?? 0),
    "requests of the other": sorted.length,
    "memory before, MB": Math.round(before),
    "memory after, MB": Math.round(memory()),
  });
}

async function pairs(name: string, changes: (round: number) => [object, object]) {
  const { id } = await madePicture(services, { id: keeper.userId });
  const statuses = new Map<number, number>();
  let lost = 0;
  for (let round = 0; round < pairCount; round += 1) {
    const answers = await Promise.all(
      changes(round).map((change) =>
        again(() =>
          keeper.fetch(`/api/picture/${id}`, {
            method: "PATCH",
            headers: { "content-type": "application/json", "x-request-id": randomUUID() },
            body: JSON.stringify(change),
          }),
        ),
      ),
    );
    for (const answer of answers) {
      await answer.arrayBuffer();
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    }
    const row = await services.db
      .selectFrom("pictures")
      .select(["storage_key", "sha256"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const file = await services.storage.get(row.storage_key);
    const digest = createHash("sha256")
      .update(file?.bytes ?? "")
      .digest("hex");
    if (digest !== row.sha256) lost += 1;
  }
  console.table({
    [name]: { pairs: pairCount, "originals lost": lost, ...Object.fromEntries(statuses) },
  });
}

await pairs("equal changes", (round) => [{ title: `Title ${round}` }, { title: `Title ${round}` }]);
await pairs("different fields", (round) => [
  { title: `Other ${round}` },
  { license: round % 2 ? "cc0" : "cc-by" },
]);
if (fileCount > 0) await files();
console.log(`connections that were reset: ${resets}`);
await server.close();
await services.close();
await rm(dataDir, { recursive: true, force: true });
