import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { grantCredits } from "#app/features/billing/commands.ts";
import { axeFindings, testBrowser, type TestBrowser } from "../harness/browser.ts";
import { holdScripts } from "../harness/hydration.ts";
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
});
afterEach(() => browser.finish());
afterAll(() => browser.close());

const panelOf = (page: Page) => page.getByRole("navigation", { name: "Account" });

async function opened(options: Parameters<TestBrowser["open"]>[1]) {
  const page = await browser.open("/pages/about", options);
  await page.getByRole("button", { name: /^(?:Credits.*)?Account of/ }).click();
  await panelOf(page).waitFor();
  return page;
}

/** Waits until the page has read the balance for itself, as it does when its stream of events opens. */
async function readByPage(page: Page) {
  await page.waitForFunction(() =>
    performance
      .getEntriesByType("resource")
      .some(({ name }) => name.endsWith("/api/billing/balance")),
  );
}

const own = [
  "Overview /dashboard",
  "Collections /dashboard/collections",
  "Likes /dashboard/likes",
  "Followers /dashboard/followers",
  "Following /dashboard/following",
  "Plan & Usage /dashboard/billing",
  "Profile /dashboard/profile",
  "Create/Remix /dashboard/studio/remix",
  "Style kits /dashboard/studio/style-kits",
  "Threads /dashboard/work/threads",
  "Cast log /dashboard/work/cast-log",
];
const forAdmins = [
  "Asset manager /dashboard/admin/asset-manager",
  "Promptsmiths /dashboard/admin/promptsmiths",
  "Global collections /dashboard/admin/collections",
  "Insights /dashboard/admin/insights",
  "Search pulse /dashboard/admin/search-pulse",
];

test.each([
  { who: "member", width: 1440, theme: "light", wanted: own },
  { who: "admin", width: 390, theme: "dark", wanted: [...own, ...forAdmins] },
] as const)(
  "NV-10 the avatar's menu of a $who at $width in $theme",
  async ({ who, wanted, ...look }) => {
    const page = await opened({ ...look, member: who === "admin" ? admin : member });
    const entries = await panelOf(page)
      .getByRole("listitem")
      .getByRole("link")
      .evaluateAll((all) => all.map((one) => `${one.textContent} ${one.getAttribute("href")}`));
    expect(entries).toEqual(wanted);
    await panelOf(page).getByRole("button", { name: "Sign out" }).waitFor();
    await panelOf(page).getByRole("radiogroup", { name: "Theme" }).waitFor();
    await panelOf(page).getByText("Low credit balance").waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await panelOf(page).waitFor({ state: "hidden" });
    const focused = await page.evaluate(() => document.activeElement?.textContent);
    expect(focused).toContain("Account of");
  },
);

test.each([
  [200, { current: 230, held: 0 }, "Credits available", "neutral"],
  [200, { current: 14, held: 0 }, "Low credit balance", "low"],
  [200, { current: 0, held: 3 }, "You have no credits left", "none"],
  [401, { title: "Not signed in" }, "Sign in to view credits", "neutral"],
  [502, { title: "Bad gateway" }, "Failed to load credits: 502", "low"],
] as const)(
  "CR-01 CR-02 opening the menu reads the balance: %i %o is %s",
  async (status, json, words, tone) => {
    const page = await browser.open("/pages/about", { member, expect: [401, 502] });
    await readByPage(page);
    let asked = 0;
    await page.route("**/api/billing/balance", async (route) => {
      asked += 1;
      await route.fulfill({ status, json });
    });
    await page.getByRole("button", { name: /^(?:Credits.*)?Account of/ }).click();
    await panelOf(page).getByText(words).waitFor();
    expect(await panelOf(page).locator(".credits").getAttribute("data-tone")).toBe(tone);
    // The balance of the page's own data may be shown before the menu's is read.
    await expect.poll(() => asked).toBe(1);
  },
);

test("CR-02 while the balance is loading the menu says so", async () => {
  const page = await browser.open("/pages/about", { member });
  await readByPage(page);
  let answer: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route("**/api/billing/balance", async (route) => {
    await held;
    await route.fallback();
  });
  await page.getByRole("button", { name: /^(?:Credits.*)?Account of/ }).click();
  await panelOf(page).getByText("Checking credits").waitFor();
  answer();
  await panelOf(page).getByText("Low credit balance").waitFor();
  expect(await panelOf(page).getByText("Checking credits").count()).toBe(0);
});

test("CR-01 CR-02 a balance that an event brought is not replaced by page data that was read before it", async () => {
  const buyer = await browser.server.signUp("Noor Haddad");
  const page = await browser.open("/pages/about", { member: buyer });
  const credits = page.getByRole("banner").locator(".account .credits");
  let wasRead: () => void = () => undefined;
  let answer: () => void = () => undefined;
  const read = new Promise<void>((resolve) => (wasRead = resolve));
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route("**/pages/terms.data*", async (route) => {
    const response = await route.fetch();
    wasRead();
    await held;
    await route.fulfill({ response });
  });
  await page.getByRole("contentinfo").getByRole("link", { name: "Terms" }).click();
  await read;
  await grantCredits(browser.services, {
    userId: buyer.userId,
    amount: 40,
    reason: "Test",
    idempotencyKey: `buyer:${buyer.userId}`,
  });
  await credits.getByText("45").waitFor();
  answer();
  await page.waitForURL("**/pages/terms");
  await page.getByRole("heading", { name: "Terms", level: 1 }).waitFor();
  expect(await credits.textContent()).toContain("45");
});

test("CR-01 a balance that changed between the page's data and the stream of events is shown", async () => {
  const buyer = await browser.server.signUp("Ilse Brandt");
  const page = await browser.open("/pages/about", { member: buyer });
  const credits = page.getByRole("banner").locator(".account .credits");
  let open: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (open = resolve));
  await page.route("**/api/notifications/stream*", async (route) => {
    await held;
    await route.continue();
  });
  const asked = page.waitForRequest("**/api/notifications/stream*");
  await page.reload();
  await asked;
  await grantCredits(browser.services, {
    userId: buyer.userId,
    amount: 40,
    reason: "Test",
    idempotencyKey: `late:${buyer.userId}`,
  });
  expect(await credits.textContent()).toContain("5");
  open();
  await credits.getByText("45").waitFor();
});

test.each([
  { button: /Account of/, panel: "Account", role: "navigation" },
  { button: /^Notifications/, panel: "Notifications", role: "dialog" },
] as const)(
  "NV-10 the panel $panel stays open when it was opened before the page's script ran",
  async ({ button, panel, role }) => {
    const page = await browser.open("/pages/about", { member });
    const loadScripts = await holdScripts(page);
    await page.reload({ waitUntil: "commit" });
    await page.getByRole("button", { name: button, expanded: false }).click();
    expect(await page.locator(":popover-open").getAttribute("aria-label")).toBe(panel);
    loadScripts();
    await page.getByRole("button", { name: button, expanded: true }).waitFor();
    await page.getByRole(role, { name: panel }).waitFor();
  },
);

test("NV-10 AU-12 a press on an entry works as soon as React has taken over, however late the menu's code comes", async () => {
  const leaving = await browser.server.signUp("Mira Sol");
  const page = await browser.open("/pages/about", { member: leaving, expect: [401] });
  const loadScript = await holdScripts(page, "**/assets/member-tools-*.js");
  const asked = page.waitForRequest("**/assets/member-tools-*.js");
  await page.reload({ waitUntil: "commit" });
  await page.evaluate(() => {
    type Root = { stateNode: { current: { memoizedState: { isDehydrated?: boolean } | null } } };
    const press = () => {
      const entry = Object.entries(document).find(([key]) => key.startsWith("__reactContainer$"));
      const root = entry?.[1] as Root | undefined;
      const panel = document.querySelector("#account-panel");
      // What the server sends late is hidden until it is moved to its place.
      const isShown = panel !== null && panel.closest("[hidden]") === null;
      if (isShown && root?.stateNode.current.memoizedState?.isDehydrated === false) {
        [...panel.querySelectorAll("button")].at(-1)?.click();
      } else setTimeout(press);
    };
    press();
  });
  await asked;
  loadScript();
  await page.getByRole("banner").getByRole("link", { name: "Sign in" }).waitFor();
  expect((await leaving.fetch("/api/billing/balance")).status).toBe(401);
});

test("NV-10 arrow keys, Home and End move in the menu, Enter follows an entry, Escape returns to the button", async () => {
  const page = await browser.open("/pages/about", { member });
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  const button = page.getByRole("button", { name: /Account of/ });
  await button.focus();
  await page.keyboard.press("ArrowDown");
  await panelOf(page).waitFor();
  expect(await focused()).toBe("Overview");
  await page.keyboard.press("ArrowDown");
  expect(await focused()).toBe("Collections");
  await page.keyboard.press("End");
  expect(await focused()).toBe("Sign out");
  await page.keyboard.press("ArrowDown");
  expect(await focused()).toBe("Overview");
  await page.keyboard.press("ArrowUp");
  expect(await focused()).toBe("Sign out");
  // The theme's radio buttons keep their own arrow keys.
  await panelOf(page).getByRole("radio", { name: "Light" }).focus();
  await page.keyboard.press("ArrowRight");
  expect(await panelOf(page).getByRole("radio", { name: "Dark" }).isChecked()).toBe(true);
  await page.keyboard.press("Escape");
  await panelOf(page).waitFor({ state: "hidden" });
  expect(await focused()).toContain("Account of");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await panelOf(page).waitFor({ state: "hidden" });
  await page.waitForURL("**/dashboard/collections");
});

test("NV-10 an entry leads to its page and closes the menu", async () => {
  const page = await opened({ member, width: 390 });
  await panelOf(page).getByRole("link", { name: "Create/Remix" }).click();
  await page.getByRole("heading", { level: 1, name: "Create/Remix" }).waitFor();
  await panelOf(page).waitFor({ state: "hidden" });
  expect(new URL(page.url()).pathname).toBe("/dashboard/studio/remix");
});
