/**
 * Pages while a model draws on this machine: the real runtime (LOCAL_RUNTIME_DIR, as `npm run local-runtime` leaves it) with a
 * model of random weights that three members keep at work, beside casts by Sketch. Home as it is rendered for a browser
 * with a cookie, and a member's page (goals: p95 under 300 ms, Sketch goes on). BENCH_SECONDS sets how long.
 */
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { openRandomModel, randomCatalogueModel, runtimeDir } from "../../harness/local-models.ts";
import { bodyOf } from "../../providers/hub-files.ts";
import { runHub } from "../../providers/hub.ts";
import { pageTimes, verdict } from "../support/page-times.ts";
import { castAndWait, grantCredits, root, signUp, startProduct } from "../support/product.ts";

if (runtimeDir === undefined) {
  console.error("LOCAL_RUNTIME_DIR names no runtime: `npm run local-runtime` fetches one");
  process.exit(1);
}
const seconds = Number(process.env["BENCH_SECONDS"] ?? 60);
const sketchPauseMs = 3_000;
const folder = mkdtempSync(path.join(os.tmpdir(), "echoform-bench-drawing-"));
const dataDir = path.join(folder, "data");
const hub = await runHub();

/** The catalogue with the random model alone, and the model in the hub. */
async function offer(): Promise<string> {
  const { installed, close } = await openRandomModel();
  const file = hub.offer(bodyOf(await readFile(installed.files[0].path)));
  await close();
  const catalogue = path.join(folder, "models.json");
  const { role, repo, revision, path: name, bytes, sha256 } = file;
  const files = [{ role, repo, revision, path: name, bytes, sha256 }];
  // What it declares is enough for the small pictures of its tests.
  const memory = { ram: 3_000_000_000, vram: null };
  const models = [{ ...randomCatalogueModel, memory, files }];
  writeFileSync(catalogue, JSON.stringify({ models }));
  return catalogue;
}

mkdirSync(dataDir, { recursive: true });
symlinkSync(runtimeDir, path.join(dataDir, "runtime"));
const env = { MODELS_CATALOGUE: await offer(), HF_ENDPOINT: hub.url };
const product = await startProduct({ dataDir, env });
let isMet = true;
const report = (what: string, good: boolean) => {
  isMet &&= good;
  console.log(`${what}: ${verdict(good)}`);
};
try {
  const accept = ["models", "add", "random", "--accept", "CC0-1.0"];
  await promisify(execFile)(process.execPath, ["scripts/admin.ts", ...accept], {
    cwd: root,
    env: { ...process.env, ...env, DATA_DIR: dataDir, LOG_LEVEL: "warn" },
  });
  const members = [];
  for (const name of ["First Drawer", "Second Drawer", "Third Drawer", "Sketch Drawer"]) {
    const member = await signUp(product.url, name);
    await grantCredits(product, member.email, 5_000);
    members.push(member);
  }
  const sketcher = members.pop();
  if (sketcher === undefined) throw new Error("nobody casts");
  const plain = { prompt: "a harbour at dawn", aspect: "1:1", quality: "standard" };
  const url = `${product.url}/`;
  let isOver = false;
  const counts = { local: 0, sketch: 0 };
  const keepCasting = async (kind: keyof typeof counts, cookie: string) => {
    const how =
      kind === "local"
        ? { engine: "local", model: "random", count: 4 }
        : { engine: "sketch", count: 1 };
    for (;;) {
      if (isOver) return;
      await castAndWait(product.url, cookie, { ...plain, ...how });
      counts[kind] += how.count;
      // Sketch alone would keep both cores busy.
      if (kind === "sketch") await sleep(sketchPauseMs);
    }
  };
  const measure = async () => {
    const end = performance.now() + seconds * 1_000;
    const isDone = () => performance.now() > end;
    const [home, own] = await Promise.all([
      pageTimes(url, { cookie: "seen=1" }, isDone),
      pageTimes(`${url}dashboard`, { cookie: sketcher.cookie }, isDone),
    ]);
    return { home, own };
  };
  const before = await measure();
  const casts = [
    ...members.map(({ cookie }) => keepCasting("local", cookie)),
    keepCasting("sketch", sketcher.cookie),
  ];
  const during = await measure();
  isOver = true;
  await Promise.all(casts);
  console.table({
    "home at rest": before.home,
    "member's page at rest": before.own,
    "home while it draws": during.home,
    "member's page while it draws": during.own,
  });
  report(
    `home p95 ${during.home.p95} ms (goal 300)`,
    during.home.p95 < 300 && during.home.bad === 0,
  );
  report(
    `member's page p95 ${during.own.p95} ms (goal 300)`,
    during.own.p95 < 300 && during.own.bad === 0,
  );
  report(`${counts.local} pictures by the model, ${counts.sketch} by Sketch`, counts.sketch > 0);
} finally {
  await product.stop();
  await hub.close();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(isMet ? 0 : 1);
