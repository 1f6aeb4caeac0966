import { afterAll, beforeAll, expect, test } from "vitest";
import { cookieOf, goodPassword, testServer, type TestServer } from "../harness/server.ts";
import { testServices } from "../harness/services.ts";

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

const storedUser = (email: string) =>
  server.services.db.selectFrom("users").selectAll().where("email", "=", email).executeTakeFirst();

const signIn = (email: string, password: string) =>
  server.post("/api/auth/sign-in/email", { email, password });

test("sign-up opens a session at once and gives 5 credits", async () => {
  const ada = await server.signUp("Ada Lovelace");
  const profile = await ada.fetch("/api/profile");
  expect(profile.status).toBe(200);
  expect(profile.headers.get("cache-control")).toBe("no-store");
  expect(await profile.json()).toMatchObject({
    id: ada.userId,
    email: ada.email,
    name: "Ada Lovelace",
    credits: 5,
    plan: "Free",
  });
  const balance = await ada.fetch("/api/billing/balance");
  expect(await balance.json()).toMatchObject({ current: 5, held: 0 });
});

test("two members of one name get two usernames made from it", async () => {
  await server.signUp("Grace Hopper");
  await server.signUp("Grace Hopper");
  const rows = await server.services.db
    .selectFrom("users")
    .select("username")
    .where("name", "=", "Grace Hopper")
    .orderBy("created_at")
    .execute();
  expect(rows[0]?.username).toBe("grace-hopper");
  expect(rows[1]?.username).toMatch(/^grace-hopper-\d{4}$/);
});

test("the session cookie is HttpOnly, SameSite=Lax, for the whole site", async () => {
  const { email } = await server.signUp();
  const answer = await signIn(email, goodPassword);
  expect(answer.status).toBe(200);
  const [line = ""] = answer.headers.getSetCookie();
  expect(line).toMatch(/^echoform\.session_token=/);
  expect(line).toMatch(/; HttpOnly/i);
  expect(line).toMatch(/; SameSite=Lax/i);
  expect(line).toMatch(/; Path=\//i);
  expect(line).not.toMatch(/; Domain=/i);
});

test("AU-12 sign-out ends the session on the server: the old cookie is worth nothing", async () => {
  const ada = await server.signUp();
  expect((await ada.fetch("/api/profile")).status).toBe(200);
  const out = await ada.fetch("/api/auth/sign-out", { method: "POST" });
  expect(out.status).toBe(200);
  expect((await ada.fetch("/api/profile")).status).toBe(401);
  const session = await ada.fetch("/api/auth/get-session");
  expect(await session.json()).toBeNull();
});

test("AU-10 a session is told by get-session, with the role of the users table", async () => {
  const ada = await server.signUp();
  const answer = await ada.fetch("/api/auth/get-session");
  expect(await answer.json()).toMatchObject({ user: { id: ada.userId, role: "member" } });
  expect((await server.fetch("/api/profile")).status).toBe(401);
});

test.each([
  ["blank", "   "],
  ["empty", ""],
  ["only invisible characters", "\u200b\u2060"],
  ["missing", undefined],
])("AU-02 a %s name at sign-up is refused with 'Name is required'", async (_kind, name) => {
  const email = `blank-${Math.random()}@example.org`;
  const answer = await server.post("/api/auth/sign-up/email", {
    name,
    email,
    password: goodPassword,
  });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ message: "Name is required", status: 400 });
  expect(await storedUser(email)).toBeUndefined();
});

test("sign-up with role, credits and plan stores none of them", async () => {
  const email = "mallory@example.org";
  const answer = await server.post("/api/auth/sign-up/email", {
    name: "Mallory",
    email,
    password: goodPassword,
    role: "admin",
    credits: 99_999,
    plan: "Studio",
    username: "administrator",
    emailVerified: true,
    banned_at: null,
    is_demo: true,
    can_change_username: false,
    id: "00000000-0000-0000-0000-000000000000",
  });
  expect(answer.status).toBe(200);
  expect(await storedUser(email)).toMatchObject({
    role: "member",
    credits: 5,
    plan: "Free",
    username: "mallory",
    email_verified: false,
    is_demo: false,
    can_change_username: true,
  });
  const admin = await server.services.db
    .selectFrom("users")
    .select("id")
    .where("role", "=", "admin")
    .execute();
  expect(admin).toEqual([]);
});

test.each([
  ["password1", 422, "PASSWORD_TOO_COMMON"],
  ["QwertyUiop", 422, "PASSWORD_TOO_COMMON"],
  ["short", 422, "PASSWORD_TOO_SHORT"],
  ["x".repeat(129), 422, "PASSWORD_TOO_LONG"],
])("sign-up with the password %j is refused", async (password, status, code) => {
  const answer = await server.post("/api/auth/sign-up/email", {
    name: "Weak",
    email: "weak@example.org",
    password,
  });
  expect(answer.status).toBe(status);
  const text = await answer.text();
  expect(JSON.parse(text)).toMatchObject({ code, status, errors: [{ path: "password" }] });
  expect(text).not.toContain(`"${password}"`);
  expect(await storedUser("weak@example.org")).toBeUndefined();
});

test.each([
  "not-an-address",
  "a@b@example.org",
  "new\r\nline@example.org",
  "nul\u0000@example.org",
  `${"x".repeat(250)}@example.org`,
])("sign-up with the address %j is refused", async (email) => {
  const answer = await server.post("/api/auth/sign-up/email", {
    name: "Nobody",
    email,
    password: goodPassword,
  });
  expect(answer.status).toBe(400);
});

test("an address in other capitals or full-width letters is the same account", async () => {
  const first = await server.post("/api/auth/sign-up/email", {
    name: "Kate",
    email: "Kate@Example.org",
    password: goodPassword,
  });
  expect(first.status).toBe(200);
  const again = await server.post("/api/auth/sign-up/email", {
    name: "Kate",
    email: "\uff4bATE@example.org",
    password: goodPassword,
  });
  expect(again.status).toBe(422);
  expect((await signIn("KATE@EXAMPLE.ORG", goodPassword)).status).toBe(200);
});

test("sign-in answers a wrong password and an unknown address in the same words", async () => {
  const { email } = await server.signUp();
  const [known, unknown] = await Promise.all([
    signIn(email, "not-the-password"),
    signIn("nobody-at-all@example.org", "not-the-password"),
  ]);
  expect([known.status, unknown.status]).toEqual([401, 401]);
  const strip = ({ requestId: _requestId, ...rest }: Record<string, unknown>) => rest;
  const bodies = (await Promise.all([known.json(), unknown.json()])) as Record<string, unknown>[];
  expect(strip(bodies[0] ?? {})).toEqual(strip(bodies[1] ?? {}));
  expect(bodies[0]).toMatchObject({
    type: "urn:echoform:problem:unauthenticated",
    code: "INVALID_EMAIL_OR_PASSWORD",
    message: expect.any(String),
  });
});

test("the session of a banned member is worth nothing from the next request on", async () => {
  const ada = await server.signUp();
  await server.services.db
    .updateTable("users")
    .set({ banned_at: new Date() })
    .where("id", "=", ada.userId)
    .execute();
  expect((await ada.fetch("/api/profile")).status).toBe(401);
  expect(await (await ada.fetch("/api/auth/get-session")).json()).toBeNull();
  expect((await signIn(ada.email, ada.password)).status).toBe(401);
});

test("the session of a deleted member is worth nothing from the next request on", async () => {
  const ada = await server.signUp();
  const { db } = server.services;
  await db.deleteFrom("sessions").where("user_id", "=", ada.userId).execute();
  expect((await ada.fetch("/api/profile")).status).toBe(401);
});

test("whether a cookie is a session, the server and Better Auth agree", async () => {
  const ada = await server.signUp();
  const bob = await server.signUp();
  const [name = "", value = ""] = ada.cookie.split("=");
  const [token = "", signature = ""] = decodeURIComponent(value).split(".");
  const otherToken = decodeURIComponent(bob.cookie.split("=")[1] ?? "").split(".")[0];
  const cookies: [cookie: string, isSession: boolean][] = [
    [ada.cookie, true],
    [`first=1; ${ada.cookie}; last=2`, true],
    [`${name}=${token}`, false],
    [`${name}=${token}.`, false],
    [`${name}=.${signature}`, false],
    [`${name}=${encodeURIComponent(`${otherToken}.${signature}`)}`, false],
    [`${name}=${value.replace(/^./, (letter) => (letter === "x" ? "y" : "x"))}`, false],
    [`${name}=%E0%A4%A`, false],
    [`other${ada.cookie}`, false],
    [`${name}=`, false],
    [name, false],
  ];
  for (const [cookie, isSession] of cookies) {
    const headers = { cookie };
    const profile = await server.fetch("/api/profile", { headers });
    const url = new URL("/api/auth/get-session", server.services.env.SERVER_URL);
    const theirs = await server.services.accounts.handler(new Request(url, { headers }));
    expect([cookie, profile.status === 200]).toEqual([cookie, isSession]);
    expect([cookie, (await theirs.json()) !== null]).toEqual([cookie, isSession]);
  }
});

test("a session that is over is none", async () => {
  const ada = await server.signUp();
  await server.services.db
    .updateTable("sessions")
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where("user_id", "=", ada.userId)
    .execute();
  expect((await ada.fetch("/api/profile")).status).toBe(401);
});

test("on https the cookie is held to the host and the answers to https", async () => {
  const services = await testServices({
    env: { SERVER_URL: "https://echoform.example", RATE_LIMIT_FACTOR: "1" },
  });
  const secure = await testServer(services, { roles: ["web"] });
  const email = "ada@example.org";
  const answer = await secure.post("/api/auth/sign-up/email", {
    name: "Ada",
    email,
    password: goodPassword,
  });
  const [line = ""] = answer.headers.getSetCookie();
  expect(line).toMatch(/^__Host-echoform\.session_token=/);
  expect(line).toMatch(/; Secure/i);
  expect(line).toMatch(/; Path=\/(;|$)/i);
  expect(line).not.toMatch(/Domain/i);
  expect(answer.headers.get("strict-transport-security")).toBe(
    "max-age=63072000; includeSubDomains",
  );
  const cookie = cookieOf(answer);
  expect((await secure.fetch("/api/profile", { headers: { cookie } })).status).toBe(200);
  await secure.close();
  await services.close();
});

test("addresses of Better Auth that go round our own rules are not there", async () => {
  const ada = await server.signUp();
  for (const name of ["update-user", "delete-user", "change-email", "set-password"]) {
    const answer = await ada.fetch(`/api/auth/${name}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ name: "", role: "admin", callbackURL: "/" }),
    });
    expect([name, answer.status]).toEqual([name, 404]);
  }
});

test("a change of the password obeys the list and ends the other sessions when asked", async () => {
  const ada = await server.signUp();
  const other = cookieOf(await signIn(ada.email, ada.password));
  const change = (newPassword: string) =>
    ada.fetch("/api/auth/change-password", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        currentPassword: ada.password,
        newPassword,
        revokeOtherSessions: true,
      }),
    });
  expect((await change("football1")).status).toBe(422);
  expect((await change("quiet-harbour-93")).status).toBe(200);
  const old = await server.fetch("/api/profile", { headers: { cookie: other } });
  expect(old.status).toBe(401);
});
