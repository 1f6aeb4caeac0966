import { afterAll, beforeAll, expect, test } from "vitest";
import { appCode } from "../harness/authenticator-app.ts";
import { softPasskey } from "../harness/passkey.ts";
import { firstStep, postAs, turnOnFactor } from "../harness/second-factor.ts";
import { cookieOf, testServer, type SignedUp, type TestServer } from "../harness/server.ts";
import { testServices } from "../harness/services.ts";

const origin = "http://localhost:4747";
const site = { origin, rpId: "localhost" };
let services: Awaited<ReturnType<typeof testServices>>;
let server: TestServer;
beforeAll(async () => {
  services = await testServices({ env: { SERVER_URL: origin } });
  server = await testServer(services);
});
afterAll(async () => {
  await server.close();
  await services.close();
});

const post = (cookie: string, address: string, body?: object) =>
  postAs(server, cookie, address, body);
const optionsOf = async (answer: Response) => (await answer.json()) as { challenge: string };
const isMember = async (cookie: string) =>
  (await server.fetch("/api/profile", { headers: { cookie } })).status === 200;

async function addOptions({ cookie, password }: SignedUp) {
  return optionsOf(await post(cookie, "/api/passkeys/options", { password }));
}

/** A member with a passkey. */
async function aMemberWithPasskey() {
  const member = await server.signUp();
  const passkey = softPasskey(site);
  const response = passkey.create(await addOptions(member));
  const added = await post(member.cookie, "/api/passkeys", { name: "Laptop", response });
  expect(added.status).toBe(201);
  const { id } = (await added.json()) as { id: string };
  return { ...member, passkey, id };
}

const signInOptions = async (cookie = "") =>
  optionsOf(await post(cookie, "/api/passkeys/sign-in/options"));
const signIn = (response: object, cookie = "") =>
  post(cookie, "/api/passkeys/sign-in", { response });

test("a passkey is added with the password, and signs in without it", async () => {
  const ada = await server.signUp();
  const refused = await post(ada.cookie, "/api/passkeys/options", { password: "wrong-password-1" });
  expect(refused.status).toBe(422);
  const { passkey, userId } = await aMemberWithPasskey();
  const done = await signIn(passkey.get(await signInOptions()));
  expect(await done.json()).toMatchObject({ user: { id: userId } });
  expect(await isMember(cookieOf(done))).toBe(true);
  const row = await services.db
    .selectFrom("passkeys")
    .select(["counter", "can_sync", "is_synced", "name", "last_used_at"])
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({ counter: 1, can_sync: true, is_synced: true, name: "Laptop" });
  expect(row.last_used_at).not.toBeNull();
});

test("user verification is demanded of new passkeys and of every proof", async () => {
  const { passkey, ...ada } = await aMemberWithPasskey();
  const unverified = softPasskey(site).create(await addOptions(ada), { unverified: true });
  const added = await post(ada.cookie, "/api/passkeys", { name: "Stick", response: unverified });
  expect(added.status).toBe(422);
  const proof = passkey.get(await signInOptions(), { unverified: true });
  expect((await signIn(proof)).status).toBe(422);
});

test.each([
  ["another site's page", { origin: "https://evil.example" }],
  ["another port of the host", { origin: "http://localhost:4748" }],
  ["another site's key", { rpId: "evil.example" }],
])("a proof from %s is refused", async (_, faults) => {
  const { passkey } = await aMemberWithPasskey();
  expect((await signIn(passkey.get(await signInOptions(), faults))).status).toBe(422);
  expect((await signIn(passkey.get(await signInOptions()))).status).toBe(200);
});

test("a challenge is good once, for its purpose, for five minutes", async () => {
  const { passkey, ...ada } = await aMemberWithPasskey();
  const options = await signInOptions();
  const proof = passkey.get(options);
  const both = await Promise.all([signIn(proof), signIn(proof)]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
  expect((await signIn(passkey.get(options))).status).toBe(422);
  // A failed try uses it up too.
  const spent = await signInOptions();
  expect((await signIn(passkey.get(spent, { unverified: true }))).status).toBe(422);
  expect((await signIn(passkey.get(spent))).status).toBe(422);
  // A challenge that confirms a member does not sign in, and the other way round.
  const confirming = await optionsOf(await post(ada.cookie, "/api/passkeys/fresh/options"));
  expect((await signIn(passkey.get(confirming))).status).toBe(422);
  const response = passkey.get(await signInOptions());
  expect((await post(ada.cookie, "/api/passkeys/fresh", { response })).status).toBe(422);
  const invented = { challenge: Buffer.from("made up").toString("base64url") };
  expect((await signIn(passkey.get(invented))).status).toBe(422);
  const old = await signInOptions();
  await services.db
    .updateTable("verifications")
    .set({ expires_at: new Date() })
    .where("value", "=", "passkey sign-in")
    .execute();
  expect((await signIn(passkey.get(old))).status).toBe(422);
});

test("a counter that does not grow is a copied authenticator: refused", async () => {
  const { passkey } = await aMemberWithPasskey();
  expect((await signIn(passkey.get(await signInOptions(), { counter: 7 }))).status).toBe(200);
  expect((await signIn(passkey.get(await signInOptions(), { counter: 7 }))).status).toBe(422);
  expect((await signIn(passkey.get(await signInOptions(), { counter: 6 }))).status).toBe(422);
  expect((await signIn(passkey.get(await signInOptions(), { counter: 8 }))).status).toBe(200);
});

test("a passkey makes the second step, and the session that waited for it is gone", async () => {
  const { passkey, ...member } = await aMemberWithPasskey();
  const ada = await (async () => {
    const response = passkey.get(
      await optionsOf(await post(member.cookie, "/api/passkeys/fresh/options")),
    );
    expect((await post(member.cookie, "/api/passkeys/fresh", { response })).status).toBe(204);
    return turnOnFactor(server, member);
  })();
  const answer = await server.post("/api/auth/sign-in/email", {
    email: ada.email,
    password: ada.password,
  });
  expect(await answer.json()).toMatchObject({ twoFactorMethods: ["code", "passkey"] });
  const waiting = cookieOf(answer);
  const options = await signInOptions(waiting);
  expect(options).toMatchObject({ allowCredentials: [{ type: "public-key" }] });
  const done = await signIn(passkey.get(options), waiting);
  expect(await isMember(cookieOf(done))).toBe(true);
  const sessions = await services.db
    .selectFrom("sessions")
    .select("factor_at")
    .where("user_id", "=", member.userId)
    .execute();
  expect(sessions.map(({ factor_at: at }) => at !== null)).toEqual([true, true]);
});

test("whoever has a passkey changes second factors only after proving one", async () => {
  const { passkey, id, ...ada } = await aMemberWithPasskey();
  const tries = () => [
    post(ada.cookie, "/api/passkeys/options", { password: ada.password }),
    post(ada.cookie, "/api/two-factor/app", { password: ada.password }),
    ada.fetch(`/api/passkeys/${id}`, { method: "DELETE" }),
  ];
  for (const answer of await Promise.all(tries())) {
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({ methods: ["passkey"] });
  }
  const eve = await aMemberWithPasskey();
  const asked = await optionsOf(await post(ada.cookie, "/api/passkeys/fresh/options"));
  const foreign = { response: eve.passkey.get(asked) };
  expect((await post(ada.cookie, "/api/passkeys/fresh", foreign)).status).toBe(422);
  const own = await optionsOf(await post(ada.cookie, "/api/passkeys/fresh/options"));
  const response = passkey.get(own);
  expect((await post(ada.cookie, "/api/passkeys/fresh", { response })).status).toBe(204);
  for (const answer of await Promise.all(tries())) expect(answer.ok).toBe(true);
  // It was removed just now.
  expect((await signIn(passkey.get(await signInOptions()))).status).toBe(422);
});

test("nobody renames or removes another's passkey", async () => {
  const ada = await aMemberWithPasskey();
  const eve = await server.signUp();
  const headers = { "content-type": "application/json" };
  const rename = (who: SignedUp, name: string) =>
    who.fetch(`/api/passkeys/${ada.id}`, {
      method: "PATCH",
      headers,
      body: JSON.stringify({ name }),
    });
  expect((await rename(eve, "Mine")).status).toBe(404);
  expect((await eve.fetch(`/api/passkeys/${ada.id}`, { method: "DELETE" })).status).toBe(404);
  expect((await rename(ada, " ")).status).toBe(400);
  expect((await rename(ada, "Desk")).status).toBe(204);
  expect((await signIn(ada.passkey.get(await signInOptions()))).status).toBe(200);
});

test("a banned member does not sign in with a passkey", async () => {
  const { passkey, userId } = await aMemberWithPasskey();
  await services.db
    .updateTable("users")
    .set({ banned_at: new Date() })
    .where("id", "=", userId)
    .execute();
  expect((await signIn(passkey.get(await signInOptions()))).status).toBe(401);
});

test("malformed answers are refused as what they are", async () => {
  const { passkey } = await aMemberWithPasskey();
  const good = passkey.get(await signInOptions());
  const refused: [object, number][] = [
    [{}, 400],
    [{ ...good, type: "password" }, 400],
    [{ ...good, response: { ...good.response, signature: "%" } }, 400],
    [{ ...good, response: { ...good.response, clientDataJSON: "bm8ganNvbg" } }, 422],
    [{ ...good, response: { ...good.response, clientDataJSON: "bnVsbA" } }, 422],
    [{ ...good, id: "AAAA" }, 422],
  ];
  for (const [response, status] of refused) expect((await signIn(response)).status).toBe(status);
});

test("a site at an IP address offers no passkeys", async () => {
  const own = await testServices({ env: { SERVER_URL: "http://127.0.0.1:4747" } });
  const plain = await testServer(own);
  const answer = await plain.post("/api/passkeys/sign-in/options", {});
  expect(answer.status).toBe(404);
  await plain.close();
  await own.close();
});

test("a member who lost the app signs in with a passkey and is asked for no code", async () => {
  const { passkey, ...member } = await aMemberWithPasskey();
  const asked = await optionsOf(await post(member.cookie, "/api/passkeys/fresh/options"));
  await post(member.cookie, "/api/passkeys/fresh", { response: passkey.get(asked) });
  const ada = await turnOnFactor(server, member);
  const done = await signIn(passkey.get(await signInOptions()));
  expect(await isMember(cookieOf(done))).toBe(true);
  const waiting = await firstStep(server, ada);
  const code = { code: appCode(ada.secret) };
  expect((await post(waiting, "/api/two-factor/sign-in", code)).status).toBe(200);
});

test("CO-06 a deletion asks for the passkey again, and a sign-in with it then says how to keep the account", async () => {
  const { passkey, cookie, password, userId } = await aMemberWithPasskey();
  const { username } = await services.db
    .selectFrom("users")
    .select("username")
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  await services.db
    .updateTable("sessions")
    .set({ factor_at: null })
    .where("user_id", "=", userId)
    .execute();
  const ask = () => post(cookie, "/api/account/deletion", { username, password });
  const refused = await ask();
  expect(refused.status).toBe(403);
  expect(await refused.json()).toMatchObject({ methods: ["passkey"] });
  const response = passkey.get(await optionsOf(await post(cookie, "/api/passkeys/fresh/options")));
  expect((await post(cookie, "/api/passkeys/fresh", { response })).status).toBe(204);
  expect((await ask()).status).toBe(202);
  const off = await signIn(passkey.get(await signInOptions()));
  expect(off.status).toBe(403);
  expect(await off.json()).toMatchObject({
    code: "ACCOUNT_LEAVING",
    detail: expect.stringContaining(" – keep it: ") as string,
  });
});
