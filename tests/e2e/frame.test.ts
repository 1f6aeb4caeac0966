import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { axeFindings, testBrowser, type TestBrowser } from "../harness/browser.ts";
import type { SignedUp } from "../harness/server.ts";

let browser: TestBrowser;
let member: SignedUp;
beforeAll(async () => {
  browser = await testBrowser();
  member = await browser.server.signUp("Ines Varga");
});
afterEach(() => browser.finish());
afterAll(() => browser.close());

const looks = [
  { width: 1440, theme: "light" },
  { width: 390, theme: "dark" },
] as const;

const themeOf = (page: Page) => page.evaluate(() => document.documentElement.dataset.theme);
const toasts = (page: Page) => page.locator("[data-sonner-toast]");
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? null);

test("pages are laid out in standards mode", async () => {
  const page = await browser.open("/pages/about");
  expect(await page.evaluate(() => document.compatMode)).toBe("CSS1Compat");
});

test("TH-01 light is the default, whatever the system prefers, and system follows it", async () => {
  const page = await browser.open("/pages/about");
  await page.emulateMedia({ colorScheme: "dark" });
  await page.evaluate(() => localStorage.removeItem("theme"));
  await page.addInitScript(() => localStorage.removeItem("theme"));
  await page.reload();
  expect(await themeOf(page)).toBe("light");
  const foot = page.getByRole("contentinfo").getByRole("radiogroup", { name: "Theme" });
  await foot.getByText("System").click();
  await page.getByText("Theme toggled to Dark").waitFor();
  expect(await themeOf(page)).toBe("dark");
  await page.emulateMedia({ colorScheme: "light" });
  await expect.poll(() => themeOf(page)).toBe("light");
});

test("TH-01 the switches of footer and menu agree, in every tab", async () => {
  const page = await browser.open("/pages/about");
  const other = await browser.beside(page, "/pages/privacy");
  await page.getByRole("contentinfo").getByText("Dark").click();
  await page.getByText("Theme toggled to Dark").waitFor();
  await expect.poll(() => themeOf(other)).toBe("dark");
  await other.getByRole("banner").getByRole("button", { name: "Menu" }).click();
  const menu = other.getByRole("navigation", { name: "Site" });
  await menu.getByRole("radio", { name: "Dark", checked: true }).waitFor();
});

test("TH-01 Cmd+J toggles too, also while typing", async () => {
  const page = await browser.open("/pages/about");
  await page.keyboard.press("/");
  await page.keyboard.press("Meta+j");
  await page.getByText("Theme toggled to Dark").waitFor();
  expect(await themeOf(page)).toBe("dark");
});

test.each(looks)(
  "TH-02 a toast at $width: top centre, 356 px, a close button, 4 seconds",
  async (look) => {
    const page = await browser.open("/pages/about", look);
    const clean = look.theme === "light" ? "Dark" : "Light";
    // The clock is stopped, so that the toast does not close by itself during the assertions.
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    const afterSteps = async () => {
      await page.clock.runFor(20);
      return toasts(page).count();
    };
    await page.keyboard.press("Control+j");
    await expect.poll(afterSteps).toBe(1);
    await page.getByText(`Theme toggled to ${clean}`).waitFor();
    await expect.poll(async () => (await toasts(page).boundingBox())?.y ?? -1).toBeGreaterThan(0);
    const box = await toasts(page).boundingBox();
    expect(Math.round(box?.width ?? 0)).toBe(356);
    expect(Math.abs((box?.x ?? 0) + (box?.width ?? 0) / 2 - look.width / 2)).toBeLessThan(2);
    expect(box?.y).toBeLessThan(40);
    await page.clock.fastForward(3000);
    expect(await toasts(page).count()).toBe(1);
    await page.clock.fastForward(2000);
    await expect.poll(afterSteps).toBe(0);
    await page.keyboard.press("Control+j");
    await expect.poll(afterSteps).toBe(1);
    await toasts(page).getByRole("button", { name: "Close toast" }).click();
    await page.clock.runFor(1000);
    await expect.poll(afterSteps).toBe(0);
  },
);

test("TH-02 three toasts are shown at most, 14 px apart, and a swipe of 45 px dismisses one", async () => {
  const page = await browser.open("/pages/about", { member, expect: [503] });
  await page.route("**/api/auth/sign-out", (route) =>
    route.fulfill({ status: 503, json: { title: "Not available right now" } }),
  );
  await page.getByRole("button", { name: "Notifications" }).waitFor();
  // The clock is stopped, so that no toast closes by itself.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  for (let count = 1; count <= 4; count += 1) {
    await page.getByRole("button", { name: /Account of/ }).click();
    await page.getByRole("button", { name: "Sign out" }).click();
    await expect
      .poll(async () => {
        await page.clock.runFor(20);
        return toasts(page).count();
      })
      .toBe(count);
  }
  const shown = page.locator("[data-sonner-toast][data-visible=true]");
  await expect.poll(() => shown.count()).toBe(3);
  await page.mouse.move(720, 62);
  await expect.poll(() => page.locator("[data-sonner-toast][data-expanded=true]").count()).toBe(4);
  const gap = () =>
    shown.evaluateAll((all) => {
      const boxes = all.map((one) => one.getBoundingClientRect()).toSorted((a, b) => a.top - b.top);
      return Math.round(boxes[1].top - boxes[0].bottom);
    });
  await expect.poll(gap).toBe(14);
  const swipe = async (by: number) => {
    await page.mouse.move(660, 62);
    await page.mouse.down();
    // Slowly, because a flick would count by its speed.
    await page.clock.runFor(1000);
    await page.mouse.move(660, 62 - by, { steps: 3 });
    await page.mouse.up();
    await page.clock.runFor(1000);
  };
  await swipe(44);
  expect(await toasts(page).count()).toBe(4);
  await swipe(46);
  await expect.poll(() => toasts(page).count()).toBe(3);
});

test("TH-03 a tooltip waits 200 ms, the next one appears at once, and a later one waits again", async () => {
  const page = await browser.open("/pages/about", { member });
  const bell = page.getByRole("button", { name: "Notifications" });
  const menu = page.getByRole("button", { name: "Menu" });
  const tip = page.getByRole("tooltip");
  // The rendering code is loaded with the first tooltip.
  await menu.hover();
  await tip.getByText("Menu").waitFor();
  await page.mouse.move(700, 500);
  await tip.waitFor({ state: "hidden" });
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await bell.hover();
  await page.clock.runFor(190);
  expect(await tip.isVisible()).toBe(false);
  await page.clock.runFor(20);
  await tip.getByText("Notifications").waitFor();
  await page.mouse.move(700, 500);
  await page.clock.runFor(250);
  await menu.hover();
  await page.clock.runFor(1);
  await tip.getByText("Menu").waitFor();
  await page.mouse.move(700, 500);
  await page.clock.runFor(310);
  await bell.hover();
  await page.clock.runFor(150);
  expect(await tip.isVisible()).toBe(false);
});

test("TH-03 keyboard focus shows a tooltip, Escape hides it, and touch shows none", async () => {
  const page = await browser.open("/pages/about", { member });
  const tip = page.getByRole("tooltip");
  await page.getByRole("button", { name: /Account of/ }).focus();
  await page.keyboard.press("Tab");
  await tip.getByText("Menu").waitFor();
  const box = await tip.boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(1440);
  await page.keyboard.press("Escape");
  await tip.waitFor({ state: "hidden" });
  const phone = await browser.open("/pages/about", { width: 390 });
  await phone.getByRole("button", { name: "Menu" }).tap();
  await phone.getByRole("navigation", { name: "Site" }).waitFor();
  expect(await phone.getByRole("tooltip").count()).toBe(0);
});

test("TH-03 a tooltip stays while the pointer is on it", async () => {
  const page = await browser.open("/pages/about");
  const tip = page.getByRole("tooltip");
  await page.getByRole("banner").getByRole("button", { name: "Menu" }).hover();
  await tip.getByText("Menu").waitFor();
  const box = (await tip.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  // The gap between the two, then the tooltip.
  await page.mouse.move(x, box.y - 4);
  await page.mouse.move(x, y);
  await page.mouse.move(x + 1, y);
  expect(await tip.isVisible()).toBe(true);
  await page.mouse.move(x, y + 200);
  await tip.waitFor({ state: "hidden" });
});

test("TH-03 a tooltip goes away with its element, wherever the pointer rests", async () => {
  const page = await browser.open("/pages/about");
  const tip = page.getByRole("tooltip");
  const menu = page.getByRole("banner").getByRole("button", { name: "Menu" });
  await menu.hover();
  await tip.getByText("Menu").waitFor();
  await menu.evaluate((element) => element.remove());
  await expect.poll(() => tip.isVisible()).toBe(false);
});

test.each(looks)(
  "TH-04 ? opens the keys at $width in $theme, clean for axe, and Escape gives focus back",
  async (look) => {
    const page = await browser.open("/pages/about", look);
    await page.getByRole("banner").getByRole("button", { name: "Menu" }).focus();
    await page.keyboard.press("?");
    const dialog = page.getByRole("dialog", { name: "Keyboard" });
    await dialog.waitFor();
    for (const group of ["Everywhere", "On the wall", "In the image dialog", "Studio"]) {
      await dialog.getByRole("heading", { name: group }).waitFor();
    }
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
    expect(await focused(page)).toBe("Menu");
  },
);

test("TH-04 all single keys can be switched off, and on again from the menu", async () => {
  const page = await browser.open("/pages/about");
  await page.keyboard.press("?");
  const toggle = page.getByRole("switch", { name: "Single-key shortcuts" });
  expect(await toggle.isChecked()).toBe(true);
  await toggle.press("Space");
  expect(await toggle.isChecked()).toBe(false);
  await page.keyboard.press("Escape");
  await page.reload();
  await page.keyboard.press("/");
  expect(await focused(page)).not.toBe("Search images and collections");
  await page.keyboard.press("?");
  expect(await page.getByRole("dialog").count()).toBe(0);
  await page.getByRole("banner").getByRole("button", { name: "Menu" }).click();
  const opener = page.getByRole("button", { name: "Keyboard shortcuts" });
  await opener.click();
  await toggle.press("Space");
  await page.keyboard.press("Escape");
  await toggle.waitFor({ state: "hidden" });
  // Only the dialog is closed, and the focus is where it was.
  await expect.poll(() => opener.evaluate((one) => one === document.activeElement)).toBe(true);
  await page.keyboard.press("/");
  expect(await focused(page)).toBe("Search images and collections");
});

test("TH-04 G generates, but not while typing", async () => {
  const page = await browser.open("/pages/about", { member });
  await page.keyboard.press("/");
  await page.keyboard.type("g");
  expect(new URL(page.url()).pathname).toBe("/pages/about");
  await page.getByRole("main").focus();
  await page.keyboard.press("g");
  await page.waitForURL(/\/dashboard\/studio\/remix$/);
});

test("TH-04 with reduced motion the bar, menu and bell do not move", async () => {
  const page = await browser.open("/pages/about", { member });
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("navigation", { name: "Site" }).waitFor();
  const moving = await page.evaluate(() => document.getAnimations().length);
  expect(moving).toBe(0);
});

test.each([1440, 390, 320])("TH-04 nothing of the bar is cut off at %i px", async (width) => {
  const page = await browser.open("/pages/about", { member });
  await page.setViewportSize({ width, height: 800 });
  await page.getByRole("button", { name: "Notifications" }).waitFor();
  const edges = await page
    .getByRole("banner")
    .locator("a, button")
    .filter({ visible: true })
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right));
  expect(Math.max(...edges)).toBeLessThanOrEqual(width);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
    width,
  );
});
