import { afterAll, expect, test } from "vitest";
import { testDatabase } from "#tests/harness/database.ts";
import { openLog } from "#app/lib/log.ts";
import { notify, openLive, type Live } from "./live.ts";

const database = await testDatabase();
const opened: Live[] = [];
afterAll(() => Promise.all(opened.map((live) => live.close())));

function aLive(): Live {
  const live = openLive(database.url, openLog("silent"));
  opened.push(live);
  return live;
}

async function dropLiveConnections(): Promise<number> {
  const ended = await database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'echoform-live' and datname = current_database()`,
  );
  return ended.rows.length;
}

test("every handler of a channel gets its payloads, in the order of the commits", async () => {
  const live = aLive();
  const seen: string[] = [];
  live.on("casts", (payload) => seen.push(`a${payload}`));
  live.on("casts", (payload) => seen.push(`b${payload}`));
  live.on("others", (payload) => seen.push(`c${payload}`));
  await live.ready();
  for (const payload of ["1", "2"]) await notify(database.db, "casts", payload);
  await expect.poll(() => seen).toEqual(["a1", "b1", "a2", "b2"]);
});

test("a notification of a transaction is sent at its commit and never after a rollback", async () => {
  const live = aLive();
  const seen: string[] = [];
  live.on("commits", (payload) => seen.push(payload));
  await live.ready();
  const rolledBack = database.db.transaction().execute(async (tx) => {
    await notify(tx, "commits", "rolled back");
    throw new Error("no");
  });
  await expect(rolledBack).rejects.toThrow("no");
  await database.db.transaction().execute((tx) => notify(tx, "commits", "committed"));
  await expect.poll(() => seen).toEqual(["committed"]);
});

test("an unsubscribed handler gets nothing more, the others do", async () => {
  const live = aLive();
  const seen: string[] = [];
  const off = live.on("leaving", () => seen.push("gone"));
  live.on("leaving", (payload) => seen.push(payload));
  await live.ready();
  off();
  off();
  await notify(database.db, "leaving", "stays");
  await expect.poll(() => seen).toEqual(["stays"]);
});

test("a channel can be subscribed to again", async () => {
  const live = aLive();
  const seen: string[] = [];
  live.on("again", () => seen.push("first"))();
  live.on("again", (payload) => seen.push(payload));
  await live.ready();
  await notify(database.db, "again", "second");
  await expect.poll(() => seen).toEqual(["second"]);
});

test("a handler that throws does not keep the next one from its payload", async () => {
  const live = aLive();
  const seen: string[] = [];
  live.on("throwing", () => {
    throw new Error("a bug");
  });
  live.on("throwing", (payload) => seen.push(payload));
  await live.ready();
  await notify(database.db, "throwing", "heard");
  await expect.poll(() => seen).toEqual(["heard"]);
});

test("after the connection was lost it comes back with its channels and says so", async () => {
  const live = aLive();
  const seen: string[] = [];
  let reconnects = 0;
  live.on("lasting", (payload) => seen.push(payload));
  live.onReconnect(() => (reconnects += 1));
  await live.ready();
  expect(reconnects).toBe(0);
  expect(await dropLiveConnections()).toBeGreaterThan(0);
  await expect.poll(() => reconnects).toBe(1);
  await notify(database.db, "lasting", "after");
  await expect.poll(() => seen).toEqual(["after"]);
});

test("a name that is no channel is refused", () => {
  expect(() => aLive().on("x; drop table users", () => undefined)).toThrow(TypeError);
});

test("closing while there is no server to connect to ends at once", async () => {
  const live = openLive("postgres://nobody@127.0.0.1:1/none", openLog("silent"));
  const ready = live.ready();
  await live.close();
  await expect(ready).rejects.toThrow(/closed/);
});
