/**
 * Malformed files and conflicting changes against one running program: mutated files to every upload route
 * (goals: it never ends; no request of another member waits more than 200 ms; memory returns to at most 150 MB above
 * rest), and pairs of changes of one picture (goal: no original lost). The files are made and sent by this process, and the
 * operator's import is a process of its own, so that what is measured is the program alone. BENCH_FILES and BENCH_PAIRS set the
 * numbers. Each file goes to one route, in turn.
 */
import { createHash, randomUUID } from "node:crypto";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { readEnv } from "#app/env.ts";
import { openLog } from "#app/lib/log.ts";
import { openServices } from "#app/open-services.ts";
import { uploadRoutes, uploadThrough, withManifest } from "../../harness/upload-routes.ts";
import { madePicture } from "../../harness/made-picture.ts";
import { mutatedFiles } from "../../harness/mutated-files.ts";
import { startHeartbeat } from "../support/heartbeat.ts";
import { verdict } from "../support/page-times.ts";
import { root, signUp, startProduct } from "../support/product.ts";

const fileCount = Number(process.env["BENCH_FILES"] ?? 5_000);
const pairCount = Number(process.env["BENCH_PAIRS"] ?? 200);
const goals = { waitMs: 200, memoryMb: 150 };
/** Files that each of two members sends at once: as many as the program works on. */
const atOnce = 2;
const product = await startProduct({ env: { HELPERS: "off", LOG_LEVEL: "error" } });
const services = await openServices(
  readEnv({ DATA_DIR: product.dataDir, LOG_LEVEL: "silent", HELPERS: "off", DEMO_SEED: "off" }),
  { log: openLog("silent"), engines: new Map() },
);

type Member = {
  userId: string;
  cookie: string;
  fetch: (address: string, init?: RequestInit) => Promise<Response>;
};

let resets = 0;
async function member(name: string, role: "admin" | "member"): Promise<Member> {
  const { cookie, email } = await signUp(product.url, name);
  const { id } = await services.db
    .updateTable("users")
    .set({ role })
    .where("email", "=", email)
    .returning("id")
    .executeTakeFirstOrThrow();
  return {
    userId: id,
    cookie,
    async fetch(address, init = {}) {
      const headers = new Headers(init.headers);
      headers.set("cookie", cookie);
      const ask = () => fetch(`${product.url}${address}`, { ...init, headers });
      try {
        return await ask();
      } catch {
        // A keep-alive connection may be closed just as it is reused: then the request is repeated, and counted.
        resets += 1;
        return ask();
      }
    },
  };
}

const keepers = await Promise.all(
  ["Door Keeper", "Door Minder"].map((name) => member(name, "admin")),
);
const other = await member("Somebody Else", "member");

/** The operator's command beside the running program; its output is ignored. */
async function importQuietly(manifest: string): Promise<void> {
  const child = spawn(
    process.execPath,
    ["scripts/admin.ts", "import-pictures", "--manifest", manifest],
    { cwd: root, stdio: "ignore", env: { ...process.env, DATA_DIR: product.dataDir } },
  );
  const [code] = (await once(child, "exit")) as [number | null];
  if (code === null) throw new Error("import-pictures was ended by a signal");
}

async function files() {
  const statuses = new Map<string, number>();
  const count = (status: number | string) =>
    statuses.set(String(status), (statuses.get(String(status)) ?? 0) + 1);
  const before = await product.memoryAtRest();
  let most = before;
  const clock = { running: true };
  const heartbeat = startHeartbeat(`${product.url}/api/profile`, other.cookie);
  const watch = (async () => {
    while (clock.running) {
      most = Math.max(most, product.memoryMb());
      await sleep(2_000);
    }
  })();
  const toImport: Buffer[] = [];
  const queue = mutatedFiles(fileCount, 20261122);
  let index = 0;
  const began = performance.now();
  product.resetLoopDelay();
  const sender = async (keeper: Member) => {
    for (;;) {
      const { value: file, done = false } = await queue.next();
      if (done || file === undefined) return;
      const turn = index % (uploadRoutes.length + 1);
      index += 1;
      if (turn === uploadRoutes.length) toImport.push(file);
      else count(await uploadThrough(keeper, uploadRoutes[turn], file));
      if (toImport.length >= 50) {
        const batch = toImport.splice(0);
        await withManifest(batch, importQuietly);
        for (const _ of batch) count("imported or refused");
      }
      if (index % 100 === 0) await services.db.deleteFrom("uploads").execute();
    }
  };
  await Promise.all(
    keepers.flatMap((keeper) => Array.from({ length: atOnce }, () => sender(keeper))),
  );
  const seconds = (performance.now() - began) / 1000;
  clock.running = false;
  const sorted = await heartbeat.stop();
  await watch;
  await sleep(1_500);
  const delay = product.loopDelay();
  const after = await product.memoryAtRest();
  const longest = Math.round(sorted.at(-1) ?? Number.NaN);
  console.table({
    files: fileCount,
    seconds: Math.round(seconds),
    ...Object.fromEntries(statuses),
    "loop delay p99, ms": delay.p99,
    "loop delay most, ms": delay.max,
    "other member p50, ms": Math.round(sorted[Math.floor(sorted.length * 0.5)]),
    "other member p99, ms": Math.round(sorted[Math.floor(sorted.length * 0.99)]),
    "other member most, ms": longest,
    "over 200 ms": sorted.filter((wait) => wait > goals.waitMs).length,
    "requests of the other": sorted.length,
    "memory before, MB": Math.round(before),
    "memory most, MB": Math.round(most),
    "memory after, MB": Math.round(after),
  });
  console.log(
    `longest wait of another ${longest} ms, goal at most ${goals.waitMs}: ${verdict(longest <= goals.waitMs)}`,
  );
  const rise = Math.round(after - before);
  console.log(
    `memory ${rise} MB above rest afterwards, goal at most ${goals.memoryMb}: ${verdict(rise <= goals.memoryMb)}`,
  );
}

async function pairs(name: string, changes: (round: number) => [object, object]) {
  const { id } = await madePicture(services, { id: keepers[0].userId });
  const statuses = new Map<number, number>();
  let lost = 0;
  for (let round = 0; round < pairCount; round += 1) {
    const answers = await Promise.all(
      changes(round).map((change) =>
        keepers[0].fetch(`/api/picture/${id}`, {
          method: "PATCH",
          headers: { "content-type": "application/json", "x-request-id": randomUUID() },
          body: JSON.stringify(change),
        }),
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

try {
  await pairs("equal changes", (round) => [
    { title: `Title ${round}` },
    { title: `Title ${round}` },
  ]);
  await pairs("different fields", (round) => [
    { title: `Other ${round}` },
    { license: round % 2 ? "cc0" : "cc-by" },
  ]);
  if (fileCount > 0) await files();
  console.log(`connections that were reset: ${resets}`);
} finally {
  await services.close();
  await product.stop();
}
