import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { v7 as uuidv7 } from "uuid";
import { aCaster } from "#tests/harness/caster.ts";
import { aMember } from "#tests/harness/factories.ts";
import { askGrid, cellsOfGrid, type Axes, type Caster } from "#tests/harness/grids.ts";
import { quickEngine } from "#tests/harness/quick-engine.ts";
import { testServices } from "#tests/harness/services.ts";
import type { OpenServices } from "#app/open-services.ts";
import { aspects } from "#app/rules/aspects.ts";
import { castLimits } from "#app/rules/cast-limits.ts";
import { startWorker } from "../jobs.ts";
import { claimGeneration } from "../jobs/claim.ts";
import { releaseRun } from "../jobs/finish.ts";
import { castLog } from "../queries.ts";
import { gridById, gridSettings } from "../queries/grids.ts";
import type { Generation } from "./close.ts";
import { cancelGrid, deleteGrid, shareGrid } from "./grids.ts";
import { changeWaiting } from "./queue.ts";

/** Grids: what is asked for, charged, drawn, cancelled and seen. Every file ends with a look at all invariants. */

let services: OpenServices;
beforeAll(async () => {
  const engine = quickEngine({ fails: { delivers: 0, throws: { kind: "moderated-prompt" } } });
  services = await testServices({
    engines: new Map([[engine.id, engine]]),
    env: { WORKER_CONCURRENCY: "8" },
  });
});
afterAll(() => services.close());

const fox = { prompt: "a {red|blue} fox", quality: "standard" } as const;
const twoByThree: Axes = {
  columns: { by: "words", place: 0 },
  rows: { by: "seed", values: [1, 2, 3] },
};
const rowsOf = (id: string) => cellsOfGrid(services, id);
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: { code: string; info: object }) => ({ code: error.code, ...error.info }),
  );
const ask = (
  member: Caster,
  cast: Parameters<typeof askGrid>[2]["cast"],
  axes: Axes,
  terms?: Parameters<typeof askGrid>[3],
) => askGrid(services, member, { cast, axes }, terms);

async function drawn(member: Caster, id: string) {
  const worker = startWorker(services);
  try {
    for (const row of await rowsOf(id)) await member.end(row.id);
  } finally {
    await worker.stop();
  }
}

test("a grid is drawn cell by cell at the price that was shown, told once, and one entry of the log", async () => {
  const member = await aCaster(services);
  const made = await ask(member, fox, twoByThree);
  expect(made).toMatchObject({ pictures: 6, cost: 6, replayed: false });
  expect(await member.balance()).toEqual({ current: 14, held: 6 });
  expect((await rowsOf(made.id)).map(({ prompt, seed }) => [prompt, seed])).toEqual([
    ["a red fox", 1],
    ["a blue fox", 1],
    ["a red fox", 2],
    ["a blue fox", 2],
    ["a red fox", 3],
    ["a blue fox", 3],
  ]);
  await drawn(member, made.id);
  expect(await member.balance()).toEqual({ current: 14, held: 0 });
  expect(await member.notices()).toMatchObject([{ type: "generation_completed", imageCount: 6 }]);
  const log = await castLog(services.db, member.id, { limit: 10 });
  expect(log.items).toMatchObject([
    { grid: { id: made.id, columns: 2, rows: 3, pictures: 6, delivered: 6, open: 0, cost: 6 } },
  ]);
  expect(log.items[0].grid?.shots).toHaveLength(6);
  for (const filters of [{ state: "done" }, { q: "blue" }] as const) {
    expect((await castLog(services.db, member.id, { limit: 9, ...filters })).items).toHaveLength(1);
  }
  const failed = await castLog(services.db, member.id, { limit: 9, state: "failed" });
  expect(failed.items).toEqual([]);
  const grid = await gridById(services.db, member.actor, made.id);
  expect(grid).toMatchObject({
    isOwn: true,
    prompt: fox.prompt,
    columns: { by: "words", values: ["red", "blue"] },
    rows: { by: "seed", values: ["1", "2", "3"] },
  });
  expect(grid?.cells.filter((cell) => cell !== null)).toHaveLength(6);
  await deleteGrid(services, member.actor, made.id);
  expect((await castLog(services.db, member.id, { limit: 10 })).items).toEqual([]);
});

test("another price than the one shown is refused with the present one, and nothing is charged", async () => {
  const member = await aCaster(services);
  for (const quoted of [
    { pictures: 6, credits: 5 },
    { pictures: 5, credits: 6 },
  ]) {
    expect(await refusal(ask(member, fox, twoByThree, { quoted }))).toMatchObject({
      code: "conflict",
      extra: { pictures: 6, credits: 6 },
    });
  }
  expect(await member.balance()).toEqual({ current: 20, held: 0 });
});

test("a grid that cannot be paid for, or one of whose pictures is refused, is not begun", async () => {
  const poor = await aCaster(services, 5);
  expect(await refusal(ask(poor, fox, twoByThree))).toMatchObject({
    code: "insufficient-credits",
    extra: { required: 6 },
  });
  expect(await poor.balance()).toEqual({ current: 5, held: 0 });
  const wrong = ask(poor, fox, { columns: { by: "param", id: "cfg", values: [1, 2] } });
  expect(await refusal(wrong)).toMatchObject({
    errors: [{ path: "params.cfg" }],
    detail: expect.stringMatching(/^Column 1, row 1: /),
  });
  const words = { prompt: "{a fox|a naked child}", quality: "standard" } as const;
  expect(await refusal(ask(poor, words, { columns: { by: "words", place: 0 } }))).toMatchObject({
    detail: expect.stringMatching(/^Column 2, row 1: Sexual pictures/),
  });
  expect(await poor.balance()).toEqual({ current: 5, held: 0 });
});

test("the same key is the same grid, also at once; another request with it is refused", async () => {
  const member = await aCaster(services);
  const key = uuidv7();
  const all = await Promise.all([1, 2, 3].map(() => ask(member, fox, twoByThree, { key })));
  expect(new Set(all.map(({ id }) => id)).size).toBe(1);
  expect(all.filter(({ replayed }) => !replayed)).toHaveLength(1);
  expect(await member.balance()).toEqual({ current: 14, held: 6 });
  const other = ask(member, fox, { columns: twoByThree.columns }, { key });
  expect(await refusal(other)).toMatchObject({ code: "key-reused" });
  await cancelGrid(services, member.actor, all[0].id);
});

test("grids have an allowance of their own beside the casts that may wait", async () => {
  const member = await aCaster(services, 200);
  const wide: Axes = {
    columns: { by: "seed", values: [1, 2, 3, 4, 5, 6, 7, 8] },
    rows: { by: "aspect", values: [...aspects].slice(0, 8) },
  };
  const cast = { prompt: "fox", model: "quick-runware" };
  const first = await ask(member, cast, wide, { quoted: { pictures: 64, credits: 128 } });
  for (let n = 0; n < castLimits.waiting; n += 1) await member.cast(`lake ${n}`);
  expect(await refusal(member.cast("one more"))).toMatchObject({ code: "rate-limited" });
  expect(await cancelGrid(services, member.actor, first.id)).toBe(64);
  expect(await refusal(member.cast("one more"))).toMatchObject({ code: "rate-limited" });
  expect(await member.balance()).toEqual({ current: 180, held: 20 });
});

test("cancelled as a whole: what is drawn is charged, what waits is refunded, what is being drawn is told to stop", async () => {
  const member = await aCaster(services);
  const { id } = await ask(member, fox, twoByThree);
  const claimant = { worker: "w", leaseSeconds: 30 };
  const room = { local: true, limits: new Map<string, number>() };
  const claimed: Generation[] = [];
  while (claimed.at(-1)?.grid_id !== id) {
    const row = await claimGeneration(services.db, claimant, room);
    if (row) claimed.push(row);
  }
  expect(await cancelGrid(services, member.actor, id)).toBe(6);
  const rows = await rowsOf(id);
  expect(rows.filter(({ state }) => state === "cancelled")).toHaveLength(5);
  expect(rows.find(({ id: own }) => own === claimed.at(-1)?.id)).toMatchObject({
    state: "running",
    cancel_requested: true,
  });
  expect(await member.balance()).toEqual({ current: 19, held: 1 });
  const stranger = await aCaster(services);
  expect(await refusal(cancelGrid(services, stranger.actor, id))).toMatchObject({
    code: "not-found",
  });
  expect(await refusal(deleteGrid(services, member.actor, id))).toMatchObject({ code: "conflict" });
  for (const row of claimed) await releaseRun(services, row);
  expect(await cancelGrid(services, member.actor, id)).toBe(1);
  expect(await member.balance()).toEqual({ current: 20, held: 0 });
});

test("a waiting picture of a grid can be paused, but not changed", async () => {
  const member = await aCaster(services);
  const { id } = await ask(member, fox, twoByThree);
  const [row] = await rowsOf(id);
  await changeWaiting(services, member.actor, row.id, { version: 1, isPaused: true });
  const change = changeWaiting(services, member.actor, row.id, { version: 2, count: 2 });
  expect(await refusal(change)).toMatchObject({ code: "conflict" });
  await cancelGrid(services, member.actor, id);
});

describe("who sees a grid", () => {
  test("the owner; others when it is shared, and then only what is public and approved", async () => {
    const member = await aCaster(services);
    const { id } = await ask(member, { ...fox, negative: "fog" }, twoByThree);
    const reader = { role: "member", userId: (await aMember(services)).id } as const;
    const guest = { role: "guest", userId: null } as const;
    await shareGrid(services, member.actor, id, true);
    // Nothing is drawn yet.
    expect(await gridById(services.db, guest, id)).toBeNull();
    await drawn(member, id);
    const [first, second] = await rowsOf(id);
    const hide = (generation: string, set: object) =>
      services.db
        .updateTable("pictures")
        .set(set)
        .where("generation_id", "=", generation)
        .execute();
    await hide(first.id, { is_public: false });
    await hide(second.id, { approved: false, status: "waiting" });
    for (const actor of [guest, reader]) {
      const seen = await gridById(services.db, actor, id);
      expect(seen?.cells.map((cell) => cell !== null)).toEqual([
        false,
        false,
        true,
        true,
        true,
        true,
      ]);
      expect(seen).toMatchObject({ isOwn: false, cost: null, casts: [], prompt: fox.prompt });
      expect(await gridSettings(services.db, actor, id)).toMatchObject({
        cast: { prompt: fox.prompt },
        rows: { values: [1, 2, 3] },
      });
    }
    const third = (await rowsOf(id))[2];
    await hide(third.id, { prompt_hidden: true });
    expect(await gridById(services.db, reader, id)).toMatchObject({
      prompt: null,
      columns: { values: ["1", "2"] },
    });
    expect(await gridSettings(services.db, reader, id)).toBeNull();
    await shareGrid(services, member.actor, id, false);
    expect(await gridById(services.db, reader, id)).toBeNull();
    expect((await gridById(services.db, member.actor, id))?.cells.every(Boolean)).toBe(true);
    expect(await refusal(shareGrid(services, { ...reader }, id, true))).toMatchObject({
      code: "not-found",
    });
  });
});
