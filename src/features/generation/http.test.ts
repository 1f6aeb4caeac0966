import { Hono } from "hono";
import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aMember, aPicture } from "../../../tests/harness/factories.ts";
import { quickEngine } from "../../../tests/harness/quick-engine.ts";
import { testServices } from "../../../tests/harness/services.ts";
import { guest, type Actor } from "../../lib/actor.ts";
import { problem, type AppEnv } from "../../lib/http.ts";
import type { OpenServices } from "../../services.ts";
import { balanceOf } from "../billing/queries.ts";
import { generationRoutes } from "./http.ts";

let services: OpenServices;
beforeAll(async () => {
  const quick = quickEngine();
  const words = { ...quickEngine({}, { img2img: false, qualities: ["standard"] }), id: "words" };
  services = await testServices({ engines: new Map([quick, words].map((e) => [e.id, e])) });
});
afterAll(() => services.close());

function appFor(actor: Actor) {
  return new Hono<AppEnv>()
    .use(async (c, next) => {
      c.set("actor", actor);
      await next();
    })
    .route("/", generationRoutes(services))
    .onError((error) => problem(error, "request-1"));
}

async function aCaster(credits = 5) {
  const member = await aMember(services, { credits });
  const app = appFor({ role: "member", userId: member.id });
  const post = async (body: unknown, key: string | null = uuidv7()) =>
    app.request("/api/generate", {
      method: "POST",
      body: JSON.stringify(body),
      headers: { "content-type": "application/json", ...(key && { "idempotency-key": key }) },
    });
  const cast = async (body: unknown, key?: string) => {
    const answer = await post(body, key);
    return (await answer.json()) as { id: string; cost: number; state: string };
  };
  return { member, app, post, cast, balance: () => balanceOf(services.db, member.id) };
}

const lake = { prompt: "misty mountain lake", aspect: "1:1", quality: "standard", count: 1 };

test("ST-05 a cast is queued with its credits set aside, and answers 202 with id, cost and state", async () => {
  const { post, app, balance } = await aCaster();
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

test("ST-01 what is left out is chosen: first engine, first model, one public square, a seed", async () => {
  const { cast, app } = await aCaster();
  const { id } = await cast({ prompt: "  a lake  " });
  const shown = (await (await app.request(`/api/generations/${id}`)).json()) as { seed: number };
  expect(shown).toMatchObject({ prompt: "a lake", aspect: "1:1", quality: "standard", count: 1 });
  expect(Number.isSafeInteger(shown.seed)).toBe(true);
});

test.each([
  [1, {}],
  [5, { quality: "high", aspect: "2:3" }],
  [4, { aspect: "16:9", count: 2 }],
  [2, { model: "quick-runware", quality: "high" }],
])("ST-03 the server's own price is %i for %j", async (cost, change) => {
  const { cast } = await aCaster();
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
  ["cost", { cost: 0 }],
])("ST-01 a problem names %s for %j, and nothing is charged", async (path, change) => {
  const { post, balance, app } = await aCaster();
  const answer = await post({ ...lake, ...change });
  expect(answer.status).toBe(400);
  expect(answer.headers.get("content-type")).toContain("application/problem+json");
  const body = (await answer.json()) as { errors: { path: string }[] };
  expect(body.errors.map((error) => error.path)).toContain(path);
  expect(await balance()).toEqual({ current: 5, held: 0 });
  expect(await (await app.request("/api/generations")).json()).toEqual({ items: [], next: null });
});

test("ST-01 2,000 characters are allowed, also when each takes two code units", async () => {
  const { post } = await aCaster();
  expect((await post({ ...lake, prompt: "🌊".repeat(2000) })).status).toBe(202);
  expect((await post({ ...lake, prompt: "🌊".repeat(2001) })).status).toBe(400);
});

test("ST-02 somebody's private picture is as unknown as one that is not there; a public one is a source", async () => {
  const { post, member, app, balance } = await aCaster(20);
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
  const { post, member } = await aCaster(20);
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
  const other = await aCaster();
  expect((await other.post({ ...lake, source: { uploadId } })).status).toBe(400);
});

test("ST-05 without a key, or with one too short or too long, nothing is cast", async () => {
  const { post, balance } = await aCaster();
  const none = await post(lake, null);
  expect(none.status).toBe(400);
  expect(await none.json()).toMatchObject({
    type: "urn:echoform:problem:idempotency-key-required",
  });
  for (const key of ["short", "k".repeat(256)]) {
    const answer = await post(lake, key);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ errors: [{ path: "Idempotency-Key" }] });
  }
  expect(await balance()).toEqual({ current: 5, held: 0 });
});

test("ST-05 the same key and body give the same answer and one cast; another body is refused", async () => {
  const { post, balance } = await aCaster();
  const key = uuidv7();
  const first = await post({ ...lake, quality: "high" }, key);
  const again = await post({ isPublic: true, ...lake, quality: "high" }, key);
  expect(again.status).toBe(202);
  expect(again.headers.get("idempotent-replayed")).toBe("true");
  expect(await again.json()).toEqual(await first.json());
  const other = await post({ ...lake, count: 2 }, key);
  expect(other.status).toBe(409);
  expect(await other.json()).toMatchObject({ type: "urn:echoform:problem:key-reused" });
  expect(await balance()).toEqual({ current: 2, held: 3 });
  // Two members may use the same key.
  expect((await (await aCaster()).post(lake, key)).status).toBe(202);
});

test("ST-05 twenty requests with one key at the same moment are one cast", async () => {
  const { cast, balance } = await aCaster();
  const key = uuidv7();
  const casts = await Promise.all(
    Array.from({ length: 20 }, () => cast({ ...lake, quality: "high" }, key)),
  );
  expect(new Set(casts.map(({ id }) => id)).size).toBe(1);
  expect(await balance()).toEqual({ current: 2, held: 3 });
});

test("ST-05 twenty casts at the same moment spend the balance once over, not more", async () => {
  const { post, balance } = await aCaster(10);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => post({ ...lake, quality: "high" })),
  );
  expect(answers.filter((answer) => answer.status === 202)).toHaveLength(3);
  expect(answers.filter((answer) => answer.status === 402)).toHaveLength(17);
  expect(await balance()).toEqual({ current: 1, held: 9 });
});

test("ST-03 too few credits: 402 with available, required, shortfall and blocked", async () => {
  const { post, cast } = await aCaster();
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

test("ST-05 the twenty-first waiting cast of a member is 429, and is not charged", async () => {
  const { post, balance } = await aCaster(30);
  const answers = await Promise.all(Array.from({ length: 22 }, () => post(lake)));
  expect(answers.filter((answer) => answer.status === 202)).toHaveLength(20);
  const refused = answers.filter((answer) => answer.status === 429);
  expect(refused).toHaveLength(2);
  expect(refused[0].headers.get("retry-after")).toBe("10");
  expect(await balance()).toEqual({ current: 10, held: 20 });
});

test("ST-05 cancelling a waiting cast gives all credits back, once", async () => {
  const { cast, app, balance } = await aCaster();
  const { id } = await cast({ ...lake, quality: "high" });
  const cancel = async () => app.request(`/api/generations/${id}/cancel`, { method: "POST" });
  const answers = await Promise.all([cancel(), cancel(), cancel()]);
  for (const answer of answers) {
    expect(answer.status).toBe(202);
    expect(await answer.json()).toEqual({ id, state: "cancelled" });
  }
  expect(await balance()).toEqual({ current: 5, held: 0 });
  expect(await (await app.request(`/api/generations/${id}`)).json()).toMatchObject({
    state: "cancelled",
    creditsBack: 3,
    position: null,
    failReason: null,
  });
});

test("ST-05 positions go round between members", async () => {
  const [one, two] = [await aCaster(10), await aCaster(10)];
  const before = await services.db
    .selectFrom("generations")
    .select((eb) => eb.fn.countAll<number>().as("waiting"))
    .where("state", "=", "queued")
    .groupBy("user_id")
    .execute();
  const firstRound = before.length;
  const [a1, a2, b1] = [await one.cast(lake), await one.cast(lake), await two.cast(lake)];
  const place = async (app: typeof one.app, id: string) =>
    ((await (await app.request(`/api/generations/${id}`)).json()) as { position: number }).position;
  const places = [await place(one.app, a1.id), await place(two.app, b1.id)];
  expect(Math.max(...places)).toBeLessThanOrEqual(firstRound + 2);
  expect(await place(one.app, a2.id)).toBeGreaterThan(Math.max(...places));
});

test("ST-05 a member's casts are listed newest first, page by page, and are nobody else's", async () => {
  const { cast, app } = await aCaster(20);
  const ids: string[] = [];
  for (let n = 0; n < 5; n += 1) ids.unshift((await cast({ ...lake, prompt: `lake ${n}` })).id);
  type Page = { items: { id: string }[]; next: string | null };
  const seen: string[] = [];
  let address = "/api/generations?limit=2";
  for (;;) {
    const page = (await (await app.request(address)).json()) as Page;
    seen.push(...page.items.map((item) => item.id));
    if (page.next === null) break;
    address = `/api/generations?limit=2&cursor=${page.next}`;
  }
  expect(seen).toEqual(ids);
  expect((await app.request("/api/generations?cursor=nonsense")).status).toBe(400);

  const other = await aCaster();
  for (const path of [`/api/generations/${ids[0]}`, `/api/generations/${ids[0]}/preview/0`]) {
    expect((await other.app.request(path)).status).toBe(404);
  }
  const cancel = { method: "POST" };
  expect((await other.app.request(`/api/generations/${ids[0]}/cancel`, cancel)).status).toBe(404);
  expect((await app.request("/api/generations/nonsense")).status).toBe(404);
});

test("ST-01 a guest gets 401 from every address of a cast", async () => {
  const app = appFor(guest);
  const id = uuidv7();
  const answers = await Promise.all([
    app.request("/api/generate", { method: "POST", body: "{}" }),
    app.request("/api/generations"),
    app.request(`/api/generations/${id}`),
    app.request(`/api/generations/${id}/preview/0`),
    app.request(`/api/generations/${id}/cancel`, { method: "POST" }),
  ]);
  expect(answers.map((answer) => answer.status)).toEqual([401, 401, 401, 401, 401]);
});
