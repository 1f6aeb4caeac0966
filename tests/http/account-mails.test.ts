import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { mailServer, type MailServer, type ReceivedMail } from "../harness/mail-server.ts";
import { cookieOf, goodPassword, testServer, type TestServer } from "../harness/server.ts";
import { testServices } from "../harness/services.ts";

const site = "http://echoform.example";
let smtp: MailServer;
let services: Awaited<ReturnType<typeof testServices>>;
let server: TestServer;
beforeAll(async () => {
  smtp = await mailServer();
  services = await testServices({
    env: { SMTP_URL: smtp.url, MAIL_FROM: "echoform@example.com", SERVER_URL: site },
  });
  server = await testServer(services);
});
afterAll(async () => {
  await server.close();
  await services.close();
  await smtp.close();
});

const anAddress = () => `${randomUUID()}@example.org`;
const newPassword = "quiet-harbour-93";

const signUp = (email: string, more: object = {}, headers: Record<string, string> = {}) =>
  server.post(
    "/api/auth/sign-up/email",
    { name: "Zoë <b>", email, password: goodPassword, ...more },
    headers,
  );
const signIn = (email: string, password = goodPassword) =>
  server.post("/api/auth/sign-in/email", { email, password });
const requestReset = (email: string) => server.post("/api/auth/request-password-reset", { email });

/** The only link of a mail, the same in both parts. */
function linkIn(mail: ReceivedMail): URL {
  const found = /^https?:\/\/\S+$/m.exec(mail.text ?? "")?.[0] ?? "";
  expect(mail.html).toContain(`href="${found.replaceAll("&", "&amp;")}"`);
  return new URL(found);
}

/** Presses the button on the page of a confirmation link. */
const confirm = (link: URL, headers: Record<string, string> = {}) =>
  server.fetch("/api/auth/verify-email", {
    method: "POST",
    body: link.searchParams,
    redirect: "manual",
    headers,
  });

const profileStatus = async (cookie: string) =>
  (await server.fetch("/api/profile", { headers: { cookie } })).status;

async function confirmed(): Promise<{ email: string; cookie: string }> {
  const email = anAddress();
  await signUp(email);
  return { email, cookie: cookieOf(await confirm(linkIn(await smtp.next(email)))) };
}

async function without(answer: Response): Promise<object> {
  const { requestId: _requestId, ...rest } = (await answer.json()) as Record<string, unknown>;
  return rest;
}

test("AU-03 RT-06 a sign-up that needs confirmation opens no session; the mailed link confirms and goes through /auth/callback", async () => {
  const email = anAddress();
  const answer = await signUp(email, { callbackURL: "/dashboard/likes" });
  expect(answer.status).toBe(200);
  expect(answer.headers.getSetCookie()).toEqual([]);
  expect(await answer.json()).toEqual({
    token: null,
    user: { name: "Zoë <b>", email, emailVerified: false },
  });

  const mail = await smtp.next(email);
  expect(mail.sender).toBe("echoform@example.com");
  expect(mail.subject).toBe("Confirm your address for Echoform");
  // Until the address is confirmed, the name is untrusted text sent to somebody else's mailbox.
  expect(mail.text).toContain("Hello,");
  expect(`${mail.subject} ${mail.text} ${mail.html}`).not.toContain("Zoë");
  const link = linkIn(mail);
  expect(`${link.origin}${link.pathname}`).toBe(`${site}/auth/confirm`);

  const confirmation = await confirm(link);
  expect(confirmation.status).toBe(303);
  expect(confirmation.headers.get("location")).toBe(
    "/auth/callback?next=%2Fdashboard%2Flikes&from=signup",
  );
  const profile = await server.fetch("/api/profile", {
    headers: { cookie: cookieOf(confirmation) },
  });
  expect(await profile.json()).toMatchObject({ email, credits: 5, role: "member" });
  expect((await signIn(email)).status).toBe(200);
});

test("AU-03 an altered, expired or incomplete link leads to the toast's error", async () => {
  const email = anAddress();
  await signUp(email);
  const link = linkIn(await smtp.next(email));
  const token = link.searchParams.get("token") ?? "";
  for (const wrong of ["", "x", `${token.slice(0, -3)}abc`]) {
    link.searchParams.set("token", wrong);
    const answer = await confirm(link);
    expect(answer.status).toBe(303);
    expect(answer.headers.get("location")).toBe(
      "/auth/callback?from=signup&error=auth_error&reason=link-over",
    );
    expect(answer.headers.getSetCookie().join()).not.toContain("session_token=");
  }
});

test.each(["https://evil.example/x", "//evil.example", "/\\evil.example", "javascript:alert(1)"])(
  "the destination %s never leaves the site",
  async (callbackURL) => {
    const email = anAddress();
    expect((await signUp(email, { callbackURL })).status).toBe(200);
    const link = linkIn(await smtp.next(email));
    expect(link.searchParams.get("next")).toBe("/dashboard");
    link.searchParams.set("next", callbackURL);
    expect((await confirm(link)).headers.get("location")).toBe(
      "/auth/callback?next=%2Fdashboard&from=signup",
    );
  },
);

test("links are made from SERVER_URL, whatever the Host header", async () => {
  const email = anAddress();
  const headers = { host: "evil.example", "x-forwarded-host": "evil.example" };
  await signUp(email, {}, headers);
  expect(linkIn(await smtp.next(email)).origin).toBe(site);
});

test("AU-03 a sign-up with an existing address is answered like a new one; its owner is told by mail", async () => {
  const { email } = await confirmed();
  const taken = await signUp(email, { password: "another-lantern-7" });
  const free = await signUp(anAddress());
  expect(taken.status).toBe(free.status);
  expect([...taken.headers.keys()].toSorted()).toEqual([...free.headers.keys()].toSorted());
  const [one, two] = [await without(taken), await without(free)];
  expect(JSON.stringify(one).replace(email, "")).toBe(
    JSON.stringify(two).replace(/[^"]+@example\.org/, ""),
  );
  const mail = await smtp.next(email);
  expect(mail.subject).toBe("You have an account at Echoform");
  expect(linkIn(mail).href).toBe(`${site}/login`);
  expect((await signIn(email)).status).toBe(200);
  expect((await signIn(email, "another-lantern-7")).status).toBe(401);
});

test("signing in before confirming says so, and mails the link again; a wrong password reveals nothing", async () => {
  const email = anAddress();
  await signUp(email);
  await smtp.next(email);
  const refused = await signIn(email);
  expect(refused.status).toBe(403);
  expect(await refused.json()).toMatchObject({ code: "EMAIL_NOT_VERIFIED" });
  expect((await confirm(linkIn(await smtp.next(email)))).status).toBe(303);
  expect((await signIn(email)).status).toBe(200);
  const other = anAddress();
  await signUp(other);
  expect((await signIn(other, "wrong-password")).status).toBe(401);
});

test("the confirmation is mailed again on request, with the same response for every address", async () => {
  const email = anAddress();
  await signUp(email);
  await smtp.next(email);
  const answers = [];
  for (const to of [email, anAddress()]) {
    answers.push(await server.post("/api/auth/send-verification-email", { email: to }));
  }
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(await answers[0]?.json()).toEqual(await answers[1]?.json());
  expect((await confirm(linkIn(await smtp.next(email)))).status).toBe(303);
});

test("AU-06 RT-06 a mailed link sets a new password once and ends every session", async () => {
  const { email, cookie } = await confirmed();
  expect(await profileStatus(cookie)).toBe(200);
  expect((await requestReset(email)).status).toBe(200);
  const mail = await smtp.next(email);
  expect(mail.subject).toBe("Set a new password for Echoform");
  const link = linkIn(mail);
  expect(`${link.origin}${link.pathname}`).toBe(`${site}/reset-password`);
  const token = link.searchParams.get("token");

  const reset = (password: string) =>
    server.post("/api/auth/reset-password", { token, newPassword: password });
  expect((await reset("password1")).status).toBe(422);
  expect((await reset(newPassword)).status).toBe(200);
  expect(await profileStatus(cookie)).toBe(401);
  expect((await signIn(email)).status).toBe(401);
  expect((await signIn(email, newPassword)).status).toBe(200);
  expect((await smtp.next(email)).subject).toBe("Your password for Echoform was changed");

  const again = await reset("third-lantern-55");
  expect(again.status).toBe(400);
  expect(await again.json()).toMatchObject({ code: "INVALID_TOKEN" });
  expect((await signIn(email, newPassword)).status).toBe(200);
});

test("AU-06 a reset link expires after an hour, and the database does not store it in clear text", async () => {
  const { email } = await confirmed();
  await requestReset(email);
  const token = linkIn(await smtp.next(email)).searchParams.get("token") ?? "";
  const rows = await services.db.selectFrom("verifications").selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(token);
  const latest = rows.toSorted((a, b) => Number(a.created_at) - Number(b.created_at)).at(-1);
  const hour = Number(latest?.expires_at) - Number(latest?.created_at);
  expect(Math.round(hour / 60_000)).toBe(60);
  await services.db
    .updateTable("verifications")
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where("id", "=", latest?.id ?? "")
    .execute();
  const answer = await server.post("/api/auth/reset-password", { token, newPassword });
  expect(answer.status).toBe(400);
});

test("a reset is answered alike for known and unknown addresses, but mails only the known one", async () => {
  const { email } = await confirmed();
  const unknown = anAddress();
  const [known, other] = [await requestReset(email), await requestReset(unknown)];
  expect([known.status, other.status]).toEqual([200, 200]);
  expect(await known.json()).toEqual(await other.json());
  await smtp.next(email);
  expect(smtp.mails.flatMap(({ recipients }) => recipients)).not.toContain(unknown);
});

test("using a reset link confirms the address too", async () => {
  const email = anAddress();
  await signUp(email);
  await smtp.next(email);
  await requestReset(email);
  const token = linkIn(await smtp.next(email)).searchParams.get("token");
  await server.post("/api/auth/reset-password", { token, newPassword });
  expect((await signIn(email, newPassword)).status).toBe(200);
});

test("AU-16 a password change always ends the other sessions, and is reported by mail", async () => {
  const { email, cookie } = await confirmed();
  const other = cookieOf(await signIn(email));
  const body = { currentPassword: goodPassword, newPassword, revokeOtherSessions: false };
  const answer = await server.post("/api/auth/change-password", body, { cookie });
  expect(answer.status).toBe(200);
  expect(await profileStatus(cookieOf(answer))).toBe(200);
  expect(await profileStatus(other)).toBe(401);
  expect((await smtp.next(email)).subject).toBe("Your password for Echoform was changed");
});

test("a banned member's links do not work", async () => {
  const email = anAddress();
  await signUp(email);
  const link = linkIn(await smtp.next(email));
  await services.db
    .updateTable("users")
    .set({ banned_at: new Date() })
    .where("email", "=", email)
    .execute();
  const answer = await confirm(link);
  expect(answer.headers.get("location")).toContain("error=auth_error");
  expect(answer.headers.getSetCookie().join()).not.toContain("session_token=");
});

test("an address gets at most five sign-up mails in half an hour, over all networks", async () => {
  const env = { ...services.env, RATE_LIMIT_FACTOR: 1, TRUST_PROXY: true };
  const strict = await testServer({ ...services, env }, { roles: ["web"] });
  const { email } = await confirmed();
  await services.db.deleteFrom("rate_limits").execute();
  const statuses: number[] = [];
  for (let n = 0; n < 6; n += 1) {
    const body = { name: "Zoë", email, password: goodPassword };
    const from = { "x-forwarded-for": `203.0.113.${n}` };
    statuses.push((await strict.post("/api/auth/sign-up/email", body, from)).status);
  }
  await strict.close();
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
});
