import { sql } from "kysely";
import { expect, test } from "vitest";
import { testDatabase } from "#tests/harness/database.ts";
import { parseInt8 } from "./client.ts";

const { db, pool } = await testDatabase();

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
