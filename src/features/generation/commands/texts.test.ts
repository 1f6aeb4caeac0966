import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aCaster } from "#tests/harness/caster.ts";
import { quickCapabilities, quickEngine, type QuickEngine } from "#tests/harness/quick-engine.ts";
import { testServices } from "#tests/harness/services.ts";
import type { OpenServices } from "#app/open-services.ts";
import { castTexts } from "#app/rules/prompt-expansion.ts";
import { startWorker, type Worker } from "../jobs.ts";
import { changeWaiting } from "./queue.ts";
import { createWordList } from "./word-lists.ts";

/** Casts whose prompts have alternatives, lists and weights. */

let services: OpenServices;
let engine: QuickEngine;
let worker: Worker;
beforeAll(async () => {
  engine = quickEngine();
  const weighing = {
    ...quickEngine({}, { models: [...quickCapabilities.models], weights: true }),
    id: "weighing",
  };
  services = await testServices({
    engines: new Map([engine, weighing].map((one) => [one.id, one])),
    env: { WORKER_CONCURRENCY: "4" },
  });
  worker = startWorker(services);
});
afterAll(async () => {
  await worker.stop();
  await services.close();
});

const picturesOf = (castId: string) =>
  services.db
    .selectFrom("pictures")
    .select(["prompt", "title"])
    .where("generation_id", "=", castId)
    .orderBy("generation_index")
    .execute();
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: { info: { errors: { path: string; code: string; message: string }[] } }) =>
      error.info.errors[0],
  );

test("each picture of a cast is drawn from its own text, which is kept with it, and as many are charged as were shown", async () => {
  const member = await aCaster(services);
  await createWordList(services, member.actor, {
    name: "beast",
    words: ["fox", "{grey|brown} owl"],
  });
  const prompt = "a {red|blue|old} __Beast__";
  const lists = new Map([["beast", ["fox", "{grey|brown} owl"]]]);
  const wished = castTexts({ prompt, lists, count: 4, seed: 90, each: false });
  const id = await member.cast(prompt, { count: 4, seed: 90 });
  const done = await member.end(id);
  expect(done).toMatchObject({ state: "done", prompt, texts: "texts" in wished && wished.texts });
  expect((await picturesOf(id)).map((picture) => picture.prompt)).toEqual(done.texts);
  expect(new Set(done.texts).size).toBeGreaterThan(1);
  expect(engine.calls.find(({ jobId }) => jobId === id)?.prompts).toEqual(done.texts);
  expect(await member.balance()).toEqual({ current: 16, held: 0 });
});

test("every combination once: the number of pictures has to be theirs", async () => {
  const member = await aCaster(services);
  const wish = member.cast("{a|b} {1|2|3}", { count: 5, each: true });
  expect(await refusal(wish)).toMatchObject({ path: "count", code: "combinations" });
  const done = await member.end(await member.cast("{a|b} {1|2|3}", { count: 6, each: true }));
  expect(done.texts).toEqual(["a 1", "a 2", "a 3", "b 1", "b 2", "b 3"]);
  expect(done.eachOnce).toBe(true);
  expect(await member.balance()).toEqual({ current: 14, held: 0 });
});

test("plain prompts are what they were, with braces, bars and backslashes", async () => {
  const member = await aCaster(services);
  for (const prompt of ["a {curly} fox | owl", "snake_case __ fox", "50 % } fox"]) {
    const done = await member.end(await member.cast(prompt));
    expect(done).toMatchObject({ prompt, texts: null });
    expect(await picturesOf(done.id)).toMatchObject([{ prompt }]);
  }
  const escaped = await member.end(await member.cast(String.raw`\{a|b\} fox`));
  expect(escaped).toMatchObject({ prompt: "{a|b} fox", texts: null });
});

describe("refused before anything is charged", () => {
  test.each([
    ["a {red|blue fox", "template:unclosed", "At character 3: “{red|blue fox”"],
    ["a __moon__", "template:list", "You have no list “moon”"],
    ["{2$$a|b}", "template:several", "are not offered"],
    ["{a|}", "template:empty", "empty"],
    ["a (red fox:1.2)", "weights", "reads no weights such as “(red fox:1.2)”"],
    ["a {(red:1.2)|blue} fox", "weights", "(red:1.2)"],
    ["a {fox|naked child} in a field", "rule:minors", "“child”"],
  ])("%s", async (prompt, code, message) => {
    const member = await aCaster(services);
    const refused = await refusal(member.cast(prompt, { count: 8, seed: 3 }));
    expect(refused).toMatchObject({ path: "prompt", code });
    expect(refused?.message).toContain(message);
    expect(await member.balance()).toEqual({ current: 20, held: 0 });
  });
});

test("weights go to an engine that reads them as they are", async () => {
  const member = await aCaster(services);
  const done = await member.end(await member.cast("a (red fox:1.2)", { engine: "weighing" }));
  expect(done).toMatchObject({ state: "done", prompt: "a (red fox:1.2)" });
});

test("texts follow changes of a waiting cast, and so does the price", async () => {
  const member = await aCaster(services);
  await worker.stop();
  try {
    const id = await member.cast("{a|b|c} fox", { count: 3, seed: 7 });
    const before = await member.see(id);
    await changeWaiting(services, member.actor, id, { version: 1, count: 5 });
    const more = await member.see(id);
    expect(more.texts?.slice(0, 3)).toEqual(before.texts);
    expect(more.texts).toHaveLength(5);
    expect(await member.balance()).toEqual({ current: 15, held: 5 });
    await changeWaiting(services, member.actor, id, { version: 2, prompt: "an {old|new} owl" });
    for (const text of (await member.see(id)).texts ?? []) expect(text).toMatch(/an (old|new) owl/);
    const broken = changeWaiting(services, member.actor, id, { version: 3, prompt: "{a|b" });
    expect(await refusal(broken)).toMatchObject({ code: "template:unclosed" });
    await changeWaiting(services, member.actor, id, { version: 3, prompt: "an owl" });
    expect(await member.see(id)).toMatchObject({ prompt: "an owl", texts: null });
  } finally {
    worker = startWorker(services);
  }
});
