import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { testBrowser, type TestBrowser } from "../harness/browser.ts";

let browser: TestBrowser;
beforeAll(async () => {
  browser = await testBrowser();
});
afterEach(() => browser.finish());
afterAll(() => browser.close());

const isTold = (page: Page) => page.getByText("Authentication error occurred").waitFor();
const addressOf = (page: Page) => {
  const { pathname, search } = new URL(page.url());
  return pathname + search;
};

test.each([
  ["/?error=auth_error", "/"],
  ["/pages/about?x=1&error=auth_error", "/pages/about?x=1"],
  ["/no-such-page?error=auth_error", "/no-such-page"],
])("RT-08 %s shows the error and becomes %s", async (address, left) => {
  const page = await browser.open(address, { expect: [404] });
  await isTold(page);
  await expect.poll(() => addressOf(page)).toBe(left);
});

test("RT-08 a guest at the dashboard with error=auth_error is told so at the sign-in page", async () => {
  const page = await browser.open("/dashboard/likes?error=auth_error");
  await isTold(page);
  await expect.poll(() => addressOf(page)).toBe("/login?next=%2Fdashboard%2Flikes");
});

test("RT-08 a guest's link to the sign-in dialog with error=auth_error opens it and tells the error", async () => {
  const page = await browser.open("/dashboard?tab=login&error=auth_error");
  await isTold(page);
  await page.getByRole("dialog").getByRole("heading", { name: "Welcome back" }).waitFor();
  await expect.poll(() => addressOf(page)).toBe("/");
});

test.each([
  ["/login?next=%2Fdashboard%2Flikes%3Fview%3Dlist&error=auth_error", "/dashboard/likes?view=list"],
  ["/auth/callback?next=%2Fdashboard%2Flikes&error=auth_error", "/dashboard/likes"],
])("RT-08 a member at %s is sent on and told the error at %s", async (address, left) => {
  const member = await browser.server.signUp("Kenji Abe");
  const page = await browser.open(address, { member });
  await isTold(page);
  await expect.poll(() => addressOf(page)).toBe(left);
});
