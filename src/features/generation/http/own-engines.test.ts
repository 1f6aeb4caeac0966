import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { anAdmin, anEngine, engineCalls } from "#tests/harness/own-engines.ts";
import { testServer, type SignedUp, type TestServer } from "#tests/harness/server.ts";
import { testServices } from "#tests/harness/services.ts";
import { runSdApi, type SdApiProvider } from "#tests/providers/sdapi.ts";
import type { OpenServices } from "#app/open-services.ts";

const id = "sdapi:studio";
let provider: SdApiProvider;
let services: OpenServices;
let server: TestServer;
let admin: SignedUp;
let engines: ReturnType<typeof engineCalls>;
beforeAll(async () => {
  provider = await runSdApi({ stepMs: 1 });
  services = await testServices({
    env: {
      ENGINE_HOUSE_KIND: "sdapi",
      ENGINE_HOUSE_URL: `${provider.url}/`,
      ENGINE_HOUSE_KEY: "user:pass",
    },
  });
  server = await testServer(services);
  admin = await anAdmin(server);
  engines = engineCalls(admin);
});
afterEach(async () => {
  provider.fault = null;
  await services.db.deleteFrom("engines").execute();
  await services.ownEngines.refresh();
});
afterAll(async () => {
  await server.close();
  await services.close();
  await provider.close();
});

const portOf = (one: Server) => (one.address() as AddressInfo).port;
const stored = () => services.db.selectFrom("engines").selectAll().execute();

test("ST-07 an engine is added, and its key is in no row, no answer and no entry of the audit log", async () => {
  expect(await engines.add(anEngine(provider.url))).toMatchObject({ status: 201, body: { id } });
  const [row] = await stored();
  expect(row).toMatchObject({ id, url: provider.url, price_factor: 1, is_on: true, version: 1 });
  expect(row.sealed_key).toMatch(/^\S{40,}$/);
  const audit = await services.db
    .selectFrom("admin_audit")
    .selectAll()
    .where("target_id", "=", id)
    .execute();
  expect(audit).toHaveLength(1);
  expect(audit[0]).toMatchObject({
    action: "engine.add",
    after: { hasKey: true, url: provider.url },
  });
  const list = await engines.list();
  expect(list.body).toMatchObject({
    items: [
      { id: "sdapi:house", key: "stored", own: null },
      { id, key: "stored", own: { version: 1, isOn: true, isHidden: false } },
    ],
  });
  for (const text of [JSON.stringify(row), JSON.stringify(audit), list.text]) {
    expect(text).not.toMatch(/user:pass|dXNlcjpwYXNz/);
  }
  // The service gets the key as it was typed.
  expect(await engines.ask(id)).toMatchObject({ body: { state: "up" } });
});

test("ST-07 nobody but admins sees or changes engines", async () => {
  await engines.add(anEngine(provider.url));
  const member = await server.signUp("Mira Holt");
  for (const [who, status] of [
    [member, 403],
    [{ fetch: (path: string, init?: RequestInit) => server.fetch(path, init) }, 401],
  ] as const) {
    const theirs = engineCalls(who);
    const answers = [
      await theirs.list(),
      await theirs.add(anEngine(provider.url, { name: "mine" })),
      await theirs.change(id, { version: 1, isOn: false }),
      await theirs.remove(id, 1),
      await theirs.test(anEngine(provider.url)),
      await theirs.ask(id),
    ];
    expect(answers.map((answer) => answer.status)).toEqual(Array(6).fill(status));
  }
  expect(await stored()).toMatchObject([{ id, is_on: true, version: 1 }]);
});

test.each([
  ["a key that is needed", { kind: "runware", key: undefined }, "key"],
  ["models that are needed", { kind: "openai" }, "models"],
  ["an address with a password", { url: "http://user:pass@localhost:7860" }, "url"],
  ["an address of another protocol", { url: "file:///etc/passwd" }, "url"],
  ["a name with capital letters", { name: "Studio" }, "name"],
  ["a default that the kind does not have", { defaults: "medium=oil" }, "defaults"],
  ["a default out of range", { defaults: "steps=100000" }, "defaults"],
  ["a factor of nothing", { priceFactor: 0 }, "priceFactor"],
  ["a factor beyond the limit", { priceFactor: 21 }, "priceFactor"],
  ["too many requests at once", { concurrency: 33 }, "concurrency"],
  ["a key of two lines", { key: "a\r\nHost: b" }, "key"],
])("ST-07 %s is refused at its field, and nothing is stored", async (_, more, field) => {
  const answer = await engines.add(anEngine(provider.url, more));
  expect(answer).toMatchObject({ status: 400, body: { errors: [{ path: field }] } });
  expect(await stored()).toEqual([]);
});

test("ST-07 who changes or removes an engine names the one they saw", async () => {
  await engines.add(anEngine(provider.url));
  expect(await engines.change(id, { version: 1, label: "Cellar" })).toMatchObject({ status: 204 });
  expect(await engines.change(id, { version: 1, label: "Attic" })).toMatchObject({ status: 409 });
  expect(await engines.remove(id, 1)).toMatchObject({ status: 409 });
  expect(await engines.change("sdapi:none", { version: 1, isOn: false })).toMatchObject({
    status: 404,
  });
  expect(await stored()).toMatchObject([{ label: "Cellar", version: 2 }]);
  expect(await engines.remove(id, 2)).toMatchObject({ status: 204 });
  expect(await stored()).toEqual([]);
  expect(services.engines.has(id)).toBe(false);
});

test("ST-07 what a change leaves out stays as it is", async () => {
  const terms = { priceFactor: 2.5, audience: "plans", defaults: "steps=31", models: "a=A" };
  await engines.add(anEngine(provider.url, terms));
  const [before] = await stored();
  await engines.change(id, { version: 1, isOn: false });
  await engines.change(id, { version: 2, label: "Cellar" });
  const [{ changed_at: changedAt, ...after }] = await stored();
  const { changed_at: _before, ...rest } = before;
  expect(after).toEqual({ ...rest, is_on: false, label: "Cellar", version: 3 });
  expect(changedAt.getTime()).toBeGreaterThanOrEqual(before.changed_at.getTime());
});

test("ST-07 a stored key stays when none is typed, and is never sent to another address", async () => {
  await engines.add(anEngine(provider.url));
  const [{ sealed_key: before }] = await stored();
  await engines.change(id, { version: 1, label: "Cellar" });
  expect((await stored())[0].sealed_key).toBe(before);
  const other = await runSdApi();
  const { kind, deadline, concurrency, bills } = anEngine(other.url);
  const typed = { kind, label: "x", url: other.url, deadline, concurrency, bills };
  const needsKey = { status: 400, body: { errors: [{ path: "key" }] } };
  expect(await engines.change(id, { version: 2, url: other.url })).toMatchObject(needsKey);
  expect(await engines.test({ ...typed, id })).toMatchObject(needsKey);
  expect(other.seen).toEqual([]);
  const moved = await engines.change(id, { version: 2, url: other.url, key: "user:pass" });
  expect(moved.status).toBe(204);
  expect(await engines.ask(id)).toMatchObject({ body: { state: "up" } });
  expect(other.seen.length).toBeGreaterThan(0);
  // Without a key the server refuses.
  expect(await engines.change(id, { version: 3, key: "" })).toMatchObject({ status: 204 });
  expect(await stored()).toMatchObject([{ sealed_key: null }]);
  expect(await engines.ask(id)).toMatchObject({ body: { state: "down" } });
  await other.close();
});

test("ST-07 the test of a connection asks the service: models and features, or the reason", async () => {
  const { name: _, ...typed } = anEngine(provider.url);
  const good = await engines.test(typed);
  expect(good).toMatchObject({
    status: 200,
    body: {
      state: "up",
      reason: null,
      can: { txt2img: true, img2img: true, seed: true, previews: true, cancel: "immediate" },
    },
  });
  const can = good.body?.can as { models: string[]; params: string[] };
  expect(can.models.length).toBeGreaterThan(0);
  expect(can.params).toContain("Steps");
  const refused = await engines.test({ ...typed, key: "user:wrong" });
  expect(refused).toMatchObject({ status: 200, body: { state: "down", can: null } });
  expect(refused.body?.reason).toBe("The service refuses the key (auth)");
  expect(refused.text).not.toContain("user:wrong");
  const closed = await runSdApi();
  await closed.close();
  const gone = await engines.test({ ...typed, url: closed.url });
  expect(gone).toMatchObject({ status: 200, body: { state: "down", can: null } });
  expect(gone.body?.reason).toBe("Nothing answers at this address (provider-down)");
  const { port } = new URL(server.url);
  const odd = await engines.test({ ...typed, url: `http://127.0.0.1:${port}/pages` });
  expect(odd).toMatchObject({ status: 200, body: { state: "down", can: null } });
  expect(await stored()).toEqual([]);
});

test("ST-07 the test of a connection follows no redirect to another address", async () => {
  const { name: _, ...typed } = anEngine(provider.url);
  const asked: string[] = [];
  const elsewhere = createServer((request, answer) => {
    asked.push(request.url ?? "");
    answer.writeHead(302, { location: `http://127.0.0.1:${portOf(inside)}/secret` }).end();
  });
  const reached: string[] = [];
  const inside = createServer((request, answer) => {
    reached.push(request.url ?? "");
    answer.end("{}");
  });
  for (const each of [elsewhere, inside]) await once(each.listen(0, "127.0.0.1"), "listening");
  const said = await engines.test({ ...typed, url: `http://127.0.0.1:${portOf(elsewhere)}` });
  expect(said).toMatchObject({ status: 200, body: { state: "down", can: null } });
  expect(asked.length).toBeGreaterThan(0);
  expect(reached).toEqual([]);
  expect(said.text).not.toContain("secret");
  for (const each of [elsewhere, inside]) {
    each.closeAllConnections();
    await once(each.close(), "close");
  }
});

test("ST-07 an engine of the environment is asked too, but cannot be changed, and wins over a stored one of its id", async () => {
  expect(await engines.ask("sdapi:house")).toMatchObject({ body: { state: "up" } });
  expect(await engines.ask("sketch")).toMatchObject({ status: 404 });
  expect(await engines.add(anEngine(provider.url, { name: "house" }))).toMatchObject({
    status: 409,
  });
  const version = { version: 1, isOn: false };
  expect(await engines.change("sdapi:house", version)).toMatchObject({ status: 404 });
  // Stored before the environment named it.
  await engines.add(anEngine("http://127.0.0.1:9"));
  await services.db.updateTable("engines").set({ id: "sdapi:house", is_on: false }).execute();
  await services.ownEngines.refresh();
  expect(await engines.ask("sdapi:house")).toMatchObject({ body: { state: "up" } });
  const { body } = await engines.list();
  expect(body).toMatchObject({ items: [{ own: null }, { own: { isHidden: true } }] });
  const listed = await admin.fetch("/api/engines");
  const { items } = (await listed.json()) as { items: { id: string; priceFactor: number }[] };
  expect(items.filter((one) => one.id === "sdapi:house")).toMatchObject([{ priceFactor: 1 }]);
});

test("ST-07 a key that was encrypted with another secret leaves its engine out, and must be typed again", async () => {
  await engines.add(anEngine(provider.url));
  await services.db
    .updateTable("engines")
    .set({ sealed_key: "00ff".repeat(20) })
    .execute();
  await services.ownEngines.refresh();
  expect(services.engines.has(id)).toBe(false);
  const { body } = await engines.list();
  expect(body).toMatchObject({ items: [{}, { id, key: "unreadable" }] });
  const wrong = await engines.change(id, { version: 1, label: "Cellar" });
  expect(wrong).toMatchObject({ status: 400, body: { errors: [{ path: "key" }] } });
  // It can be switched off all the same.
  expect((await engines.change(id, { version: 1, isOn: false })).status).toBe(204);
  expect((await engines.change(id, { version: 2, key: "user:pass" })).status).toBe(204);
  expect(await engines.ask(id)).toMatchObject({ body: { state: "up" } });
});

test("ST-07 another process takes over what an admin adds, changes and removes, without a restart", async () => {
  const other = await testServices({
    databaseUrl: services.env.DATABASE_URL,
    dataDir: services.env.DATA_DIR,
  });
  try {
    await engines.add(anEngine(provider.url));
    await expect.poll(() => other.engines.get(id)?.service?.concurrency).toBe(1);
    const before = other.engines.get(id);
    await engines.change(id, { version: 1, concurrency: 3 });
    await expect.poll(() => other.engines.get(id)?.service?.concurrency).toBe(3);
    // What holds the engine goes on with it as it is now.
    expect(other.engines.get(id)).toBe(before);
    expect(await before?.health(AbortSignal.timeout(10_000))).toMatchObject({ state: "up" });
    await engines.remove(id, 2);
    await expect.poll(() => other.engines.has(id)).toBe(false);
  } finally {
    await other.close();
  }
});
