import { Hono } from "hono";
import { sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aMember } from "#tests/harness/factories.ts";
import { testServices } from "#tests/harness/services.ts";
import { guest, type Actor } from "#app/lib/actor.ts";
import { openLog } from "#app/lib/log.ts";
import { problem, type AppEnv } from "#app/lib/http.ts";
import type { OpenServices } from "#app/open-services.ts";
import type { Services } from "#app/services.ts";
import { grantCredits } from "#app/features/billing/commands.ts";
import { addNotification, publishEvent, pruneEvents } from "./commands.ts";
import { notificationRoutes } from "./http.ts";

let services: OpenServices;
beforeAll(async () => {
  services = await testServices();
});
afterAll(() => services.close());

const closers: AbortController[] = [];
afterAll(() => closers.forEach((closer) => closer.abort()));

function appFor(actor: Actor, given: Services = services, recheckMs = 60_000) {
  const closing = new AbortController();
  closers.push(closing);
  const app = new Hono<AppEnv>()
    .use(async (c, next) => {
      c.set("actor", actor);
      c.set("closing", closing.signal);
      c.set("log", openLog("silent"));
      await next();
    })
    .route("/", notificationRoutes(given, { recheckMs }))
    .onError((error) => problem(error, "request-1"));
  return { app, close: () => closing.abort() };
}

type Read = { id: string | null; event: string | null; data: unknown; retry: string | null };

/** Reads blocks of an event stream as a browser would. */
function readerOf(response: Response) {
  const chunks = (response.body as ReadableStream<Uint8Array>).getReader();
  const decoder = new TextDecoder();
  let text = "";
  async function next(): Promise<Read | null> {
    for (;;) {
      const end = text.indexOf("\n\n");
      if (end >= 0) {
        const block = text.slice(0, end);
        text = text.slice(end + 2);
        const field = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(block)?.[1] ?? null;
        const data = field("data");
        return {
          id: field("id"),
          event: field("event"),
          data: data === null ? null : (JSON.parse(data) as unknown),
          retry: field("retry"),
        };
      }
      const { value, done } = await chunks.read();
      if (done) return null;
      text += decoder.decode(value, { stream: true });
    }
  }
  async function event(name: string): Promise<Read> {
    for (;;) {
      const read = await next();
      if (read === null) throw new Error(`the stream ended before ${name}`);
      if (read.event === name) return read;
    }
  }
  return { next, event, cancel: () => chunks.cancel() };
}

async function aReader(actor: Actor = { role: "member", userId: "" }) {
  const member = await aMember(services);
  const own: Actor = actor.userId === "" ? { role: "member", userId: member.id } : actor;
  return { member, ...appFor(own) };
}

const stream = "/api/notifications/stream";

function notice(userId: string, title: string) {
  return services.db.transaction().execute((tx) =>
    addNotification(tx, {
      userId,
      type: "generation_completed",
      title,
      description: "Successfully created 1 image(s)",
      generationId: uuidv7(),
      imageUrl: null,
      imageId: null,
      imageCount: 1,
      imageTitle: title,
      metadata: { title },
      r2Key: null,
    }),
  );
}

test("NT-06 a guest gets 401 from every address", async () => {
  const { app } = appFor(guest);
  const answers = await Promise.all([
    app.request(stream),
    app.request("/api/notifications"),
    app.request("/api/notifications/read", { method: "POST" }),
    app.request("/api/notifications", { method: "DELETE" }),
  ]);
  expect(answers.map((answer) => answer.status)).toEqual([401, 401, 401, 401]);
});

test("NT-06 a notification arrives without reload, in every open tab, with the same number", async () => {
  const { app, member } = await aReader();
  const answer = await app.request(stream);
  expect(answer.headers.get("content-type")).toBe("text/event-stream");
  expect(answer.headers.get("cache-control")).toContain("no-store");
  const tabs = [readerOf(answer), readerOf(await app.request(stream))];
  await notice(member.id, "Lake");
  const seen = await Promise.all(tabs.map((tab) => tab.event("notification")));
  expect(seen[0]).toEqual(seen[1]);
  expect(seen[0].data).toMatchObject({ title: "Lake", read: false, type: "generation_completed" });
  await Promise.all(tabs.map((tab) => tab.cancel()));
});

test("NT-06 a reconnecting client gets what it missed, once and in order", async () => {
  const { app, member } = await aReader();
  const first = readerOf(await app.request(stream));
  await notice(member.id, "one");
  const seen = await first.event("notification");
  await first.cancel();
  await notice(member.id, "two");
  await notice(member.id, "three");
  for (const headers of [{ "last-event-id": String(seen.id) }, undefined]) {
    const address = headers ? stream : `${stream}?lastEventId=${seen.id}`;
    const again = readerOf(await app.request(address, { headers }));
    const missed = [await again.event("notification"), await again.event("notification")];
    expect(missed.map((read) => (read.data as { title: string }).title)).toEqual(["two", "three"]);
    expect(missed.map((read) => Number(read.id))).toEqual([
      Number(seen.id) + 1,
      Number(seen.id) + 2,
    ]);
    await again.cancel();
  }
});

test("NT-06 fifty broken connections while events are written lose and duplicate nothing", async () => {
  const { app, member } = await aReader();
  const opening = readerOf(await app.request(stream));
  let last = Number((await opening.next())?.id ?? (await opening.next())?.id ?? 0);
  await opening.cancel();
  const total = 120;
  const writing = (async () => {
    for (let n = 1; n <= total; n += 1) {
      await services.db
        .transaction()
        .execute((tx) => publishEvent(tx, member.id, "notifications.changed", { unread: n }));
    }
  })();
  const got: number[] = [];
  for (let breaks = 0; got.length < total; breaks += 1) {
    const reader = readerOf(await app.request(`${stream}?lastEventId=${last}`));
    for (let read = 0; read < (breaks < 50 ? 2 : total) && got.length < total; read += 1) {
      const event = await reader.event("notifications.changed");
      last = Number(event.id);
      got.push((event.data as { unread: number }).unread);
    }
    await reader.cancel();
  }
  await writing;
  expect(got).toEqual(Array.from({ length: total }, (_, index) => index + 1));
});

test("NT-06 a client away for longer than events are kept is told to reload", async () => {
  const { app, member } = await aReader();
  await notice(member.id, "old");
  await sql`update events set created_at = now() - interval '25 hours' where user_id = ${member.id}`.execute(
    services.db,
  );
  await pruneEvents(services);
  const reader = readerOf(await app.request(`${stream}?lastEventId=0`));
  expect((await reader.event("notifications.changed")).data).toEqual({ unread: 1 });
  await reader.cancel();
});

test("NT-06 a change of the balance is an event", async () => {
  const { app, member } = await aReader();
  const reader = readerOf(await app.request(stream));
  await grantCredits(services, {
    userId: member.id,
    amount: 3,
    reason: "test",
    idempotencyKey: uuidv7(),
  });
  expect((await reader.event("balance")).data).toEqual({ current: 8, held: 0 });
  await reader.cancel();
});

test("NT-06 a member does not get another member's events", async () => {
  const { app, member } = await aReader();
  const other = await aReader();
  const reader = readerOf(await app.request(stream));
  await notice(other.member.id, "theirs");
  await notice(member.id, "mine");
  expect((await reader.event("notification")).data).toMatchObject({ title: "mine" });
  await reader.cancel();
});

test("NT-06 the sixth stream of a member is refused until one of the five ends", async () => {
  const { app } = await aReader();
  const open = await Promise.all(Array.from({ length: 5 }, async () => app.request(stream)));
  const sixth = await app.request(stream);
  expect(sixth.status).toBe(429);
  expect(sixth.headers.get("retry-after")).toBe("30");
  await readerOf(open[0]).cancel();
  const seventh = await app.request(stream);
  expect(seventh.status).toBe(200);
  await Promise.all([...open.slice(1), seventh].map((answer) => readerOf(answer).cancel()));
});

test("NT-06 at shutdown streams end and tell clients to reconnect", async () => {
  const { app, close } = await aReader();
  const reader = readerOf(await app.request(stream));
  close();
  const blocks: (string | null)[] = [];
  for (let read = await reader.next(); read; read = await reader.next()) blocks.push(read.retry);
  expect(blocks.at(-1)).toBe("2000");
});

test("NT-06 a stream ends when its session does", async () => {
  const member = await aMember(services);
  const token = uuidv7();
  await services.db
    .insertInto("sessions")
    .values({ id: uuidv7(), user_id: member.id, token, expires_at: new Date(Date.now() + 60_000) })
    .execute();
  const accounts = { ...services.accounts, sessionToken: () => token };
  const { app } = appFor({ role: "member", userId: member.id }, { ...services, accounts }, 30);
  const reader = readerOf(await app.request(stream));
  await notice(member.id, "still there");
  await reader.event("notification");
  await services.db.deleteFrom("sessions").where("token", "=", token).execute();
  let read = await reader.next();
  while (read) read = await reader.next();
  expect(read).toBeNull();
});

test("NT-06 a client that does not keep up is dropped and its memory freed", async () => {
  const { app, member } = await aReader();
  const answer = await app.request(stream);
  const padding = "x".repeat(100_000);
  for (let n = 0; n < 6; n += 1) {
    await services.db
      .transaction()
      .execute((tx) => publishEvent(tx, member.id, "notifications.changed", { padding }));
  }
  const reader = readerOf(answer);
  const drain = async () => {
    while (await reader.next());
  };
  await expect(drain()).rejects.toThrow("too slow");
});

test("NT-03 the list has the latest fifty, newest first, with the number of unread", async () => {
  const { app, member } = await aReader();
  for (let n = 0; n < 53; n += 1) await notice(member.id, `n${n}`);
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
  await notice(other.member.id, "theirs");
  await app.request("/api/notifications/read", { method: "POST" });
  await app.request("/api/notifications", { method: "DELETE" });
  expect(await (await other.app.request("/api/notifications")).json()).toMatchObject({
    unread: 1,
    items: [{ title: "theirs" }],
  });
});
