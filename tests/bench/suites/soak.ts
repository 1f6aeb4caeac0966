/**
 * Memory over time under a mixed load: guests and members read, search, look at pictures and cast for BENCH_MINUTES (60).
 * Every sample is the memory of the program and all it started; the slope is that of Theil and Sen, with a bootstrap
 * interval, after BENCH_WARM_UP minutes (10) and of the second half. Pictures that are new all the time fill the 128 MiB
 * that delivery keeps of its responses within half an hour, so growth before that is no leak (goal: in the second half
 * the slope is below 1 MB a minute).
 */
import { setTimeout as sleep } from "node:timers/promises";
import { castAndWait, grantCredits, signUp, startProduct } from "../support/product.ts";

const minutes = Number(process.env["BENCH_MINUTES"] ?? 60);
const warmUp = Number(process.env["BENCH_WARM_UP"] ?? Math.min(10, minutes / 3));
const sampleMs = 5_000;
const pauseMs = Number(process.env["BENCH_PAUSE_MS"] ?? 120);

const product = await startProduct({
  env: {
    HELPERS: "moderation,similar,meaning",
  },
});
const { url } = product;
const members = await Promise.all(
  Array.from({ length: 3 }, async (_, n) => {
    const member = await signUp(url, `Soak ${n}`);
    await grantCredits(product, member.email, 100_000);
    return member;
  }),
);
const words = ["lake", "forest", "neon city", "storm", "teal waves", "portrait", "ink", "fog"];
const prompts = words.map((word, n) => `${word} at dawn, number ${n}`);
const statuses = new Map<number, number>();
let broken = 0;

async function read(path: string, headers: Record<string, string> = {}): Promise<string> {
  try {
    const answer = await fetch(`${url}${path}`, { headers });
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    return await answer.text();
  } catch {
    broken += 1;
    return "";
  }
}

const end = performance.now() + minutes * 60_000;
const isOver = () => performance.now() >= end;
const pick = <T>(list: readonly T[], n: number) => list[n % list.length];

async function slugs(): Promise<string[]> {
  const { items = [] } = JSON.parse((await read("/api/pictures?limit=40")) || "{}") as {
    items?: { slug: string }[];
  };
  return items.map(({ slug }) => slug);
}

/** One visitor: a page, its pictures, a search, a missing address. */
async function visit(seed: number, headers: Record<string, string>): Promise<void> {
  for (let n = seed; !isOver(); n += 1) {
    const known = await slugs();
    await read("/", headers);
    if (known.length > 0) {
      const slug = pick(known, n);
      await read(`/i/${slug}`, headers);
      await read(`/i/512x0/q75/${slug}.webp`);
      await read(`/i/${pick([300, 400, 600, 800], n)}x0/q75/${slug}.avif`);
      await read(`/${slug}.jpg`);
    }
    await read(`/s/${pick(words, n).replace(" ", "-")}`, headers);
    await read(`/nothing/${n}`, headers);
    await read("/sitemap.xml");
    await sleep(pauseMs);
  }
}

async function castOften({ cookie }: { cookie: string }, seed: number): Promise<void> {
  for (let n = seed; !isOver(); n += 1) {
    const cast = {
      prompt: pick(prompts, n),
      aspect: "1:1",
      quality: "standard",
      count: 1,
      seed: n,
    };
    await castAndWait(url, cookie, cast).catch(() => {
      broken += 1;
    });
    await sleep(15_000);
  }
}

type Sample = { minute: number; mb: number };
const samples: Sample[] = [];
async function watch(): Promise<void> {
  const began = performance.now();
  while (!isOver()) {
    samples.push({ minute: (performance.now() - began) / 60_000, mb: product.memoryMb() });
    await sleep(sampleMs);
  }
}

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** The median of the slopes of all pairs, which is robust against outliers. */
function slopeOf(of: readonly Sample[]): number {
  const slopes = of.flatMap((a, n) =>
    of.slice(n + 1).map((b) => (b.mb - a.mb) / (b.minute - a.minute)),
  );
  return median(slopes.filter(Number.isFinite));
}

/** 90 % of the slopes of samples drawn again by blocks of a minute, which keeps what belongs together. */
function interval(of: readonly Sample[]): [number, number] {
  const blocks = Map.groupBy(of, ({ minute }) => Math.floor(minute));
  const keys = [...blocks.keys()];
  const slopes = Array.from({ length: 200 }, () => {
    const drawn = keys.map(() => keys[Math.floor(Math.random() * keys.length)] ?? 0);
    // One sample of each block: the pairs grow with the square.
    return slopeOf(
      drawn.flatMap((key) => {
        const block = blocks.get(key) ?? [];
        return block[Math.floor(Math.random() * block.length)] ?? [];
      }),
    );
  }).toSorted((a, b) => a - b);
  return [slopes[10] ?? Number.NaN, slopes[189] ?? Number.NaN];
}

await Promise.all([
  watch(),
  ...members.map((member, n) => castOften(member, n * 1_000)),
  visit(0, {}),
  visit(100, {}),
  visit(200, { cookie: members[0]?.cookie ?? "" }),
]);
const byMinute = Map.groupBy(samples, ({ minute }) => Math.floor(minute / 5) * 5);
console.table(
  Object.fromEntries(
    [...byMinute].map(([minute, group]) => [
      `minutes ${minute} to ${minute + 5}`,
      { "median MB": median(group.map(({ mb }) => mb)).toFixed(0) },
    ]),
  ),
);
console.log(
  `answers by status: ${JSON.stringify(Object.fromEntries(statuses))}, broken: ${broken}`,
);
for (const from of [warmUp, minutes / 2]) {
  const later = samples.filter(({ minute }) => minute >= from);
  const [low, high] = interval(later);
  console.log(
    `slope after ${from.toFixed(0)} minutes: ${slopeOf(later).toFixed(2)} MB a minute, 90 % of resamples between ` +
      `${low.toFixed(2)} and ${high.toFixed(2)}, over ${later.length} samples in ${(minutes - from).toFixed(0)} minutes`,
  );
}
await sleep(60_000);
console.log(`a minute after the load: ${product.memoryMb().toFixed(0)} MB`);
const faults = (await read("/metrics")).match(/^echoform_faults_total\{.*\} \d+$/gm) ?? [];
console.log(faults.join("\n"));
await product.stop();
