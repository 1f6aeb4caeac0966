/**
 * The offline helpers: time, memory and event-loop delay of each, in a process of its own; then, where the real pictures
 * are present, how good their answers are. `node tests/bench/suites/helpers.ts`
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { createLocalVision } from "#app/adapters/vision/local.ts";
import { helperNames } from "#app/rules/helper-names.ts";
import { embeddingText } from "#app/rules/embedding-text.ts";
import { aDrawing } from "../../harness/drawn-picture.ts";
import { realPictures } from "../../harness/real-pictures.ts";
import { paraphrases } from "../support/paraphrases.ts";
import { treeCpuMs, treeRssMb } from "../support/process-tree.ts";

const never = new AbortController().signal;
const vision = createLocalVision({ helpers: helperNames });

const drawn = new Map<number, Promise<Buffer>>();
function jpeg(side: number): Promise<Buffer> {
  const made =
    drawn.get(side) ??
    aDrawing("waves", side, side).then((png) => sharp(png).jpeg({ quality: 90 }).toBuffer());
  drawn.set(side, made);
  return made;
}
/** A new picture each time, because the last result is cached. */
const fresh = async (side: number, turn: number) =>
  sharp(await jpeg(side))
    .modulate({ brightness: 0.8 + turn / 100 })
    .jpeg()
    .toBuffer();

type Case = { turns: number; work: (turn: number) => Promise<unknown> };
const pictures: Buffer[] = [];
const cases: Record<string, Case> = {
  "moderate and features": {
    turns: 20,
    work: async (turn) => {
      await vision.moderate(pictures[turn]);
      await vision.features(pictures[turn]);
    },
  },
  "nothing (for comparison)": { turns: 5, work: () => pause(1_000) },
  "embedText, 6 words": {
    turns: 100,
    work: (turn) => vision.embedText([`a lighthouse in storm number ${turn}`]),
  },
  "embedText, 60 words": {
    turns: 40,
    work: (turn) => vision.embedText([`a lighthouse in storm number ${turn}, `.repeat(10)]),
  },
  "upscale 256 to 512": {
    turns: 2,
    work: async () => vision.upscale(await jpeg(256), { factor: 2 }, never),
  },
  "upscale 512 to 1024": {
    turns: 1,
    work: async () => vision.upscale(await jpeg(512), { factor: 2 }, never),
  },
  "upscale 256 to 1024": {
    turns: 1,
    work: async () => vision.upscale(await jpeg(256), { factor: 4 }, never),
  },
};

/** CPU time of the event loop's thread: it cannot cause a longer delay than that, whatever else the machine does. */
const mainMs = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

async function measure({ turns, work }: Case) {
  for (let turn = 0; turn <= turns && turn <= 20; turn += 1) {
    pictures.push(await fresh(1024, turn));
  }
  await Promise.all([jpeg(256), jpeg(512)]);
  const rest = treeRssMb();
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const began = { wall: performance.now(), cpu: treeCpuMs() };
  await work(turns);
  const first = { wall: performance.now() - began.wall, cpu: treeCpuMs() - began.cpu };
  const walls: number[] = [];
  const cpu = treeCpuMs();
  const own = mainMs();
  for (let turn = 0; turn < turns; turn += 1) {
    const start = performance.now();
    await work(turn);
    walls.push(performance.now() - start);
  }
  const used = treeCpuMs() - cpu;
  const ownUsed = mainMs() - own;
  delay.disable();
  const busy = treeRssMb();
  await vision.close();
  await pause(300);
  return {
    "first ms": Math.round(first.wall),
    "first CPU ms": Math.round(first.cpu),
    "then median ms": Math.round(walls.toSorted((a, b) => a - b)[turns >> 1]),
    "then CPU ms": Math.round(used / turns),
    "of it main thread ms": Math.round((ownUsed / turns) * 10) / 10,
    "adds MB": Math.round(busy - rest),
    "loop p99 ms": Math.round(delay.percentile(99) / 1e5) / 10,
  };
}

const dot = (a: Float32Array, b: Float32Array) =>
  a.reduce((sum, value, i) => sum + value * b[i], 0);

function ranked(vectors: readonly Float32Array[], query: Float32Array): number[] {
  const likeness = vectors.map((vector) => dot(vector, query));
  return [...vectors.keys()].toSorted((a, b) => likeness[b] - likeness[a]);
}

type Entry = { file: string; title?: string; prompt?: string; tags?: string[] };

async function judgeLooks(gallery: URL, entries: readonly Entry[]): Promise<void> {
  const looks = [];
  for (const { file } of entries) {
    const picture = readFileSync(new URL(file, gallery));
    const copy = await sharp(picture).resize(400).jpeg({ quality: 60 }).toBuffer();
    const { scores, flagged } = await vision.moderate(picture);
    const features = await vision.features(picture);
    looks.push({ file, explicit: scores.porn + scores.hentai, flagged, features, copy });
  }
  const vectors = looks.map(({ features }) => features);
  let found = 0;
  for (const [index, { copy }] of looks.entries()) {
    if (ranked(vectors, await vision.features(copy))[0] === index) found += 1;
  }
  const [worst] = looks.toSorted((a, b) => b.explicit - a.explicit);
  console.table({
    "pictures of the gallery": looks.length,
    flagged: looks.filter(({ flagged }) => flagged).length,
    "highest porn + hentai": `${worst.explicit.toFixed(2)} ${worst.file}`,
    "copies (400 px, quality 60) nearest to their original": found,
  });
}

async function judgeMeaning(entries: readonly Entry[]): Promise<void> {
  const texts = entries.map(({ title, prompt, tags }) =>
    embeddingText(title ?? "", prompt ?? null, tags ?? []),
  );
  const vectors = (await vision.embedText(texts)).filter((vector) => vector !== null);
  if (vectors.length !== texts.length) throw new Error("a text of the gallery was not read");
  const places: number[] = [];
  for (const [query, wanted] of paraphrases) {
    const [asked] = await vision.embedText([query]);
    if (!asked) throw new Error(`not read: ${query}`);
    const place = ranked(vectors, asked).findIndex((index) => wanted.test(entries[index].file));
    places.push(place);
    if (place >= 10) console.log(`missed (place ${place + 1}): ${query}`);
  }
  const share = (within: number) =>
    `${places.filter((place) => place < within).length} of ${places.length}`;
  console.table({ "paraphrases found first": share(1), "among the first 10": share(10) });
}

const asked = process.argv[2];
if (asked !== undefined) {
  console.log(JSON.stringify(await measure(cases[asked])));
} else {
  const rows: Record<string, unknown> = {};
  for (const name of Object.keys(cases)) {
    const run = spawnSync(process.execPath, [fileURLToPath(import.meta.url), name], {
      stdio: ["ignore", "pipe", "inherit"],
      encoding: "utf8",
    });
    rows[name] = run.status === 0 ? JSON.parse(run.stdout) : { failed: run.status };
  }
  console.table(rows);
  if (realPictures) {
    const lines = readFileSync(new URL("manifest.jsonl", realPictures), "utf8").trim().split("\n");
    const entries = lines.map((line) => JSON.parse(line) as Entry);
    await judgeLooks(realPictures, entries);
    await judgeMeaning(entries);
  }
  await vision.close();
}
