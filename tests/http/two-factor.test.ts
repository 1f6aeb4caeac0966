import { afterAll, beforeAll, expect, test } from "vitest";
import { clearExpired } from "#app/features/identity/jobs.ts";
import { appCode } from "../harness/authenticator-app.ts";
import { untilTaken } from "../harness/patience.ts";
import { firstStep, postAs, turnOnFactor } from "../harness/second-factor.ts";
import { cookieOf, testServer, type TestServer } from "../harness/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

const post = (cookie: string, address: string, body?: object) =>
  postAs(server, cookie, address, body);
const signInByCode = (cookie: string, code: string) =>
  untilTaken(() => post(cookie, "/api/two-factor/sign-in", { code }));
const isMember = async (cookie: string) =>
  (await server.fetch("/api/profile", { headers: { cookie } })).status === 200;

const aWeakMember = () => server.signUp();
const aStrongMember = async () => turnOnFactor(server, await server.signUp());

/** Makes the proof of a second factor an hour old. */
async function ageFactor(userId: string): Promise<void> {
  await server.services.db
    .updateTable("sessions")
    .set({ factor_at: new Date(Date.now() - 3600_000) })
    .where("user_id", "=", userId)
    .where("factor_at", "is not", null)
    .execute();
}

test("two-factor sign-in is turned on by the password and a code, and not by wrong ones", async () => {
  const ada = await aWeakMember();
  for (const body of [{}, { password: "wrong-password-1" }]) {
    const refused = await post(ada.cookie, "/api/two-factor/app", body);
    expect(refused.status).toBe(422);
    expect(await refused.json()).toMatchObject({ errors: [{ path: "password" }] });
  }
  const none = await post(ada.cookie, "/api/two-factor/confirm", { code: "123456" });
  expect(none.status).toBe(422);
  const begun = await post(ada.cookie, "/api/two-factor/app", { password: ada.password });
  const { secret, uri, qr } = (await begun.json()) as Record<"secret" | "uri" | "qr", string>;
  expect(uri).toContain(`secret=${secret}`);
  expect(uri).toMatch(/^otpauth:\/\/totp\/Echoform:/);
  expect(qr).toMatch(/^<svg .*<\/svg>$/);
  const wrong = await post(ada.cookie, "/api/two-factor/confirm", { code: appCode(secret, 5) });
  expect(wrong.status).toBe(422);
  // Nothing is on yet: the password alone signs in.
  expect(await isMember(await firstStep(server, ada))).toBe(true);
  const confirmed = await post(ada.cookie, "/api/two-factor/confirm", { code: appCode(secret) });
  const { recoveryCodes } = (await confirmed.json()) as { recoveryCodes: string[] };
  expect(new Set(recoveryCodes).size).toBe(10);
  for (const code of recoveryCodes) expect(code).toMatch(/^(?:[2-9a-z]{4}-){3}[2-9a-z]{4}$/);
  const again = await post(ada.cookie, "/api/two-factor/app", { password: ada.password });
  expect(again.status).toBe(409);
});

test("turning it on ends the member's other sessions and keeps the own one", async () => {
  const ada = await aWeakMember();
  const other = await firstStep(server, ada);
  expect(await isMember(other)).toBe(true);
  await turnOnFactor(server, ada);
  expect(await isMember(other)).toBe(false);
  expect(await isMember(ada.cookie)).toBe(true);
});

test("a right password alone signs nobody in: its session counts nowhere until the second step", async () => {
  const ada = await aStrongMember();
  const answer = await server.post("/api/auth/sign-in/email", {
    email: ada.email,
    password: ada.password,
  });
  expect(answer.status).toBe(200);
  expect(await answer.json()).toEqual({ twoFactorRedirect: true, twoFactorMethods: ["code"] });
  const waiting = cookieOf(answer);
  for (const address of ["/api/profile", "/api/sessions", "/api/notifications", "/api/engines"]) {
    expect((await server.fetch(address, { headers: { cookie: waiting } })).status).toBe(401);
  }
  const session = await server.fetch("/api/auth/get-session", { headers: { cookie: waiting } });
  expect(await session.json()).toBeNull();
  for (const address of ["/api/two-factor/fresh", "/api/two-factor/off", "/api/passkeys/options"]) {
    expect((await post(waiting, address, { code: appCode(ada.secret) })).status).toBe(401);
  }
  const changed = await post(waiting, "/api/auth/change-password", {
    currentPassword: ada.password,
    newPassword: "quiet-harbour-93",
  });
  expect(changed.status).toBe(401);
  const list = await ada.fetch("/api/sessions");
  expect(((await list.json()) as { items: unknown[] }).items).toHaveLength(1);
  const done = await signInByCode(waiting, appCode(ada.secret));
  expect(await done.json()).toMatchObject({ user: { id: ada.userId } });
  expect(await isMember(cookieOf(done))).toBe(true);
  // The session that waited is gone: a copy of its cookie is worth nothing.
  expect(await isMember(waiting)).toBe(false);
  expect((await signInByCode(waiting, appCode(ada.secret, 1))).status).toBe(401);
});

test("a code is accepted once, and earlier ones not after it", async () => {
  const ada = await aStrongMember();
  const [now, next, far] = [0, 1, 3].map((steps) => appCode(ada.secret, steps));
  const [one, two] = await Promise.all([1, 2].map(() => firstStep(server, ada)));
  expect((await signInByCode(one, far)).status).toBe(422);
  expect((await signInByCode(one, now)).status).toBe(200);
  expect((await signInByCode(two, now)).status).toBe(422);
  expect((await signInByCode(two, next)).status).toBe(200);
  const three = await firstStep(server, ada);
  for (const code of [now, next]) expect((await signInByCode(three, code)).status).toBe(422);
});

test("one code sent eight times at once signs in once", async () => {
  const ada = await aStrongMember();
  const waiting = await Promise.all(Array.from({ length: 8 }, () => firstStep(server, ada)));
  const code = appCode(ada.secret);
  const answers = await Promise.all(waiting.map((cookie) => signInByCode(cookie, code)));
  const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
  expect(statuses).toEqual([200, 422, 422, 422, 422, 422, 422, 422]);
});

test("a recovery code signs in once, however it is typed; new ones replace those left", async () => {
  const ada = await aStrongMember();
  const [first, second, third] = ada.recoveryCodes;
  const typed = ` ${first.replaceAll("-", " ").toUpperCase()} `;
  expect((await signInByCode(await firstStep(server, ada), typed)).status).toBe(200);
  expect((await signInByCode(await firstStep(server, ada), first)).status).toBe(422);
  const both = await Promise.all(
    [1, 2].map(async () => signInByCode(await firstStep(server, ada), second)),
  );
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
  const renewed = await post(ada.cookie, "/api/two-factor/recovery-codes");
  const { recoveryCodes } = (await renewed.json()) as { recoveryCodes: string[] };
  expect((await signInByCode(await firstStep(server, ada), third)).status).toBe(422);
  expect((await signInByCode(await firstStep(server, ada), recoveryCodes[9])).status).toBe(200);
});

test("neither the app's secret nor a recovery code can be read in the database", async () => {
  const ada = await aStrongMember();
  const { db } = server.services;
  const app = await db
    .selectFrom("totp_secrets")
    .selectAll()
    .where("user_id", "=", ada.userId)
    .executeTakeFirstOrThrow();
  const codes = await db
    .selectFrom("recovery_codes")
    .selectAll()
    .where("user_id", "=", ada.userId)
    .execute();
  const kept = JSON.stringify([app, codes]).toLowerCase();
  expect(kept).not.toContain(ada.secret.toLowerCase());
  for (const code of ada.recoveryCodes) {
    expect(kept).not.toContain(code);
    expect(kept).not.toContain(code.replaceAll("-", ""));
  }
});

test("the second step has ten minutes; sessions that never made it are cleared", async () => {
  const ada = await aStrongMember();
  const waiting = await firstStep(server, ada);
  const { db } = server.services;
  await db
    .updateTable("sessions")
    .set({ created_at: new Date(Date.now() - 10 * 60_000 - 1) })
    .where("user_id", "=", ada.userId)
    .where("factor_at", "is", null)
    .execute();
  const late = await signInByCode(waiting, appCode(ada.secret));
  expect(late.status).toBe(401);
  await clearExpired(server.services);
  const left = await db
    .selectFrom("sessions")
    .select("factor_at")
    .where("user_id", "=", ada.userId)
    .execute();
  expect(left).toHaveLength(1);
  expect(left[0].factor_at).not.toBeNull();
});

test("turning it off needs the password and a fresh factor, and a sign-in that waits ends with it", async () => {
  const ada = await aStrongMember();
  const { password } = ada;
  const waiting = await firstStep(server, ada);
  await ageFactor(ada.userId);
  const stale = await post(ada.cookie, "/api/two-factor/off", { password });
  expect(stale.status).toBe(403);
  expect(await stale.json()).toMatchObject({
    type: "urn:echoform:problem:fresh-factor-required",
    methods: ["code"],
  });
  expect((await post(ada.cookie, "/api/two-factor/recovery-codes")).status).toBe(403);
  const wrong = await post(ada.cookie, "/api/two-factor/fresh", { code: "000000" });
  expect(wrong.status).toBe(422);
  const fresh = await post(ada.cookie, "/api/two-factor/fresh", { code: appCode(ada.secret) });
  expect(fresh.status).toBe(204);
  const noPassword = await post(ada.cookie, "/api/two-factor/off", {
    password: "wrong-password-1",
  });
  expect(noPassword.status).toBe(422);
  expect((await post(ada.cookie, "/api/two-factor/off", { password })).status).toBe(204);
  expect(await isMember(waiting)).toBe(false);
  expect(await isMember(await firstStep(server, ada))).toBe(true);
});

test("a new password ends the other sessions and leaves two-factor sign-in on", async () => {
  const ada = await aStrongMember();
  const newPassword = "quiet-harbour-93";
  const changed = await post(ada.cookie, "/api/auth/change-password", {
    currentPassword: ada.password,
    newPassword,
  });
  expect(changed.status).toBe(200);
  expect(await isMember(cookieOf(changed))).toBe(true);
  const waiting = await firstStep(server, { email: ada.email, password: newPassword });
  expect(await isMember(waiting)).toBe(false);
  expect((await signInByCode(waiting, appCode(ada.secret))).status).toBe(200);
});

test("rememberMe: false holds for the session after the second step too", async () => {
  const { email, password, secret } = await aStrongMember();
  const answer = await server.post("/api/auth/sign-in/email", {
    email,
    password,
    rememberMe: false,
  });
  const done = await signInByCode(cookieOf(answer), appCode(secret));
  const line = done.headers.getSetCookie().find((one) => one.includes("session_token=")) ?? "";
  expect(line).not.toMatch(/max-age/i);
});

test("the invariants notice two-factor sign-in without an app or without recovery codes", async () => {
  const { pool, db } = server.services;
  const broken = async (userId: string) =>
    (await pool.query("select 1 from invariant_i12_second_factor where user_id = $1", [userId]))
      .rowCount;
  const ada = await aStrongMember();
  expect(await broken(ada.userId)).toBe(0);
  const codes = db.deleteFrom("recovery_codes").where("user_id", "=", ada.userId);
  const kept = await codes.returningAll().execute();
  expect(await broken(ada.userId)).toBe(1);
  await db.insertInto("recovery_codes").values(kept).execute();
  const weak = await aWeakMember();
  const mark = (at: Date | null) =>
    db.updateTable("users").set({ two_factor_at: at }).where("id", "=", weak.userId).execute();
  await mark(new Date());
  expect(await broken(weak.userId)).toBe(1);
  await mark(null);
  expect(await broken(weak.userId)).toBe(0);
});
