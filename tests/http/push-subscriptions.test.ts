import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { pushKeys } from "#app/features/notifications/commands/push.ts";
import { deliverPush } from "#app/features/notifications/jobs/push.ts";
import { pushAddress, pushScene, type PushScene } from "../harness/push-scene.ts";
import { cookieOf, type SignedUp } from "../harness/server.ts";
import { testServices } from "../harness/services.ts";

let scene: PushScene;
beforeAll(async () => {
  scene = await pushScene();
});
afterAll(() => scene.close());
beforeEach(() => {
  scene.service.messages.length = 0;
  scene.service.asked.length = 0;
});

/** The same member in another browser. */
async function signInAgain({ email, password }: SignedUp) {
  const { server } = scene;
  const answer = await server.post("/api/auth/sign-in/email", { email, password });
  expect(answer.status).toBe(200);
  const cookie = cookieOf(answer);
  const fetch = (to: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    headers.set("cookie", cookie);
    return server.fetch(to, { ...init, headers });
  };
  return { fetch };
}

test("an installation makes one key pair, which processes that begin at once agree on", async () => {
  const { server, publicKey } = scene;
  const fresh = await testServices();
  const found = await Promise.all(Array.from({ length: 4 }, () => pushKeys(fresh)));
  expect(new Set(found.map(({ privateKey }) => privateKey)).size).toBe(1);
  await fresh.close();
  const member = await server.signUp();
  expect(await (await member.fetch(pushAddress)).json()).toEqual({ publicKey, endpoint: null });
});

test("after a sign-out the browser gets nothing, not even what was queued before", async () => {
  const { service, services, takeJobs, deliver, aWatcher, castDone, stored } = scene;
  const { member, browser } = await aWatcher();
  await castDone(member.userId);
  const jobs = await takeJobs();
  expect(jobs).toHaveLength(1);
  const headers = { "content-type": "application/json" };
  await member.fetch("/api/auth/sign-out", { method: "POST", headers, body: "{}" });
  expect(await stored(browser)).toBeUndefined();
  await deliverPush(services, jobs[0]);
  await castDone(member.userId);
  await deliver();
  expect(service.asked).toEqual([]);
});

test("a browser belongs to the sign-in that asked last, also when two ask at once", async () => {
  const { service, server, put, deliver, endpointOf, aWatcher, castDone } = scene;
  const { member, browser } = await aWatcher();
  const other = await server.signUp("Ben");
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, n) => put(n % 2 ? member : other, browser)),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
  await put(other, browser);
  expect(await endpointOf(member)).toBeNull();
  expect(await endpointOf(other)).toBe(browser.endpoint);
  await castDone(member.userId);
  await deliver();
  expect(service.asked).toEqual([]);
});

test("each browser of a member is turned on and off by itself", async () => {
  const { service, publicKey, put, deliver, endpointOf, aWatcher, castDone, textsFor } = scene;
  const { member, browser } = await aWatcher();
  const second = await signInAgain(member);
  expect(await endpointOf(second)).toBeNull();
  const phone = service.browser(publicKey);
  await put(second, phone);
  await castDone(member.userId);
  await deliver();
  expect([textsFor(browser).length, textsFor(phone).length]).toEqual([1, 1]);
  const answer = await second.fetch(pushAddress, { method: "DELETE" });
  expect(await answer.json()).toEqual({ endpoint: null });
  expect(await endpointOf(member)).toBe(browser.endpoint);
  await castDone(member.userId);
  await deliver();
  expect([textsFor(browser).length, textsFor(phone).length]).toEqual([2, 1]);
});

test.each([404, 410])(
  "a subscription that its service answers with %i is removed",
  async (status) => {
    const { service, deliver, endpointOf, aWatcher, castDone, stored } = scene;
    const { member, browser } = await aWatcher();
    service.answer(browser.endpoint, status);
    await castDone(member.userId);
    await deliver();
    expect(service.asked).toEqual([browser.endpoint]);
    expect(await stored(browser)).toBeUndefined();
    expect(await endpointOf(member)).toBeNull();
  },
);

test("a failing service is tried again, and forgotten after three days without a success", async () => {
  const { service, services, takeJobs, aWatcher, castDone, stored } = scene;
  const { member, browser } = await aWatcher();
  service.answer(browser.endpoint, 503);
  await castDone(member.userId);
  const [job] = await takeJobs();
  await expect(deliverPush(services, job)).rejects.toThrow("answered 503");
  expect((await stored(browser))?.failing_since).toBeInstanceOf(Date);
  service.answer(browser.endpoint, 201);
  await deliverPush(services, job);
  expect((await stored(browser))?.failing_since).toBeNull();
  service.answer(browser.endpoint, 503);
  await expect(deliverPush(services, job)).rejects.toThrow("answered 503");
  await services.pool.query(
    "update push_subscriptions set failing_since = now() - interval '73 hours' where endpoint = $1",
    [browser.endpoint],
  );
  await deliverPush(services, job);
  expect(await stored(browser)).toBeUndefined();
});

test("a message that the service refuses is dropped, and the subscription stays", async () => {
  const { service, deliver, aWatcher, castDone, stored } = scene;
  const { member, browser } = await aWatcher();
  service.answer(browser.endpoint, 413);
  await castDone(member.userId);
  await deliver();
  expect(service.asked).toEqual([browser.endpoint]);
  expect(await stored(browser)).toBeDefined();
});

test("what is no subscription is refused and changes nothing; a guest has none", async () => {
  const { service, server, publicKey, put, endpointOf, aWatcher } = scene;
  const { member, browser } = await aWatcher();
  const good = service.browser(publicKey);
  for (const bad of [
    { endpoint: "https://127.0.0.1/send" },
    { endpoint: "http://push.example.org/send" },
    { endpoint: `https://push.example.org/${"a".repeat(1000)}` },
    { p256dh: "AAAA" },
    { p256dh: Buffer.alloc(65, 4).toString("base64url") },
    { auth: "AAAA" },
    { auth: `${good.auth}=` },
    { more: true },
  ]) {
    expect((await put(member, { ...good, ...bad })).status).toBe(400);
  }
  expect(await endpointOf(member)).toBe(browser.endpoint);
  expect((await put(server, good)).status).toBe(401);
  expect((await server.fetch(pushAddress)).status).toBe(401);
  expect((await server.fetch(pushAddress, { method: "DELETE" })).status).toBe(401);
});
