import { createHash, randomUUID } from "node:crypto";
import { request } from "node:http";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  cookieOf,
  goodPassword,
  testServer,
  type SignedUp,
  type TestServer,
} from "../harness/server.ts";
import { testServices } from "../harness/services.ts";

/** A quarter of the real one: with the usual cost of tests, hashing keeps up with a flood on a machine with nothing else to do. */
const passwordCost = 4_096;

/** Behind a proxy, so that each request sets its network; with production limits. */
let services: Awaited<ReturnType<typeof testServices>>;
let server: TestServer;
let owner: SignedUp;
beforeAll(async () => {
  const env = { RATE_LIMIT_FACTOR: "1", TRUST_PROXY: "on" };
  services = await testServices({ env, passwordCost });
  server = await testServer(services, { roles: ["web"] });
});
beforeEach(async () => {
  await services.db.deleteFrom("rate_limits").execute();
  owner = await signUp();
});
afterAll(async () => {
  await server.close();
  await services.close();
});

let network = 0;
const newNetwork = () => `10.${(network += 1) >> 8}.${network & 255}.7`;

async function signUp(): Promise<SignedUp> {
  const email = `${randomUUID()}@example.org`;
  const body = { name: "Ada Lovelace", email, password: goodPassword };
  const answer = await server.post("/api/auth/sign-up/email", body, {
    "x-forwarded-for": newNetwork(),
  });
  const { user } = (await answer.json()) as { user: { id: string } };
  return { ...owner, userId: user.id, email, password: goodPassword, cookie: cookieOf(answer) };
}

const signIn = (email: string, password: string, from: string, cookie = "", at = server) =>
  at.post("/api/auth/sign-in/email", { email, password }, { "x-forwarded-for": from, cookie });

/** Only the cookie of a known browser, without the session. */
const knownOnly = (cookie: string) =>
  cookie
    .split("; ")
    .filter((one) => one.includes("known="))
    .join("; ");

async function lockOut(email: string, from: string): Promise<void> {
  for (let n = 0; n < 10; n += 1) await signIn(email, "wrong-password", from);
  expect((await signIn(email, "wrong-password", from)).status).toBe(429);
}

test("ten wrong passwords lock the account only for that network; the owner signs in from elsewhere", async () => {
  const attacker = newNetwork();
  await lockOut(owner.email, attacker);
  expect((await signIn(owner.email, goodPassword, attacker)).status).toBe(429);
  expect((await signIn(owner.email, goodPassword, newNetwork())).status).toBe(200);
});

test("a browser that signed in before passes although its network is locked", async () => {
  const attacker = newNetwork();
  await lockOut(owner.email, attacker);
  const cookie = knownOnly(owner.cookie);
  expect(cookie).toMatch(/echoform\.known=[\w-]{22}\.[\w-]{43}$/);
  expect((await signIn(owner.email, goodPassword, attacker, cookie)).status).toBe(200);
});

test("a forged cookie, or one of another account, gives no priority; a known browser may also guess ten times", async () => {
  const attacker = newNetwork();
  const other = await signUp();
  await lockOut(owner.email, attacker);
  const foreign = knownOnly(other.cookie);
  const forged = knownOnly(owner.cookie).replace(/.$/, (last) => (last === "A" ? "E" : "A"));
  for (const cookie of [foreign, forged, "echoform.known=~~", "echoform.known=%00"]) {
    expect((await signIn(owner.email, goodPassword, attacker, cookie)).status).toBe(429);
  }
  const stolen = knownOnly(owner.cookie);
  for (let n = 0; n < 10; n += 1) await signIn(owner.email, "wrong-password", newNetwork(), stolen);
  expect((await signIn(owner.email, goodPassword, newNetwork(), stolen)).status).toBe(429);
});

/** A link as in a reset mail. */
async function resetLink(userId: string): Promise<string> {
  const token = randomUUID();
  const identifier = createHash("sha256").update(`reset-password:${token}`).digest("base64url");
  const expires_at = new Date(Date.now() + 3_600_000);
  await services.db
    .insertInto("verifications")
    .values({ id: randomUUID(), identifier, value: userId, expires_at })
    .execute();
  return token;
}

const reset = (token: string, newPassword: string, from: string) =>
  server.post("/api/auth/reset-password", { token, newPassword }, { "x-forwarded-for": from });

test("a reset clears the failures and makes the browser known", async () => {
  const from = newNetwork();
  await lockOut(owner.email, from);
  const answer = await reset(await resetLink(owner.userId), "quiet-harbour-93", from);
  expect(answer.status).toBe(200);
  expect(knownOnly(cookieOf(answer))).toContain("echoform.known=");
  expect((await signIn(owner.email, "quiet-harbour-93", from)).status).toBe(200);
});

test("a reset clears the failures of every known browser, in every process", async () => {
  const second = await testServer(services, { roles: ["web"] });
  const elsewhere = await signIn(owner.email, goodPassword, newNetwork());
  const browsers = [knownOnly(owner.cookie), knownOnly(cookieOf(elsewhere))];
  const from = newNetwork();
  for (const cookie of browsers) {
    const tryAt = async (at: TestServer) =>
      (await signIn(owner.email, "wrong-password", from, cookie, at)).status;
    for (let n = 0; n < 10; n += 1) expect(await tryAt(server)).toBe(401);
    expect([await tryAt(server), await tryAt(second)]).toEqual([429, 429]);
  }
  const other = await signUp();
  const stranger = knownOnly(other.cookie);
  for (let n = 0; n < 10; n += 1) await signIn(other.email, "wrong-password", from, stranger);
  const answer = await reset(await resetLink(owner.userId), "quiet-harbour-93", from);
  expect(answer.status).toBe(200);
  for (const [index, cookie] of browsers.entries()) {
    const at = [server, second][index];
    expect((await signIn(owner.email, "quiet-harbour-93", from, cookie, at)).status).toBe(200);
  }
  // Another account stays locked.
  expect((await signIn(other.email, goodPassword, from, stranger)).status).toBe(429);
  await second.close();
});

test("a reset and a password change revoke the other links", async () => {
  const [first, second] = [await resetLink(owner.userId), await resetLink(owner.userId)];
  expect((await reset(first, "quiet-harbour-93", newNetwork())).status).toBe(200);
  expect((await reset(second, "quiet-harbour-94", newNetwork())).status).toBe(400);
  const third = await resetLink(owner.userId);
  const signedIn = await signIn(owner.email, "quiet-harbour-93", newNetwork());
  const change = { currentPassword: "quiet-harbour-93", newPassword: "quiet-harbour-95" };
  const changed = await server.post("/api/auth/change-password", change, {
    cookie: cookieOf(signedIn),
  });
  expect(changed.status).toBe(200);
  expect((await reset(third, "quiet-harbour-96", newNetwork())).status).toBe(400);
});

test("sign-ups with invalid forms do not count", async () => {
  const from = { "x-forwarded-for": newNetwork() };
  const body = (n: number) => ({
    name: "Ada",
    email: `${randomUUID()}@example.org`,
    password: goodPassword,
    n,
  });
  for (let n = 0; n < 8; n += 1) {
    const wrong = [
      { ...body(n), name: " " },
      { ...body(n), email: "x" },
      { ...body(n), password: "short" },
    ];
    const answer = await server.post("/api/auth/sign-up/email", wrong[n % 3], from);
    expect([400, 422]).toContain(answer.status);
  }
  for (let n = 0; n < 5; n += 1) {
    expect((await server.post("/api/auth/sign-up/email", body(n), from)).status).toBe(200);
  }
  expect((await server.post("/api/auth/sign-up/email", body(6), from)).status).toBe(429);
});

/** A sign-in over a connection of its own, as in a distributed flood. @returns 0 if the connection broke */
function signInAlone(email: string, password: string, cookie = ""): Promise<number> {
  const body = JSON.stringify({ email, password });
  const headers = {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
    "x-forwarded-for": newNetwork(),
    cookie,
  };
  const address = { host: "127.0.0.1", port: server.port, path: "/api/auth/sign-in/email" };
  return new Promise((resolve) => {
    request({ ...address, method: "POST", headers, agent: false }, (answer) => {
      answer.resume().on("end", () => resolve(answer.statusCode ?? 0));
    })
      .on("error", () => resolve(0))
      .end(body);
  });
}

test("while 1,000 addresses try to sign in, 95 % of known browsers get in", async () => {
  const emailOf = (n: number) => (n % 100 === 0 ? owner.email : `nobody-${n}@example.org`);
  const flood = Array.from({ length: 1_000 }, (_, n) => signInAlone(emailOf(n), "wrong-password"));
  const cookie = knownOnly(owner.cookie);
  const statuses: number[] = [];
  for (let n = 0; n < 40; n += 1)
    statuses.push(await signInAlone(owner.email, goodPassword, cookie));
  const answers = await Promise.all(flood);
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(38);
  expect(answers.filter((status) => status === 503).length).toBeGreaterThan(100);
  expect(answers).not.toContain(200);
});
