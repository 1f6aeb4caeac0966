/** Opening and confirming a confirmation link, in one's own browser and in somebody else's. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { mailServer, type MailServer } from "../harness/mail-server.ts";
import { cookieOf, goodPassword, testServer, type TestServer } from "../harness/server.ts";
import { testServices } from "../harness/services.ts";

let smtp: MailServer;
let services: Awaited<ReturnType<typeof testServices>>;
let server: TestServer;
beforeAll(async () => {
  smtp = await mailServer();
  services = await testServices({
    env: { SMTP_URL: smtp.url, MAIL_FROM: "echoform@example.com" },
  });
  server = await testServer(services);
});
afterAll(async () => {
  await server.close();
  await services.close();
  await smtp.close();
});

const signIn = (email: string) =>
  server.post("/api/auth/sign-in/email", { email, password: goodPassword });

/** Signs up a new address. @returns the address and the link in its mail */
async function invited(callbackURL?: string): Promise<{ email: string; link: URL }> {
  const email = `${randomUUID()}@example.org`;
  await server.post("/api/auth/sign-up/email", {
    name: "Zoë",
    email,
    password: goodPassword,
    callbackURL,
  });
  const { text } = await smtp.next(email);
  return { email, link: new URL(/^https?:\/\/\S+$/m.exec(text ?? "")?.[0] ?? "") };
}

const confirm = (link: URL, headers: Record<string, string> = {}) =>
  server.fetch("/api/auth/verify-email", {
    method: "POST",
    body: link.searchParams,
    redirect: "manual",
    headers,
  });

test("opening a confirmation link confirms nothing by itself; links of older mails lead to the page too", async () => {
  const { email, link } = await invited("/dashboard/likes");
  const token = link.searchParams.get("token") ?? "";
  const older = new URLSearchParams({
    token,
    callbackURL: "/auth/callback?next=%2Fdashboard%2Flikes&from=signup",
  });
  const answer = await server.fetch(`/api/auth/verify-email?${older}`, { redirect: "manual" });
  expect(answer.status).toBe(302);
  expect(answer.headers.get("location")).toBe(`${link.pathname}${link.search}`);
  expect(answer.headers.getSetCookie()).toEqual([]);
  expect((await signIn(email)).status).toBe(403);
});

test("confirming in another member's browser confirms the address and keeps their session", async () => {
  const victim = await invited();
  const cookie = cookieOf(await confirm(victim.link));
  const { email, link } = await invited();
  const answer = await confirm(link, { cookie });
  expect(answer.status).toBe(303);
  expect(answer.headers.get("location")).toBe("/auth/callback?from=signup&session=kept");
  expect(answer.headers.getSetCookie()).toEqual([]);
  const profile = await server.fetch("/api/profile", { headers: { cookie } });
  expect(await profile.json()).toMatchObject({ email: victim.email });
  const sessions = await services.db
    .selectFrom("sessions")
    .innerJoin("users", "users.id", "sessions.user_id")
    .select("sessions.id")
    .where("users.email", "=", email)
    .execute();
  expect(sessions).toEqual([]);
  expect((await signIn(email)).status).toBe(200);
});

test("another site cannot submit a confirmation", async () => {
  const { email, link } = await invited();
  const headers = { origin: "https://evil.example", "sec-fetch-site": "cross-site" };
  expect((await confirm(link, headers)).status).toBe(403);
  expect((await signIn(email)).status).toBe(403);
});
