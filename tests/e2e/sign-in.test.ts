import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import {
  axeFindings,
  testBrowser,
  type PageOptions,
  type TestBrowser,
} from "../harness/browser.ts";
import { goodPassword } from "../harness/server.ts";

let browser: TestBrowser;
beforeAll(async () => {
  browser = await testBrowser();
});
afterEach(() => browser.finish());
afterAll(() => browser.close());

const dialogOf = (page: Page) => page.getByRole("dialog");

/** A guest's page with the dialog open. */
async function opened(options: PageOptions = {}, address = "/pages/about") {
  const page = await browser.open(address, options);
  await page.getByRole("banner").getByRole("link", { name: "Sign in" }).click();
  await dialogOf(page).getByRole("heading", { name: "Welcome back" }).waitFor();
  return page;
}

async function fill(page: Page, values: Record<string, string>) {
  for (const [label, value] of Object.entries(values)) {
    await dialogOf(page).getByLabel(label, { exact: true }).fill(value);
  }
}

const press = (page: Page, name: string) =>
  dialogOf(page).getByRole("button", { name, exact: true }).click();

/** Mocks the responses of one URL. */
async function answer(page: Page, address: string, status: number, body: unknown) {
  await page.route(`**${address}`, (route) =>
    route.fulfill({ status, contentType: "application/json", body: JSON.stringify(body) }),
  );
}

const signIn = "/api/auth/sign-in/email";
const signUp = "/api/auth/sign-up/email";
const reset = "/api/auth/request-password-reset";
const typed = { Email: "ada@example.org", Password: goodPassword };
const newcomer = () => ({
  Name: "Ada",
  Email: `${randomUUID()}@example.org`,
  Password: goodPassword,
});

test.each([
  { width: 1440, theme: "light" },
  { width: 390, theme: "dark" },
] as const)(
  "AU-01 the dialog has three modes at $width in $theme, each passing axe",
  async (look) => {
    const page = await opened(look);
    const labels = () => dialogOf(page).locator("label").allInnerTexts();
    expect(await labels()).toEqual(["Email", "Password"]);
    // Google is not configured here.
    expect(await dialogOf(page).getByText("Google").count()).toBe(0);
    expect(await axeFindings(page)).toEqual([]);
    await press(page, "Create account");
    await dialogOf(page).getByRole("heading", { name: "Create account" }).waitFor();
    expect(await labels()).toEqual(["Name", "Email", "Password"]);
    expect(await axeFindings(page)).toEqual([]);
    await press(page, "Sign in");
    await press(page, "Forgot password");
    await dialogOf(page).getByRole("heading", { name: "Reset password" }).waitFor();
    expect(await labels()).toEqual(["Email"]);
    expect(await axeFindings(page)).toEqual([]);
    await press(page, "Back to sign in");
    await dialogOf(page).getByRole("heading", { name: "Welcome back" }).waitFor();
  },
);

test("AU-01 the dialog focuses its first field, keeps what was typed between modes, and closes by Escape", async () => {
  const page = await opened();
  await page.keyboard.type("ada@example.org");
  await press(page, "Create account");
  expect(await dialogOf(page).getByLabel("Email").inputValue()).toBe("ada@example.org");
  await press(page, "Sign in");
  await press(page, "Forgot password");
  expect(await dialogOf(page).getByLabel("Email").inputValue()).toBe("ada@example.org");
  await page.keyboard.press("Escape");
  await dialogOf(page).waitFor({ state: "hidden" });
  const focused = await page.evaluate(() => document.activeElement?.textContent);
  expect(focused).toContain("Sign in");
});

test("AU-02 the dialog names what is missing; a blank name is missing", async () => {
  const page = await opened();
  await press(page, "Create account");
  await fill(page, { Name: "   " });
  await dialogOf(page).getByRole("button", { name: "Create account" }).click();
  for (const field of ["Name", "Email", "Password"]) {
    await dialogOf(page).getByText(`${field} is required`).waitFor();
  }
  expect(
    await dialogOf(page).getByLabel("Name", { exact: true }).getAttribute("aria-invalid"),
  ).toBe("true");
});

test("AU-04 signing up shows a toast for 3 s, closes the dialog and stays on the page", async () => {
  const page = await opened();
  await press(page, "Create account");
  await fill(page, newcomer());
  await page.clock.install();
  await press(page, "Create account");
  await page.getByText("Account created successfully").waitFor();
  await page.getByText("Welcome to the product!").waitFor();
  await dialogOf(page).waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "Account of Ada" }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/pages/about");
  await page.clock.fastForward(3000);
  await page.getByText("Account created successfully").waitFor({ state: "detached" });
});

test("AU-03 a sign-up that needs verification says so until dismissed", async () => {
  const page = await opened();
  await answer(page, signUp, 200, { token: null, user: { id: "x", email: "ada@example.org" } });
  await press(page, "Create account");
  await fill(page, { ...newcomer(), Email: "ada@example.org" });
  await page.clock.install();
  await press(page, "Create account");
  await page.getByText("Please verify your email").waitFor();
  const words = "We sent a confirmation link to ada@example.org. Check your inbox and spam folder.";
  await page.getByText(words).waitFor();
  await dialogOf(page).waitFor({ state: "hidden" });
  await page.clock.fastForward(60_000);
  expect(await page.getByText(words).isVisible()).toBe(true);
  await page.getByRole("button", { name: "Close toast" }).click();
  await page.getByText(words).waitFor({ state: "detached" });
});

test("AU-06 a reset link shows a toast for 5 s, and the dialog returns to sign-in after 3 s", async () => {
  const page = await opened();
  await answer(page, reset, 200, { status: true });
  await press(page, "Forgot password");
  await fill(page, { Email: "ada@example.org" });
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await press(page, "Send reset link");
  const toast = page.getByText("Password reset email sent");
  const toastAfter = (ms: number) => page.clock.runFor(ms).then(() => toast.count());
  // Timers show and remove it.
  await expect.poll(() => toastAfter(1)).toBe(1);
  await page.getByText("Check your inbox for a password reset link").waitFor();
  await dialogOf(page).getByRole("heading", { name: "Reset password" }).waitFor();
  await page.clock.runFor(3000);
  await dialogOf(page).getByRole("heading", { name: "Welcome back" }).waitFor();
  expect(await dialogOf(page).getByLabel("Email").inputValue()).toBe("ada@example.org");
  expect(await toast.isVisible()).toBe(true);
  await page.clock.runFor(2000);
  await expect.poll(() => toastAfter(100)).toBe(0);
});

test("AU-08 the server's own message is shown inline, and nothing typed is lost", async () => {
  const page = await opened({ expect: [401] });
  await fill(page, { ...typed, Email: `${randomUUID()}@example.org` });
  await press(page, "Sign in");
  const alert = dialogOf(page).getByRole("alert");
  await alert.getByText(/invalid/i).waitFor();
  expect(await dialogOf(page).getByLabel("Password", { exact: true }).inputValue()).toBe(
    goodPassword,
  );
});

test.each([
  ["login", signIn, 500, {}, "An error occurred during login"],
  ["login", signIn, 200, { user: { id: "x" } }, "No session returned"],
  ["login", signIn, 403, { message: "You are banned" }, "You are banned"],
  ["signup", signUp, 500, {}, "An error occurred during registration"],
  ["signup", signUp, 200, { token: null }, "Registration failed"],
  ["reset", reset, 500, {}, "An error occurred during password reset"],
] as const)(
  "AU-08 %s: %s answering %i %o shows “%s”",
  async (mode, address, status, body, words) => {
    const page = await opened({ expect: [status] });
    await answer(page, address, status, body);
    if (mode === "signup") await press(page, "Create account");
    if (mode === "reset") await press(page, "Forgot password");
    const values = { login: typed, signup: newcomer(), reset: { Email: "ada@example.org" } };
    await fill(page, values[mode]);
    const act = { login: "Sign in", signup: "Create account", reset: "Send reset link" }[mode];
    await press(page, act);
    await dialogOf(page).getByRole("alert").getByText(words).waitFor();
    expect(await dialogOf(page).getByLabel("Email").inputValue()).toBe(values[mode].Email);
  },
);

test("AU-08 a broken connection is reported inline", async () => {
  const page = await opened();
  await page.route(`**${signIn}`, (route) => route.abort());
  await fill(page, typed);
  await press(page, "Sign in");
  await dialogOf(page).getByRole("alert").getByText("Nothing you typed is lost").waitFor();
  expect(await dialogOf(page).getByLabel("Email").inputValue()).toBe(typed.Email);
});

test("AU-09 while submitting the button is busy and cannot be pressed", async () => {
  const page = await opened({ expect: [401] });
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(`**${signIn}`, async (route) => {
    await held;
    await route.continue();
  });
  await fill(page, typed);
  await press(page, "Sign in");
  const busy = dialogOf(page).getByRole("button", { name: "Signing in" });
  await busy.waitFor();
  expect(await busy.isDisabled()).toBe(true);
  expect(await busy.locator(".spinner").count()).toBe(1);
  release();
  await dialogOf(page).getByRole("alert").waitFor();
  const button = dialogOf(page).getByRole("button", { name: "Sign in" });
  await expect.poll(() => button.isEnabled()).toBe(true);
});

test("AU-05 signing in shows a toast for 3 s and closes the dialog with the scale-down", async () => {
  const member = await browser.server.signUp("Kenji Abe");
  const page = await opened({ motion: true });
  await fill(page, { Email: member.email, Password: member.password });
  const leaving = page.evaluate(
    () =>
      new Promise((resolve) => {
        document.querySelector("dialog.sign-in")?.addEventListener("transitionrun", (event) => {
          if ((event as TransitionEvent).propertyName === "transform") resolve("scaled");
        });
      }),
  );
  await page.clock.install();
  await press(page, "Sign in");
  await page.getByText("Logged in").waitFor();
  await page.getByText("Welcome back", { exact: true }).last().waitFor();
  expect(await leaving).toBe("scaled");
  await dialogOf(page).waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "Account of Kenji Abe" }).waitFor();
  await page.clock.fastForward(3000);
  await page.getByText("Logged in").waitFor({ state: "detached" });
});

test("DL-03 the dialog's content is cleared 300 ms after closing", async () => {
  const page = await opened();
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await dialogOf(page).getByRole("button", { name: "Close" }).click();
  await dialogOf(page).waitFor({ state: "hidden" });
  const content = page.locator("dialog.sign-in form");
  await page.clock.runFor(299);
  expect(await content.count()).toBe(1);
  await page.clock.runFor(1);
  await content.waitFor({ state: "detached" });
});

test("ST-04 a guest who presses GENERATE+ gets the dialog and /login?next= in the address bar", async () => {
  const member = await browser.server.signUp("Kenji Abe");
  const page = await browser.open("/pages/about");
  const generate = page.getByRole("banner").getByRole("link", { name: "GENERATE+" });
  await generate.click();
  await dialogOf(page).getByRole("heading", { name: "Welcome back" }).waitFor();
  const address = "/login?next=%2Fdashboard%2Fstudio%2Fremix";
  await page.waitForURL(`**${address}`);
  await page.goBack();
  await dialogOf(page).waitFor({ state: "hidden" });
  expect(new URL(page.url()).pathname).toBe("/pages/about");
  await generate.click();
  await page.waitForURL(`**${address}`);
  await page.reload();
  await page.getByRole("main").getByRole("heading", { name: "Welcome back" }).waitFor();
  await page.goBack();
  // The page that is left has the same link.
  await page.getByRole("heading", { level: 1, name: /^About/ }).waitFor();
  await generate.click();
  await dialogOf(page).getByRole("heading", { name: "Welcome back" }).waitFor();
  await fill(page, { Email: member.email, Password: member.password });
  await press(page, "Sign in");
  await page.getByRole("heading", { name: "Create/Remix" }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/dashboard/studio/remix");
});
