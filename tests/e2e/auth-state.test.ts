import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { testBrowser, type TestBrowser } from "../harness/browser.ts";

let browser: TestBrowser;
beforeAll(async () => {
  browser = await testBrowser();
});
afterEach(() => browser.finish());
afterAll(() => browser.close());

const banner = (page: Page) => page.getByRole("banner");
const account = (page: Page) => banner(page).getByRole("button", { name: "Account of" });
const signInLink = (page: Page) => banner(page).getByRole("link", { name: "Sign in" });
const snapshot = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem("auth") ?? "null") as unknown);

/** Waits until the page listens to other tabs and to storage. */
const inStep = (page: Page, member: boolean) =>
  page.waitForFunction((kept) => (localStorage.getItem("auth") !== null) === kept, member);

/** Fires the browser's event for a page restored from the back-forward cache. */
const comeBack = (page: Page) =>
  page.evaluate(() =>
    window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })),
  );

async function signInByDialog(page: Page, member: { email: string; password: string }) {
  await signInLink(page).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Email").fill(member.email);
  await dialog.getByLabel("Password", { exact: true }).fill(member.password);
  await dialog.getByRole("button", { name: "Sign in", exact: true }).click();
}

function profileCalls(page: Page): () => number {
  let calls = 0;
  page.on("request", (request) => {
    if (new URL(request.url()).pathname === "/api/profile") calls += 1;
  });
  return () => calls;
}

test("AU-11 the snapshot has user, role, isAuthenticated and timestamp, and is removed on sign-out", async () => {
  const member = await browser.server.signUp("Kenji Abe");
  await browser.services.db
    .updateTable("users")
    .set({ paypal_email: "paid@example.org" })
    .where("id", "=", member.userId)
    .execute();
  const page = await browser.open("/pages/about", { member, expect: [401] });
  await inStep(page, true);
  expect(await snapshot(page)).toMatchObject({
    user: { id: member.userId, name: "Kenji Abe" },
    role: "member",
    isAuthenticated: true,
    timestamp: expect.any(Number) as number,
  });
  // No email address, because others may use the browser.
  expect(JSON.stringify(await snapshot(page))).not.toContain("@");
  await account(page).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await signInLink(page).waitFor();
  await inStep(page, false);
});

test("AU-10 signing in refreshes the profile exactly once, in this tab and in another one", async () => {
  const member = await browser.server.signUp("Kenji Abe");
  const page = await browser.open("/pages/about");
  const other = await browser.beside(page, "/pages/terms");
  // A second visit to a page proves that the first one's scripts have loaded.
  await other.waitForLoadState("networkidle");
  const here = profileCalls(page);
  const there = profileCalls(other);
  await signInByDialog(page, member);
  await account(page).waitFor();
  await account(other).waitFor();
  await page.waitForLoadState("networkidle");
  await other.waitForLoadState("networkidle");
  expect([here(), there()]).toEqual([1, 1]);
});

test("AU-12 signing out sends every open tab home as a guest and says so", async () => {
  const member = await browser.server.signUp("Kenji Abe");
  // The pages' last reconnect to their events may come after the session has ended.
  const page = await browser.open("/pages/about", { member, expect: [401] });
  const other = await browser.beside(page, "/dashboard/studio/remix");
  await account(other).waitFor();
  await other.waitForLoadState("networkidle");
  await account(page).click();
  await page.evaluate(() => localStorage.setItem("recentSearches", '["a secret"]'));
  await page.getByRole("button", { name: "Sign out" }).click();
  for (const tab of [page, other]) {
    await tab.getByText("Signed out successfully").waitFor();
    await signInLink(tab).waitFor();
    expect(new URL(tab.url()).pathname).toBe("/");
  }
  await expect.poll(() => page.evaluate(() => localStorage.getItem("recentSearches"))).toBeNull();
});

test("NV-04 AU-10 a restored page without a snapshot shows a spinner; no answer within 5 s counts as no session", async () => {
  const member = await browser.server.signUp("Kenji Abe");
  const page = await browser.open("/pages/about", { member });
  await inStep(page, true);
  await page.evaluate(() => localStorage.removeItem("auth"));
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.route("**/api/auth/get-session", () => undefined);
  await comeBack(page);
  await banner(page).locator(".spinner").waitFor();
  expect(await account(page).count()).toBe(0);
  await page.clock.runFor(4999);
  expect(await banner(page).locator(".spinner").isVisible()).toBe(true);
  await page.clock.runFor(1);
  await signInLink(page).waitFor();
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

test("DB-04 a restored dashboard page shows that it is loading, then its content", async () => {
  const member = await browser.server.signUp("Kenji Abe");
  const page = await browser.open("/dashboard/studio/remix", { member });
  await inStep(page, true);
  await page.evaluate(() => localStorage.removeItem("auth"));
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/api/auth/get-session", async (route) => {
    await held;
    await route.continue();
  });
  await comeBack(page);
  await page.getByText("Loading dashboard...").waitFor();
  release();
  await page.getByRole("heading", { name: "Create/Remix" }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/dashboard/studio/remix");
});

test("AU-10 a restored page with a fresh snapshot shows the member at once", async () => {
  const member = await browser.server.signUp("Kenji Abe");
  const page = await browser.open("/pages/about", { member });
  await inStep(page, true);
  await account(page).waitFor();
  const calls = profileCalls(page);
  const asked = page.waitForResponse("**/api/auth/get-session");
  await comeBack(page);
  expect(await account(page).isVisible()).toBe(true);
  await asked;
  expect(await account(page).isVisible()).toBe(true);
  expect(calls()).toBe(0);
});

test("AU-11 a page that cannot read the session clears the snapshot and shows a guest", async () => {
  const member = await browser.server.signUp("Kenji Abe");
  const page = await browser.open("/pages/about", { member });
  await inStep(page, true);
  await page.evaluate(() => {
    const kept = JSON.parse(localStorage.getItem("auth") ?? "{}") as { timestamp: number };
    localStorage.setItem("auth", JSON.stringify({ ...kept, timestamp: kept.timestamp - 300_000 }));
  });
  await page.route("**/api/auth/get-session", (route) => route.abort());
  await comeBack(page);
  await signInLink(page).waitFor();
  expect(await snapshot(page)).toBeNull();
});

test("AU-10 DB-04 an ended session redirects its dashboard page to sign in, and back", async () => {
  const member = await browser.server.signUp("Kenji Abe");
  const page = await browser.open("/dashboard/studio/remix", { member, expect: [401] });
  await inStep(page, true);
  const { db } = browser.services;
  await db.deleteFrom("sessions").where("user_id", "=", member.userId).execute();
  // The page becomes visible again after more than five minutes.
  await page.evaluate(() => {
    localStorage.removeItem("auth");
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await page.waitForURL("**/login?next=%2Fdashboard%2Fstudio%2Fremix");
  const main = page.getByRole("main");
  await main.getByLabel("Email").fill(member.email);
  await main.getByLabel("Password", { exact: true }).fill(member.password);
  await main.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { name: "Create/Remix" }).waitFor();
  await account(page).waitFor();
  expect(new URL(page.url()).pathname).toBe("/dashboard/studio/remix");
});

test("AU-13 if the profile cannot be read the user is built from the session's own data", async () => {
  const member = await browser.server.signUp("Kenji Abe");
  const page = await browser.open("/pages/about", { expect: [500] });
  await page.route("**/api/profile", (route) => route.fulfill({ status: 500, json: {} }));
  await page.route("**/api/auth/sign-in/email", async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { user: object };
    const user = { ...body.user, name: "Kenji of the session", role: undefined };
    await route.fulfill({ response: answer, json: { ...body, user } });
  });
  // The page's own data would contain the profile.
  await page.route("**/*.data*", () => undefined);
  await signInByDialog(page, member);
  await page.getByRole("button", { name: "Account of Kenji of the session" }).waitFor();
  expect(await snapshot(page)).toMatchObject({ role: "member" });
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

test("signing out clears the member's notifications, draft and edits from the browser's storage", async () => {
  const member = await browser.server.signUp("Kenji Abe");
  const page = await browser.open("/dashboard/studio/remix", { member, expect: [401] });
  await account(page).waitFor();
  const keys = [
    `notifications-${member.userId}`,
    `draft:${member.userId}`,
    `edits:${member.userId}`,
  ];
  const kept = () =>
    page.evaluate(
      (names) => names.map((name) => (localStorage[name] ?? sessionStorage[name]) !== undefined),
      keys,
    );
  await expect.poll(async () => (await kept())[1]).toBe(true);
  await page.evaluate(
    (names) => names.forEach((name) => localStorage.setItem(name, "[]")),
    [keys[0], keys[2]],
  );
  await account(page).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByText("Signed out successfully").waitFor();
  await expect.poll(kept).toEqual([false, false, false]);
});

test("a guest whose session answers 500 is told so and stays a guest", async () => {
  const page = await browser.open("/pages/about", { expect: [500] });
  await inStep(page, false);
  await page.route("**/api/auth/get-session", (route) => route.fulfill({ status: 500, body: "" }));
  await comeBack(page);
  await page.getByText("Failed to initialize authentication").waitFor();
  await signInLink(page).waitFor();
  expect(await signInLink(page).isVisible()).toBe(true);
});

test("a signed-in member whose session answers 500 becomes a guest with the message shown, and the cache is cleared", async () => {
  const member = await browser.server.signUp("Kenji Abe");
  const page = await browser.open("/pages/about", { member, expect: [500] });
  await inStep(page, true);
  await page.route("**/api/auth/get-session", (route) => route.fulfill({ status: 500, body: "" }));
  await comeBack(page);
  await page.getByText("Failed to initialize authentication").waitFor();
  await signInLink(page).waitFor();
  expect(await account(page).count()).toBe(0);
  await inStep(page, false);
});

test("a tab whose turn for the events comes after its member has gone does not connect", async () => {
  const member = await browser.server.signUp("Kenji Abe");
  const page = await browser.open("/pages/terms", { member, expect: [500] });
  // The browser gives the lock in the moment in which it is given up.
  await page.addInitScript(() => {
    const held = new Promise<void>((resolve) => {
      Object.assign(window, { giveLock: resolve });
    });
    const request = async (_name: string, _options: object, use: () => Promise<void>) => {
      await held;
      await use();
      document.title = "had its turn";
    };
    Object.defineProperty(navigator, "locks", { value: { request } });
  });
  await page.reload();
  await inStep(page, true);
  const streams: string[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).pathname === "/api/events") streams.push(request.url());
  });
  await page.route("**/api/auth/get-session", (route) => route.fulfill({ status: 500, body: "" }));
  await comeBack(page);
  await signInLink(page).waitFor();
  await page.evaluate(() => (window as unknown as { giveLock: () => void }).giveLock());
  await page.waitForFunction(() => document.title === "had its turn");
  expect(streams).toEqual([]);
});

test("the form says that a reset link was mailed, beside the toast", async () => {
  const page = await browser.open("/login?tab=reset");
  await page.getByLabel("Email").fill("somebody@example.org");
  await page.getByRole("button", { name: "Send reset link" }).click();
  const said = page.getByRole("status").filter({ hasText: "reset link" });
  await expect
    .poll(() => said.allTextContents())
    .toContain("Please check your email for a password reset link");
  await page.getByText("Check your inbox for a password reset link").waitFor();
});
