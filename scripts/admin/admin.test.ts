import { mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { expectBroken, testDatabase } from "#tests/harness/database.ts";
import { aMember, aPicture } from "#tests/harness/factories.ts";
import { testServices } from "#tests/harness/services.ts";
import { balanceOf } from "#app/features/billing/queries.ts";
import type { OpenServices } from "#app/open-services.ts";
import { command as backup } from "./backup.ts";
import { command as check } from "./check.ts";
import { UsageError, type Command, type Options } from "./command.ts";
import { command as createUser } from "./create-user.ts";
import { command as grantCredits } from "./grant-credits.ts";
import { command as restore } from "./restore.ts";
import { command as setPassword } from "./set-password.ts";
import { command as setRole } from "./set-role.ts";

let services: OpenServices;
let root: string;
beforeAll(async () => {
  services = await testServices();
  root = await mkdtemp(path.join(os.tmpdir(), "echoform-admin-"));
});
afterAll(async () => {
  await services.close();
  await rm(root, { recursive: true, force: true });
});

/** Runs a command and gives its status with what it printed. */
async function run(command: Command, over: OpenServices, options: Options) {
  const lines: string[] = [];
  const log = vi.spyOn(console, "log").mockImplementation((line: string) => lines.push(line));
  try {
    const status = await command.run(over, options);
    return { status, output: lines.join("\n") };
  } finally {
    log.mockRestore();
  }
}

const ada = {
  email: "ada@example.org",
  password: "a plain lantern 42",
  name: "Ada Lind",
  username: "ada.lind",
};

function signIn(email: string, password: string): Promise<Response> {
  const { SERVER_URL } = services.env;
  const headers = { "content-type": "application/json", origin: SERVER_URL };
  const body = JSON.stringify({ email, password });
  const address = `${SERVER_URL}/api/auth/sign-in/email`;
  return services.accounts.handler(new Request(address, { method: "POST", headers, body }));
}

async function rowOf(email: string) {
  return services.db
    .selectFrom("users")
    .select(["id", "role", "username", "credits"])
    .where("email", "=", email)
    .executeTakeFirstOrThrow();
}

test("create-user makes an account that can sign in, with the credits asked for", async () => {
  const made = await run(createUser, services, { ...ada, role: "admin", credits: "2" });
  expect(made.status).toBe(0);
  expect(await rowOf(ada.email)).toMatchObject({ role: "admin", username: "ada.lind", credits: 2 });
  expect((await signIn(ada.email, ada.password)).status).toBe(200);
});

test.each([
  [undefined, 5],
  ["0", 0],
  ["5", 5],
  ["120", 120],
])("create-user --credits %s leaves %i to spend", async (credits, current) => {
  const email = `c${credits ?? "none"}@example.org`;
  const options: Options = { email, password: ada.password, name: "Cato" };
  if (credits !== undefined) options.credits = credits;
  await run(createUser, services, options);
  expect(await balanceOf(services.db, (await rowOf(email)).id)).toMatchObject({ current, held: 0 });
});

test.each([
  [{ ...ada, email: "new@example.org" }, /username is taken/],
  [{ ...ada, username: "ada.two" }, /e-mail address is taken/],
  [{ ...ada, email: "short@example.org", password: "short" }, /at least 8/],
  [{ ...ada, email: "none@example.org", name: "  " }, /--name is empty/],
  [{ ...ada, role: "king" }, /--role is one of/],
  [{ ...ada, credits: "-1" }, /--credits is a whole number/],
])("create-user refuses %o", async (options, message) => {
  await expect(run(createUser, services, options)).rejects.toThrow(message);
});

test("set-role and set-password change what counts from now on", async () => {
  const member = await aMember(services);
  await run(setRole, services, { email: member.email, role: "admin" });
  expect((await rowOf(member.email)).role).toBe("admin");
  await run(setPassword, services, { email: member.email, password: "another lantern 43" });
  expect((await signIn(member.email, member.password)).status).toBe(401);
  expect((await signIn(member.email, "another lantern 43")).status).toBe(200);
  const nobody = { email: "nobody@example.org", role: "admin" };
  await expect(run(setRole, services, nobody)).rejects.toThrow(/Nobody has/);
});

test("grant-credits adds each time it is called, and needs a reason and a person", async () => {
  const member = await aMember(services);
  const options = { email: member.email, amount: "7", reason: "Won the contest" };
  await run(grantCredits, services, options);
  expect((await run(grantCredits, services, options)).output).toContain("has 19 now");
  await expect(run(grantCredits, services, { ...options, reason: " " })).rejects.toThrow(
    UsageError,
  );
  await expect(run(grantCredits, services, { ...options, amount: "1.5" })).rejects.toThrow(
    UsageError,
  );
  const nobody = { ...options, email: "nobody@example.org" };
  await expect(run(grantCredits, services, nobody)).rejects.toThrow(/Nobody has/);
});

test("check is silent about a sound database and shows the rows of a broken one", async () => {
  expect(await run(check, services, {})).toEqual({ status: 0, output: "all invariants hold" });
  const database = await testDatabase();
  expectBroken(database);
  const other = await testServices({ databaseUrl: database.url });
  const member = await aMember(other);
  const picture = await aPicture(other, member);
  await other.storage.delete(picture.storage_key);
  await database.pool.query("update users set credits = 99 where id = $1", [member.id]);
  const found = await run(check, other, {});
  expect(found.status).toBe(1);
  expect(found.output).toContain("invariant_i1_balances: 1 broken");
  expect(found.output).toContain(`pictures ${picture.id}`);
  expect(found.output).toContain("2 invariants are broken");
  await other.close();
});

/** Goes on making members, credits and pictures until told to stop; gives those that were acknowledged. */
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

test("a backup made during writes holds all that was there before, and restores whole", async () => {
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
  // The restored ledger goes on: its numbers do not collide, its triggers are on.
  await aMember(target, { credits: 30 });
  await expect(target.pool.query("delete from ledger_entries")).rejects.toThrow(/append-only/);
  await target.close();
});

test("values of every kind come back as they were", async () => {
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

test("a backup that was cut short, changed or made by another release is refused, changing nothing", async () => {
  const source = await testServices();
  await aPicture(source, await aMember(source));
  const folder = path.join(root, "damaged");
  await run(backup, source, { to: folder });
  await expect(run(backup, source, { to: folder })).rejects.toThrow(/not empty/);
  const target = await testServices();
  const refused = () => run(restore, target, { from: folder });

  const users = path.join(folder, "tables", "users.copy");
  const goodUsers = await readFile(users, "utf8");
  await writeFile(users, goodUsers.replace("Mira", "Mora"));
  await expect(refused()).rejects.toThrow(/users\.copy is not what the backup wrote/);
  await writeFile(users, "not rows");
  await expect(refused()).rejects.toThrow(/missing data|invalid input/);
  await writeFile(users, goodUsers);

  const manifest = path.join(folder, "backup.json");
  const good = await readFile(manifest, "utf8");
  await writeFile(manifest, good.replace("0001_identity.sql", "0001_another.sql"));
  await expect(refused()).rejects.toThrow(/another release/);
  await rm(manifest);
  await expect(refused()).rejects.toThrow(/no finished backup/);

  expect(await target.db.selectFrom("users").select("id").execute()).toEqual([]);
  expect((await readdir(path.join(folder, "tables"))).length).toBeGreaterThan(10);
  await Promise.all([source.close(), target.close()]);
});
