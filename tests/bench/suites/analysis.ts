/**
 * The analysis of pictures, and the words of searches meanwhile: this tree beside an older checkout, by turns in the same
 * run. CPU time is that of all processes. `BEFORE=PATH/TO/OLDER/CHECKOUT PICTURES=1000 npm run bench -- analysis`;
 * without BEFORE this tree alone.
 */
import { spawnSync } from "node:child_process";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import sharp from "sharp";
import type { createLocalVision } from "#app/adapters/vision/local.ts";
import { aDrawing, drawingNames } from "../../harness/drawn-picture.ts";
import { treeCpuMs } from "../support/process-tree.ts";

type Local = { createLocalVision: typeof createLocalVision };
type Row = Record<string, number>;

const count = Number(process.env["PICTURES"] ?? 1_000);
const rounds = 2;
/** As many as an import or the upkeep may look at at once. */
const atOnce = 8;
const wordsEveryMs = 50;

/** Pictures of 1024 x 1024 that are all different files; what follows the end of a JPEG changes no pixel. */
async function manyPictures(): Promise<(index: number) => Buffer> {
  const drawn = await Promise.all(
    drawingNames.map(async (name) =>
      sharp(await aDrawing(name, 1024, 1024))
        .jpeg({ quality: 90 })
        .toBuffer(),
    ),
  );
  return (index) => Buffer.concat([drawn[index % drawn.length], Buffer.from(`${index}`)]);
}

/** Calls `work` for each number below `total`, `width` at a time. */
async function forAll(total: number, width: number, work: (index: number) => Promise<unknown>) {
  let next = 0;
  const lanes = Array.from({ length: width }, async () => {
    while (next < total) await work(next++);
  });
  await Promise.all(lanes);
}

const percentile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)];

async function measure(tree: string): Promise<Row> {
  const file = pathToFileURL(path.join(tree, "src/adapters/vision/local.ts")).href;
  const { createLocalVision: open } = (await import(file)) as Local;
  const vision = open({ helpers: ["moderation", "similar", "meaning"] });
  const picture = await manyPictures();
  // Starts, which are not measured.
  await vision.moderate(picture(-1 + 2 * drawingNames.length));
  const row: Row = {};
  let offset = 100;
  for (const width of [1, atOnce]) {
    const from = offset;
    offset += count;
    const [wall, cpu] = [performance.now(), treeCpuMs()];
    await forAll(count, width, (index) => vision.moderate(picture(from + index)));
    const name = width === 1 ? "one at a time" : `${width} at once`;
    row[`${name}: pictures/s`] = (count * 1000) / (performance.now() - wall);
    row[`${name}: CPU ms a picture`] = (treeCpuMs() - cpu) / count;
  }
  await vision.embedText(["a lighthouse at night"]);
  const waits: number[] = [];
  const analysis = { isDone: false };
  const all = forAll(count, atOnce, (index) => vision.moderate(picture(offset + index)));
  const finished = all.then(() => (analysis.isDone = true));
  for (let turn = 0; !analysis.isDone; turn += 1) {
    const start = performance.now();
    await vision.embedText([`a lighthouse in storm number ${turn}`]);
    waits.push(performance.now() - start);
    await pause(wordsEveryMs);
  }
  await finished;
  row["words meanwhile: p50 ms"] = percentile(waits, 0.5);
  row["words meanwhile: p95 ms"] = percentile(waits, 0.95);
  row["words meanwhile: searches"] = waits.length;
  await vision.close();
  return row;
}

const [, , childOf] = process.argv;
if (childOf !== undefined) {
  console.log(JSON.stringify(await measure(childOf)));
} else {
  const root = fileURLToPath(new URL("../../../", import.meta.url));
  const before = process.env["BEFORE"];
  const trees = { ...(before && { before: path.resolve(before) }), now: root };
  const rows: Record<string, Row> = {};
  for (let round = 1; round <= rounds; round += 1) {
    for (const [name, tree] of Object.entries(trees)) {
      const run = spawnSync(process.execPath, [fileURLToPath(import.meta.url), tree], {
        stdio: ["ignore", "pipe", "inherit"],
        encoding: "utf8",
      });
      if (run.status !== 0) throw new Error(`the run of ${name} ended with ${run.status}`);
      const row = JSON.parse(run.stdout) as Row;
      for (const key of Object.keys(row)) row[key] = Math.round(row[key] * 10) / 10;
      rows[`${name} ${round}`] = row;
    }
  }
  console.table(rows);
}
