/**
 * The program's own role in its database. The superuser "postgres" is used for set-up only: what an SQL injection
 * could do as superuser (read and write files of the machine, run programs) the program's role cannot.
 */
import { randomBytes, randomUUID } from "node:crypto";
import { link, readFile, rm, writeFile } from "node:fs/promises";
import type { Client } from "pg";

export const ROLE = "echoform";

/** The role's password, made once and kept beside the superuser's; programs that start together agree on one. */
export async function rolePassword(file: string): Promise<string> {
  const kept = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
  if (kept !== "") return kept;
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, randomBytes(24).toString("base64url"), { mode: 0o600, flush: true });
  try {
    await link(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    await rm(draft, { force: true });
  }
  return readFile(file, "utf8");
}

/** Creates the role if missing, with the password from the file. */
export async function ensureRole(client: Client, password: string): Promise<void> {
  const secret = client.escapeLiteral(password);
  const found = await client.query<{ rolsuper: boolean }>(
    "select rolsuper from pg_roles where rolname = $1",
    [ROLE],
  );
  const rights = "login nosuperuser nocreatedb nocreaterole noreplication nobypassrls";
  const statement =
    found.rowCount === 0
      ? `create role ${ROLE} ${rights} password ${secret}`
      : `alter role ${ROLE} nosuperuser password ${secret}`;
  // Not for the log of the server, whatever its settings: the password is in it.
  await client.query("set log_statement = 'none'; set log_min_error_statement = 'panic'");
  await client.query(statement);
}

/**
 * Transfers everything that the superuser owns in the database to the role: databases of earlier releases belong to the
 * superuser throughout. Objects of extensions stay as they are. `reassign owned` refuses the first superuser, so each object
 * is altered by kind.
 */
const handOver = `
do $$
declare statement text;
begin
  for statement in
    with made as (select oid from pg_namespace where nspname not like 'pg\\_%' and nspname <> 'information_schema'),
    of_extension as (select classid, objid from pg_depend where deptype = 'e')
    select format('alter schema %I owner to ${ROLE}', n.nspname)
      from pg_namespace n
      where n.oid in (select oid from made) and n.nspowner = 10
        and ('pg_namespace'::regclass::oid, n.oid) not in (select classid, objid from of_extension)
    union all
    select format('alter %s %s owner to ${ROLE}',
        case c.relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end,
        c.oid::regclass)
      from pg_class c
      where c.relnamespace in (select oid from made) and c.relowner = 10 and c.relkind in ('r', 'p', 'v', 'm', 'S')
        and ('pg_class'::regclass::oid, c.oid) not in (select classid, objid from of_extension)
        -- A sequence of a column goes with its table.
        and not exists (select from pg_depend d
          where d.classid = 'pg_class'::regclass and d.objid = c.oid and c.relkind = 'S' and d.deptype in ('a', 'i'))
    union all
    select format('alter routine %s owner to ${ROLE}', p.oid::regprocedure)
      from pg_proc p
      where p.pronamespace in (select oid from made) and p.proowner = 10
        and ('pg_proc'::regclass::oid, p.oid) not in (select classid, objid from of_extension)
    union all
    select format('alter type %s owner to ${ROLE}', t.oid::regtype)
      from pg_type t
      where t.typnamespace in (select oid from made) and t.typowner = 10 and t.typtype in ('d', 'e', 'r')
        and ('pg_type'::regclass::oid, t.oid) not in (select classid, objid from of_extension)
  loop
    execute statement;
  end loop;
end $$`;

/** Makes the role the owner of the database that the client is connected to, and of everything in it. */
export async function giveDatabase(client: Client, database: string): Promise<void> {
  const owned = await client.query(
    "select from pg_database d join pg_roles r on r.oid = d.datdba where d.datname = $1 and r.rolname = $2",
    [database, ROLE],
  );
  if (owned.rowCount === 1) return;
  await client.query("begin");
  await client.query(handOver);
  // Last, for it says that all the rest is done.
  await client.query(`alter database ${client.escapeIdentifier(database)} owner to ${ROLE}`);
  await client.query("commit");
}
