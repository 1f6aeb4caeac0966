import { rm, stat } from "node:fs/promises";
import path from "node:path";
import { Client } from "pg";
import { afterEach, expect, test } from "vitest";
import { prepareJobs } from "#app/adapters/jobs/pg-boss.ts";
import { openPool } from "#app/db/client.ts";
import { openEmbedded, type Embedded } from "#app/db/embedded.ts";
import { brokenInvariants } from "#app/db/invariants.ts";
import { migrate } from "#app/db/migrate.ts";
import { openLog } from "#app/lib/log.ts";
import { asSuperuser } from "../harness/superuser.ts";
import { quickTemporaryFolder } from "../harness/quick-folder.ts";

const log = openLog("silent");
const folders: string[] = [];
const opened: Embedded[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((embedded) => embedded.stop()));
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

async function aFolder(): Promise<string> {
  const folder = await quickTemporaryFolder();
  folders.push(folder);
  return folder;
}

async function open(folder: string): Promise<Embedded> {
  const embedded = await openEmbedded(folder, log, { settings: { fsync: "off" } });
  opened.push(embedded);
  return embedded;
}

async function query<T>(url: string, sql: string): Promise<T[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows as T[];
  } finally {
    await client.end();
  }
}

/** Creates every kind of object that the program has in its database. */
async function fill(url: string): Promise<void> {
  const pool = openPool(url, 4, log);
  await migrate(pool);
  await prepareJobs(pool);
  await pool.end();
}

test("the program connects with a role that is no superuser and cannot access the machine", async () => {
  const folder = await aFolder();
  const { url } = await open(folder);
  const [rights] = await query(
    url,
    `select rolname, rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls
     from pg_roles where rolname = current_user`,
  );
  expect(rights).toEqual({
    rolname: "echoform",
    rolsuper: false,
    rolcreatedb: false,
    rolcreaterole: false,
    rolreplication: false,
    rolbypassrls: false,
  });
  await fill(url);
  for (const statement of [
    "select pg_read_file('/etc/passwd')",
    "select pg_ls_dir('/')",
    "copy users to '/tmp/echoform-users'",
    "copy users from program 'id'",
    "alter system set log_statement = 'all'",
    "create role other superuser",
    "select passwd from pg_shadow",
    "set session authorization postgres",
  ]) {
    await expect(query(url, statement)).rejects.toThrow(/permission denied|must be superuser/);
  }
  const password = await stat(path.join(folder, "postgres", "program-password"));
  expect(password.mode & 0o777).toBe(0o600);
});

test("programs that start together over a new folder agree on role and password", async () => {
  const folder = await aFolder();
  const urls = (await Promise.all(Array.from({ length: 4 }, () => open(folder)))).map((e) => e.url);
  expect(new Set(urls).size).toBe(1);
  expect(await query(urls[0], "select 1 as n")).toEqual([{ n: 1 }]);
});

test("a database of an earlier release, owned by the superuser, is migrated completely", async () => {
  const folder = await aFolder();
  const first = await open(folder);
  // As earlier releases had it: no role, no password of its own, everything made by the superuser.
  const server = first.url.replace(/\/echoform$/, "/postgres");
  await asSuperuser(folder, server, async (client) => {
    await client.query("drop database echoform");
    await client.query("drop role echoform");
    await client.query("create database echoform");
  });
  await rm(path.join(folder, "postgres", "program-password"));
  await asSuperuser(folder, first.url, async (client) => {
    const { host, port, user, password } = client as Client & { password: string };
    await fill(`postgres://${user}:${password}@${host}:${port}/echoform`);
    await client.query(
      "insert into users (id, email, name, username) values (gen_random_uuid(), 'a@b.example', 'Ada', 'ada')",
    );
  });
  await first.stop();

  const { url } = await open(folder);
  expect(await query(url, "select username from users")).toEqual([{ username: "ada" }]);
  const foreign = await query(
    url,
    `with of_extension as (select classid, objid from pg_depend where deptype = 'e'),
     made as (select oid from pg_namespace where nspname not like 'pg\\_%' and nspname <> 'information_schema')
     select 'relation' as kind, relname::text as name, relowner as owner, 'pg_class'::regclass::oid as classid, oid
       from pg_class where relnamespace in (select oid from made) and relkind <> 'i' and relkind <> 'I'
     union all select 'routine', proname, proowner, 'pg_proc'::regclass, oid
       from pg_proc where pronamespace in (select oid from made)
     union all select 'type', typname, typowner, 'pg_type'::regclass, oid
       from pg_type where typnamespace in (select oid from made)
     union all select 'schema', nspname, nspowner, 'pg_namespace'::regclass, oid
       from pg_namespace where oid in (select oid from made) and nspname <> 'public'
     except select t.kind, t.name, t.owner, t.classid, t.oid from (
       select null::text as kind, null::text as name, null::oid as owner, null::oid as classid, null::oid as oid) t`,
  );
  const members = await query<{ classid: number; objid: number }>(
    url,
    "select classid, objid from pg_depend where deptype = 'e'",
  );
  const ofExtension = new Set(members.map(({ classid, objid }) => `${classid} ${objid}`));
  const left = (
    foreign as { kind: string; name: string; owner: number; classid: number; oid: number }[]
  )
    .filter(({ owner, classid, oid }) => owner === 10 && !ofExtension.has(`${classid} ${oid}`))
    // Arrays of an extension's types come with it, without an entry of their own.
    .filter(({ kind, name }) => kind !== "type" || !name.startsWith("_"));
  expect(left).toEqual([]);
  expect(foreign.length).toBeGreaterThan(100);

  // What later releases do works: migrations, the library of jobs, a restore's clean sweep.
  await query(
    url,
    "alter table users add column later text; create or replace view invariant_later as select 1 as n where false",
  );
  await query(url, "drop function refuse_change() cascade");
  await fill(url);
  const pool = openPool(url, 2, log);
  expect(await brokenInvariants(pool)).toHaveProperty("invariant_i5_append_only");
  await pool.end();
  await query(url, "drop schema public cascade; create schema public");
});
