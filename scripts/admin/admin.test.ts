import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runCommand as run } from "#tests/harness/admin-command.ts";
import { expectBroken, testDatabase } from "#tests/harness/database.ts";
import { aMember, aPicture } from "#tests/harness/factories.ts";
import { testServices } from "#tests/harness/services.ts";
import { balanceOf } from "#app/features/billing/queries.ts";
import type { OpenServices } from "#app/open-services.ts";
import { command as check } from "./check.ts";
import { UsageError, type Options } from "./command.ts";
import { command as createUser } from "./create-user.ts";
import { command as grantCredits } from "./grant-credits.ts";
import { command as messages } from "./messages.ts";
import { command as setPassword } from "./set-password.ts";
import { command as setRole } from "./set-role.ts";

let services: OpenServices;
beforeAll(async () => {
  services = await testServices();
});
afterAll(() => services.close());

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
])("create-user --credits %s results in a balance of %i", async (credits, current) => {
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

test("set-role and set-password take effect at once", async () => {
  const member = await aMember(services);
  await run(setRole, services, { email: member.email, role: "admin" });
  expect((await rowOf(member.email)).role).toBe("admin");
  await run(setPassword, services, { email: member.email, password: "another lantern 43" });
  expect((await signIn(member.email, member.password)).status).toBe(401);
  expect((await signIn(member.email, "another lantern 43")).status).toBe(200);
  const nobody = { email: "nobody@example.org", role: "admin" };
  await expect(run(setRole, services, nobody)).rejects.toThrow(/Nobody has/);
});

test("grant-credits adds credits on each call, and requires a reason and a member", async () => {
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

test("amounts of credits beyond a million are refused, so that sums stay exact", async () => {
  const member = await aMember(services);
  const most = { email: member.email, amount: "9007199254740991", reason: "A slip" };
  await expect(run(grantCredits, services, most)).rejects.toThrow("--amount is at most 1000000");
  const rich = { email: "rich@example.org", password: ada.password, name: "Rich" };
  await expect(run(createUser, services, { ...rich, credits: "9007199254740991" })).rejects.toThrow(
    "--credits is at most 1000000",
  );
  expect(await balanceOf(services.db, member.id)).toMatchObject({ current: 5 });
});

test("create-user creates no account if its credits cannot be written", async () => {
  const database = await testDatabase();
  const other = await testServices({ databaseUrl: database.url });
  await database.pool.query(
    `create function refuse_adjust() returns trigger language plpgsql as $$
     begin raise exception 'no room'; end $$`,
  );
  await database.pool.query(
    `create trigger refuse before insert on ledger_transactions
     for each row when (new.kind = 'adjust') execute function refuse_adjust()`,
  );
  const options = { email: "half@example.org", password: ada.password, name: "Half", credits: "1" };
  await expect(run(createUser, other, options)).rejects.toThrow("no room");
  expect(await other.db.selectFrom("users").select("id").execute()).toEqual([]);
  await other.close();
});

test("control characters in user text do not reach the terminal", async () => {
  await services.db
    .insertInto("messages")
    .values({
      id: randomUUID(),
      kind: "contact",
      name: "Eve\u001B]0;owned\u0007",
      email: "eve@example.org",
      body: "first\nsecond \u009B2J\u202Egnp.exe",
    })
    .execute();
  const { output } = await run(messages, services, {});
  expect(output).toContain(
    "Eve\\u{1b}]0;owned\\u{7} <eve@example.org>\n  first\n  second \\u{9b}2J",
  );
  for (const sign of "\u001B\u0007\u009B\u202E") expect(output).not.toContain(sign);
});

test("check prints nothing for a valid database and lists the rows of an invalid one", async () => {
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
