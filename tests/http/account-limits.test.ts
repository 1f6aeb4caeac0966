import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { testServer, type TestServer } from "../harness/server.ts";
import { testServices } from "../harness/services.ts";

/** Two processes over one database, as behind a load balancer, with the production limits. */
let services: Awaited<ReturnType<typeof testServices>>;
let servers: [TestServer, TestServer];
beforeAll(async () => {
  services = await testServices({ env: { RATE_LIMIT_FACTOR: "1" } });
});
beforeEach(async () => {
  await services.db.deleteFrom("rate_limits").execute();
  servers = [
    await testServer(services, { roles: ["web"] }),
    await testServer(services, { roles: ["web"] }),
  ];
});
const opened: TestServer[] = [];
afterAll(async () => {
  await Promise.all(opened.map((server) => server.close()));
  await services.close();
});

/** Statuses of requests that go to the two processes in turn. */
async function tries(count: number, address: string, body: (n: number) => object) {
  opened.push(...servers);
  const answers: Response[] = [];
  for (let n = 0; n < count; n += 1) {
    const server = servers[n % 2];
    answers.push(await server.post(address, body(n), { "x-forwarded-for": `203.0.113.${n}` }));
  }
  return answers;
}

test("AU-16 the account limits are counted for all processes together", async () => {
  const email = "somebody@example.org";
  const answers = await tries(12, "/api/auth/sign-in/email", () => ({ email, password: "wrong" }));
  const statuses = answers.map(({ status }) => status);
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429]);
});

test("AU-16 the sixth reset mail to an address within half an hour is 429 with Retry-After, known or not", async () => {
  const address = "/api/auth/request-password-reset";
  const answers = await tries(6, address, () => ({ email: "Nobody@example.org" }));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429]);
  const last = answers.at(-1);
  expect(Number(last?.headers.get("retry-after"))).toBeGreaterThan(1500);
  expect(last?.headers.get("ratelimit-policy")).toBe('"reset";q=5;w=1800');
});

test("mails to many addresses from one socket are limited too, whatever X-Forwarded-For says", async () => {
  const address = "/api/auth/send-verification-email";
  const statuses: number[] = [];
  for (const one of await tries(21, "/api/auth/request-password-reset", (n) => ({
    email: `${n}@example.org`,
  }))) {
    statuses.push(one.status);
  }
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429]);
  // Nothing needs confirmation here, so nothing is mailed or counted.
  const [quiet] = await tries(1, address, () => ({ email: "a@example.org" }));
  expect(quiet?.status).toBe(200);
});

test("guessing the tokens of links is limited", async () => {
  const answers = await tries(11, "/api/auth/reset-password", () => ({
    token: randomUUID(),
    newPassword: "quiet-harbour-93",
  }));
  const statuses = answers.map(({ status }) => status);
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429]);
});

test("the counters contain no names or addresses", async () => {
  await tries(1, "/api/auth/sign-in/email", () => ({ email: "zoe@example.org", password: "x" }));
  const rows = await services.db.selectFrom("rate_limits").select("key").execute();
  expect(rows.length).toBeGreaterThan(1);
  expect(JSON.stringify(rows)).not.toMatch(/zoe|127\.0\.0|203\.0/);
});
