import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { appCode } from "../harness/authenticator-app.ts";
import { firstStep, turnOnFactor, type WithFactor } from "../harness/second-factor.ts";
import { testServer, type TestServer } from "../harness/server.ts";
import { testServices } from "../harness/services.ts";

/** Behind a proxy, so that each request sets its network; with production limits. */
let services: Awaited<ReturnType<typeof testServices>>;
let server: TestServer;
let ada: WithFactor;
beforeAll(async () => {
  services = await testServices({ env: { RATE_LIMIT_FACTOR: "1", TRUST_PROXY: "on" } });
  server = await testServer(services, { roles: ["web"] });
});
beforeEach(async () => {
  await services.db.deleteFrom("rate_limits").execute();
  ada = await turnOnFactor(server, await server.signUp());
});
afterAll(async () => {
  await server.close();
  await services.close();
});

const from = (network: number) => ({ "x-forwarded-for": `10.9.${network}.7` });
const tryCode = async (cookie: string, code: string, network: number) =>
  (await server.post("/api/two-factor/sign-in", { code }, { cookie, ...from(network) })).status;
/** A code that is good now is wrong with its last digit changed. */
const wrongCode = () => {
  const code = appCode(ada.secret, 7);
  return `${code.slice(0, 5)}${(Number(code[5]) + 1) % 10}`;
};

test("ten wrong codes refuse that network the right one too; the owner passes from elsewhere", async () => {
  const attacker = await firstStep(server, ada, from(1));
  const owner = await firstStep(server, ada, from(2));
  for (let n = 0; n < 10; n += 1) expect(await tryCode(attacker, wrongCode(), 1)).toBe(422);
  expect(await tryCode(attacker, appCode(ada.secret), 1)).toBe(429);
  expect(await tryCode(attacker, ada.recoveryCodes[0], 1)).toBe(429);
  expect(await tryCode(owner, appCode(ada.secret), 2)).toBe(200);
});

test("guesses from many networks end at fifty an hour for one account", async () => {
  const cookie = await firstStep(server, ada, from(1));
  const statuses: number[] = [];
  for (let n = 0; n < 52; n += 1) {
    statuses.push(await tryCode(cookie, wrongCode(), 10 + Math.floor(n / 5)));
  }
  expect(statuses.slice(0, 50)).toEqual(Array.from({ length: 50 }, () => 422));
  expect(statuses.slice(50)).toEqual([429, 429]);
});

test("thirty wrong codes at once are not more than ten tries", async () => {
  const cookie = await firstStep(server, ada, from(3));
  const statuses = await Promise.all(
    Array.from({ length: 30 }, () => tryCode(cookie, wrongCode(), 3)),
  );
  expect(statuses.filter((status) => status === 422)).toHaveLength(10);
  expect(statuses.filter((status) => status === 429)).toHaveLength(20);
});
