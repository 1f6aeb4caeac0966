import { afterAll, beforeAll, expect, test } from "vitest";
import { cookieOf, goodPassword, testServer, type TestServer } from "../harness/server.ts";
import { testServices } from "../harness/services.ts";

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

const signIn = (email: string, password: string) =>
  server.post("/api/auth/sign-in/email", { email, password });

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

test("a session whose row is gone is worth nothing from the next request on", async () => {
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
