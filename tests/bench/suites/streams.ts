/**
 * 500 event streams of 125 members at one server, on two cores. What a member is told goes the way of the product: a
 * transaction of another process, NOTIFY, the server's hub, each of the member's streams. Times are from the call that
 * begins the transaction to the client's parsed event. Then 10,000 events while every stream breaks again and again.
 * `npm run bench -- streams`
 */
import { setTimeout as sleep } from "node:timers/promises";
import { v7 as uuidv7 } from "uuid";
import { readEnv } from "#app/env.ts";
import { addNotification, publishEvent } from "#app/features/notifications/commands.ts";
import { openLog } from "#app/lib/log.ts";
import { openServices } from "#app/open-services.ts";
import { readEvents, type HeardEvent, type StreamReader } from "../../harness/stream-reader.ts";
import { castAndWait, grantCredits, signUp, startProduct } from "../support/product.ts";

const members = 125;
const streamsEach = 4;
const streams = members * streamsEach;
const phaseMs = Number(process.env["PHASE_MS"] ?? 15_000);
const perSecond = 25;
const eventsEach = 80;
const goalMs = 250;
/** Of memory, for one stream. */
const goalKb = 30;

const at = (sorted: readonly number[], share: number) =>
  sorted[Math.floor((sorted.length - 1) * share)];

/** Calls `work` for each of them, a few at a time. */
async function each<T>(all: readonly T[], atOnce: number, work: (one: T) => Promise<unknown>) {
  const waiting = [...all];
  const one = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await work(next);
  };
  await Promise.all(Array.from({ length: atOnce }, one));
}

const product = await startProduct({ env: { HELPERS: "off" } });
const services = await openServices(
  readEnv({ DATA_DIR: product.dataDir, LOG_LEVEL: "silent", HELPERS: "off" }),
  { log: openLog("silent"), engines: new Map() },
);
const readers: StreamReader[] = [];
try {
  const cookies: { email: string; cookie: string }[] = [];
  const numbers = Array.from({ length: members }, (_, n) => n);
  await each(numbers, 4, async (n) => cookies.push(await signUp(product.url, `Streams ${n}`)));
  const rows = await services.db.selectFrom("users").select(["id", "email"]).execute();
  const idByEmail = new Map(rows.map(({ id, email }) => [email, id]));
  const ids = cookies.map(({ email }) => idByEmail.get(email) ?? "");
  const rest = product.memoryMb();
  /** What each stream received: the times of timed events, and every number. */
  const delays: number[] = [];
  const heard: number[][] = [];
  const hear = (own: number[]) => (event: HeardEvent) => {
    if (event.id !== null) own.push(event.id);
    const sent = Number(event.data["description"]);
    if (event.name === "notification" && sent > 0) delays.push(event.at - sent);
  };
  /** One more stream of each member, in their order. */
  async function openMore() {
    for (const { cookie } of cookies) {
      const own: number[] = [];
      heard.push(own);
      const wait = () => Math.random() * 400;
      readers.push(readEvents({ url: () => product.url, cookie, onEvent: hear(own), wait }));
    }
    await Promise.all(readers.map(({ opened }) => opened));
  }
  /** MB of the program without its database, after full collections: the first makes pages free, the next ones give them back. */
  const collected = async () => {
    let heap = Number.NaN;
    for (let times = 0; times < 3; times += 1) {
      heap = await product.liveHeapMb();
      await sleep(1_000);
    }
    return { heap, whole: product.memoryMb() - product.databaseMb() };
  };
  const without = await collected();
  // By and by: 500 that open at once leave 20 MB of free pages, which V8 gives back within half a minute.
  for (let n = 0; n < streamsEach; n += 1) {
    await openMore();
    await collected();
  }
  const withAll = await collected();
  const kB = (part: "heap" | "whole") =>
    (((withAll[part] - without[part]) * 1000) / streams).toFixed(0);
  console.log(
    `a stream: ${kB("heap")} kB in the heap, ${kB("whole")} kB of memory (goal at most ${goalKb})`,
  );
  for (const reader of readers.splice(0)) reader.close();
  heard.length = 0;
  const opening = performance.now();
  await Promise.all(Array.from({ length: streamsEach }, openMore));
  console.log(`${streams} streams open after ${(performance.now() - opening).toFixed(0)} ms`);

  const tell = (userId: string) =>
    services.db.transaction().execute((tx) =>
      addNotification(tx, {
        userId,
        type: "generation_completed",
        title: "Lake",
        description: String(performance.now()),
        generationId: uuidv7(),
        imageUrl: null,
        imageId: null,
        imageCount: 1,
        imageTitle: "Lake",
        metadata: {},
        r2Key: null,
      }),
    );

  const table: Record<string, Record<string, string | number>> = {};
  async function phase(name: string, expected: number, work: () => Promise<unknown>) {
    delays.length = 0;
    product.resetLoopDelay();
    const [from, cpu] = [performance.now(), product.cpuMs()];
    await work();
    const deadline = performance.now() + 10_000;
    while (delays.length < expected && performance.now() < deadline) await sleep(20);
    const seconds = (performance.now() - from) / 1000;
    const used = (product.cpuMs() - cpu) / seconds / 10;
    await sleep(1_200);
    const sorted = delays.toSorted((a, b) => a - b);
    const p95 = at(sorted, 0.95);
    table[name] = {
      deliveries: `${sorted.length} of ${expected}`,
      "p50 ms": at(sorted, 0.5).toFixed(1),
      "p95 ms": p95.toFixed(1),
      "max ms": sorted.at(-1)?.toFixed(1) ?? "",
      [`p95 <= ${goalMs}`]: p95 <= goalMs ? "yes" : "NO",
      "CPU %": used.toFixed(0),
      "loop p99 ms": product.loopDelay().p99,
      "whole MB": product.memoryMb().toFixed(0),
    };
  }
  async function steadily(count: number) {
    const begun = performance.now();
    const told: Promise<unknown>[] = [];
    for (let n = 0; n < count; n += 1) {
      await sleep(Math.max(0, begun + (n * 1000) / perSecond - performance.now()));
      told.push(tell(ids[Math.floor(Math.random() * ids.length)]));
    }
    await Promise.all(told);
  }
  const count = Math.round((perSecond * phaseMs) / 1000);
  await phase(`${perSecond} a second`, count * streamsEach, () => steadily(count));

  const bursts = 5;
  await phase("all at once, five times", bursts * streams, async () => {
    for (let n = 0; n < bursts; n += 1) {
      await Promise.all(ids.map(tell));
      await sleep(1_000);
    }
  });

  const casters = cookies.slice(0, 3);
  for (const { email } of casters) await grantCredits(product, email, 500);
  await phase("while three members cast", count * streamsEach, async () => {
    const over = new AbortController();
    const casting = casters.map(async ({ cookie }) => {
      while (!over.signal.aborted) {
        const body = { prompt: "misty lake at dawn", quality: "standard", aspect: "1:1", count: 2 };
        await castAndWait(product.url, cookie, body);
      }
    });
    await steadily(count);
    over.abort();
    await Promise.all(casting);
  });
  console.log(`memory before the first stream: ${rest.toFixed(0)} MB`);
  console.table(table);

  // Earlier events do not matter: from here on every number is counted.
  await sleep(500);
  const { rows: counters } = await services.pool.query<{ user_id: string; last: number }>(
    "select user_id, last::int as last from event_counters",
  );
  const lastBefore = new Map(counters.map(({ user_id: id, last }) => [id, last]));
  const begun = performance.now();
  let broken = 0;
  const cutting = readers.map((reader) => {
    let timer: ReturnType<typeof setTimeout>;
    const later = () => {
      timer = setTimeout(
        () => {
          reader.cut();
          broken += 1;
          later();
        },
        500 + Math.random() * 4_500,
      );
    };
    later();
    return () => clearTimeout(timer);
  });
  const orders = ids.flatMap((id) => Array.from({ length: eventsEach }, () => id));
  orders.sort(() => Math.random() - 0.5);
  let n = 0;
  await each(orders, 8, async (userId) => {
    n += 1;
    const unread = n;
    // About 500 a second, so that every stream breaks several times meanwhile.
    await sleep(Math.max(0, begun + unread * 2 - performance.now()));
    await services.db
      .transaction()
      .execute((tx) => publishEvent(tx, userId, "notifications.changed", { unread }));
  });
  const seconds = (performance.now() - begun) / 1000;
  for (const stop of cutting) stop();
  const missing = () =>
    heard.filter((own, index) => {
      const id = ids[index % members];
      return own.at(-1) !== (lastBefore.get(id) ?? 0) + eventsEach;
    }).length;
  const deadline = performance.now() + 30_000;
  while (missing() > 0 && performance.now() < deadline) await sleep(50);
  let [lost, doubled, disordered] = [0, 0, 0];
  for (const [index, own] of heard.entries()) {
    const first = (lastBefore.get(ids[index % members]) ?? 0) + 1;
    const got = own.filter((number) => number >= first);
    const distinct = new Set(got);
    lost += Math.abs(eventsEach - distinct.size);
    doubled += got.length - distinct.size;
    disordered += got.filter((number, place) => place > 0 && number < got[place - 1]).length;
  }
  console.log(
    `${orders.length} events in ${seconds.toFixed(0)} s to ${streamsEach} streams each, ${broken} breaks: ` +
      `${lost} lost, ${doubled} doubled, ${disordered} out of order (goal 0)`,
  );
  if (lost + doubled + disordered > 0) process.exitCode = 1;
} finally {
  for (const reader of readers) reader.close();
  await services.close();
  await product.stop();
}
