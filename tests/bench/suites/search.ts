/**
 * Searches over 1,000,000 synthetic pictures in a database of its own, embedded; ROWS=100000 for fewer. Times are of
 * searchPictures with 40 results, from the query to the pictures, one after another, embedding left out (its own time is
 * in `helpers`). BENCH_DATABASE_URL keeps the pictures for the next time: an empty database is filled, one that was filled
 * before is measured as it is. FIRST_MINUTE=1 asks all kinds in turns for a minute and nothing before, which with a kept
 * database of ROWS pictures that was started again shows a cold cache (the system's own: `echo 3 > /proc/sys/vm/drop_caches`).
 * `node tests/bench/suites/search.ts`
 */
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { EMBEDDING_LENGTH, type Vision } from "#app/adapters/vision/port.ts";
import { readEnv } from "#app/env.ts";
import { similarPictures, wall } from "#app/features/pictures/queries.ts";
import { searchPictures, type SearchInput } from "#app/features/search/queries.ts";
import { openLog } from "#app/lib/log.ts";
import { encodeCursor } from "#app/rules/page-cursor.ts";
import { allowBulkRows } from "#tests/harness/superuser.ts";
import { openServices } from "#app/open-services.ts";
import { cpuClock } from "../support/cpu-time.ts";
import { countPictures, fillPictures, vocabulary } from "../support/search-rows.ts";

const wantedRows = Number(process.env["ROWS"] ?? 1_000_000);
const turns = Number(process.env["TURNS"] ?? 40);
const limit = 40;
const goals = { depth: 1.5, p95: 50, common: 10 };

const word = (from: number, to: number) =>
  vocabulary[from + Math.floor(Math.random() * (to - from))];
const mistype = (text: string) => text.slice(0, 3) + text.slice(4);
const hex = () =>
  `#${Math.floor(Math.random() * 0x1000000)
    .toString(16)
    .padStart(6, "0")}`;

/** A random unit vector: with it every search does the work of a real one. */
function aMeaning(): Float32Array {
  const vector = Float32Array.from({ length: EMBEDDING_LENGTH }, () => Math.random() - 0.5);
  const length = Math.hypot(...vector);
  return vector.map((part) => part / length);
}
const unused = () => Promise.reject(new Error("not part of this benchmark"));
const vision: Vision = {
  has: (helper) => helper === "meaning",
  embedText: (texts) => Promise.resolve(texts.map(aMeaning)),
  moderate: unused,
  features: unused,
  upscale: unused,
  close: () => Promise.resolve(),
};

const kinds: Record<string, (turn: number) => Omit<SearchInput, "limit">> = {
  "rare word": () => ({ q: word(6_000, 7_900) }),
  "middling word": () => ({ q: word(300, 900) }),
  "common word": () => ({ q: word(0, 8) }),
  "two words": () => ({ q: `${word(50, 400)} ${word(50, 400)}` }),
  "two common words": () => ({ q: `${word(0, 20)} ${word(0, 20)}` }),
  "five words": () => ({ q: [1, 2, 3, 4, 5].map(() => word(20, 3_000)).join(" ") }),
  "misspelt word": () => ({ q: mistype(word(100, 3_000)) }),
  "words of nobody": (turn) => ({ q: `qwzx${turn}vbn sdfg${turn}hjk` }),
  colour: () => ({ q: hex() }),
  "colour and word": () => ({ q: `teal ${word(0, 100)}` }),
  "shape and colour": () => ({
    q: "portrait",
    filters: { color: { hexes: [hex()], closeness: 40 } },
  }),
  "two colours and word": () => ({ q: `teal amber ${word(0, 100)}` }),
  palette: () => ({
    q: "",
    filters: { color: { hexes: [1, 2, 3, 4, 5].map(hex), closeness: 38 } },
  }),
  creator: (turn) => ({ q: "", filters: { creator: `owner_${1 + (turn % 400)}` } }),
  "newest, common word": () => ({ q: word(0, 20), sort: "newest" }),
  "most liked, word": () => ({ q: word(0, 400), sort: "liked" }),
  "most liked of all": () => ({ q: "", sort: "liked" }),
  "most remixed, a shape": () => ({ q: "", sort: "remixed", filters: { shape: "square" } }),
};

/** Prepares a search, and returns what is timed, which returns how much it finds. */
type Ask = (turn: number) => Promise<() => Promise<number>>;

function searches(): Record<string, Ask> {
  const asks = Object.entries(kinds).map(([name, input]): [string, Ask] => [
    name,
    (turn) => {
      const asked = { ...input(turn), limit };
      return Promise.resolve(async () => (await searchPictures(services, asked)).items.length);
    },
  ]);
  return Object.fromEntries(asks);
}

/** The other queries of the benchmark. */
function others(rows: number): Record<string, Ask> {
  const { db } = services;
  return {
    "second page of a word": async () => {
      const asked = { q: word(0, 900), limit };
      const { next } = await searchPictures(services, asked);
      const second = { ...asked, cursor: next ?? undefined };
      return async () => (await searchPictures(services, second)).items.length;
    },
    "near misses": (turn) => {
      const asked = { q: `qwzx${turn}vbn ${mistype(word(0, 3_000))}`, limit };
      return Promise.resolve(async () => (await searchPictures(services, asked)).near.length);
    },
    "similar pictures": () => {
      const slug = `p-${rows - 1 - Math.floor(Math.random() * 20_000)}`;
      return Promise.resolve(async () => {
        const { id } = await db
          .selectFrom("pictures")
          .select("id")
          .where("slug", "=", slug)
          .executeTakeFirstOrThrow();
        return (await similarPictures(db, id, 24)).length;
      });
    },
  };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

const at = (times: readonly number[], share: number) =>
  times.toSorted((a, b) => a - b)[Math.floor((times.length - 1) * share)];

/** Fills the database unless it is filled. @returns how many pictures there are */
async function ensurePictures(): Promise<number> {
  const before = await countPictures(services.pool);
  if (before === 0) {
    const filled = await timed(() => fillPictures(services.pool, wantedRows));
    console.log(`filled in ${(filled / 1000).toFixed(0)} s`);
  }
  const rows = before || wantedRows;
  const { rows: server } = await services.pool.query<{ version: string }>(
    "select current_setting('server_version') as version",
  );
  const load = os.loadavg().map((value) => value.toFixed(1));
  console.log(
    `${rows.toLocaleString("en")} pictures, PostgreSQL ${server[0].version}, ${os.availableParallelism()} cores, load ${load.join(" ")}`,
  );
  return rows;
}

/** What each kind takes in the first minute of a process, in turns, the very first of each included. */
async function firstMinute(asks: Record<string, Ask>): Promise<void> {
  const times = new Map(Object.keys(asks).map((name) => [name, [] as number[]]));
  const until = performance.now() + 60_000;
  for (let turn = 0; performance.now() < until; turn += 1) {
    for (const [name, ask] of Object.entries(asks))
      times.get(name)?.push(await timed(await ask(turn)));
  }
  const table = Object.entries(Object.fromEntries(times)).map(([name, all]) => [
    name,
    {
      searches: all.length,
      "first ms": all[0].toFixed(0),
      "p50 ms": at(all, 0.5).toFixed(1),
      "p95 ms": at(all, 0.95).toFixed(1),
      [`p95 <= ${goals.p95}`]: at(all, 0.95) <= goals.p95 ? "yes" : "NO",
    },
  ]);
  console.table(Object.fromEntries(table));
}

/** The newest pictures, page by page, at several depths. */
async function measureFeed(rows: number): Promise<void> {
  const depths: Record<string, number> = {
    "first page": 0,
    "10 %": 0.1,
    "50 %": 0.5,
    "99 %": 0.99,
  };
  const cursors = new Map<string, string | undefined>();
  for (const [name, share] of Object.entries(depths)) {
    const { rows: places } = await services.pool.query<{ created_at: Date; id: string }>(
      "select created_at, id from pictures order by created_at desc, id desc offset $1 limit 1",
      [Math.floor(rows * share)],
    );
    const [{ created_at: createdAt, id }] = places;
    cursors.set(name, share === 0 ? undefined : encodeCursor({ createdAt, id }));
  }
  const feedTimes = new Map(Object.keys(depths).map((name) => [name, [] as number[]]));
  // In turns, so that other load affects all depths alike.
  for (let turn = 0; turn < turns + 5; turn += 1) {
    for (const [name, cursor] of cursors) {
      const time = await timed(() => wall(services.db, { limit, ...(cursor && { cursor }) }));
      if (turn >= 5) feedTimes.get(name)?.push(time);
    }
  }
  const feed = new Map([...feedTimes].map(([name, times]) => [name, at(times, 0.5)]));
  const first = feed.get("first page") ?? Number.NaN;
  console.table(
    Object.fromEntries(
      [...feed].map(([name, ms]) => [
        name,
        { "p50 ms": ms.toFixed(2), ratio: (ms / first).toFixed(2), goal: `<= ${goals.depth}` },
      ]),
    ),
  );
}

/** Every kind of search, one after another. */
async function measureSearches(rows: number): Promise<void> {
  const table: Record<string, object> = {};
  const p95s = new Map<string, number>();
  for (const [name, ask] of Object.entries({ ...searches(), ...others(rows) })) {
    const times: number[] = [];
    const cpu: number[] = [];
    let found = 0;
    // The pool closes connections and opens others as time passes: those of one kind are counted.
    let clock: Awaited<ReturnType<typeof cpuClock>> = null;
    for (let turn = 0; turn < turns + 3; turn += 1) {
      const search = await ask(turn);
      if (turn === 3) clock = await cpuClock(services.pool);
      const before = clock?.() ?? 0;
      const time = await timed(async () => {
        found += await search();
      });
      if (turn < 3) continue;
      times.push(time);
      cpu.push((clock?.() ?? Number.NaN) - before);
    }
    const p95 = at(times, 0.95);
    p95s.set(name, p95);
    table[name] = {
      "p50 ms": at(times, 0.5).toFixed(1),
      "p95 ms": p95.toFixed(1),
      "CPU p50": at(cpu, 0.5).toFixed(1),
      "CPU p95": at(cpu, 0.95).toFixed(1),
      "results a page": (found / (turns + 3)).toFixed(0),
      [`p95 <= ${goals.p95}`]: p95 <= goals.p95 ? "yes" : "NO",
    };
  }
  console.table(table);
  const ratio = (p95s.get("common word") ?? Number.NaN) / (p95s.get("rare word") ?? Number.NaN);
  console.log(`common word / rare word, p95: ${ratio.toFixed(2)} (goal at most ${goals.common})`);
}

const folder = await mkdtemp(path.join(os.tmpdir(), "echoform-search-"));
const kept = process.env["BENCH_DATABASE_URL"];
const services = await openServices(
  readEnv({ DATA_DIR: folder, LOG_LEVEL: "silent", ...(kept && { DATABASE_URL: kept }) }),
  { log: openLog("silent"), vision },
);
try {
  await allowBulkRows(services);
  // To count the pictures would read what is to be cold.
  if (process.env["FIRST_MINUTE"]) await firstMinute({ ...searches(), ...others(wantedRows) });
  else {
    const rows = await ensurePictures();
    await measureFeed(rows);
    await measureSearches(rows);
  }
} finally {
  await services.close();
  await rm(folder, { recursive: true, force: true });
}
