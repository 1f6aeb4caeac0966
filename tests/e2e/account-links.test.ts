import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { axeFindings, testBrowser, type TestBrowser } from "../harness/browser.ts";
import { aMember } from "../harness/factories.ts";
import { googleProvider, type Provider } from "../harness/google.ts";
import { mailServer, type MailServer, type ReceivedMail } from "../harness/mail-server.ts";
import { goodPassword } from "../harness/server.ts";

let smtp: MailServer;
let google: Provider;
let browser: TestBrowser;
beforeAll(async () => {
  smtp = await mailServer();
  google = await googleProvider();
  const env = { SMTP_URL: smtp.url, MAIL_FROM: "echoform@example.com", ...google.settings };
  browser = await testBrowser({ env });
});
afterEach(() => browser.finish());
afterAll(async () => {
  await browser.close();
  await google.close();
  await smtp.close();
});

const newPassword = "quiet-harbour-93";
const anAddress = () => `${randomUUID()}@example.org`;
const dialogOf = (page: Page) => page.getByRole("dialog");
const account = (page: Page) =>
  page.getByRole("banner").getByRole("button", { name: "Account of" });

/** The only link of a mail, as a URL of the server under test. */
function linkIn(mail: ReceivedMail): string {
  const { pathname, search } = new URL(/^https?:\/\/\S+$/m.exec(mail.text ?? "")?.[0] ?? "");
  return `${pathname}${search}`;
}

async function openDialog(page: Page) {
  await page.getByRole("banner").getByRole("link", { name: "Sign in" }).click();
  await dialogOf(page).getByRole("heading", { name: "Welcome back" }).waitFor();
}

/** A member who has confirmed their email address by the mailed link. */
async function aConfirmedMember(): Promise<string> {
  const email = anAddress();
  const { server } = browser;
  await server.post("/api/auth/sign-up/email", { name: "Ada", email, password: goodPassword });
  const link = new URL(linkIn(await smtp.next(email)), server.url);
  const form = { method: "POST", body: link.searchParams, redirect: "manual" } as const;
  expect((await server.fetch("/api/auth/verify-email", form)).status).toBe(303);
  return email;
}

async function logIn(page: Page, email: string, password: string) {
  const main = page.getByRole("main");
  await main.getByLabel("Email").fill(email);
  await main.getByLabel("Password", { exact: true }).fill(password);
  await main.getByRole("button", { name: "Sign in" }).click();
}

test("RT-06 AU-03 a new member confirms by the mailed link and returns to the page, signed in", async () => {
  const email = anAddress();
  const page = await browser.open("/pages/about");
  await openDialog(page);
  const dialog = dialogOf(page);
  await dialog.getByRole("button", { name: "Create account" }).click();
  await dialog.getByLabel("Name", { exact: true }).fill("Ada");
  await dialog.getByLabel("Email").fill(email);
  await dialog.getByLabel("Password", { exact: true }).fill(goodPassword);
  await dialog.getByRole("button", { name: "Create account" }).click();
  await page.getByText("Please verify your email").waitFor();
  await dialog.waitFor({ state: "hidden" });
  await browser.go(page, linkIn(await smtp.next(email)));
  await page.getByRole("heading", { name: "Confirm your email" }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole("button", { name: "Confirm" }).click();
  await page.getByText("Account created successfully").waitFor();
  await account(page).waitFor();
  await page.waitForURL("**/pages/about");
});

test("AU-03 signing in before the confirmation says so and mails the link again", async () => {
  const email = anAddress();
  const { server } = browser;
  await server.post("/api/auth/sign-up/email", { name: "Ada", email, password: goodPassword });
  await smtp.next(email);
  const page = await browser.open("/login", { expect: [403] });
  await logIn(page, email, goodPassword);
  await page.getByRole("alert").getByText("Confirm your address first").waitFor();
  expect(linkIn(await smtp.next(email))).toContain("/auth/confirm?");
});

test.each([1440, 390] as const)(
  "RT-06 a confirmation link that no longer works says so at %i px, clean for axe",
  async (width) => {
    const page = await browser.open("/auth/confirm?token=made-up", { width });
    await page.getByRole("button", { name: "Confirm" }).click();
    await page.getByRole("heading", { name: "This link no longer works" }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/auth/callback");
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole("main").getByRole("link", { name: "Sign in" }).click();
    await page.getByRole("heading", { name: "Welcome back" }).waitFor();
  },
);

test("a member who opens the link of another account is told so, and stays signed in", async () => {
  const { server } = browser;
  const victim = await aConfirmedMember();
  const email = anAddress();
  await server.post("/api/auth/sign-up/email", { name: "Mallory", email, password: goodPassword });
  const link = server.url + linkIn(await smtp.next(email));
  const page = await browser.open("/login");
  await logIn(page, victim, goodPassword);
  await account(page).waitFor();
  await browser.go(page, link);
  await page.getByText(/You are signed in as @ada/).waitFor();
  await page.getByRole("button", { name: "Confirm" }).click();
  await page.getByRole("heading", { name: "The email is confirmed" }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole("main").getByRole("link", { name: "Continue" }).click();
  await account(page).waitFor();
  const profile = await page.evaluate(async () => (await fetch("/api/profile")).json());
  expect(profile).toMatchObject({ email: victim });
});

test("CO-04 B22 without JavaScript a guest's follow is made by the confirmation link, in another browser too", async () => {
  const { db } = browser.services;
  const creator = await aMember(browser.services);
  const email = anAddress();
  const first = await browser.open(`/@${creator.username}`, { javaScript: false });
  const main = first.getByRole("main");
  await main.getByRole("button", { name: "Follow", exact: true }).click();
  await first.waitForURL("**/login?**");
  await main.getByRole("link", { name: "Create account" }).click();
  await first.getByText(`Create an account to follow @${creator.username}.`).waitFor();
  await main.getByLabel("Name", { exact: true }).fill("Ada");
  await main.getByLabel("Email").fill(email);
  await main.getByLabel("Password", { exact: true }).fill(goodPassword);
  await main.getByRole("button", { name: "Create account" }).click();
  await first.getByText("Please verify your email").waitFor();
  const page = await browser.open(linkIn(await smtp.next(email)), { javaScript: false });
  await page.getByText(`and you follow @${creator.username}.`).waitFor();
  await page.getByRole("button", { name: "Confirm" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.waitForURL(`**/@${creator.username}`);
  await page.getByRole("button", { name: "Following" }).waitFor();
  const followed = await db
    .selectFrom("follows as f")
    .innerJoin("users as u", "u.id", "f.follower_id")
    .select("u.email")
    .where("f.creator_id", "=", creator.id)
    .execute();
  expect(followed).toEqual([{ email }]);
});

test("RT-06 AU-06 the mailed link sets a new password, once", async () => {
  const email = await aConfirmedMember();
  const page = await browser.open("/login?tab=reset", { expect: [400, 422] });
  const main = page.getByRole("main");
  await main.getByLabel("Email").fill(email);
  await main.getByRole("button", { name: "Send reset link" }).click();
  await page.getByText("Password reset email sent").waitFor();
  const link = browser.server.url + linkIn(await smtp.next(email));
  const answer = await page.goto(link);
  expect(answer?.headers()["referrer-policy"]).toBe("no-referrer");
  const set = main.getByRole("button", { name: "Set password" });
  await set.click();
  await main.getByText("Password is required").waitFor();
  await main.getByLabel("New password").fill("short");
  await set.click();
  await main.getByText("A password has at least 8 characters").waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await main.getByLabel("New password").fill(newPassword);
  await set.click();
  await page.getByText("Password changed").waitFor();
  await main.getByRole("heading", { name: "Welcome back" }).waitFor();
  await logIn(page, email, newPassword);
  await account(page).waitFor();

  await browser.go(page, link);
  await main.getByLabel("New password").fill("another-lantern-12");
  await set.click();
  await main.getByRole("heading", { name: "This link no longer works" }).waitFor();
});

test("RT-06 a reset link without its token offers a new one", async () => {
  const page = await browser.open("/reset-password?error=INVALID_TOKEN");
  await page.getByRole("heading", { name: "This link no longer works" }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole("link", { name: "Send a new link" }).click();
  await page.getByRole("heading", { name: "Reset password" }).waitFor();
});

/** The provider redirects browsers to SERVER_URL; the server under test has another port. */
async function atProvider(page: Page) {
  await page.route(`${google.url}/**`, async (route) => {
    const answer = await route.fetch({ maxRedirects: 0 });
    const back = new URL(answer.headers().location ?? "");
    const location = `${browser.server.url}${back.pathname}${back.search}`;
    await route.fulfill({ status: 302, headers: { location } });
  });
}

test("AU-07 B22 signing in with Google returns to the page, where the guest's follow is made", async () => {
  google.person = {
    sub: randomUUID(),
    email: anAddress(),
    email_verified: true,
    name: "Zoë de Vries",
  };
  const creator = await aMember(browser.services);
  const page = await browser.open(`/@${creator.username}`);
  await atProvider(page);
  await page.getByRole("main").getByRole("button", { name: "Follow", exact: true }).click();
  await dialogOf(page).getByRole("button", { name: "Continue with Google" }).click();
  await page.getByText("Logged in").waitFor();
  await page.getByRole("button", { name: "Account of Zoë de Vries" }).waitFor();
  await page.getByRole("button", { name: "Following", exact: true }).waitFor();
  await page.getByText("1 follower", { exact: true }).waitFor();
  const shown = () => new URL(page.url()).pathname + new URL(page.url()).search;
  await expect.poll(shown).toBe(`/@${creator.username}`);
});

test("AU-07 a refused consent is shown inline on the sign-in page, which keeps the destination", async () => {
  google.person = null;
  const page = await browser.open("/pages/about");
  await atProvider(page);
  await openDialog(page);
  await dialogOf(page).getByRole("button", { name: "Continue with Google" }).click();
  const main = page.getByRole("main");
  await main.getByRole("alert").getByText("Failed to sign in with Google").waitFor();
  const { pathname, searchParams } = new URL(page.url());
  expect([pathname, searchParams.get("next")]).toEqual(["/login", "/pages/about"]);
});

test("AU-07 an email address in use is reported with advice", async () => {
  const email = anAddress();
  const { server } = browser;
  await server.post("/api/auth/sign-up/email", { name: "Ada", email, password: goodPassword });
  google.person = { sub: randomUUID(), email, email_verified: true, name: "Ada" };
  const page = await browser.open("/login");
  await atProvider(page);
  await page.getByRole("button", { name: "Continue with Google" }).click();
  const alert = page.getByRole("main").getByRole("alert");
  await alert.getByText("Failed to sign in with Google. This email has an account").waitFor();
  expect(new URL(page.url()).pathname).toBe("/login");
});

test("AU-07 an unreachable Google is reported inline", async () => {
  const page = await browser.open("/pages/about", { expect: [503] });
  await page.route("**/api/auth/sign-in/oauth2", (route) => route.fulfill({ status: 503 }));
  await openDialog(page);
  const button = dialogOf(page).getByRole("button", { name: "Continue with Google" });
  await button.click();
  await dialogOf(page).getByRole("alert").getByText("Failed to sign in with Google").waitFor();
  await expect.poll(() => button.isEnabled()).toBe(true);
});
