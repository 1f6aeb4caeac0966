import { randomUUID } from "node:crypto";
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

test("AU-12 sign-out ends the session on the server: the old cookie is invalid", async () => {
  const ada = await server.signUp();
  expect((await ada.fetch("/api/profile")).status).toBe(200);
  const out = await ada.fetch("/api/auth/sign-out", { method: "POST" });
  expect(out.status).toBe(200);
  expect((await ada.fetch("/api/profile")).status).toBe(401);
  const session = await ada.fetch("/api/auth/get-session");
  expect(await session.json()).toBeNull();
});

test("AU-10 get-session returns the session, with the role of the users table", async () => {
  const ada = await server.signUp();
  const answer = await ada.fetch("/api/auth/get-session");
  expect(await answer.json()).toMatchObject({ user: { id: ada.userId, role: "member" } });
  expect((await server.fetch("/api/profile")).status).toBe(401);
});

test("the session of a banned member is invalid from the next request on", async () => {
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

test("a session whose row is deleted is invalid from the next request on", async () => {
  const ada = await server.signUp();
  const { db } = server.services;
  await db.deleteFrom("sessions").where("user_id", "=", ada.userId).execute();
  expect((await ada.fetch("/api/profile")).status).toBe(401);
});

test("the server and Better Auth agree on which cookies are sessions", async () => {
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

test("an expired session is invalid", async () => {
  const ada = await server.signUp();
  await server.services.db
    .updateTable("sessions")
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where("user_id", "=", ada.userId)
    .execute();
  expect((await ada.fetch("/api/profile")).status).toBe(401);
});

test("a session ends 90 days after its sign-in, however much it is used", async () => {
  const ada = await server.signUp();
  const day = 24 * 60 * 60 * 1000;
  const openedDaysAgo = (days: number) =>
    server.services.db
      .updateTable("sessions")
      .set({
        created_at: new Date(Date.now() - days * day),
        expires_at: new Date(Date.now() + 30 * day),
      })
      .where("user_id", "=", ada.userId)
      .execute();
  await openedDaysAgo(89);
  expect((await ada.fetch("/api/profile")).status).toBe(200);
  await openedDaysAgo(91);
  expect((await ada.fetch("/api/profile")).status).toBe(401);
  expect(await (await ada.fetch("/api/auth/get-session")).json()).toBeNull();
  const fresh = cookieOf(await signIn(ada.email, ada.password));
  expect(await sessionsOf(fresh)).toHaveLength(1);
});

test("a sign-in makes a new session and ends the one that the browser had", async () => {
  const ada = await server.signUp();
  const again = await ada.fetch("/api/auth/sign-in/email", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: ada.email, password: ada.password }),
  });
  expect(again.status).toBe(200);
  const cookie = cookieOf(again);
  expect((await server.fetch("/api/profile", { headers: { cookie } })).status).toBe(200);
  expect((await ada.fetch("/api/profile")).status).toBe(401);
  expect(await sessionsOf(cookie)).toHaveLength(1);
});

test("a wrong password leaves the session that the browser has", async () => {
  const ada = await server.signUp();
  const refused = await ada.fetch("/api/auth/sign-in/email", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: ada.email, password: "wrong-lantern-1" }),
  });
  expect(refused.status).toBe(401);
  expect((await ada.fetch("/api/profile")).status).toBe(200);
});

test("on https the cookie is host-only and responses require https", async () => {
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

test("a password change follows the rules and ends the other sessions on request", async () => {
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

type Listed = {
  id: string;
  device: string;
  network: string | null;
  lastSeenAt: string;
  isCurrent: boolean;
};
const firefox = "Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0";

const sessionsOf = async (cookie: string): Promise<Listed[]> => {
  const answer = await server.fetch("/api/sessions", { headers: { cookie } });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { items: Listed[] }).items;
};
const elsewhere = async ({ email, password }: { email: string; password: string }) =>
  cookieOf(
    await server.post("/api/auth/sign-in/email", { email, password }, { "user-agent": firefox }),
  );

test("AU-16 a member sees their sessions: device, network, last use, the current one; never a token", async () => {
  const ada = await server.signUp();
  await server.signUp();
  const other = await elsewhere(ada);
  const seen = await sessionsOf(other);
  expect(seen).toHaveLength(2);
  expect(seen[0]).toMatchObject({
    device: "Firefox on Windows",
    network: "127.0.0.0/24",
    isCurrent: true,
  });
  expect(seen[1]).toMatchObject({ device: "Unknown device", isCurrent: false });
  const token = decodeURIComponent(other.split("=")[1] ?? "").split(".")[0] ?? "";
  expect(JSON.stringify(seen)).not.toContain(token);
  expect((await server.fetch("/api/sessions")).status).toBe(401);
});

test("AU-16 one session is ended and invalid from then on; another member's cannot be ended", async () => {
  const ada = await server.signUp();
  const eve = await server.signUp();
  const other = await elsewhere(ada);
  const [, first] = await sessionsOf(other);
  const end = (id: string, cookie: string) =>
    server.fetch(`/api/sessions/${id}`, { method: "DELETE", headers: { cookie } });
  expect((await end(first?.id ?? "", eve.cookie)).status).toBe(404);
  expect((await end("x", other)).status).toBe(404);
  expect((await end(first?.id ?? "", other)).status).toBe(204);
  expect((await end(first?.id ?? "", other)).status).toBe(404);
  expect((await ada.fetch("/api/profile")).status).toBe(401);
  expect(await sessionsOf(other)).toHaveLength(1);
});

test("AU-16 all the others are ended at once", async () => {
  const ada = await server.signUp();
  const others = [await elsewhere(ada), await elsewhere(ada)];
  const answer = await ada.fetch("/api/sessions", { method: "DELETE" });
  expect(await answer.json()).toEqual({ ended: 2 });
  for (const cookie of others) {
    expect((await server.fetch("/api/profile", { headers: { cookie } })).status).toBe(401);
  }
  expect((await ada.fetch("/api/profile")).status).toBe(200);
});

test("AU-16 the last use of a session is recorded", async () => {
  const ada = await server.signUp();
  const long = new Date(Date.now() - 3600_000);
  await server.services.db
    .updateTable("sessions")
    .set({ updated_at: long })
    .where("user_id", "=", ada.userId)
    .execute();
  await ada.fetch("/api/profile");
  const lastSeen = async () => {
    const [session] = await sessionsOf(ada.cookie);
    return Date.parse(session?.lastSeenAt ?? "") - long.getTime();
  };
  await expect.poll(lastSeen).toBeGreaterThan(3_500_000);
});

test("AU-16 the session of a deleted member is 401 on the next request (bad input 31)", async () => {
  const { db, accounts } = server.services;
  const [id, email] = [randomUUID(), "soon-gone@example.org"];
  await db
    .insertInto("users")
    .values({ id, email, name: "Soon Gone", username: "soon-gone" })
    .execute();
  const password = await accounts.hashPassword(goodPassword);
  await db
    .insertInto("accounts")
    .values({
      id: randomUUID(),
      user_id: id,
      account_id: id,
      provider_id: "credential",
      password,
    })
    .execute();
  // No credit account: the ledger references members, so their rows could not be deleted.
  const cookie = await elsewhere({ email, password: goodPassword });
  expect(await sessionsOf(cookie)).toHaveLength(1);
  await db.deleteFrom("users").where("id", "=", id).execute();
  expect((await server.fetch("/api/sessions", { headers: { cookie } })).status).toBe(401);
});
