import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aRouteCaster, castRoutes } from "#tests/harness/cast-routes.ts";
import { quickEngine } from "#tests/harness/quick-engine.ts";
import { testServices } from "#tests/harness/services.ts";
import { guest } from "#app/lib/actor.ts";
import type { OpenServices } from "#app/open-services.ts";

let services: OpenServices;
beforeAll(async () => {
  const quick = quickEngine();
  services = await testServices({ engines: new Map([[quick.id, quick]]) });
});
afterAll(() => services.close());

const lake = { prompt: "misty mountain lake", aspect: "1:1", quality: "standard", count: 1 };

test("ST-05 without a key, or with one too short or too long, nothing is cast", async () => {
  const { post, balance } = await aRouteCaster(services);
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

test("ST-05 the same key and body give the same response and one cast; another body is refused", async () => {
  const { post, balance } = await aRouteCaster(services);
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
  expect((await (await aRouteCaster(services)).post(lake, key)).status).toBe(202);
});

test("ST-05 twenty requests with one key at the same moment are one cast", async () => {
  const { cast, balance } = await aRouteCaster(services);
  const key = uuidv7();
  const casts = await Promise.all(
    Array.from({ length: 20 }, () => cast({ ...lake, quality: "high" }, key)),
  );
  expect(new Set(casts.map(({ id }) => id)).size).toBe(1);
  expect(await balance()).toEqual({ current: 2, held: 3 });
});

test("ST-05 twenty casts at the same moment spend the balance once over, not more", async () => {
  const { post, balance } = await aRouteCaster(services, 10);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => post({ ...lake, quality: "high" })),
  );
  expect(answers.filter((answer) => answer.status === 202)).toHaveLength(3);
  expect(answers.filter((answer) => answer.status === 402)).toHaveLength(17);
  expect(await balance()).toEqual({ current: 1, held: 9 });
});

test("ST-05 the twenty-first waiting cast of a member is 429, and is not charged", async () => {
  const { post, balance } = await aRouteCaster(services, 30);
  const answers = await Promise.all(Array.from({ length: 22 }, () => post(lake)));
  expect(answers.filter((answer) => answer.status === 202)).toHaveLength(20);
  const refused = answers.filter((answer) => answer.status === 429);
  expect(refused).toHaveLength(2);
  expect(refused[0].headers.get("retry-after")).toBe("10");
  expect(await balance()).toEqual({ current: 10, held: 20 });
});

test("ST-05 cancelling a waiting cast refunds all credits, once", async () => {
  const { cast, app, balance } = await aRouteCaster(services);
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

test("ST-05 queue positions alternate between members", async () => {
  const [one, two] = [await aRouteCaster(services, 10), await aRouteCaster(services, 10)];
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
  const { cast, app } = await aRouteCaster(services, 20);
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

  const other = await aRouteCaster(services);
  for (const path of [`/api/generations/${ids[0]}`, `/api/generations/${ids[0]}/preview/0`]) {
    expect((await other.app.request(path)).status).toBe(404);
  }
  const cancel = { method: "POST" };
  expect((await other.app.request(`/api/generations/${ids[0]}/cancel`, cancel)).status).toBe(404);
  expect((await app.request("/api/generations/nonsense")).status).toBe(404);
});

test("ST-01 a guest gets 401 from every address of a cast", async () => {
  const app = castRoutes(services, guest);
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
