import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { publishEvent } from "#app/features/notifications/commands.ts";
import { testServer, type SignedUp, type TestServer } from "../harness/server.ts";
import { readEvents } from "../harness/stream-reader.ts";

let server: TestServer;
beforeAll(async () => {
  server = await testServer(undefined, { roles: ["web"] });
});
afterAll(() => server.close());

const clients = 20;
const eventsEach = 20;

test("NT-06 400 events to twenty clients that keep disconnecting: none lost, none duplicated", async () => {
  // One after the other: of one address only so many may wait for their password to be hashed.
  const members: SignedUp[] = [];
  for (let n = 0; n < clients; n += 1) members.push(await server.signUp(`Reader ${n}`));
  const readers = await Promise.all(
    members.map(async (member) => {
      const numbers: number[] = [];
      const counts: unknown[] = [];
      const reader = readEvents({
        url: () => server.url,
        cookie: member.cookie,
        onEvent: ({ id, name, data }) => {
          if (id === null) return;
          numbers.push(id);
          if (name === "notifications.changed") counts.push(data["unread"]);
        },
        wait: () => randomInt(40),
      });
      await reader.opened;
      return { member, reader, numbers, counts };
    }),
  );
  for (let n = 1; n <= eventsEach; n += 1) {
    // A third of them break off at about the moment of the event: before, after, or while it is on its way.
    const cut = readers.filter((_, at) => (at + n) % 3 === 0).map(({ reader }) => reader);
    const before = cut.map((reader) => reader.connections());
    await Promise.all([
      ...cut.map(async (reader) => {
        await sleep(randomInt(20));
        reader.cut();
      }),
      ...readers.map(async ({ member }) => {
        await sleep(randomInt(20));
        await server.services.db
          .transaction()
          .execute((tx) => publishEvent(tx, member.userId, "notifications.changed", { unread: n }));
      }),
    ]);
    const areBack = () => cut.every((reader, at) => reader.connections() > before[at]);
    await expect.poll(areBack, { interval: 5 }).toBe(true);
  }
  const told = Array.from({ length: eventsEach }, (_, n) => n + 1);
  for (const { reader, numbers, counts } of readers) {
    await expect.poll(() => counts.at(-1)).toBe(eventsEach);
    expect(counts).toEqual(told);
    expect(numbers).toEqual(numbers.map((_, n) => (numbers[0] ?? 0) + n));
    reader.close();
  }
});
