import { createHash, randomUUID } from "node:crypto";
import {
  chmod,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  rm,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runCommand as run } from "#tests/harness/admin-command.ts";
import { aCaster } from "#tests/harness/caster.ts";
import { expectBroken, testDatabase } from "#tests/harness/database.ts";
import { aMember, aPicture } from "#tests/harness/factories.ts";
import { testServices } from "#tests/harness/services.ts";
import { claimGeneration } from "#app/features/generation/jobs/claim.ts";
import type { OpenServices } from "#app/open-services.ts";
import { command as backup } from "./backup.ts";
import { manifestFile, tableFile, type Manifest } from "#app/features/admin/jobs/backup-format.ts";
import { command as check } from "./check.ts";
import { command as restore } from "./restore.ts";

let root: string;
beforeAll(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), "echoform-backup-"));
});
afterAll(() => rm(root, { recursive: true, force: true }));

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

/** Creates members, credits and pictures until stopped; returns the committed ones. */
function keepWriting(target: OpenServices) {
  const acknowledged: string[] = [];
  const over = new AbortController();
  async function write(): Promise<void> {
    while (!over.signal.aborted) {
      const member = await aMember(target, { credits: 9 });
      const picture = await aPicture(target, member);
      acknowledged.push(picture.id);
    }
  }
  const writers = [write(), write(), write()];
  return {
    acknowledged,
    stop() {
      over.abort();
      return Promise.all(writers);
    },
  };
}

test("a backup made during writes contains everything that was committed before, and restores completely", async () => {
  const source = await testServices();
  const writing = keepWriting(source);
  await expect.poll(() => writing.acknowledged.length).toBeGreaterThan(10);
  const before = [...writing.acknowledged];
  const folder = path.join(root, "during-writes");
  expect((await run(backup, source, { to: folder })).status).toBe(0);
  await writing.stop();
  await source.close();

  const target = await testServices();
  expect((await run(restore, target, { from: folder })).status).toBe(0);
  const rows = await target.db.selectFrom("pictures").select("id").execute();
  const ids = new Set(rows.map((row) => row.id));
  expect(before.filter((id) => !ids.has(id))).toEqual([]);
  expect(await run(check, target, {})).toEqual({ status: 0, output: "all invariants hold" });
  // The restored ledger works: its numbers do not collide, its triggers are on.
  await aMember(target, { credits: 30 });
  await expect(target.pool.query("delete from ledger_entries")).rejects.toThrow(/append-only/);
  await target.close();
});

test("values of every type are restored unchanged", async () => {
  const source = await testServices();
  const member = await aMember(source);
  const title = 'tab\\there "quotes" \\N null \u{1F30A}';
  const picture = await aPicture(source, member, {
    title,
    tags: ["a,b", '"c"', "\\"],
    gen_meta: { nested: [1, null, "é"] },
    description: "two\nlines\r\n",
    prompt: null,
  });
  // Rows of many sizes, several megabytes: more than any one packet or buffer holds.
  await source.pool.query(
    `insert into notifications (id, user_id, type, title, description)
     select gen_random_uuid(), $1, 'generation_completed', 'N' || n, repeat(md5(n::text), 1 + n % 97)
     from generate_series(1, 4000) n`,
    [member.id],
  );
  const digest = (from: OpenServices) =>
    from.pool
      .query("select md5(string_agg(md5(n::text), '' order by id)) as digest from notifications n")
      .then((result) => result.rows);
  const folder = path.join(root, "values");
  await run(backup, source, { to: folder });
  const target = await testServices();
  await run(restore, target, { from: folder });
  expect(await digest(target)).toEqual(await digest(source));
  const read = (from: OpenServices) =>
    from.db.selectFrom("pictures").selectAll().where("id", "=", picture.id).executeTakeFirst();
  expect(await read(target)).toEqual(await read(source));
  expect((await target.storage.get(picture.storage_key))?.bytes).toEqual(
    (await source.storage.get(picture.storage_key))?.bytes,
  );
  await Promise.all([source.close(), target.close()]);
});

test("a restore refuses a database in use, and with --force replaces all of it", async () => {
  const source = await testServices();
  await aMember(source, { name: "Saved" });
  const folder = path.join(root, "forced");
  await run(backup, source, { to: folder });
  const target = await testServices();
  await aMember(target, { name: "Present" });
  await expect(run(restore, target, { from: folder })).rejects.toThrow(/not empty/);
  await run(restore, target, { from: folder, force: true });
  expect(await target.db.selectFrom("users").select("name").execute()).toEqual([{ name: "Saved" }]);
  await Promise.all([source.close(), target.close()]);
});

/** The contents of a folder, with all permissions. */
async function rightsBelow(folder: string): Promise<Set<string>> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const rights = await Promise.all(
    found.map(async (entry) => {
      const { mode } = await stat(path.join(entry.parentPath, entry.name));
      return `${entry.isDirectory() ? "folder" : "file"} ${(mode & 0o777).toString(8)}`;
    }),
  );
  return new Set(rights);
}

test("a backup is readable by its owner only, also in an existing open folder", async () => {
  const folder = path.join(root, "open-before");
  await mkdir(folder);
  await chmod(folder, 0o777);
  const source = await testServices();
  await aPicture(source, await aMember(source));
  const umask = process.umask(0);
  try {
    await run(backup, source, { to: folder });
  } finally {
    process.umask(umask);
  }
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  expect(await rightsBelow(folder)).toEqual(new Set(["folder 700", "file 600"]));
  await source.close();
});

async function signIn(services: OpenServices, { id }: { id: string }) {
  const soon = new Date(Date.now() + 3_600_000);
  const session = { id: randomUUID(), user_id: id, token: randomUUID(), expires_at: soon };
  await services.db.insertInto("sessions").values(session).execute();
  const endpoint = `https://push.example.org/${session.id}`;
  await services.db
    .insertInto("push_subscriptions")
    .values({ session_id: session.id, endpoint, p256dh: "key", auth: "secret" })
    .execute();
  await services.db
    .insertInto("verifications")
    .values({ id: randomUUID(), identifier: "reset-password:x", value: id, expires_at: soon })
    .execute();
}

async function waysIn({ pool }: OpenServices): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(
    "select (select count(*) from sessions) + (select count(*) from verifications) as n",
  );
  return rows[0].n;
}

test("sessions, one-time links and runs of maintenance jobs are neither saved nor restored, not even from older backups", async () => {
  const source = await testServices();
  const member = await aMember(source);
  await signIn(source, member);
  await source.pool.query("insert into upkeep_runs values ('prune-search', now(), 1, now())");
  const folder = path.join(root, "ways-in");
  await run(backup, source, { to: folder });
  expect(await readFile(tableFile(folder, "upkeep_runs"), "utf8")).toBe("");
  expect(await readFile(tableFile(folder, "sessions"), "utf8")).toBe("");
  expect(await readFile(tableFile(folder, "push_subscriptions"), "utf8")).toBe("");
  expect(await waysIn(source)).toBe(2);

  // A backup of format 1: with those rows and without a checksum of the manifest.
  const { rows } = await source.pool.query<{ line: string }>(
    "select concat_ws(E'\\t', id, user_id, token, '2099-01-01', '\\N', '\\N', '2026-01-01', '2026-01-01') as line from sessions",
  );
  const content = `${rows[0].line}\n`;
  await writeFile(tableFile(folder, "sessions"), content);
  const { sha256: _sum, ...manifest } = JSON.parse(
    await readFile(manifestFile(folder), "utf8"),
  ) as Manifest & { sha256: string };
  const tables = manifest.tables.map((table) =>
    table.name === "sessions" ? { ...table, rows: 1, sha256: sha256(content) } : table,
  );
  await writeFile(manifestFile(folder), JSON.stringify({ ...manifest, format: 1, tables }));

  const target = await testServices();
  await signIn(target, await aMember(target));
  await run(restore, target, { from: folder, force: true });
  expect(await waysIn(target)).toBe(0);
  expect(await target.db.selectFrom("users").select("id").execute()).toEqual([{ id: member.id }]);
  await Promise.all([source.close(), target.close()]);
});

test("a restore drops queued mails of the previous members", async () => {
  const source = await testServices();
  const folder = path.join(root, "mails");
  await run(backup, source, { to: folder });
  await source.close();
  const target = await testServices();
  await target.jobs.enqueue(target.db, "mail", { to: "before@example.org" });
  const waiting = () => target.pool.query("select from pgboss.job where name = 'mail'");
  expect((await waiting()).rowCount).toBe(1);
  await run(restore, target, { from: folder, force: true });
  expect((await waiting()).rowCount).toBe(0);
  await target.close();
});

test("a backup into the program's own folders is refused, also through a link, and creates nothing", async () => {
  const source = await testServices();
  const picture = await aPicture(source, await aMember(source));
  const files = path.join(source.env.DATA_DIR, "files");
  const link = path.join(root, "link");
  await symlink(files, link);
  for (const to of [
    path.join(files, "backup"),
    path.join(files, "pictures", "a", "b"),
    path.join(link, "backup"),
    path.join(source.env.DATA_DIR, "files", "..", "postgres", "backup"),
    path.join(source.env.DATA_DIR, "cache"),
  ]) {
    await expect(run(backup, source, { to })).rejects.toThrow(/is inside .*: choose another\.$/);
  }
  expect(await Array.fromAsync(source.storage.list("pictures/"))).toContain(picture.storage_key);
  expect(await readdir(files)).not.toContain("backup");
  await run(backup, source, { to: path.join(source.env.DATA_DIR, "backups", "one") });
  await source.close();
});

test("a folder that cannot be written to is named at once", async () => {
  const source = await testServices();
  const file = path.join(root, "a-file");
  await writeFile(file, "");
  await expect(run(backup, source, { to: path.join(file, "backup") })).rejects.toThrow(
    `The backup in ${path.join(file, "backup")} failed: it cannot be written to (ENOTDIR).`,
  );
  await expect(run(backup, source, { to: "/proc/nothing/backup" })).rejects.toThrow(
    "The backup in /proc/nothing/backup failed: it cannot be written to (ENOENT).",
  );
  await source.close();
});

test("casts that were running at the backup violate no invariant after the restore until a worker has had time", async () => {
  const [from, to] = [await testDatabase(), await testDatabase()];
  // Their leases have expired, which the strict check after the test file would report.
  expectBroken(from);
  expectBroken(to);
  const source = await testServices({ databaseUrl: from.url });
  const { cast } = await aCaster(source);
  const castId = await cast("a lantern on a pier");
  await claimGeneration(
    source.db,
    { worker: "gone", leaseSeconds: 1 },
    { local: true, limits: new Map() },
  );
  await from.pool.query("update generations set lease_until = now() - interval '2 minutes'");
  const folder = path.join(root, "running");
  await run(backup, source, { to: folder });
  const target = await testServices({ databaseUrl: to.url });
  await run(restore, target, { from: folder });
  expect(await run(check, target, {})).toEqual({
    status: 0,
    output:
      "some casts were running when their worker ended: the next worker takes them up\nall invariants hold",
  });
  const worker = (began: string) =>
    to.pool.query(
      `insert into processes (id, roles, started_at, seen_at)
       values (gen_random_uuid(), '{worker}', now() - $1::interval, now())`,
      [began],
    );
  await worker("30 seconds");
  expect((await run(check, target, {})).status).toBe(0);
  await worker("90 seconds");
  const found = await run(check, target, {});
  expect(found.status).toBe(1);
  expect(found.output).toContain("invariant_i8_leases: 1 broken");
  expect(found.output).toContain(castId);
  await Promise.all([source.close(), target.close()]);
});
