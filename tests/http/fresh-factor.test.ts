import { afterAll, beforeAll, expect, test } from "vitest";
import { appCode } from "../harness/authenticator-app.ts";
import { aMember } from "../harness/factories.ts";
import { firstStep, forgetStep, postAs, turnOnFactor } from "../harness/second-factor.ts";
import { cookieOf, testServer, type SignedUp, type TestServer } from "../harness/server.ts";
import { testServices } from "../harness/services.ts";

let server: TestServer;
/** A server over the same database where admins need a second factor. */
let strict: TestServer;
let strictServices: Awaited<ReturnType<typeof testServices>>;
beforeAll(async () => {
  server = await testServer();
  const { DATABASE_URL: databaseUrl = "", DATA_DIR: dataDir } = server.services.env;
  const env = { ADMIN_TWO_FACTOR: "required" };
  strictServices = await testServices({ env, databaseUrl, dataDir });
  strict = await testServer(strictServices);
});
afterAll(async () => {
  await strict.close();
  await strictServices.close();
  await server.close();
});

const post = (cookie: string, address: string, body?: object) =>
  postAs(server, cookie, address, body);

/** Makes the proof of a second factor an hour old. */
async function ageFactor(userId: string): Promise<void> {
  await server.services.db
    .updateTable("sessions")
    .set({ factor_at: new Date(Date.now() - 3600_000) })
    .where("user_id", "=", userId)
    .execute();
}

async function anAdmin(): Promise<SignedUp> {
  const admin = await server.signUp();
  const { db } = server.services;
  await db.updateTable("users").set({ role: "admin" }).where("id", "=", admin.userId).execute();
  return admin;
}

test("an admin with a second factor changes credits and roles only when it is fresh", async () => {
  const admin = await turnOnFactor(server, await anAdmin());
  const { id } = await aMember(server.services, { credits: 10 });
  const give = () =>
    server.post(
      `/api/admin/users/${id}/credits`,
      { amount: 5, reason: "Test" },
      { cookie: admin.cookie, "idempotency-key": "fresh-factor-1" },
    );
  const promote = (json: object) =>
    server.fetch(`/api/admin/users/${id}`, {
      method: "PATCH",
      headers: { cookie: admin.cookie, "content-type": "application/json" },
      body: JSON.stringify(json),
    });
  await ageFactor(admin.userId);
  for (const answer of [await give(), await promote({ role: "admin" })]) {
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({
      type: "urn:echoform:problem:fresh-factor-required",
    });
  }
  const member = server.services.db
    .selectFrom("users")
    .select(["role", "credits"])
    .where("id", "=", id);
  expect(await member.executeTakeFirst()).toEqual({ role: "member", credits: 10 });
  // The badge is none of these.
  expect((await promote({ verified: true })).status).toBe(200);
  const fresh = await post(admin.cookie, "/api/two-factor/fresh", { code: appCode(admin.secret) });
  expect(fresh.status).toBe(204);
  expect((await give()).status).toBe(200);
  expect((await promote({ role: "user" })).status).toBe(200);
  expect(await member.executeTakeFirst()).toEqual({ role: "user", credits: 15 });
});

test("an admin without a second factor is not asked for one while it is optional", async () => {
  const admin = await anAdmin();
  const { id } = await aMember(server.services);
  const answer = await server.post(
    `/api/admin/users/${id}/credits`,
    { amount: 1, reason: "Test" },
    { cookie: admin.cookie, "idempotency-key": "fresh-factor-2" },
  );
  expect(answer.status).toBe(200);
});

test("where admins need a second factor, one without it is a member everywhere", async () => {
  const admin = await anAdmin();
  const ask = (address: string) => strict.fetch(address, { headers: { cookie: admin.cookie } });
  const addresses = ["/api/admin/images", "/api/admin/audit", "/api/admin/users"];
  for (const address of addresses) {
    const answer = await ask(address);
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({
      type: "urn:echoform:problem:second-factor-required",
    });
  }
  const given = await postAs(strict, admin.cookie, `/api/admin/users/${admin.userId}/credits`, {
    amount: 1,
    reason: "Test",
  });
  expect(given.status).toBe(403);
  expect((await ask("/metrics")).status).not.toBe(500);
  expect((await ask("/api/profile")).status).toBe(200);
  // The same session has the admin pages of a site that does not ask for it.
  expect((await admin.fetch("/api/admin/audit")).status).toBe(200);
  await turnOnFactor(strict, admin);
  for (const address of addresses) expect((await ask(address)).status).toBe(200);
});

test("where admins need a second factor, taking it away takes the admin pages away at once", async () => {
  const admin = await turnOnFactor(strict, await anAdmin());
  await forgetStep(server.services, admin.userId);
  const waiting = await firstStep(strict, admin);
  const code = { code: appCode(admin.secret) };
  const done = await postAs(strict, waiting, "/api/two-factor/sign-in", code);
  const cookie = cookieOf(done);
  const audit = async () =>
    (await strict.fetch("/api/admin/audit", { headers: { cookie } })).status;
  expect(await audit()).toBe(200);
  await server.services.db
    .updateTable("sessions")
    .set({ factor_at: null })
    .where("user_id", "=", admin.userId)
    .execute();
  expect(await audit()).toBe(401);
});
