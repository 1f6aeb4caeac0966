import { afterAll, beforeAll, expect, test } from "vitest";
import { testServer, type SignedUp, type TestServer } from "#tests/harness/server.ts";
import { testServices } from "#tests/harness/services.ts";
import type { OpenServices } from "#app/open-services.ts";

let services: OpenServices;
let server: TestServer;
let admin: SignedUp;
beforeAll(async () => {
  services = await testServices({ env: { RATE_LIMIT_FACTOR: "1" } });
  server = await testServer(services);
  admin = await server.signUp("Ada Admin");
  await services.db
    .updateTable("users")
    .set({ role: "admin" })
    .where("id", "=", admin.userId)
    .execute();
});
afterAll(async () => {
  await server.close();
  await services.close();
});

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- it names the answer
async function call<T>(who: SignedUp, method: string, address: string, body?: unknown) {
  const answer = await who.fetch(address, {
    method,
    headers: { "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as T };
}
type Made = { id: string; code: string; ending: string; state: string };
const make = async (more: object = {}) => {
  const wanted = { credits: 20, reason: "Hello", ...more };
  return call<Made>(admin, "POST", "/api/admin/grant-codes", wanted);
};

test("an admin makes a grant code, a member redeems it, and the list shows it without the code", async () => {
  const member = await server.signUp("Mira Member");
  const made = await make({ uses: 2, expiresAt: "2099-12-31T23:59:59.999Z" });
  expect(made.status).toBe(201);
  const { id, code, ending } = made.body;
  expect(await call(member, "POST", "/api/billing/redeem", { code })).toEqual({
    status: 200,
    body: { credits: 20, current: 25 },
  });
  const list = await call<{ items: object[] }>(admin, "GET", "/api/admin/grant-codes");
  expect(list.body.items[0]).toEqual({
    id,
    ending,
    credits: 20,
    uses: 1,
    maxUses: 2,
    reason: "Hello",
    state: "open",
    expiresAt: "2099-12-31T23:59:59.999Z",
    createdAt: expect.any(String) as string,
  });
  const revoked = await call<Made>(admin, "PATCH", `/api/admin/grant-codes/${id}`, {
    revoked: true,
  });
  expect(revoked).toMatchObject({ status: 200, body: { state: "revoked" } });
  expect((await call(member, "POST", "/api/billing/redeem", { code })).status).toBe(409);
});

test.each([
  [{ credits: 0 }, "credits"],
  [{ credits: 100_001 }, "credits"],
  [{ credits: 1.5 }, "credits"],
  [{ uses: 0 }, "uses"],
  [{ reason: "  " }, "reason"],
  [{ expiresAt: "tomorrow" }, "expiresAt"],
  [{ expiresAt: "2020-01-01T00:00:00.000Z" }, "expiresAt"],
  [{ code: "MINE" }, "code"],
])("a grant code with %o is refused at the field %s", async (more, path) => {
  expect(await make(more)).toMatchObject({ status: 400, body: { errors: [{ path }] } });
});

test("guessed codes are limited by member, in all processes together; good ones do not count", async () => {
  const member = await server.signUp("Gus Guesser");
  const redeem = (code: string) => call(member, "POST", "/api/billing/redeem", { code });
  for (let good = 0; good < 3; good += 1) {
    expect((await redeem((await make()).body.code)).status).toBe(200);
  }
  for (let guess = 0; guess < 10; guess += 1) {
    expect((await redeem(`0000-0000-0000-000${guess}`)).status).toBe(404);
  }
  const { code } = (await make()).body;
  expect((await redeem(code)).status).toBe(429);
  const other = await testServer(services);
  const cookie = { cookie: member.cookie };
  expect((await other.post("/api/billing/redeem", { code }, cookie)).status).toBe(429);
  await other.close();
  const neighbour = await server.signUp("Nell Neighbour");
  expect((await call(neighbour, "POST", "/api/billing/redeem", { code })).status).toBe(200);
});
