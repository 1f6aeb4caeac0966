import { afterAll, beforeAll, expect, test } from "vitest";
import { aMember } from "#tests/harness/factories.ts";
import { notice, notificationApp } from "#tests/harness/notifications.ts";
import { testServices } from "#tests/harness/services.ts";
import { guest } from "#app/lib/actor.ts";
import type { OpenServices } from "#app/open-services.ts";

let services: OpenServices;
beforeAll(async () => {
  services = await testServices();
});
afterAll(() => services.close());

async function aReader() {
  const member = await aMember(services);
  const { app } = notificationApp(services, { role: "member", userId: member.id });
  return { member, app };
}

test("NT-06 a guest gets 401 from every address", async () => {
  const { app } = notificationApp(services, guest);
  const answers = await Promise.all([
    app.request("/api/notifications/stream"),
    app.request("/api/notifications"),
    app.request("/api/notifications/read", { method: "POST" }),
    app.request("/api/notifications", { method: "DELETE" }),
  ]);
  expect(answers.map((answer) => answer.status)).toEqual([401, 401, 401, 401]);
});

test("NT-03 the list has the latest fifty, newest first, with the number of unread", async () => {
  const { app, member } = await aReader();
  for (let n = 0; n < 53; n += 1) await notice(services, member.id, `n${n}`);
  const list = (await (await app.request("/api/notifications")).json()) as {
    items: { id: string; title: string; read: boolean }[];
    unread: number;
  };
  expect(list.items).toHaveLength(50);
  expect(list.items[0].title).toBe("n52");
  expect(list.unread).toBe(53);

  const body = JSON.stringify({ ids: [list.items[0].id, list.items[1].id] });
  const headers = { "content-type": "application/json", "content-length": String(body.length) };
  const some = await app.request("/api/notifications/read", { method: "POST", body, headers });
  expect(await some.json()).toEqual({ unread: 51 });
  const all = await app.request("/api/notifications/read", { method: "POST" });
  expect(await all.json()).toEqual({ unread: 0 });
  const one = await app.request(`/api/notifications?id=${list.items[0].id}`, { method: "DELETE" });
  expect(await one.json()).toEqual({ unread: 0 });
  const rest = await (await app.request("/api/notifications")).json();
  expect((rest as typeof list).items[0].title).toBe("n51");
  await app.request("/api/notifications", { method: "DELETE" });
  expect(await (await app.request("/api/notifications")).json()).toEqual({ items: [], unread: 0 });
});

test("NT-03 the notifications of another member cannot be read or cleared", async () => {
  const { app } = await aReader();
  const other = await aReader();
  await notice(services, other.member.id, "theirs");
  await app.request("/api/notifications/read", { method: "POST" });
  await app.request("/api/notifications", { method: "DELETE" });
  expect(await (await other.app.request("/api/notifications")).json()).toMatchObject({
    unread: 1,
    items: [{ title: "theirs" }],
  });
});
