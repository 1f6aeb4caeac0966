import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { testBrowser, type TestBrowser } from "../harness/browser.ts";
import { aPicture } from "../harness/factories.ts";
import type { SignedUp } from "../harness/server.ts";

let browser: TestBrowser;
let member: SignedUp;
let admin: SignedUp;

beforeAll(async () => {
  browser = await testBrowser();
  member = await browser.server.signUp("Ines Varga");
  admin = await browser.server.signUp("Ada Lovelace");
  const { db } = browser.services;
  await db.updateTable("users").set({ role: "admin" }).where("id", "=", admin.userId).execute();
  for (let count = 0; count < 30; count += 1) {
    await aPicture(browser.services, { id: member.userId }, { width: 64, height: 96 });
  }
});
afterEach(() => browser.finish());
afterAll(() => browser.close());

const widths = [1440, 390] as const;

/** The bar's controls by accessible name, in order. */
async function offers(page: Page): Promise<string[]> {
  const controls = page.getByRole("banner").locator("a, input, button").filter({ visible: true });
  return controls.evaluateAll((all) =>
    all.map((one) => one.getAttribute("aria-label") ?? one.textContent?.trim() ?? ""),
  );
}

const home = "Echoform, home";
const search = { 1440: "Search images and collections", 390: "Search" };
/** On wide screens the search field comes before the buttons, on small ones its button is among them. */
const bar = (width: 1440 | 390, ...rest: unknown[]) => [home, search[width], "GENERATE+", ...rest];

test.each(widths)("NV-01 a guest's bar at %i", async (width) => {
  const page = await browser.open("/pages/about", { width });
  expect(await offers(page)).toEqual(bar(width, "Sign in", "Menu"));
});

test.each(widths)("NV-02 a member's bar at %i", async (width) => {
  const page = await browser.open("/pages/about", { width, member });
  await page.getByRole("button", { name: "Notifications" }).waitFor();
  const account = await page.getByRole("button", { name: "Account of Ines Varga" }).innerText();
  expect(await offers(page)).toEqual(
    bar(width, "Notifications", expect.stringContaining("Account of Ines Varga"), "Menu"),
  );
  expect(account.includes("5")).toBe(width === 1440);
});

test.each(widths)("NV-03 an admin's bar at %i leads to moderation too", async (width) => {
  const page = await browser.open("/pages/about", { width, member: admin });
  const moderation = page.getByRole("link", { name: "Moderation" });
  expect(await moderation.getAttribute("href")).toBe("/dashboard/admin/asset-manager");
  await page.getByRole("button", { name: "Notifications" }).waitFor();
  await page.getByRole("button", { name: "Account of Ada Lovelace" }).waitFor();
});

test("NV-04 while the session is loading, a spinner replaces the avatar", async () => {
  const page = await browser.open("/pages/about");
  let answer: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => (answer = resolve));
  await page.route("**/api/auth/get-session", async (route) => {
    await asked;
    await route.fallback();
  });
  // A page restored from the back-forward cache asks the server first.
  const spinner = page.getByRole("status", { name: "Checking who is signed in" });
  await expect
    .poll(async () => {
      await page.evaluate(() =>
        dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })),
      );
      return spinner.count();
    })
    .toBe(1);
  expect(await offers(page)).toEqual(bar(1440, "Menu"));
  answer();
  await page.getByRole("banner").getByRole("link", { name: "Sign in" }).waitFor();
  expect(await offers(page)).toEqual(bar(1440, "Sign in", "Menu"));
});

test.each(widths)(
  "NV-05 the logo leads home at %i, by name where its image fails",
  async (width) => {
    const page = await browser.open("/about:blank", { width, expect: [404] });
    const name = page.getByRole("banner").getByText("Echoform", { exact: true });
    await page.goto(`${browser.server.url}/pages/about`);
    await page.locator(".logo img").filter({ visible: true }).waitFor();
    await page.route("**/logo-*.svg*", (route) =>
      route.fulfill({ status: 200, contentType: "image/svg+xml", body: "this is no image" }),
    );
    await page.goto(`${browser.server.url}/pages/privacy`);
    await expect.poll(() => page.locator(".logo img").count()).toBe(0);
    const box = await name.boundingBox();
    expect(box?.width).toBeGreaterThan(40);
    await page.getByRole("link", { name: home }).click();
    await page.getByRole("heading", { level: 1, name: "Where fragments echo" }).waitFor();
  },
);

/** The first page of a first visit, with its clock stopped: the pulse does not end by itself during the assertions. */
async function firstVisit() {
  const page = await browser.open("/about:blank", { expect: [404], motion: true });
  // Only when the next page begins: until then the pulse of this one can end, and set the flag.
  await page.addInitScript(() => {
    if (sessionStorage.getItem("begun") === null) localStorage.removeItem("logoPulseShown");
    sessionStorage.setItem("begun", "yes");
  });
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.goto(`${browser.server.url}/pages/about`);
  const pulse = page.locator(".logo[data-pulse]");
  await expect
    .poll(async () => {
      await page.clock.runFor(10);
      return pulse.count();
    })
    .toBe(1);
  return { page, pulse, flag: () => page.evaluate(() => localStorage.getItem("logoPulseShown")) };
}

test("NV-05 the logo pulses for 7.2 seconds of the first visit and never again", async () => {
  const { page, pulse, flag } = await firstVisit();
  await page.clock.fastForward(5000);
  expect(await pulse.count()).toBe(1);
  expect(await flag()).toBeNull();
  await page.clock.fastForward(2300);
  await expect.poll(() => pulse.count()).toBe(0);
  expect(await flag()).not.toBeNull();
  await page.clock.resume();
  await page.reload();
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("navigation", { name: "Site" }).waitFor();
  expect(await pulse.count()).toBe(0);
});

test("NV-05 any key stops the pulse of the logo", async () => {
  const { page, pulse, flag } = await firstVisit();
  await page.keyboard.press("Escape");
  await expect.poll(() => pulse.count()).toBe(0);
  expect(await flag()).not.toBeNull();
});

/** The bar's lower edge, in px of the window. */
const lowerEdge = (page: Page) =>
  page.getByRole("banner").evaluate((one) => one.getBoundingClientRect().bottom);

async function scrollPage(page: Page, y: number) {
  await page.evaluate((to) => scrollTo(0, to), y);
}

test.each(widths)(
  "NV-09 at %i the bar hides on scrolling down and returns on scrolling up",
  async (width) => {
    const page = await browser.open("/", { width });
    await scrollPage(page, 60);
    expect(await lowerEdge(page)).toBeGreaterThan(50);
    await scrollPage(page, 600);
    await expect.poll(() => lowerEdge(page)).toBeLessThanOrEqual(0);
    // Elements that stuck below the bar move up.
    await expect
      .poll(() => page.locator(".subbar").evaluate((one) => one.getBoundingClientRect().top))
      .toBe(0);
    await scrollPage(page, 590);
    expect(await lowerEdge(page)).toBeLessThanOrEqual(0);
    await scrollPage(page, 500);
    await expect.poll(() => lowerEdge(page)).toBeGreaterThan(50);
  },
);

test("NV-09 the pointer within 50 px of the top brings the bar back, with its shadow", async () => {
  const page = await browser.open("/i/none", { expect: [404] });
  await page.setViewportSize({ width: 1440, height: 300 });
  await browser.go(page, "/pages/about");
  const shadow = () =>
    page.getByRole("banner").evaluate((one) => getComputedStyle(one).boxShadow !== "none");
  expect(await shadow()).toBe(false);
  await scrollPage(page, 600);
  await expect.poll(() => lowerEdge(page)).toBeLessThanOrEqual(0);
  await page.mouse.move(700, 200);
  await page.mouse.move(700, 60);
  expect(await lowerEdge(page)).toBeLessThanOrEqual(0);
  await page.mouse.move(700, 40);
  await expect.poll(() => lowerEdge(page)).toBeGreaterThan(50);
  expect(await shadow()).toBe(true);
});

test.each([
  { address: "/", width: 1440 },
  { address: "/", width: 390 },
  { address: "/search?q=misty", width: 1440 },
  { address: "/search?q=misty", width: 390 },
] as const)("past 80 px $address at $width has the bar's shadow on its sub-bar", async (look) => {
  const page = await browser.open("/pages/about", look);
  const shadowOf = (selector: string) =>
    page.locator(selector).evaluate((one) => getComputedStyle(one).boxShadow);
  const subbar = () => shadowOf(".subbar");
  // The first scroll may come before the header's listener.
  await expect
    .poll(async () => {
      await scrollPage(page, 70);
      await scrollPage(page, 82);
      return shadowOf(".top");
    })
    .not.toBe("none");
  const wanted = await shadowOf(".top");
  await expect
    .poll(async () => {
      await browser.go(page, look.address);
      return page.locator("article").count();
    })
    .toBe(30);
  expect(await subbar()).toBe("none");
  await scrollPage(page, 80);
  await expect.poll(subbar).toBe("none");
  await scrollPage(page, 82);
  await expect.poll(subbar).toBe(wanted);
  // Without the bar the sub-bar keeps the shadow.
  await scrollPage(page, 900);
  await expect.poll(() => lowerEdge(page)).toBeLessThanOrEqual(0);
  expect(await subbar()).toBe(wanted);
});

test("NV-09 the bar stays while keyboard focus is inside, and comes back for it", async () => {
  const page = await browser.open("/");
  await page.keyboard.press("/");
  await scrollPage(page, 600);
  await page.waitForFunction(() => document.querySelector(".top[data-scrolled]") !== null);
  expect(await lowerEdge(page)).toBeGreaterThan(50);
  await page.getByRole("main").focus();
  await scrollPage(page, 900);
  await expect.poll(() => lowerEdge(page)).toBeLessThanOrEqual(0);
  await page.getByRole("banner").getByRole("link", { name: "GENERATE+" }).focus();
  await expect.poll(() => lowerEdge(page)).toBeGreaterThan(50);
});

test.each(widths)(
  "NV-11 a member's link to ?tab=notifications opens the panel at %i",
  async (width) => {
    const page = await browser.open("/dashboard?tab=notifications", { width, member });
    await page.getByRole("dialog", { name: "Notifications" }).waitFor();
    const words = page.getByText("Your generation updates will appear here");
    await expect.poll(() => words.count()).toBe(1);
  },
);

test("NV-11 a guest's link to /dashboard?tab=login opens the sign-in dialog, and signing in continues", async () => {
  const page = await browser.open("/dashboard?tab=login");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("heading", { name: "Welcome back" }).waitFor();
  await dialog.getByLabel("Email").fill(member.email);
  await dialog.getByLabel("Password", { exact: true }).fill(member.password);
  await dialog.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL(/\/dashboard/);
  await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
});

test("NV-01 GENERATE+ asks a guest to sign in, then continues to the studio", async () => {
  const page = await browser.open("/pages/about");
  await page.getByRole("banner").getByRole("link", { name: "GENERATE+" }).click();
  await page.getByRole("dialog").getByRole("heading", { name: "Welcome back" }).waitFor();
  expect(page.url()).toContain("/login?next=%2Fdashboard%2Fstudio%2Fremix");
});

test("NV-01 without JavaScript the bar's links work, and the search is a form", async () => {
  const page = await browser.open("/pages/about", { javaScript: false });
  await page.getByRole("link", { name: "GENERATE+" }).first().click();
  await page.getByRole("heading", { name: "Welcome back" }).waitFor();
  expect(page.url()).toContain("/login?next=%2Fdashboard%2Fstudio%2Fremix");
  const form = page.getByRole("search").locator("form");
  expect(await form.getAttribute("action")).toBe("/search");
  expect(await form.getByRole("textbox").getAttribute("name")).toBe("q");
  expect(await page.getByRole("button", { name: "Menu" }).isVisible()).toBe(false);
});

test("CR-02 GENERATE+ reads the balance and sends a member without credits to their plan", async () => {
  const page = await browser.open("/pages/about", { member, expect: [404] });
  let balance = { current: 0, held: 5 };
  await page.route("**/api/billing/balance", (route) => route.fulfill({ json: balance }));
  const generate = page.getByRole("banner").getByRole("link", { name: "GENERATE+" });
  await generate.click();
  await page.getByText("You need at least 1 credits to cast. You currently have 0.").waitFor();
  await page.waitForURL(/\/dashboard\/billing\?need_credits=true$/);
  balance = { current: 1, held: 0 };
  await generate.click();
  await page.waitForURL(/\/dashboard\/studio\/remix$/);
  expect(new URL(page.url()).search).toBe("");
});
