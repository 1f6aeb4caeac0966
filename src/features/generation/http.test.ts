import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aRouteCaster } from "#tests/harness/cast-routes.ts";
import { aMember, aPicture } from "#tests/harness/factories.ts";
import { quickEngine } from "#tests/harness/quick-engine.ts";
import { testServices } from "#tests/harness/services.ts";
import type { Param } from "#app/rules/engine-params.ts";
import type { OpenServices } from "#app/open-services.ts";

const params: Param[] = [
  {
    id: "steps",
    label: "Steps",
    kind: "int",
    group: "sampling",
    advanced: true,
    min: 1,
    max: 60,
    step: 1,
    default: 20,
  },
  {
    id: "look",
    label: "Look",
    kind: "choice",
    group: "look",
    advanced: false,
    choices: [
      { value: "soft", label: "Soft" },
      { value: "sharp", label: "Sharp" },
    ],
    default: "soft",
    forModels: ["quick-1"],
  },
  {
    id: "signs",
    label: "Signs",
    kind: "text",
    group: "workflow",
    advanced: true,
    maxLength: 20,
    default: "",
  },
];

let services: OpenServices;
beforeAll(async () => {
  const quick = quickEngine({}, { params });
  const words = { ...quickEngine({}, { img2img: false, qualities: ["standard"] }), id: "words" };
  services = await testServices({ engines: new Map([quick, words].map((e) => [e.id, e])) });
});
afterAll(() => services.close());

const lake = { prompt: "misty mountain lake", aspect: "1:1", quality: "standard", count: 1 };

test("ST-05 a cast is queued with its credits set aside, and answers 202 with id, cost and state", async () => {
  const { post, app, balance } = await aRouteCaster(services);
  const answer = await post({ ...lake, quality: "high", negative: "people", seed: 7 });
  expect(answer.status).toBe(202);
  const cast = (await answer.json()) as { id: string };
  expect(cast).toEqual({ id: cast.id, cost: 3, state: "queued" });
  expect(await balance()).toEqual({ current: 2, held: 3 });
  const shown = await (await app.request(`/api/generations/${cast.id}`)).json();
  expect(shown).toMatchObject({
    id: cast.id,
    kind: "create",
    state: "queued",
    prompt: "misty mountain lake",
    negative: "people",
    aspect: "1:1",
    quality: "high",
    engine: { id: "quick", label: "Quick" },
    model: "quick-1",
    seed: 7,
    isPublic: true,
    cost: 3,
    delivered: 0,
    creditsBack: 0,
    progress: [{ index: 0, state: "queued", fraction: 0, stage: "queued" }],
  });
});

/** Asks for a cast with nothing but what is given, as a client may. */
async function castBare(app: Awaited<ReturnType<typeof aRouteCaster>>["app"], body: object) {
  const answer = await app.request("/api/generate", {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "content-type": "application/json", "idempotency-key": uuidv7() },
  });
  expect(answer.status).toBe(202);
  const { id, cost } = (await answer.json()) as { id: string; cost: number };
  const shown = await (await app.request(`/api/generations/${id}`)).json();
  return { cost, shown: shown as { seed: number } };
}

test("ST-01 omitted settings get defaults: first engine, first model, one public square in high quality for 3 credits, a seed", async () => {
  const { app } = await aRouteCaster(services);
  const { cost, shown } = await castBare(app, { prompt: "  a lake  " });
  expect(shown).toMatchObject({ prompt: "a lake", aspect: "1:1", quality: "high", count: 1 });
  expect(cost).toBe(3);
  expect(Number.isSafeInteger(shown.seed)).toBe(true);
});

test("ST-01 an engine without high quality draws in the quality it has when none is asked for", async () => {
  const { app } = await aRouteCaster(services);
  const { cost, shown } = await castBare(app, { prompt: "a lake", engine: "words" });
  expect(shown).toMatchObject({ quality: "standard" });
  expect(cost).toBe(1);
});

test.each([
  [1, {}],
  [5, { quality: "high", aspect: "2:3" }],
  [4, { aspect: "16:9", count: 2 }],
  [2, { model: "quick-runware", quality: "high" }],
])("ST-03 the server's own price is %i for %j", async (cost, change) => {
  const { cast } = await aRouteCaster(services);
  expect((await cast({ ...lake, ...change })).cost).toBe(cost);
});

const long = "x".repeat(2001);
test.each<[path: string, change: Record<string, unknown>]>([
  ["prompt", { prompt: "   " }],
  ["prompt", { prompt: long }],
  ["prompt", { prompt: "a\u0000b" }],
  ["prompt", { prompt: undefined }],
  ["prompt", { prompt: ["a"] }],
  ["negative", { negative: "x".repeat(501) }],
  ["count", { count: 0 }],
  ["count", { count: 9 }],
  ["count", { count: 1.5 }],
  ["count", { count: "2" }],
  ["aspect", { aspect: "7:5" }],
  ["quality", { quality: "ultra" }],
  ["quality", { engine: "words", quality: "high" }],
  ["engine", { engine: "nobody" }],
  ["engine", { engine: "__proto__" }],
  ["model", { model: "gpt-9" }],
  ["seed", { seed: -1 }],
  ["seed", { seed: 2 ** 32 }],
  ["strength", { strength: 0.5 }],
  ["strength", { strength: 1.5 }],
  ["source", { source: {} }],
  ["source.pictureId", { source: { pictureId: "x" } }],
  ["source.pictureId", { source: { pictureId: uuidv7() } }],
  ["source.uploadId", { source: { uploadId: uuidv7() } }],
  ["isPublic", { isPublic: "yes" }],
  ["styleKit", { styleKit: "noir" }],
  ["params.steps", { params: { steps: 0 } }],
  ["params.steps", { params: { steps: "20" } }],
  ["params.look", { params: { look: "loud" } }],
  ["params.look", { params: { look: "sharp" }, model: "quick-runware" }],
  ["params.steps", { params: { steps: 20 }, engine: "words" }],
  ["params.lora", { params: { lora: "x" } }],
  ["params.constructor", { params: { constructor: 1 } }],
  ["params.signs", { params: { signs: "a nude child" } }],
  ["params.signs", { params: { signs: "x".repeat(21) } }],
  ["params.steps", { params: { steps: { $gt: 1 } } }],
  ["params", { params: [] }],
  ["cost", { cost: 0 }],
])("ST-01 a problem names %s for %j, and nothing is charged", async (path, change) => {
  const { post, balance, app } = await aRouteCaster(services);
  const answer = await post({ ...lake, ...change });
  expect(answer.status).toBe(400);
  expect(answer.headers.get("content-type")).toContain("application/problem+json");
  const body = (await answer.json()) as { errors: { path: string }[] };
  expect(body.errors.map((error) => error.path)).toContain(path);
  expect(await balance()).toEqual({ current: 5, held: 0 });
  expect(await (await app.request("/api/generations")).json()).toEqual({ items: [], next: null });
});

test("ST-07 parameters are kept with the cast and change neither its price nor what is equal", async () => {
  const { post, app, balance } = await aRouteCaster(services);
  const key = uuidv7();
  const first = await post({ ...lake, params: { steps: 33, look: "sharp" } }, key);
  const { id, cost } = (await first.json()) as { id: string; cost: number };
  expect(cost).toBe(1);
  const again = await post({ ...lake, params: { look: "sharp", steps: 33 } }, key);
  expect(await again.json()).toMatchObject({ id });
  expect((await post({ ...lake, params: { steps: 34 } }, key)).status).toBe(409);
  expect(await balance()).toEqual({ current: 4, held: 1 });
  const shown = await (await app.request(`/api/generations/${id}`)).json();
  expect(shown).toMatchObject({ params: { steps: 33, look: "sharp" } });
  const plain = await (await post(lake)).json();
  const kept = await app.request(`/api/generations/${(plain as { id: string }).id}`);
  expect(await kept.json()).toMatchObject({ params: {} });
});

test("ST-07 every parameter that is wrong is named at once", async () => {
  const { post } = await aRouteCaster(services);
  const answer = await post({ ...lake, params: { steps: 99, look: "loud", lora: "x" } });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({
    errors: [
      { path: "params.look", code: "choice" },
      { path: "params.lora", code: "unknown" },
      { path: "params.steps", code: "range", message: "Must be from 1 to 60" },
    ],
  });
});

test("ST-07 the list of engines describes parameters, each model's own defaults, and how they draw", async () => {
  const { app } = await aRouteCaster(services);
  const { items } = (await (await app.request("/api/engines")).json()) as {
    items: { id: string; can: { params: Param[] } }[];
  };
  const facts = ["sizes", "progress", "cancel", "cancelIsShared", "resumable", "upscale"];
  for (const { can } of items) expect(Object.keys(can)).toEqual(expect.arrayContaining(facts));
  expect(items.find(({ id }) => id === "quick")?.can.params).toEqual(params);
  expect(items.find(({ id }) => id === "words")?.can.params).toEqual([]);
});

test("ST-01 2,000 characters are allowed, also when each takes two code units", async () => {
  const { post } = await aRouteCaster(services);
  expect((await post({ ...lake, prompt: "🌊".repeat(2000) })).status).toBe(202);
  expect((await post({ ...lake, prompt: "🌊".repeat(2001) })).status).toBe(400);
});

test("ST-02 somebody's private picture is as unknown as one that is not there; a public one is a source", async () => {
  const { post, member, app, balance } = await aRouteCaster(services, 20);
  const other = await aMember(services);
  const hidden = await aPicture(services, other, { is_public: false });
  const shown = await aPicture(services, other);
  const own = await aPicture(services, member, { is_public: false });
  const refused = await post({ ...lake, source: { pictureId: hidden.id } });
  const absent = await post({ ...lake, source: { pictureId: uuidv7() } });
  expect(refused.status).toBe(400);
  expect(await refused.json()).toEqual(await absent.json());
  const mine = await post({ ...lake, source: { pictureId: own.id }, strength: 0.2 });
  expect(mine.status).toBe(202);
  const remix = await post({ ...lake, source: { pictureId: shown.id }, count: 2 });
  const { id, cost } = (await remix.json()) as { id: string; cost: number };
  expect(cost).toBe(4);
  expect(await (await app.request(`/api/generations/${id}`)).json()).toMatchObject({
    kind: "remix",
    strength: 0.5,
    source: { pictureId: shown.id, filename: shown.filename, title: "Misty mountain lake" },
  });
  expect(await balance()).toEqual({ current: 14, held: 6 });
});

test("ST-02 an engine that cannot start from a picture says so; an upload is its member's alone", async () => {
  const { post, member } = await aRouteCaster(services, 20);
  const own = await aPicture(services, member);
  const unable = await post({ ...lake, engine: "words", source: { pictureId: own.id } });
  expect(await unable.json()).toMatchObject({ errors: [{ path: "source", code: "unsupported" }] });
  const uploadId = uuidv7();
  const file = {
    storage_key: `uploads/${uploadId}.jpg`,
    width: 8,
    height: 8,
    bytes: 9,
    sha256: "x",
  };
  await services.db
    .insertInto("uploads")
    .values({ id: uploadId, user_id: member.id, ...file })
    .execute();
  expect((await post({ ...lake, source: { uploadId } })).status).toBe(202);
  const other = await aRouteCaster(services);
  expect((await other.post({ ...lake, source: { uploadId } })).status).toBe(400);
});

test("ST-03 too few credits: 402 with available, required, shortfall and blocked", async () => {
  const { post, cast } = await aRouteCaster(services);
  await cast({ ...lake, quality: "high" });
  const answer = await post({ ...lake, quality: "high" });
  expect(answer.status).toBe(402);
  expect(await answer.json()).toMatchObject({
    type: "urn:echoform:problem:insufficient-credits",
    available: 2,
    required: 3,
    shortfall: 1,
    status: "blocked",
    warningCeiling: 5,
  });
});
