import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { realCost } from "#app/adapters/accounts/hashing.ts";
import { goodPassword, testServer, type TestServer } from "../harness/server.ts";
import { testServices } from "../harness/services.ts";

// Hashing is slow by design, and these tests do little else.
vi.setConfig({ testTimeout: 60_000 });

/** Every test has its own server and empty counters, with production limits. */
let services: Awaited<ReturnType<typeof testServices>>;
let server: TestServer;
const servers: TestServer[] = [];
beforeAll(async () => {
  const env = { RATE_LIMIT_FACTOR: "1" };
  services = await testServices({ env, passwordCost: realCost });
});
afterAll(async () => {
  await Promise.all(servers.map((each) => each.close()));
  await services.close();
  vi.resetConfig();
});

async function fresh(): Promise<TestServer> {
  await services.db.deleteFrom("rate_limits").execute();
  server = await testServer(services, { roles: ["web"] });
  servers.push(server);
  return server;
}

const signIn = (email: string, password: string, headers: Record<string, string> = {}) =>
  server.post("/api/auth/sign-in/email", { email, password }, headers);

test("40 sign-ins with changing X-Forwarded-For are 429 from the 26th on", async () => {
  await fresh();
  const tryNumber = (n: number) =>
    signIn(`nobody-${n}@example.org`, "wrong-password", {
      "x-forwarded-for": `203.0.113.${n}`,
      "x-real-ip": `203.0.113.${n}`,
      "x-client-ip": `203.0.113.${n}`,
      forwarded: `for=203.0.113.${n}`,
    });
  const statuses: number[] = [];
  let refusal: Response | undefined;
  // One after the other: of several at once a busy machine refuses some with 503, since they would wait too long.
  for (let n = 1; n <= 40; n += 1) {
    refusal = await tryNumber(n);
    statuses.push(refusal.status);
  }
  expect(statuses.slice(0, 25)).toEqual(Array.from({ length: 25 }, () => 401));
  expect(statuses.slice(25)).toEqual(Array.from({ length: 15 }, () => 429));
  expect(Number(refusal?.headers.get("retry-after"))).toBeGreaterThan(200);
  expect(refusal?.headers.get("ratelimit-policy")).toBe('"sign-in";q=25;w=300');
  expect(refusal?.headers.get("ratelimit")).toMatch(/^"sign-in";r=0;t=\d+$/);
  expect(await refusal?.json()).toMatchObject({
    type: "urn:echoform:problem:rate-limited",
    status: 429,
    code: "RATE_LIMITED",
  });
});

test("AU-16 ten failures lock an account's sign-in for a while, from any address, known or not", async () => {
  await fresh();
  const { email } = await server.signUp();
  for (const address of [email, "unknown@example.org"]) {
    const statuses: number[] = [];
    for (let n = 0; n < 11; n += 1) {
      statuses.push((await signIn(address, "wrong-password")).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
  }
  expect((await signIn(email, goodPassword)).status).toBe(429);
});

test("a success resets the failures before it", async () => {
  await fresh();
  const { email } = await server.signUp();
  for (let n = 0; n < 9; n += 1) await signIn(email, "wrong-password");
  expect((await signIn(email, goodPassword)).status).toBe(200);
  for (let n = 0; n < 9; n += 1) expect((await signIn(email, "wrong-password")).status).toBe(401);
  expect((await signIn(email, goodPassword)).status).toBe(200);
});

test("the sixth sign-up within half an hour from one address is 429", async () => {
  await fresh();
  for (let n = 0; n < 5; n += 1) await server.signUp();
  await expect(server.signUp()).rejects.toThrow(/429/);
});

test("everything under /api is limited to 600 a minute", async () => {
  await fresh();
  const statuses = new Map<number, number>();
  for (let batch = 0; batch < 13; batch += 1) {
    const answers = await Promise.all(Array.from({ length: 50 }, () => server.fetch("/api/nope")));
    for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  expect(Object.fromEntries(statuses)).toEqual({ 404: 600, 429: 50 });
  expect((await server.fetch("/healthz")).status).toBe(200);
});

test("requests of casts, enlargements and grids are limited to 30 a minute, together", async () => {
  await fresh();
  const member = await server.signUp();
  const headers = { "content-type": "application/json", "idempotency-key": "a-key-of-a-test" };
  const ask = (address: string) =>
    member.fetch(address, { method: "POST", headers, body: "{}" }).then(({ status }) => status);
  const addresses = ["/api/grids", "/api/generate", "/api/generations/upscale"];
  for (let n = 0; n < 10; n += 1) {
    expect(await Promise.all(addresses.map(ask))).toEqual([400, 400, 400]);
  }
  expect(await Promise.all(addresses.map(ask))).toEqual([429, 429, 429]);
});

test("100 sign-ins at once: two hash, twenty wait, the others are told to retry", async () => {
  const wide = await testServer(
    { ...services, env: { ...services.env, RATE_LIMIT_FACTOR: 1000 } },
    { roles: ["web"] },
  );
  servers.push(wide);
  server = wide;
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, n) => signIn(`crowd-${n}@example.org`, "wrong-password")),
  );
  const shed = answers.filter((answer) => answer.status === 503);
  expect(shed.length).toBeGreaterThanOrEqual(50);
  expect(shed[0]?.headers.get("retry-after")).toBe("2");
  expect(answers.filter((answer) => answer.status === 401).length).toBe(100 - shed.length);
  expect((await signIn("crowd-1@example.org", "wrong-password")).status).toBe(401);
});
