/**
 * The effect of floods on other users: 200 slow readers of an original of 15 MB with 300 slow senders, 200 concurrent searches,
 * and 2,000 garbage paths a second, each for BENCH_SECONDS (60), from many addresses. Goals: memory at most 150 MB above
 * rest; home and members' pages at p95 under 300 ms; everything back afterwards. The same pages without a flood are
 * measured in between, because other work on the machine slows both. After garbage paths V8 keeps a large heap that is mostly
 * free, so what the process holds is told twice: as resident memory, and as its heap after a full collection.
 */
import { setTimeout as sleep } from "node:timers/promises";
import sharp from "sharp";
import { sentWords, startFlood, type FloodOrder } from "../support/flood.ts";
import { pageTimes, verdict, type Times } from "../support/page-times.ts";
import { castAndWait, signUp, startProduct } from "../support/product.ts";

const seconds = Number(process.env["BENCH_SECONDS"] ?? 60);
const garbageRate = Number(process.env["BENCH_GARBAGE"] ?? 2_000);
const product = await startProduct({
  env: {
    HELPERS: "off",
    HOST: "0.0.0.0",
    RATE_LIMIT_FACTOR: "1",
  },
});
const { url } = product;
const port = Number(new URL(url).port);
const { cookie } = await signUp(url, "Floods");
await castAndWait(url, cookie, {
  prompt: "a lake at dawn",
  quality: "standard",
  aspect: "1:1",
  count: 1,
});

/** An upload whose original has some 15 MB. */
async function largeOriginal(): Promise<string> {
  const side = 2_600;
  const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
  const png = await sharp({
    create: { width: side, height: side, channels: 3, background: "#888", noise },
  })
    .jpeg({ quality: 96, chromaSubsampling: "4:4:4" })
    .toBuffer();
  const { execFileSync } = await import("node:child_process");
  const { mkdtempSync, writeFileSync } = await import("node:fs");
  const os = await import("node:os");
  const path = await import("node:path");
  const folder = mkdtempSync(path.join(os.tmpdir(), "echoform-floods-"));
  writeFileSync(path.join(folder, "large.jpg"), png);
  writeFileSync(
    path.join(folder, "m.jsonl"),
    `${JSON.stringify({ file: "large.jpg", title: "Large noise", prompt: "noise" })}\n`,
  );
  const { items } = (await (await fetch(`${url}/api/pictures?limit=1`)).json()) as {
    items: { creator: { username: string } }[];
  };
  execFileSync(
    process.execPath,
    [
      "scripts/admin.ts",
      "import-pictures",
      "--manifest",
      path.join(folder, "m.jsonl"),
      "--owner",
      items[0]?.creator.username ?? "",
    ],
    { env: { ...process.env, DATA_DIR: product.dataDir, LOG_LEVEL: "warn" }, stdio: "inherit" },
  );
  for (;;) {
    const answer = await fetch(`${url}/api/pictures?limit=5`);
    const { items: found = [] } = (await answer.json()) as {
      items?: { slug: string; title: string }[];
    };
    const large = found.find(({ title }) => title === "Large noise");
    if (large) return large.slug;
    await sleep(500);
  }
}

const slug = await largeOriginal();
const size = Number(
  (await fetch(`${url}/${slug}.jpg`, { method: "HEAD" })).headers.get("content-length"),
);

const rows: Record<string, Record<string, string | number>> = {};

type Look = { home: Times; own: Times; most: number; least: number };

/** Loads members' and guests' pages for a while and samples the memory. */
async function look(name: string, forSeconds: number): Promise<Look> {
  const end = performance.now() + forSeconds * 1000;
  const isOver = () => performance.now() >= end;
  const memory: number[] = [];
  const watch = (async () => {
    while (!isOver()) {
      memory.push(product.memoryMb());
      await sleep(1_000);
    }
  })();
  const cpu = product.cpuMs();
  const [home, own] = await Promise.all([
    pageTimes(`${url}/`, {}, isOver),
    pageTimes(`${url}/dashboard`, { cookie }, isOver),
    watch,
  ]);
  const seen = { home, own, most: Math.max(...memory), least: Math.min(...memory) };
  rows[name] = {
    "home p50": home.p50,
    "home p95": home.p95,
    "member p50": own.p50,
    "member p95": own.p95,
    refused: home.bad + own.bad,
    "MB most": Math.round(seen.most),
    "MB least": Math.round(seen.least),
    "CPU %": Math.round((product.cpuMs() - cpu) / (forSeconds * 10)),
  };
  console.log(name, JSON.stringify(rows[name]));
  return seen;
}

/** The same during a flood. */
async function lookDuring(name: string, order: FloodOrder): Promise<Look> {
  const flood = startFlood(order);
  await sleep(2_000);
  const seen = await look(name, seconds);
  console.log("  sent:", sentWords(await flood.stop()));
  return seen;
}

const quiet = Math.min(20, seconds);
const rest = await look("at rest", quiet);
const heapAtRest = await product.liveHeapMb();
const slow = await lookDuring(
  `200 slow readers of ${(size / 1e6).toFixed(1)} MB, 300 slow senders`,
  {
    kind: "slow",
    port,
    path: `/${slug}.jpg`,
    readers: 200,
    senders: 300,
  },
);
await sleep(5_000);
const afterSlow = await look("after them", quiet);
const searches = await lookDuring("200 searches at once", { kind: "searches", port, atOnce: 200 });
const garbage = await lookDuring(`${garbageRate} garbage paths a second`, {
  kind: "garbage",
  port,
  perSecond: garbageRate,
});
const told = () =>
  `${Math.round(product.memoryMb())} MB, ${Math.round(product.databaseMb())} of it the database`;
console.log("memory right after the floods:", told());
await product.memoryAtRest();
console.log("memory at rest again:", told());
const afterAll = await look("after all", quiet);
const heapAfterAll = await product.liveHeapMb();
console.table(rows);
await product.stop();

const goal = (what: string, value: number, most: number, unit: string) => {
  const isMet = value <= most;
  console.log(`${what}: ${Math.round(value)} ${unit}, goal at most ${most}: ${verdict(isMet)}`);
};
goal("slow readers and senders, memory above rest", slow.most - rest.most, 150, "MB");
goal("slow readers and senders, home p95", slow.home.p95, 300, "ms");
goal("after them, memory above rest", afterSlow.least - rest.most, 150, "MB");
goal("searches, members' pages p95", searches.own.p95, 300, "ms");
goal("garbage paths, members' pages p95", garbage.own.p95, 300, "ms");
goal("after all, heap in use above rest", heapAfterAll - heapAtRest, 50, "MB");
console.log(`after all, resident memory above rest: ${Math.round(afterAll.least - rest.most)} MB`);
goal("after all, members' pages p95", afterAll.own.p95, 300, "ms");
