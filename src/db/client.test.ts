import { once } from "node:events";
import net from "node:net";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { testDatabase } from "#tests/harness/database.ts";
import { isDatabaseDown } from "#app/lib/database-down.ts";
import { openLog } from "#app/lib/log.ts";
import { prepared } from "./prepared.ts";
import { beginStart, openPool, parseInt8, waitForSilentServer } from "./client.ts";

const { db, pool, url } = await testDatabase();

test("bigints arrive as numbers and timestamps as dates", async () => {
  const { rows } = await sql<{ n: number; t: Date }>`
    select 9007199254740991::bigint as n, timestamptz '2026-01-02T03:04:05.678Z' as t`.execute(db);
  expect(rows[0]).toEqual({ n: 9007199254740991, t: new Date("2026-01-02T03:04:05.678Z") });
});

test("a bigint that no number holds exactly is refused, not rounded", async () => {
  expect(() => parseInt8("9007199254740993")).toThrow(RangeError);
  await expect(pool.query("select 9007199254740993::bigint")).rejects.toThrow(/exact numbers/);
});

test("every connection has its time limits", async () => {
  const { rows } = await pool.query<{ name: string; setting: string }>(
    "select name, setting from pg_settings where name = any($1) order by name",
    [["statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"]],
  );
  expect(Object.fromEntries(rows.map((row) => [row.name, row.setting]))).toEqual({
    idle_in_transaction_session_timeout: "10000",
    lock_timeout: "2000",
    statement_timeout: "5000",
  });
});

test("a marked statement is prepared once by its connection, any other is not", async () => {
  await db.connection().execute(async (connection) => {
    for (const n of [1, 2, 3]) {
      const { rows } = await sql<{ n: number }>`${prepared} select ${n}::integer as n`.execute(
        connection,
      );
      expect(rows).toEqual([{ n }]);
      const built = connection.selectFrom("users").modifyFront(prepared).select("id");
      expect(await built.where("username", "=", `nobody-${n}`).execute()).toEqual([]);
      await sql`select ${n}::integer + 1`.execute(connection);
    }
    const { rows } = await sql<{ statement: string; plans: number }>`
      select statement, generic_plans + custom_plans as plans from pg_prepared_statements order by statement`.execute(
      connection,
    );
    expect(rows).toEqual([
      { statement: "/* prepared */ select $1::integer as n", plans: 3 },
      {
        statement: 'select /* prepared */ "id" from "users" where "username" = $1',
        plans: 3,
      },
    ]);
  });
});

test("a connection ended by the server is replaced and ends nothing else", async () => {
  const [idle, other] = await Promise.all([pool.connect(), pool.connect()]);
  const { rows } = await idle.query<{ pid: number }>("select pg_backend_pid() as pid");
  idle.release();
  const ended = await other.query("select pg_terminate_backend($1)", [rows[0].pid]);
  other.release();
  expect(ended.rows).toEqual([{ pg_terminate_backend: true }]);
  await expect
    .poll(() => pool.query("select 1 as one").then((result) => result.rows))
    .toEqual([{ one: 1 }]);
});

/** The database behind a proxy that can be paused, so that it looks frozen. */
async function heldWire() {
  const target = new URL(url);
  const sockets: net.Socket[] = [];
  let isHeld = false;
  const server = net.createServer((near) => {
    const far = net.connect(Number(target.port), target.hostname);
    sockets.push(near, far);
    near.on("data", (chunk) => far.write(chunk));
    far.on("data", (chunk) => {
      if (!isHeld) near.write(chunk);
    });
    for (const socket of [near, far]) socket.on("error", () => undefined);
    near.on("close", () => far.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const through = new URL(url);
  through.hostname = "127.0.0.1";
  through.port = String((server.address() as net.AddressInfo).port);
  return {
    url: through.href,
    hold: (held: boolean) => (isHeld = held),
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

test("a statement on a frozen database fails as unavailable, and its connection is not reused", async () => {
  const wire = await heldWire();
  const behind = openPool(wire.url, 1, openLog("silent"), 300);
  await behind.query("select 1");
  wire.hold(true);
  const refused = await behind.query("select 2").catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(Error);
  expect(isDatabaseDown(refused)).toBe(true);
  expect(behind.totalCount).toBe(0);
  wire.hold(false);
  expect((await behind.query("select 3 as n")).rows).toEqual([{ n: 3 }]);
  await behind.end();
  wire.close();
});

test("a silent server is waited for 20 s where no other limit is given", async () => {
  const usual = openPool(url, 1, openLog("silent"));
  const client = await usual.connect();
  const { connection } = client as unknown as { connection: { stream: net.Socket } };
  expect(connection.stream.timeout).toBe(20_000);
  client.release();
  await usual.end();
});

test("work without a time limit waits for a silent server", async () => {
  const behind = openPool(url, 1, openLog("silent"), 300);
  const client = await behind.connect();
  waitForSilentServer(client);
  const { rows } = await client.query("select 1 as n, pg_sleep(1)");
  expect(rows).toMatchObject([{ n: 1 }]);
  client.release();
  await behind.end();
});

test("an answer that comes late is waited for while the program starts, and not after that", async () => {
  const held: (() => void)[] = [];
  const proxy = net.createServer((socket) => {
    held.push(() => {
      const { port, hostname } = new URL(url);
      const server = net.connect(Number(port), hostname);
      socket.pipe(server).pipe(socket);
      for (const end of [socket, server]) end.on("error", () => end.destroy());
    });
  });
  await once(proxy.listen(0, "127.0.0.1"), "listening");
  const address = new URL(url);
  address.host = `127.0.0.1:${(proxy.address() as net.AddressInfo).port}`;
  const [starting, serving] = [1, 2].map(() => openPool(address.href, 1, openLog("silent")));
  try {
    const endStart = beginStart(starting);
    const first = starting.query("select 1");
    await expect(serving.query("select 1")).rejects.toThrow(/timeout/);
    for (const go of held) go();
    expect((await first).rowCount).toBe(1);
    endStart();
    expect(starting.options.connectionTimeoutMillis).toBe(serving.options.connectionTimeoutMillis);
  } finally {
    await Promise.all([starting.end(), serving.end()]);
    proxy.close();
  }
});
