/** The one-time link of `npm start` that makes the first admin in the browser. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createFirstAdminLink } from "#app/features/identity/commands/first-admin.ts";
import { isFirstAdminLink } from "#app/features/identity/queries/first-admin.ts";
import { setRole } from "#app/features/identity/commands.ts";
import { hasAdmin } from "#app/features/identity/queries.ts";
import { houseAccount } from "../../db/seed/accounts.ts";
import { cookieOf, goodPassword, testServer, type TestServer } from "../harness/server.ts";
import { testServices } from "../harness/services.ts";

let services: Awaited<ReturnType<typeof testServices>>;
let server: TestServer;
beforeAll(async () => {
  services = await testServices();
  server = await testServer(services, { roles: ["web"] });
});
// Each test begins on a site without an admin.
beforeEach(async () => {
  await services.db.updateTable("users").set({ role: "member" }).execute();
  await services.db.deleteFrom("verifications").execute();
});
afterAll(async () => {
  await server.close();
  await services.close();
});

const link = async () => (await createFirstAdminLink(services)) ?? "";
const use = (token: string, given: object = {}) =>
  server.post("/api/first-admin", {
    token,
    name: "Ada Lovelace",
    email: `${randomUUID()}@example.org`,
    password: goodPassword,
    ...given,
  });
const codeOf = async (answer: Response) => ((await answer.json()) as { code?: string }).code;

test("the link makes an admin with the credits of a sign-up, who is signed in and can sign in again", async () => {
  const email = "first@example.org";
  const answer = await use(await link(), { email });
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ user: { email, role: "admin" } });
  const headers = { cookie: cookieOf(answer) };
  expect((await server.fetch("/api/admin/images", { headers })).status).toBe(200);
  const balance = await server.fetch("/api/billing/balance", { headers });
  expect(await balance.json()).toMatchObject({ current: 5 });
  const again = await server.post("/api/auth/sign-in/email", { email, password: goodPassword });
  expect(again.status).toBe(200);
});

test("the link works once, also when it is used many times at once", async () => {
  const token = await link();
  const answers = await Promise.all(Array.from({ length: 6 }, () => use(token)));
  const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
  expect(statuses).toEqual([200, 422, 422, 422, 422, 422]);
  const { length } = await services.db
    .selectFrom("users")
    .select("id")
    .where("role", "=", "admin")
    .execute();
  expect(length).toBe(1);
  expect(await codeOf(await use(token))).toBe("INVALID_TOKEN");
});

test("every link is useless once there is an admin, whoever made them", async () => {
  const [one, other] = [await link(), await link()];
  const member = await server.signUp();
  await setRole(services, member.email, "admin");
  for (const token of [one, other]) {
    expect(await isFirstAdminLink(services.db, token)).toBe(false);
    expect(await codeOf(await use(token))).toBe("INVALID_TOKEN");
  }
  expect(await createFirstAdminLink(services)).toBeNull();
});

test("a link expires, and a token that was never given out makes nobody", async () => {
  const token = await link();
  await services.db
    .updateTable("verifications")
    .set({ expires_at: new Date(Date.now() - 1) })
    .execute();
  for (const spent of [token, "a".repeat(43), `${token.slice(0, -1)}!`]) {
    const answer = await use(spent);
    expect([400, 422]).toContain(answer.status);
  }
  expect(await hasAdmin(services.db)).toBe(false);
});

test("a refused form uses nothing up: the same link works after it", async () => {
  const token = await link();
  const taken = await server.signUp();
  expect((await use(token, { password: "password1" })).status).toBe(422);
  expect((await use(token, { email: taken.email })).status).toBe(409);
  expect((await use(token, { name: " " })).status).toBe(400);
  expect(await hasAdmin(services.db)).toBe(false);
  expect((await use(token)).status).toBe(200);
});

test("the database has no token in clear, and creators of the demo gallery are no admins", async () => {
  await houseAccount(services, {
    username: "far-orbit",
    name: "Far Orbit",
    bio: "Demo",
    isDemo: true,
  });
  expect(await hasAdmin(services.db)).toBe(false);
  const token = await link();
  expect(token).toMatch(/^[\w-]{43}$/);
  const rows = await services.db.selectFrom("verifications").selectAll().execute();
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain(token);
});
