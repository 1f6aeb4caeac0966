import { sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aMember } from "#tests/harness/factories.ts";
import { notice, notificationApp } from "#tests/harness/notifications.ts";
import { testServices } from "#tests/harness/services.ts";
import { serveStreams, type Streaming } from "#tests/harness/streaming.ts";
import type { OpenServices } from "#app/open-services.ts";
import type { Services } from "#app/services.ts";
import { grantCredits } from "#app/features/billing/commands.ts";
import { publishEvent, pruneEvents } from "../commands.ts";

let services: OpenServices;
beforeAll(async () => {
  services = await testServices();
});
afterAll(() => services.close());

const closers: (() => Promise<void>)[] = [];
afterAll(() => Promise.all(closers.map((close) => close())));

/** A member's streams, over sockets. */
function readerFor(userId: string, given: Services = services, recheckMs?: number) {
  const { app, closing } = notificationApp(given, { role: "member", userId }, recheckMs);
  let server: Promise<Streaming> | undefined;
  async function open(query = "", init?: RequestInit): Promise<Response> {
    server ??= serveStreams((request) => app.fetch(request));
    const { url } = await server;
    return fetch(`${url}/api/notifications/stream${query}`, init);
  }
  closers.push(async () => {
    closing.abort();
    await (await server)?.close();
  });
  return { open, closing };
}

async function aReader() {
  const member = await aMember(services);
  return { member, ...readerFor(member.id) };
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

test("NT-06 a notification arrives without reload, in every open tab, with the same number", async () => {
  const { open, member } = await aReader();
  const answer = await open();
  expect(answer.headers.get("content-type")).toBe("text/event-stream");
  expect(answer.headers.get("cache-control")).toContain("no-store");
  const tabs = [readerOf(answer), readerOf(await open())];
  await notice(services, member.id, "Lake");
  const seen = await Promise.all(tabs.map((tab) => tab.event("notification")));
  expect(seen[0]).toEqual(seen[1]);
  expect(seen[0].data).toMatchObject({ title: "Lake", read: false, type: "generation_completed" });
  await Promise.all(tabs.map((tab) => tab.cancel()));
});

test("NT-06 a reconnecting client gets what it missed, once and in order", async () => {
  const { open, member } = await aReader();
  const first = readerOf(await open());
  await notice(services, member.id, "one");
  const seen = await first.event("notification");
  await first.cancel();
  await notice(services, member.id, "two");
  await notice(services, member.id, "three");
  for (const headers of [{ "last-event-id": String(seen.id) }, undefined]) {
    const query = headers ? "" : `?lastEventId=${seen.id}`;
    const again = readerOf(await open(query, { headers }));
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
  const { open, member } = await aReader();
  const opening = readerOf(await open());
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
    const reader = readerOf(await open(`?lastEventId=${last}`));
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
  const { open, member } = await aReader();
  await notice(services, member.id, "old");
  await sql`update events set created_at = now() - interval '25 hours' where user_id = ${member.id}`.execute(
    services.db,
  );
  await pruneEvents(services);
  const reader = readerOf(await open("?lastEventId=0"));
  expect((await reader.event("notifications.changed")).data).toEqual({ unread: 1 });
  await reader.cancel();
});

test("NT-06 a change of the balance is an event", async () => {
  const { open, member } = await aReader();
  const reader = readerOf(await open());
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
  const { open, member } = await aReader();
  const other = await aReader();
  const reader = readerOf(await open());
  await notice(services, other.member.id, "theirs");
  await notice(services, member.id, "mine");
  expect((await reader.event("notification")).data).toMatchObject({ title: "mine" });
  await reader.cancel();
});

test("NT-06 the sixth stream of a member is refused until one of the five ends", async () => {
  const { open } = await aReader();
  const five = await Promise.all(Array.from({ length: 5 }, () => open()));
  const sixth = await open();
  expect(sixth.status).toBe(429);
  expect(sixth.headers.get("retry-after")).toBe("30");
  await readerOf(five[0]).cancel();
  const seventh = await open();
  expect(seventh.status).toBe(200);
  await Promise.all([...five.slice(1), seventh].map((answer) => readerOf(answer).cancel()));
});

test("NT-06 who asks for the head of a stream gets it, and takes no place", async () => {
  const { open } = await aReader();
  for (let times = 0; times < 7; times += 1) {
    const { status, headers, body } = await open("", { method: "HEAD" });
    expect([status, headers.get("content-type"), body]).toEqual([200, "text/event-stream", null]);
  }
});

test("NT-06 at shutdown streams end and tell clients to reconnect", async () => {
  const { open, closing } = await aReader();
  const reader = readerOf(await open());
  closing.abort();
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
  const { open } = readerFor(member.id, { ...services, accounts }, 30);
  const reader = readerOf(await open());
  await notice(services, member.id, "still there");
  await reader.event("notification");
  await services.db.deleteFrom("sessions").where("token", "=", token).execute();
  let read = await reader.next();
  while (read) read = await reader.next();
  expect(read).toBeNull();
});

test("NT-06 a client that does not keep up is dropped and its memory freed", async () => {
  const { open, member } = await aReader();
  const five = await Promise.all(Array.from({ length: 5 }, () => open()));
  // More than the buffers of the system and of the client take.
  const padding = "x".repeat(200_000);
  await services.db.transaction().execute(async (tx) => {
    for (let n = 0; n < 100; n += 1) {
      await publishEvent(tx, member.id, "notifications.changed", { padding });
    }
  });
  await expect.poll(async () => (await open()).status).toBe(200);
  const reader = readerOf(five[0]);
  const drain = async () => {
    while (await reader.next());
  };
  await expect(drain()).rejects.toThrow("terminated");
});
