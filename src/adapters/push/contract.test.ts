import { createServer } from "node:net";
import { once } from "node:events";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pushService, type PushService } from "#tests/harness/push-service.ts";
import { testEnv } from "#tests/harness/services.ts";
import { openPush } from "./open.ts";
import { PushRefused, type Push, type PushMessage } from "./port.ts";

const envWith = (more: Record<string, string>) =>
  testEnv("postgres://nobody@127.0.0.1/none", "data", more);

let service: PushService;
let push: Push;
beforeAll(async () => {
  service = await pushService();
  push = openPush(envWith({ SERVER_URL: "https://echoform.example", RATE_LIMIT_FACTOR: "1" }), {
    connect: service.connector,
  });
});
afterAll(async () => {
  await push.close();
  await service.close();
});

const message: PushMessage = {
  text: JSON.stringify({ title: "Ada liked your image", body: "Zoë’s harbour 🎨" }),
  ttlSeconds: 3600,
  topic: "019aa6d27c1e700080003f2a9c01aaaa",
};

test("a message is signed by the installation's key, and only the browser can read it", async () => {
  const keys = await push.newKeys();
  const browser = service.browser(keys.publicKey);
  expect(await push.send(keys, browser, message)).toBe("sent");
  expect(service.refused).toEqual([]);
  expect(service.messages.at(-1)).toEqual({
    endpoint: browser.endpoint,
    text: message.text,
    ttl: 3600,
    topic: message.topic,
    subject: "https://echoform.example",
  });
});

test("an installation without https names a mail address as its contact", async () => {
  const plain = openPush(envWith({ CONTACT_EMAIL: "ada@example.org" }), {
    connect: service.connector,
  });
  const keys = await plain.newKeys();
  await plain.send(keys, service.browser(keys.publicKey), message);
  expect(service.messages.at(-1)?.subject).toBe("mailto:ada@example.org");
  await plain.close();
});

test("the longest message that the program sends fits", async () => {
  const keys = await push.newKeys();
  const text = "€".repeat(1000);
  expect(await push.send(keys, service.browser(keys.publicKey), { ...message, text })).toBe("sent");
  expect(service.messages.at(-1)?.text).toBe(text);
});

test("a subscription under another key is refused by the service, for good", async () => {
  const browser = service.browser((await push.newKeys()).publicKey);
  const sent = push.send(await push.newKeys(), browser, message);
  await expect(sent).rejects.toThrow(PushRefused);
  expect(service.refused.at(-1)).toContain("another key");
});

test.each([404, 410])(
  "a subscription that the service answers with %i has ended",
  async (status) => {
    const keys = await push.newKeys();
    const browser = service.browser(keys.publicKey);
    service.answer(browser.endpoint, status);
    expect(await push.send(keys, browser, message)).toBe("gone");
  },
);

test.each([
  [400, true],
  [413, true],
  // No redirect is followed: it could lead anywhere.
  [302, true],
  [307, true],
  [429, false],
  [500, false],
  [503, false],
])("the answer %i is final: %s", async (status, isFinal) => {
  const keys = await push.newKeys();
  const browser = service.browser(keys.publicKey);
  service.answer(browser.endpoint, status);
  const before = service.asked.length;
  const error: unknown = await push.send(keys, browser, message).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(Error);
  expect(error instanceof PushRefused).toBe(isFinal);
  expect(service.asked.slice(before)).toEqual([browser.endpoint]);
});

test("a service that never answers is given up, and may be tried again", async () => {
  const hasty = openPush(envWith({}), { connect: service.connector, wholeMs: 300 });
  const keys = await hasty.newKeys();
  const browser = service.browser(keys.publicKey);
  service.answer(browser.endpoint, 0);
  const error: unknown = await hasty
    .send(keys, browser, message)
    .catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ name: "TimeoutError" });
  await hasty.close();
});

test.each([
  ["a public key off the curve", { p256dh: Buffer.alloc(65, 4).toString("base64url") }],
  ["no public key", { p256dh: "AAAA" }],
  ["a short secret", { auth: "AAAA" }],
])("a browser with %s is refused before anything is sent", async (_what, change) => {
  const keys = await push.newKeys();
  const before = service.asked.length;
  const browser = { ...service.browser(keys.publicKey), ...change };
  await expect(push.send(keys, browser, message)).rejects.toThrow(PushRefused);
  expect(service.asked).toHaveLength(before);
});

test.each([
  "https://127.0.0.1",
  "https://2130706433",
  "https://10.0.0.1",
  "https://169.254.169.254",
  "https://[::1]",
  "https://[::ffff:127.0.0.1]",
  "https://[fd00::1]",
  "https://localhost",
])("no connection is made to an endpoint at %s", async (origin) => {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  server.listen(0);
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : null;
  const guarded = openPush(envWith({}));
  const keys = await guarded.newKeys();
  const { p256dh, auth } = service.browser(keys.publicKey);
  const hostile = { endpoint: `${origin}:${port}/send`, p256dh, auth };
  await expect(guarded.send(keys, hostile, message)).rejects.toThrow(PushRefused);
  expect(connections).toBe(0);
  await guarded.close();
  server.close();
  await once(server, "close");
});
