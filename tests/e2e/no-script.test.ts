import { randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { loadBuild } from "#app/roles/pages.ts";
import { testBrowser, type PageOptions, type TestBrowser } from "../harness/browser.ts";
import { aMember, aPicture } from "../harness/factories.ts";
import { mailServer, type MailServer, type ReceivedMail } from "../harness/mail-server.ts";
import { goodPassword, testServer } from "../harness/server.ts";
import { testServices } from "../harness/services.ts";

let smtp: MailServer;
let browser: TestBrowser;
beforeAll(async () => {
  smtp = await mailServer();
  browser = await testBrowser({
    env: { SMTP_URL: smtp.url, MAIL_FROM: "echoform@example.com" },
  });
});
afterEach(() => browser.finish());
afterAll(async () => {
  await browser.close();
  await smtp.close();
});

const root = fileURLToPath(new URL("../..", import.meta.url));
const newPassword = "quiet-harbour-93";
const anAddress = () => `${randomUUID()}@example.org`;

/** A page with JavaScript disabled. */
const bare = (address: string, options: PageOptions = {}) =>
  browser.open(address, { ...options, javaScript: false });

const main = (page: Page) => page.getByRole("main");
const press = (page: Page, name: string) => main(page).getByRole("button", { name }).click();

/** The only link of a mail, as a URL of the server under test. */
function linkIn(mail: ReceivedMail): string {
  const { pathname, search } = new URL(/^https?:\/\/\S+$/m.exec(mail.text ?? "")?.[0] ?? "");
  return `${pathname}${search}`;
}

async function fill(page: Page, typed: Readonly<Record<string, string>>) {
  for (const [label, value] of Object.entries(typed)) {
    await main(page).getByLabel(label, { exact: true }).fill(value);
  }
}

const valueOf = (page: Page, label: string) =>
  main(page).getByLabel(label, { exact: true }).inputValue();

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

test("AU-03 without JavaScript a guest signs up, confirms by the mailed link and is signed in", async () => {
  const email = anAddress();
  const page = await bare("/login?tab=signup&next=/contact", { expect: [400, 422] });
  await fill(page, { Email: email, Password: "short" });
  await press(page, "Create account");
  await page.getByText("Name is required").waitFor();
  // What was typed stays, except the password.
  expect(await valueOf(page, "Email")).toBe(email);
  expect(await valueOf(page, "Password")).toBe("");
  await fill(page, { Name: "Ada", Password: "short" });
  await press(page, "Create account");
  // The page before has an error too.
  await page.getByText("Name is required").waitFor({ state: "hidden" });
  await page.locator(".field-error").waitFor();
  expect(await valueOf(page, "Name")).toBe("Ada");
  await fill(page, { Password: goodPassword });
  await press(page, "Create account");
  await page.getByText("Please verify your email").waitFor();
  await page.goto(browser.server.url + linkIn(await smtp.next(email)));
  await press(page, "Confirm");
  await page.getByRole("link", { name: "Continue" }).click();
  await page.waitForURL("**/contact");
  await page.getByText(`, ${email}`).waitFor();
});

test("AU-01 without JavaScript a member signs in and goes on only to a page of this site", async () => {
  const email = await aConfirmedMember();
  const page = await bare("/login?next=//evil.example/", { expect: [401] });
  await fill(page, { Email: email, Password: "wrong-password-1" });
  await press(page, "Sign in");
  await page.getByRole("alert").waitFor();
  expect(await valueOf(page, "Email")).toBe(email);
  await fill(page, { Password: goodPassword });
  await press(page, "Sign in");
  await page.waitForURL("**/dashboard");
  expect(new URL(page.url()).origin).toBe(browser.server.url);
});

test("AU-01 a member signs in before the page's script has loaded", async () => {
  const email = await aConfirmedMember();
  const page = await browser.open("/contact");
  await page.route("**/*.js", (route) =>
    route.fulfill({ contentType: "text/javascript", body: "" }),
  );
  await page.goto(`${browser.server.url}/login`);
  await fill(page, { Email: email, Password: goodPassword });
  await press(page, "Sign in");
  await page.waitForURL("**/dashboard");
  expect(new URL(page.url()).origin).toBe(browser.server.url);
});

test("AU-04 without JavaScript a member requests a reset link and sets a new password once", async () => {
  const email = await aConfirmedMember();
  const page = await bare("/login?tab=reset", { expect: [400, 422] });
  await press(page, "Send reset link");
  await page.getByText("Email is required").waitFor();
  await fill(page, { Email: email });
  await press(page, "Send reset link");
  await page.getByText("Please check your email for a password reset link").waitFor();
  const link = linkIn(await smtp.next(email));
  await page.goto(browser.server.url + link);
  await press(page, "Set password");
  await page.getByText("Password is required").waitFor();
  await fill(page, { "New password": newPassword });
  const form = page.url();
  await press(page, "Set password");
  await page.getByText("Password changed. Sign in with your new password.").waitFor();
  await fill(page, { Email: email, Password: newPassword });
  await press(page, "Sign in");
  await page.waitForURL("**/dashboard");
  // The link works once.
  await page.goto(form);
  await fill(page, { "New password": newPassword });
  await press(page, "Set password");
  const spent = page.getByRole("heading", { name: "This link no longer works" });
  await spent.waitFor();
  expect(await spent.isVisible()).toBe(true);
});

test("MM-03 without JavaScript a guest sends a message to the operator", async () => {
  const page = await bare("/contact/bug", { expect: [400] });
  await fill(page, { Name: "Grace", Email: "no address" });
  await page.locator("textarea").fill("The lake is upside down");
  await press(page, "Send report");
  await page.getByText("This is not an e-mail address").waitFor();
  expect(await valueOf(page, "Name")).toBe("Grace");
  expect(await page.locator("textarea").inputValue()).toBe("The lake is upside down");
  await fill(page, { Email: "grace@example.org" });
  await press(page, "Send report");
  await page.getByRole("heading", { name: "Sent. Thank you." }).waitFor();
  const kept = await browser.services.db
    .selectFrom("messages")
    .select(["name", "email", "kind"])
    .where("body", "=", "The lake is upside down")
    .execute();
  expect(kept).toEqual([{ name: "Grace", email: "grace@example.org", kind: "bug" }]);
});

test("without JavaScript a member changes their profile and their password", async () => {
  const email = await aConfirmedMember();
  const page = await signInTo("/login?next=/dashboard/profile", email, [400, 401, 422]);
  await page.waitForURL("**/dashboard/profile");
  await page.getByText("Coordinates, shown to nobody").click();
  await fill(page, { Bio: "Paints fog", Latitude: "north" });
  await press(page, "Save profile");
  await page.getByText("Give a number of degrees").waitFor();
  expect(await valueOf(page, "Bio")).toBe("Paints fog");
  // An error inside keeps them open.
  await fill(page, { Latitude: "51,5", Longitude: "0" });
  await press(page, "Save profile");
  await page.getByText("Profile saved").waitFor();
  expect(await valueOf(page, "Bio")).toBe("Paints fog");
  expect(await valueOf(page, "Latitude")).toBe("51.5");
  await fill(page, { "Current password": "not-it-at-all-1", "New password": newPassword });
  await press(page, "Change password");
  await page.getByText("This is not your password").waitFor();
  await fill(page, { "Current password": goodPassword, "New password": newPassword });
  await press(page, "Change password");
  await page.getByText("Password changed. Your other sessions have ended.").waitFor();
});

async function signInTo(address: string, email: string, expect: readonly number[] = []) {
  const page = await bare(address, { expect });
  await fill(page, { Email: email, Password: goodPassword });
  await press(page, "Sign in");
  return page;
}

test("CO-03 CO-04 B22 without JavaScript a guest's like is made by signing in, and a creator followed and unfollowed", async () => {
  const { db } = browser.services;
  const creator = await aMember(browser.services);
  const picture = await aPicture(browser.services, creator);
  const email = await aConfirmedMember();
  const page = await bare(`/i/${picture.slug}`);
  await press(page, "Like");
  await page.waitForURL("**/login?**");
  await page.getByText("Sign in to like this image.").waitFor();
  await fill(page, { Email: email, Password: goodPassword });
  await press(page, "Sign in");
  await page.waitForURL(`**/i/${picture.slug}`);
  await main(page).getByRole("button", { name: "Like", exact: true, pressed: true }).waitFor();
  await main(page).getByRole("button", { name: "Follow", exact: true }).first().click();
  await page.waitForURL(`**/@${creator.username}`);
  await main(page).getByRole("button", { name: "Following" }).click();
  await main(page).getByRole("button", { name: "Follow", exact: true }).waitFor();
  const likes = await db.selectFrom("likes").select("picture_id").execute();
  expect(likes).toEqual([{ picture_id: picture.id }]);
  expect(await db.selectFrom("follows").selectAll().execute()).toEqual([]);
});

test("CO-01 without JavaScript a picture is added to a collection, removed and added again", async () => {
  const { db } = browser.services;
  const picture = await aPicture(browser.services, await aMember(browser.services));
  const page = await signInTo(`/login?next=/i/${picture.slug}`, await aConfirmedMember(), [400]);
  await main(page).getByRole("button", { name: "Collect", exact: true }).first().click();
  await page.waitForURL("**/collect?");
  await press(page, "Create and collect");
  await page.getByText("A collection needs a name").waitFor();
  await fill(page, { "New collection": "Fog" });
  await press(page, "Create and collect");
  await press(page, "Remove from Fog");
  await press(page, "Collect in Fog");
  await main(page).getByRole("button", { name: "Remove from Fog" }).waitFor();
  const items = await db.selectFrom("collection_items").select("picture_id").execute();
  expect(items).toEqual([{ picture_id: picture.id }]);
});

test("without JavaScript a search has its results", async () => {
  const page = await bare("/");
  const field = page.getByRole("banner").getByLabel("Search images and collections");
  await field.fill("misty lake");
  await field.press("Enter");
  await page.waitForURL((url) => /^\/(?:search|s)\b/.test(url.pathname));
  expect(decodeURIComponent(page.url())).toMatch(/misty[-+ ]lake/);
});

test("a form posted by another site is refused before anything is done", async () => {
  const { server } = browser;
  const email = await aConfirmedMember();
  const body = new URLSearchParams({ email, password: goodPassword });
  const send = (headers: Record<string, string>) =>
    server.fetch("/login", { method: "POST", body, headers, redirect: "manual" });
  const foreign = await send({ origin: "https://evil.example" });
  expect(foreign.status).toBe(403);
  expect(foreign.headers.getSetCookie()).toEqual([]);
  expect((await send({ "sec-fetch-site": "cross-site" })).status).toBe(403);
  const own = await send({ origin: server.url, "sec-fetch-site": "same-origin" });
  expect(own.status).toBe(303);
  expect(own.headers.get("location")).toBe("/dashboard");
});

test("sign-ins by the form and by the API are counted together", async () => {
  const services = await testServices({ env: { RATE_LIMIT_FACTOR: "1" } });
  const { build, files } = await loadBuild(root);
  const server = await testServer(services, { pages: { build, files } });
  try {
    const wrong = { email: anAddress(), password: "wrong-password-1" };
    const byForm = () =>
      server.fetch("/login", { method: "POST", body: new URLSearchParams(wrong) });
    const byApi = () => server.post("/api/auth/sign-in/email", wrong);
    const statuses: number[] = [];
    for (let turn = 0; turn < 10; turn += 1) {
      statuses.push((await (turn % 2 === 0 ? byForm() : byApi())).status);
    }
    expect(new Set(statuses)).toEqual(new Set([401]));
    const page = await byForm();
    expect(page.status).toBe(429);
    expect(await page.text()).toContain('role="alert"');
    expect((await byApi()).status).toBe(429);
  } finally {
    await server.close();
    await services.close();
  }
});
