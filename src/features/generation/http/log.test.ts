import { afterAll, beforeAll, expect, test } from "vitest";
import { aRouteCaster } from "#tests/harness/cast-routes.ts";
import { quickEngine } from "#tests/harness/quick-engine.ts";
import { testServices } from "#tests/harness/services.ts";
import type { OpenServices } from "#app/open-services.ts";
import { startWorker } from "../jobs.ts";
import type { Cast } from "../queries.ts";
import { castFacets } from "../queries/log.ts";

let services: OpenServices;
let worker: ReturnType<typeof startWorker>;
beforeAll(async () => {
  const quick = quickEngine({ refuse: { throws: { kind: "moderated-prompt" }, delivers: 0 } });
  services = await testServices({ engines: new Map([[quick.id, quick]]) });
  worker = startWorker(services);
});
afterAll(async () => {
  await worker.stop();
  await services.close();
});

async function aKeeper() {
  const client = await aRouteCaster(services, 60);
  const read = async (id: string) =>
    (await (await client.app.request(`/api/generations/${id}`)).json()) as Cast;
  const made = async (prompt: string, more: object = {}) => {
    const { id } = await client.cast({ prompt, ...more });
    await expect.poll(async () => (await read(id)).finishedAt).not.toBeNull();
    return id;
  };
  const bulk = async (ids: string[], action: string) => {
    const answer = await client.app.request("/api/generations/bulk", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ids, action }),
    });
    return (await answer.json()) as { changed: number };
  };
  const prompts = async (query: string) => {
    const answer = await client.app.request(`/api/generations?${query}`);
    const page = (await answer.json()) as { items: Cast[] };
    return page.items.map(({ prompt }) => prompt);
  };
  return { ...client, read, made, bulk, prompts };
}

test("WK-02 the log is filtered by state, engine, kind and words", async () => {
  const { made, prompts } = await aKeeper();
  await made("a lake at 100% dawn");
  await made("refuse this");
  await made("A LAKE at night");
  expect(await prompts("q=lake")).toEqual(["A LAKE at night", "a lake at 100% dawn"]);
  expect(await prompts(`q=${encodeURIComponent("100%")}`)).toEqual(["a lake at 100% dawn"]);
  expect(await prompts("q=_")).toEqual([]);
  expect(await prompts("state=failed")).toEqual(["refuse this"]);
  expect(await prompts("state=done&q=night")).toEqual(["A LAKE at night"]);
  expect(await prompts("kind=remix")).toEqual([]);
  expect(await prompts("engine=quick")).toHaveLength(3);
  expect(await prompts("engine=other")).toEqual([]);
});

test("WK-02 many casts are hidden, shown and deleted; their pictures stay", async () => {
  const { made, bulk, prompts, member } = await aKeeper();
  const other = await aKeeper();
  const ids = [await made("one", { count: 2 }), await made("two")];
  const strange = await other.made("theirs");
  const isPublic = async () =>
    (
      await services.db
        .selectFrom("pictures")
        .select("is_public")
        .where("owner_id", "=", member.id)
        .execute()
    ).map((row) => row.is_public);
  expect(await bulk([...ids, strange], "hide")).toEqual({ changed: 3 });
  expect(await isPublic()).toEqual([false, false, false]);
  expect(await bulk(ids, "publish")).toEqual({ changed: 3 });
  expect(await isPublic()).toEqual([true, true, true]);
  expect(await bulk([...ids, strange], "delete")).toEqual({ changed: 2 });
  expect(await prompts("limit=10")).toEqual([]);
  expect(await isPublic()).toHaveLength(3);
  expect((await other.read(strange)).prompt).toBe("theirs");
});

test("WK-02 a cast is deleted when it is over, by its member alone", async () => {
  const { made, app, cast } = await aKeeper();
  const other = await aKeeper();
  const id = await made("one");
  const remove = { method: "DELETE" };
  expect((await other.app.request(`/api/generations/${id}`, remove)).status).toBe(404);
  expect((await app.request(`/api/generations/${id}`, remove)).status).toBe(204);
  expect((await app.request(`/api/generations/${id}`, remove)).status).toBe(404);
  await worker.stop();
  const waiting = await cast({ prompt: "two" });
  expect((await app.request(`/api/generations/${waiting.id}`, remove)).status).toBe(409);
  await app.request(`/api/generations/${waiting.id}/cancel`, { method: "POST" });
  worker = startWorker(services);
});

test("WK-02 the pictures of the member's own casts come as one archive", async () => {
  const { made, app } = await aKeeper();
  const other = await aKeeper();
  const id = await made("a boat", { count: 2 });
  const answer = await app.request(`/api/generations/archive?ids=${id}`);
  expect(answer.headers.get("content-type")).toBe("application/zip");
  expect(answer.headers.get("content-disposition")).toContain("casts.zip");
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect(bytes.subarray(0, 4).toString("latin1")).toBe("PK\u0003\u0004");
  expect(bytes.toString("latin1").match(/a-boat[^/]*?\.png/g)?.length).toBeGreaterThanOrEqual(2);
  expect((await other.app.request(`/api/generations/archive?ids=${id}`)).status).toBe(404);
  expect((await app.request("/api/generations/archive?ids=nonsense")).status).toBe(400);
});

test("WK-02 the log is filtered by days and by style kit, and offers the kits that were used", async () => {
  const { made, prompts, member } = await aKeeper();
  const old = await made("an old lake");
  await made("a bus at night", { styleKit: "night-bus" });
  await services.db
    .updateTable("generations")
    .set({ created_at: new Date("2026-01-31T23:59:59.999Z") })
    .where("id", "=", old)
    .execute();
  expect(await prompts("to=2026-01-31")).toEqual(["an old lake"]);
  expect(await prompts("from=2026-01-31&to=2026-01-31")).toEqual(["an old lake"]);
  expect(await prompts("from=2026-02-01")).toEqual(["a bus at night"]);
  expect(await prompts("to=2026-01-30")).toEqual([]);
  expect(await prompts("kit=night-bus")).toEqual(["a bus at night"]);
  expect(await castFacets(services.db, member.id)).toMatchObject({
    total: 2,
    kits: [{ id: "night-bus", name: "Night bus" }],
  });
});

test.each(["from=2026-02-30", "to=yesterday"])("%s is no day", async (query) => {
  const { app } = await aKeeper();
  expect((await app.request(`/api/generations?${query}`)).status).toBe(400);
});
