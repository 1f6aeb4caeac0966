import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { appCode } from "../harness/authenticator-app.ts";
import { googleProvider, type Person, type Provider } from "../harness/google.ts";
import { postAs } from "../harness/second-factor.ts";
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
beforeEach(() => {
  google.person = aPerson();
  google.alter = null;
});

const aPerson = (more: Partial<Person> = {}): Person => ({
  sub: randomUUID(),
  email: `${randomUUID()}@example.org`,
  email_verified: true,
  name: "Zoë de Vries",
  picture: "https://lh3.googleusercontent.example/a/photo.jpg",
  ...more,
});

type Start = { url: URL; cookie: string };

async function start(callbackURL?: string): Promise<Start> {
  const answer = await server.post("/api/auth/sign-in/oauth2", {
    providerId: "google",
    ...(callbackURL !== undefined && { callbackURL }),
  });
  expect(answer.status).toBe(200);
  const { url } = (await answer.json()) as { url: string };
  return { url: new URL(url), cookie: cookieOf(answer) };
}

/** Our callback URL, to which the provider redirects. */
async function consent({ url }: Start): Promise<string> {
  const answer = await fetch(url, { redirect: "manual" });
  const back = new URL(answer.headers.get("location") ?? "");
  expect(back.origin).toBe(new URL(services.env.SERVER_URL).origin);
  expect(back.pathname).toBe("/api/auth/callback/google");
  return `${back.pathname}${back.search}`;
}

const comeBack = (address: string, cookie: string) =>
  server.fetch(address, { redirect: "manual", headers: { cookie } });

async function signIn(callbackURL?: string): Promise<Response> {
  const begun = await start(callbackURL);
  return comeBack(await consent(begun), begun.cookie);
}

const leadsTo = (answer: Response) => answer.headers.get("location");
const hasSession = (answer: Response) =>
  answer.headers.getSetCookie().some((line) => /session_token=[^;]/.test(line));
const memberOf = (email: string) =>
  services.db.selectFrom("users").selectAll().where("email", "=", email).executeTakeFirst();

test("with two-factor sign-in, Google makes the first step alone", async () => {
  const member = cookieOf(await signIn());
  const begun = await postAs(server, member, "/api/two-factor/app");
  const { secret } = (await begun.json()) as { secret: string };
  const first = { code: appCode(secret) };
  expect((await postAs(server, member, "/api/two-factor/confirm", first)).status).toBe(200);
  const waiting = cookieOf(await signIn());
  expect((await comeBack("/api/profile", waiting)).status).toBe(401);
  const second = { code: appCode(secret, 1) };
  const done = await postAs(server, waiting, "/api/two-factor/sign-in", second);
  expect((await comeBack("/api/profile", cookieOf(done))).status).toBe(200);
});

test("AU-07 consent at the provider signs in, with a username, the sign-up credits and no foreign picture", async () => {
  const answer = await signIn("/auth/callback?next=%2Fdashboard%2Flikes&from=google");
  expect(answer.status).toBe(302);
  expect(leadsTo(answer)).toBe("/auth/callback?next=%2Fdashboard%2Flikes&from=google");
  const profile = await comeBack("/api/profile", cookieOf(answer));
  expect(await profile.json()).toMatchObject({
    email: google.person?.email,
    name: "Zoë de Vries",
    username: expect.stringMatching(/^zoe-de-vries/),
    avatar: null,
    role: "member",
    credits: 5,
  });
});

test("the request has PKCE, state, nonce and only the scopes of a sign-in", async () => {
  const { url } = await start();
  expect(url.origin).toBe(google.url);
  const { code_challenge_method, scope, response_type, redirect_uri, ...rest } = Object.fromEntries(
    url.searchParams,
  );
  expect({ code_challenge_method, scope, response_type, redirect_uri }).toEqual({
    code_challenge_method: "S256",
    scope: "openid email profile",
    response_type: "code",
    redirect_uri: `${services.env.SERVER_URL}/api/auth/callback/google`,
  });
  for (const name of ["state", "nonce", "code_challenge"]) {
    expect(rest[name]?.length).toBeGreaterThanOrEqual(32);
  }
});

test("a sign-in with Google ends the session that the browser had", async () => {
  const ada = await server.signUp("Ada");
  const begun = await start();
  const both = `${begun.cookie}; ${ada.cookie}`;
  const answer = await comeBack(await consent(begun), both);
  expect(hasSession(answer)).toBe(true);
  expect((await comeBack("/api/profile", cookieOf(answer))).status).toBe(200);
  expect((await ada.fetch("/api/profile")).status).toBe(401);
});

test("the second sign-in is the same member, also after their address at the provider changed", async () => {
  await signIn();
  const { email } = google.person as Person;
  google.person = { ...(google.person as Person), email: `new-${email}` };
  const again = await signIn();
  expect(hasSession(again)).toBe(true);
  const profile = await comeBack("/api/profile", cookieOf(again));
  expect(await profile.json()).toMatchObject({ email });
  expect(await memberOf(`new-${email}`)).toBeUndefined();
});

test("none of the provider's tokens is stored", async () => {
  await signIn();
  const rows = await services.db
    .selectFrom("accounts")
    .select(["access_token", "refresh_token", "id_token"])
    .where("provider_id", "=", "google")
    .execute();
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows) {
    expect(row).toEqual({ access_token: null, refresh_token: null, id_token: null });
  }
});

test("AU-07 a refused consent ends with the toast's error and the destination, without the provider's message", async () => {
  google.person = null;
  const answer = await signIn("/dashboard/likes");
  expect(answer.status).toBe(302);
  expect(leadsTo(answer)).toBe(
    "/auth/callback?next=%2Fdashboard%2Flikes&from=google&error=auth_error&reason=cancelled",
  );
  expect(hasSession(answer)).toBe(false);
});

const failed = "/auth/callback?from=google&error=auth_error&reason=expired";

test("AU-07 a missing, foreign, reused or invented state is refused (bad input 30)", async () => {
  const [own, other] = [await start(), await start()];
  const back = await consent(own);
  const address = new URL(back, "https://self.invalid");
  address.searchParams.delete("state");
  const missing = await comeBack(`${address.pathname}${address.search}`, own.cookie);
  address.searchParams.set("state", "invented-by-somebody-else-entirely");
  const invented = await comeBack(`${address.pathname}${address.search}`, own.cookie);
  // A browser that did not start the sign-in.
  const foreign = await comeBack(await consent(other), own.cookie);
  const bare = await comeBack(await consent(await start()), "");
  expect([missing, invented, foreign, bare].map(leadsTo)).toEqual([failed, failed, failed, failed]);

  const first = await comeBack(back, own.cookie);
  expect(hasSession(first)).toBe(true);
  const reused = await comeBack(back, own.cookie);
  expect(leadsTo(reused)).toBe(failed);
  for (const answer of [missing, invented, foreign, bare, reused]) {
    expect(answer.status).toBe(302);
    expect(hasSession(answer)).toBe(false);
  }
});

test.each([
  ["another audience", { aud: "another-client" }],
  ["another issuer", { iss: "https://evil.example" }],
  ["another nonce", { nonce: "another-nonce" }],
  ["an end in the past", { exp: 1_600_000_000 }],
])("a token with %s is refused", async (_kind, claims) => {
  google.alter = (payload) => Object.assign(payload, claims);
  const answer = await signIn();
  expect(leadsTo(answer)).toMatch(/error=auth_error&reason=failed$/);
  expect(hasSession(answer)).toBe(false);
  expect(await memberOf(google.person?.email ?? "")).toBeUndefined();
});

test("AU-07 an account with an unconfirmed address is not taken over, and the visitor is told so", async () => {
  const ada = await server.signUp("Ada");
  google.person = aPerson({ email: ada.email });
  const answer = await signIn();
  expect(leadsTo(answer)).toBe("/auth/callback?from=google&error=auth_error&reason=address-taken");
  expect(hasSession(answer)).toBe(false);
});

test("an address that the provider has not verified opens nobody's account", async () => {
  const ada = await server.signUp("Ada");
  await services.db
    .updateTable("users")
    .set({ email_verified: true })
    .where("id", "=", ada.userId)
    .execute();
  google.person = aPerson({ email: ada.email, email_verified: false });
  const answer = await signIn();
  expect(leadsTo(answer)).toMatch(/reason=address-taken$/);
  expect(hasSession(answer)).toBe(false);
});

test("an address confirmed on both sides is one account with two sign-in methods", async () => {
  const ada = await server.signUp("Ada");
  await services.db
    .updateTable("users")
    .set({ email_verified: true })
    .where("id", "=", ada.userId)
    .execute();
  google.person = aPerson({ email: ada.email.toUpperCase() });
  const answer = await signIn();
  expect(hasSession(answer)).toBe(true);
  const profile = await comeBack("/api/profile", cookieOf(answer));
  expect(await profile.json()).toMatchObject({ id: ada.userId, name: "Ada" });
  const byPassword = await server.post("/api/auth/sign-in/email", {
    email: ada.email,
    password: goodPassword,
  });
  expect(byPassword.status).toBe(200);
});

test.each([
  ["none", undefined, /^[0-9a-f-]+$/],
  ["only invisible characters", "\u200b\u2060", /^[0-9a-f-]+$/],
  ["one with control characters", "A\u0000da\u202e\nLee", /^AdaLee$/],
  ["a very long one", "x".repeat(500), /^x{80}$/],
])("the name of somebody with %s there is made valid", async (_kind, name, expected) => {
  google.person = aPerson({ name });
  const answer = await signIn();
  expect(hasSession(answer)).toBe(true);
  expect((await memberOf(google.person.email))?.name).toMatch(expected);
});

test("a banned member cannot sign in this way either", async () => {
  await signIn();
  await services.db
    .updateTable("users")
    .set({ banned_at: new Date() })
    .where("email", "=", google.person?.email ?? "")
    .execute();
  const answer = await signIn();
  expect(leadsTo(answer)).toMatch(/error=auth_error&reason=account-off$/);
  expect(hasSession(answer)).toBe(false);
});

test.each(["https://evil.example/", "//evil.example", "/\\evil.example"])(
  "the destination %s never leaves the site",
  async (callbackURL) => {
    expect(leadsTo(await signIn(callbackURL))).toBe("/auth/callback?next=%2Fdashboard&from=google");
  },
);

test("on https the cookie that binds the callback to the browser is host-only", async () => {
  const env = { SERVER_URL: "https://echoform.example", RATE_LIMIT_FACTOR: "1" };
  const secure = await testServices({ env: { ...google.settings, ...env } });
  const own = await testServer(secure, { roles: ["web"] });
  const begun = await own.post("/api/auth/sign-in/oauth2", { providerId: "google" });
  const [line = ""] = begun.headers.getSetCookie();
  expect(line).toMatch(/^__Host-echoform\.state=/);
  for (const part of [/; Secure/i, /; HttpOnly/i, /; SameSite=Lax/i, /; Path=\/(;|$)/i]) {
    expect(line).toMatch(part);
  }
  const { url } = (await begun.json()) as { url: string };
  const answer = await fetch(url, { redirect: "manual" });
  const back = new URL(answer.headers.get("location") ?? "");
  const done = await own.fetch(`${back.pathname}${back.search}`, {
    redirect: "manual",
    headers: { cookie: cookieOf(begun) },
  });
  expect(hasSession(done)).toBe(true);
  await own.close();
  await secure.close();
});

test("without Google settings its routes do not exist", async () => {
  const plain = await testServer();
  const begun = await plain.post("/api/auth/sign-in/oauth2", { providerId: "google" });
  expect(begun.status).toBe(404);
  const back = await plain.fetch("/api/auth/callback/google?code=x&state=y", {
    redirect: "manual",
  });
  expect(leadsTo(back)).toBe(failed);
  await plain.close();
});
