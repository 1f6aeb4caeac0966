import { afterAll, beforeAll, expect, test } from "vitest";
import { goodPassword, testServer, type TestServer } from "../harness/server.ts";

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

test("two members with the same name get two usernames made from it", async () => {
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

test("people with the same name who sign up concurrently all succeed, each with their own username", async () => {
  for (let round = 0; round < 8; round += 1) {
    const name = `Same Moment ${round}`;
    const people = await Promise.all([1, 2, 3, 4].map(() => server.signUp(name)));
    const rows = await Promise.all(people.map(({ email }) => storedUser(email)));
    expect(new Set(rows.map((row) => row?.username)).size).toBe(people.length);
  }
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
  ["Echoform-2026!", 422, "PASSWORD_TOO_NEAR"],
  ["weak.person1", 422, "PASSWORD_TOO_NEAR"],
  ["short", 422, "PASSWORD_TOO_SHORT"],
  ["x".repeat(129), 422, "PASSWORD_TOO_LONG"],
])("sign-up with the password %j is refused", async (password, status, code) => {
  const answer = await server.post("/api/auth/sign-up/email", {
    name: "Weak Person",
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

test("an address in capitals or full-width letters is the same account", async () => {
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

test("sign-in answers a wrong password and an unknown address with the same message", async () => {
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

test("Better Auth routes that would bypass our own rules are disabled", async () => {
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
