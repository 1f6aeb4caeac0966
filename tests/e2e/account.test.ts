import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Page } from "playwright-core";
import { testBrowser, type TestBrowser } from "../harness/browser.ts";

let browser: TestBrowser;
beforeAll(async () => {
  browser = await testBrowser();
});
afterEach(() => browser.finish());
afterAll(() => browser.close());

/** Presses Tab until the focused element has this name. */
async function tabTo(page: Page, name: string) {
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press("Tab");
    const focused = await page.evaluate(() => {
      const element = document.activeElement;
      const label =
        element instanceof HTMLInputElement ? element.labels?.[0]?.innerText : undefined;
      return label ?? element?.getAttribute("aria-label") ?? element?.textContent ?? "";
    });
    if (focused.trim() === name) return;
  }
  throw new Error(`Tab never came to ${name}`);
}

test("AU-02 errors for missing fields are shown beside them, also for a blank name", async () => {
  const page = await browser.open("/login?tab=signup");
  await page.getByLabel("Name", { exact: true }).fill("   ");
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByText("Name is required").waitFor();
  await page.getByText("Email is required").waitFor();
  await page.getByText("Password is required").waitFor();
  expect(await page.getByLabel("Name", { exact: true }).getAttribute("aria-invalid")).toBe("true");
});

test("AU-08 a wrong password and a refused one are shown inline, and the other fields are kept", async () => {
  const member = await browser.server.signUp();
  const page = await browser.open("/login", { expect: [401, 422] });
  await page.getByLabel("Email").fill(member.email);
  await page.getByLabel("Password", { exact: true }).fill("not the password");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("alert").waitFor();
  expect(await page.getByLabel("Email").inputValue()).toBe(member.email);
  await page.getByRole("main").getByRole("link", { name: "Create account" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Ada");
  await page.getByLabel("Email").fill("ada-short@example.org");
  await page.getByLabel("Password", { exact: true }).fill("short");
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByText("A password has at least 8 characters").waitFor();
});

test("AU-05 signing in works by keyboard alone, and the password can be shown", async () => {
  const member = await browser.server.signUp("Kenji Abe");
  const page = await browser.open("/");
  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Skip to content");
  await tabTo(page, "Sign in");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Welcome back" }).waitFor();
  // The dialog focuses its first field.
  await page.keyboard.type(member.email);
  await tabTo(page, "Password");
  await page.keyboard.type(member.password);
  await tabTo(page, "Show password");
  await page.keyboard.press("Space");
  expect(await page.getByLabel("Password", { exact: true }).getAttribute("type")).toBe("text");
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Enter");
  await page.getByText("Logged in").waitFor();
  await page.getByRole("button", { name: "Account of Kenji Abe" }).waitFor();
});

test("AU-12 signing out goes home as a guest and says so", async () => {
  const member = await browser.server.signUp("Kenji Abe");
  // The page's last reconnect to its events may come after the session has ended.
  const page = await browser.open("/dashboard/studio/remix", { member, expect: [401] });
  await page.getByRole("button", { name: "Account of Kenji Abe" }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByText("Signed out successfully").waitFor();
  await page.getByRole("link", { name: "Sign in" }).first().waitFor();
  expect(new URL(page.url()).pathname).toBe("/");
  await page.goto(`${browser.server.url}/dashboard/studio/remix`);
  await page.getByRole("heading", { name: "Welcome back" }).waitFor();
});

test.each(["https://evil.example/", "//evil.example", "/\\evil.example"])(
  "RT-05 signing in does not go on to %s",
  async (next) => {
    const member = await browser.server.signUp();
    const page = await browser.open(`/login?next=${encodeURIComponent(next)}`);
    await page.getByLabel("Email").fill(member.email);
    await page.getByLabel("Password", { exact: true }).fill(member.password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL(`${browser.server.url}/dashboard`);
    await page.getByText("Logged in").waitFor();
    expect(new URL(page.url()).origin).toBe(browser.server.url);
  },
);
