import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { testBrowser, type TestBrowser } from "../harness/browser.ts";
import type { SignedUp } from "../harness/server.ts";

let browser: TestBrowser;
let member: SignedUp;
beforeAll(async () => {
  browser = await testBrowser();
  member = await browser.server.signUp("Ines Varga");
});
afterEach(() => browser.finish());
afterAll(() => browser.close());

/** From the next page on the browser blocks storage for every script. */
async function refuseStorage(page: Page) {
  await page.addInitScript(() => {
    const { localStorage: real } = window;
    Object.defineProperty(window, "localStorage", {
      get() {
        // The test's own set-up runs before any script of the page.
        if (document.querySelector("script") === null) return real;
        throw new DOMException("The operation is insecure.", "SecurityError");
      },
    });
  });
}

const themeOf = (page: Page) => page.evaluate(() => document.documentElement.dataset.theme);

test("a guest whose browser blocks storage reads, searches and chooses a theme", async () => {
  const page = await browser.open("/about:blank", { expect: [404] });
  await refuseStorage(page);
  await browser.go(page, "/");
  await page.getByRole("heading", { level: 1, name: "Where fragments echo" }).waitFor();
  const dark = page.getByRole("contentinfo").getByRole("radio", { name: "Dark" });
  await page.getByRole("contentinfo").getByText("Dark").click();
  await expect.poll(() => themeOf(page)).toBe("dark");
  expect(await dark.isChecked()).toBe(true);
  await page.keyboard.press("/");
  await page.keyboard.type("sea");
  await page.getByText("Press Enter (Return on Mac) to search.").waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/(s\/sea|search\?q=sea)$/);
  await page.getByRole("heading", { level: 1, name: "sea" }).waitFor();
  // The page was not reloaded: the choice lasts as long as the page.
  expect(await themeOf(page)).toBe("dark");
});

test("a member whose browser blocks storage signs in, drafts and reads notifications", async () => {
  const page = await browser.open("/about:blank", { expect: [404] });
  await refuseStorage(page);
  await browser.go(page, "/login?next=/dashboard/studio/remix");
  const form = page.getByRole("main");
  await form.getByLabel("Email").fill(member.email);
  await form.getByLabel("Password", { exact: true }).fill(member.password);
  await form.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL(/\/dashboard\/studio\/remix/);
  const prompt = page.getByLabel("Prompt");
  await prompt.fill("misty mountain lake");
  await page.getByRole("button", { name: "Notifications" }).click();
  await page.getByText("Your generation updates will appear here").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("navigation", { name: "Dashboard" }).getByText("STYLE KITS").click();
  await page.getByRole("heading", { level: 1, name: "Style kits" }).waitFor();
  await page.getByRole("navigation", { name: "Dashboard" }).getByText("CREATE/REMIX").click();
  await expect.poll(() => prompt.inputValue()).toBe("misty mountain lake");
});
