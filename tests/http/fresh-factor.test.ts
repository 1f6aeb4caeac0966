import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { appCode } from "../harness/authenticator-app.ts";
import { anEngine } from "../harness/own-engines.ts";
import { forgetStep, postAs, turnOnFactor, type WithFactor } from "../harness/second-factor.ts";
import { testServer, type SignedUp, type TestServer } from "../harness/server.ts";

let server: TestServer;
let admin: WithFactor;
let member: SignedUp;
beforeAll(async () => {
  server = await testServer();
  admin = await turnOnFactor(server, await server.signUp());
  member = await server.signUp();
  const { db } = server.services;
  await db.updateTable("users").set({ role: "admin" }).where("id", "=", admin.userId).execute();
});
afterAll(() => server.close());

/** The admin's last proof of the second factor is an hour old. */
beforeEach(async () => {
  await server.services.db
    .updateTable("sessions")
    .set({ factor_at: new Date(Date.now() - 3600_000) })
    .where("user_id", "=", admin.userId)
    .execute();
});

const send = (method: string, address: string, body: object) =>
  server.fetch(address, {
    method,
    headers: {
      cookie: admin.cookie,
      "content-type": "application/json",
      "idempotency-key": crypto.randomUUID(),
    },
    body: JSON.stringify(body),
  });

async function prove(): Promise<void> {
  await forgetStep(server.services, admin.userId);
  const proved = await postAs(server, admin.cookie, "/api/two-factor/fresh", {
    code: appCode(admin.secret),
  });
  expect(proved.status).toBe(204);
}

type Call = { what: string; method: string; address: string; body: object; answers: number };

const closedPort = "http://127.0.0.1:9";
const unknown = "0190aaaa-0000-7000-8000-000000000000";
/** Stands for the id of a member, who is there only when the tests run. */
const someone = "MEMBER";

const calls: readonly Call[] = [
  {
    what: "a role",
    method: "PATCH",
    address: `/api/admin/users/${someone}`,
    body: { role: "user" },
    answers: 200,
  },
  {
    what: "the credits of a member",
    method: "POST",
    address: `/api/admin/users/${someone}/credits`,
    body: { amount: 5, reason: "A test" },
    answers: 200,
  },
  {
    what: "the credits of several members",
    method: "POST",
    address: "/api/admin/users/credits",
    body: { ids: [someone], amount: 5, reason: "A test" },
    answers: 200,
  },
  {
    what: "a new grant code",
    method: "POST",
    address: "/api/admin/grant-codes",
    body: { credits: 5, reason: "A test" },
    answers: 201,
  },
  {
    what: "a grant code that is good again",
    method: "PATCH",
    address: `/api/admin/grant-codes/${unknown}`,
    body: { revoked: false },
    answers: 404,
  },
  {
    what: "the replay of an event of payments",
    method: "POST",
    address: "/api/admin/webhook-events/replay",
    body: { ids: ["evt_unknown"] },
    answers: 404,
  },
  {
    what: "a new engine",
    method: "POST",
    address: "/api/admin/engines",
    body: anEngine(closedPort),
    answers: 201,
  },
  {
    what: "a change of an engine",
    method: "PATCH",
    address: "/api/admin/engines/sdapi:unknown",
    body: { version: 1, isOn: false },
    answers: 404,
  },
  {
    what: "the end of an engine",
    method: "DELETE",
    address: "/api/admin/engines/sdapi:unknown",
    body: { version: 1 },
    answers: 404,
  },
  {
    what: "a question to an address that is typed",
    method: "POST",
    address: "/api/admin/engines/test",
    body: anEngine(closedPort, { name: undefined }),
    answers: 200,
  },
  {
    what: "a model that is wanted",
    method: "POST",
    address: "/api/admin/models/unknown/want",
    body: { licence: "MIT" },
    answers: 404,
  },
  {
    what: "what a model asks",
    method: "POST",
    address: "/api/admin/models/unknown/confirm",
    body: { asks: "slow" },
    answers: 404,
  },
  {
    what: "the end of a model",
    method: "POST",
    address: "/api/admin/models/unknown/remove",
    body: {},
    answers: 404,
  },
];

test.each(calls)("$what needs a second factor of the last minutes", async (call) => {
  const { method, address, body, answers } = JSON.parse(
    JSON.stringify(call).replaceAll(someone, member.userId),
  ) as Call;
  const stale = await send(method, address, body);
  expect(stale.status).toBe(403);
  expect(await stale.json()).toMatchObject({
    type: "urn:echoform:problem:fresh-factor-required",
    methods: ["code"],
  });
  await prove();
  expect((await send(method, address, body)).status).toBe(answers);
});
