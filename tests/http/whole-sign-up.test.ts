import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { command as check } from "../../scripts/admin/check.ts";
import { brokenInvariants } from "#app/db/invariants.ts";
import { googleProvider, type Provider } from "../harness/google.ts";
import { cookieOf, goodPassword, testServer, type TestServer } from "../harness/server.ts";
import { testServices } from "../harness/services.ts";

let google: Provider;
let services: Awaited<ReturnType<typeof testServices>>;
let server: TestServer;
beforeAll(async () => {
  google = await googleProvider();
  services = await testServices({ env: google.settings });
  server = await testServer(services, { roles: ["web"] });
});
afterAll(async () => {
  await server.close();
  await services.close();
  await google.close();
});

const faults = {
  "has a full disk": "raise exception 'no space left on device' using errcode = 'disk_full';",
  "ends the connection": "perform pg_terminate_backend(pg_backend_pid());",
} as const;

/** Runs `work` while every insert into a table fails in the database. */
async function whileFailing<T>(
  table: string,
  fault: keyof typeof faults,
  work: () => Promise<T>,
): Promise<T> {
  const { pool } = services;
  await pool.query(`create function fail_here() returns trigger language plpgsql as $$
    begin ${faults[fault]} return new; end $$`);
  await pool.query(
    `create trigger fail_here before insert on ${table} for each row execute function fail_here()`,
  );
  try {
    return await work();
  } finally {
    await pool.query("drop function fail_here cascade");
  }
}

const signUp = (email: string) =>
  server.post("/api/auth/sign-up/email", { name: "Ada Lovelace", email, password: goodPassword });

const memberOf = (email: string) =>
  services.db.selectFrom("users").selectAll().where("email", "=", email).executeTakeFirst();

const tables = [
  "users",
  "ledger_accounts",
  "ledger_transactions",
  "ledger_entries",
  "accounts",
  "sessions",
];
const steps = tables.flatMap((table) =>
  (Object.keys(faults) as (keyof typeof faults)[]).map((fault) => [table, fault] as const),
);

test.each(steps)(
  "a sign-up that fails at %s because the database %s leaves nothing behind and can be repeated",
  async (table, fault) => {
    const email = `${randomUUID()}@example.org`;
    const failed = await whileFailing(table, fault, () => signUp(email));
    expect(failed.status).toBeGreaterThanOrEqual(500);
    expect(await memberOf(email)).toBeUndefined();
    const again = await signUp(email);
    expect(again.status).toBe(200);
    expect(await memberOf(email)).toMatchObject({ credits: 5 });
    expect(await brokenInvariants(services.pool)).toEqual({});
  },
);

/** The whole flow to the provider and back. */
async function signInWithGoogle(): Promise<Response> {
  const begun = await server.post("/api/auth/sign-in/oauth2", { providerId: "google" });
  const { url } = (await begun.json()) as { url: string };
  const consented = await fetch(url, { redirect: "manual" });
  const back = new URL(consented.headers.get("location") ?? "");
  return server.fetch(`${back.pathname}${back.search}`, {
    redirect: "manual",
    headers: { cookie: cookieOf(begun) },
  });
}

test.each(["ledger_accounts", "ledger_entries", "accounts"])(
  "a first Google sign-in that fails at %s leaves nothing behind and can be repeated",
  async (table) => {
    const email = `${randomUUID()}@example.org`;
    google.person = { sub: randomUUID(), email, email_verified: true, name: "Zoë de Vries" };
    await whileFailing(table, "has a full disk", signInWithGoogle);
    expect(await memberOf(email)).toBeUndefined();
    const again = await signInWithGoogle();
    expect(again.headers.getSetCookie().join()).toContain("session_token=");
    expect(await memberOf(email)).toMatchObject({ credits: 5 });
  },
);

/** The rows of a 0.1.0 sign-up that was interrupted between its two transactions. */
async function aHalfMember(): Promise<{ id: string; email: string }> {
  const [id, email] = [randomUUID(), `${randomUUID()}@example.org`];
  const password = await services.accounts.hashPassword(goodPassword);
  await services.db
    .insertInto("users")
    .values({ id, email, name: "Half", username: `half_${id.slice(0, 8)}` })
    .execute();
  await services.db
    .insertInto("accounts")
    .values({ id: randomUUID(), user_id: id, account_id: id, provider_id: "credential", password })
    .execute();
  return { id, email };
}

test("check reports a member without a credit account, and check --repair opens it, once", async () => {
  const half = await aHalfMember();
  expect(await brokenInvariants(services.pool)).toMatchObject({
    invariant_i11_member_accounts: [{ user_id: half.id }],
  });
  expect(await check.run(services, {})).toBe(1);
  expect(await check.run(services, { repair: true })).toBe(0);
  expect(await check.run(services, { repair: true })).toBe(0);
  expect(await memberOf(half.email)).toMatchObject({ credits: 5 });
});

test("the worker opens missing credit accounts by itself", async () => {
  const half = await aHalfMember();
  const worker = await testServer(services, { roles: ["worker"] });
  await expect.poll(async () => (await memberOf(half.email))?.credits).toBe(5);
  await worker.close();
});

test("an admin can give credits to a member without a credit account", async () => {
  const half = await aHalfMember();
  const admin = await server.signUp();
  await services.db
    .updateTable("users")
    .set({ role: "admin" })
    .where("id", "=", admin.userId)
    .execute();
  const answer = await admin.fetch(`/api/admin/users/${half.id}/credits`, {
    method: "POST",
    headers: { "content-type": "application/json", "idempotency-key": randomUUID() },
    body: JSON.stringify({ amount: 7, reason: "For the trouble" }),
  });
  expect(answer.status).toBe(200);
  expect(await memberOf(half.email)).toMatchObject({ credits: 12 });
});

/** The sessions that wait within a transaction while a sign-up waits for its password to be hashed. */
async function waitingWithin(email: string): Promise<object[]> {
  // Threads take them in order.
  const before = Array.from({ length: 60 }, () => services.accounts.hashPassword(goodPassword));
  let isWaiting = true;
  const all = Promise.all(before).then(() => (isWaiting = false));
  const answered = signUp(email);
  await Promise.all(before.slice(0, 30));
  const { rows } = await services.pool.query<object>(
    "select query from pg_stat_activity where datname = current_database() and state = 'idle in transaction'",
  );
  const isKnown = isWaiting;
  await all;
  expect((await answered).status).toBe(200);
  // Where all were hashed before the database answered, this says nothing.
  return isKnown ? rows : waitingWithin(`again-${email}`);
}

test("a sign-up opens no transaction before its password is hashed, however many wait", async () => {
  expect(await waitingWithin("patient@example.org")).toEqual([]);
});
