import { v7 as uuidv7 } from "uuid";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { aCaster } from "#tests/harness/caster.ts";
import { aMember } from "#tests/harness/factories.ts";
import { anAdmin, anEngine, engineCalls } from "#tests/harness/own-engines.ts";
import { testServer, type TestServer } from "#tests/harness/server.ts";
import { testServices } from "#tests/harness/services.ts";
import { runSdApi, type SdApiProvider } from "#tests/providers/sdapi.ts";
import type { OpenServices } from "#app/open-services.ts";
import type { AppError } from "#app/lib/errors.ts";
import { castInput } from "../inputs.ts";
import { listEngines } from "../queries/engines.ts";
import { offeredTo } from "../queries/own-engines.ts";
import { enqueue } from "./enqueue.ts";
import { chooseOrFallBack } from "./engine-choice.ts";

const id = "sdapi:studio";
let provider: SdApiProvider;
let services: OpenServices;
let server: TestServer;
let engines: ReturnType<typeof engineCalls>;
beforeAll(async () => {
  provider = await runSdApi({ stepMs: 1 });
  services = await testServices();
  server = await testServer(services);
  engines = engineCalls(await anAdmin(server));
});
afterEach(async () => {
  provider.fault = null;
  provider.release();
  await services.db.deleteFrom("engines").execute();
  await services.ownEngines.refresh();
});
afterAll(async () => {
  await server.close();
  await services.close();
  await provider.close();
});

const add = (more: object = {}) => engines.add(anEngine(provider.url, more));
const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    ({ code, info }: AppError) => ({ code, field: info.errors?.[0]?.path, text: info.detail }),
  );

async function aPlan(userId: string, state = "active") {
  await services.db
    .insertInto("subscriptions")
    .values({
      id: `sub_${userId}`,
      user_id: userId,
      mode: services.payments.mode,
      offer: "pro",
      state,
      created_at: new Date(),
    })
    .execute();
}

test("ST-07 a picture costs its usual price times the factor, rounded up, and exactly that is held and charged", async () => {
  await add({ priceFactor: 1.4 });
  const member = await aCaster(services, 40);
  // A square of standard quality is 1 credit, another frame 2: 1.4 and 2.8.
  const square = await member.cast("a lake", { engine: id, count: 3 });
  const tall = await member.cast("a lake", { engine: id, aspect: "2:3" });
  expect(await member.end(square)).toMatchObject({ cost: 6, delivered: 3, priceFactor: 1.4 });
  expect(await member.end(tall)).toMatchObject({ cost: 3, delivered: 1 });
  expect(await member.balance()).toMatchObject({ current: 31 });
  const listing = await offeredTo(
    services,
    member.actor,
    await listEngines(services, { waitMs: 5_000, health: false }),
  );
  expect(listing.map((one) => [one.id, one.label, one.priceFactor])).toEqual([
    ["sketch", "Sketch", 1],
    [id, "Studio server", 1.4],
  ]);
});

const noPlan = "Studio server is for members with a plan";
// Engines for admins alone are not named to others.
const unknown = "There is no such engine";

test.each([
  ["everyone", "nobody", null],
  ["plans", "nobody", noPlan],
  ["plans", "former", noPlan],
  ["plans", "planned", null],
  ["plans", "admin", null],
  ["admins", "planned", unknown],
  ["admins", "admin", null],
] as const)(
  "ST-07 an engine for %s and a member who is %s: refused with %j",
  async (audience, who, reason) => {
    await add({ audience });
    const role = who === "admin" ? "admin" : "member";
    const member = await aMember(services, { role });
    if (who === "planned") await aPlan(member.id);
    if (who === "former") await aPlan(member.id, "canceled");
    const actor = { role, userId: member.id } as const;
    const listed = await offeredTo(
      services,
      actor,
      await listEngines(services, { waitMs: 5_000, health: false }),
    );
    expect(listed.some((one) => one.id === id)).toBe(reason === null);
    const input = castInput.parse({ prompt: "a lake", engine: id, fallback: true });
    const refusal = await refusalOf(chooseOrFallBack(services, actor, input));
    expect(refusal).toEqual(reason && { code: "invalid-request", field: "engine", text: reason });
  },
);

test("ST-07 an engine that is switched off is refused at the press; what waits is drawn, and only then it can be removed", async () => {
  await add();
  const member = await aCaster(services, 20);
  provider.hold();
  const running = await member.cast("a lake", { engine: id });
  const waiting = await member.cast("a hill", { engine: id });
  await member.until(running, (cast) => cast.state === "running");
  expect((await engines.change(id, { version: 1, isOn: false })).status).toBe(204);
  expect(await refusalOf(member.cast("a tree", { engine: id, fallback: true }))).toMatchObject({
    code: "invalid-request",
    field: "engine",
    text: "Studio server is switched off: choose another engine",
  });
  const kept = await engines.remove(id, 2);
  expect(kept).toMatchObject({ status: 409 });
  expect(kept.text).toContain("2 casts wait for this engine");
  provider.release();
  expect(await member.end(running)).toMatchObject({ state: "done", delivered: 1 });
  expect(await member.end(waiting)).toMatchObject({ state: "done", delivered: 1 });
  expect((await engines.remove(id, 2)).status).toBe(204);
  expect(await member.see(waiting)).toMatchObject({ engine: { id, label: "Studio server" } });
  expect(await refusalOf(member.cast("a tree", { engine: id }))).toMatchObject({
    text: "There is no such engine",
  });
  expect(await member.balance()).toMatchObject({ current: 18 });
});

test("ST-07 what an engine is drawing is drawn to its end when its settings change meanwhile", async () => {
  await add();
  const member = await aCaster(services, 20);
  provider.hold();
  const cast = await member.cast("a lake", { engine: id });
  await member.until(cast, (seen) => seen.state === "running");
  const next = await runSdApi({ stepMs: 1 });
  const change = { version: 1, url: next.url, key: "user:pass", priceFactor: 5 };
  expect((await engines.change(id, change)).status).toBe(204);
  provider.release();
  expect(await member.end(cast)).toMatchObject({ state: "done", cost: 1, creditsBack: 0 });
  const drawn = () => next.seen.filter(({ path }) => path === "/sdapi/v1/txt2img").length;
  expect(drawn()).toBe(0);
  const later = await member.cast("a hill", { engine: id });
  expect(await member.end(later)).toMatchObject({ state: "done", cost: 5 });
  expect(drawn()).toBe(1);
  await next.close();
});

test.each([
  ["priced by other terms", { priceFactor: 3 }],
  ["offered no longer", { isOn: false }],
])(
  "ST-07 a cast is not placed when its engine is %s by then, and no credit is held",
  async (_, change) => {
    await add();
    const member = await aCaster(services, 20);
    const input = castInput.parse({ prompt: "a lake", engine: id, quality: "standard" });
    const choice = await chooseOrFallBack(services, member.actor, input);
    await engines.change(id, { version: 1, ...change });
    const plan = {
      kind: "create",
      input: { ...input, quality: "standard" },
      choice,
      source: { source_picture_id: null, source_upload_id: null },
      kit: null,
      texts: null,
      cost: 1,
      hash: "",
    } as const;
    const refusal = await refusalOf(enqueue(services, member.id, uuidv7(), plan));
    expect(refusal).toMatchObject({ code: "conflict" });
    expect(await member.balance()).toMatchObject({ current: 20 });
  },
);
