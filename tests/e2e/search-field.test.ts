import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { axeFindings, testBrowser, type TestBrowser } from "../harness/browser.ts";

let browser: TestBrowser;
beforeAll(async () => {
  browser = await testBrowser();
});
afterEach(() => browser.finish());
afterAll(() => browser.close());

const hint = "Press Enter (Return on Mac) to search.";
const field = (page: Page) =>
  page.getByRole("banner").getByRole("textbox", { name: "Search images and collections" });

/** The search overlay of a small screen, opened from the bar. */
async function overlayOf(page: Page) {
  await page.getByRole("banner").getByRole("link", { name: "Search" }).click();
  const overlay = page.getByRole("dialog", { name: "Search" });
  await overlay.waitFor();
  return overlay;
}

// The results page itself is tested in search.test.ts.
const results = { expect: [404] };

test("NV-06 a trimmed query leads to its slug, a blank one nowhere", async () => {
  const page = await browser.open("/pages/about", results);
  await page.keyboard.press("/");
  await field(page).fill("   ");
  await page.keyboard.press("Enter");
  expect(new URL(page.url()).pathname).toBe("/pages/about");
  await field(page).fill("  Misty Mountain, lake! ");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/s\/misty-mountain-lake$/);
  // The query is shown in the field of its results, and can be cleared.
  await expect.poll(() => field(page).inputValue()).toBe("misty mountain lake");
  await page.getByRole("button", { name: "Clear search" }).click();
  expect(await field(page).inputValue()).toBe("");
  expect(await field(page).evaluate((one) => one === document.activeElement)).toBe(true);
  expect(await page.getByRole("button", { name: "Clear search" }).isVisible()).toBe(false);
});

test("NV-06 with slugs switched off the words are a query", async () => {
  const plain = await testBrowser({ env: { SLUG_SEARCH: "off" } });
  try {
    const page = await plain.open("/pages/about", results);
    await field(page).fill(" fog & rain ");
    await field(page).press("Enter");
    await page.waitForURL(/\/search\?q=/);
    expect(new URL(page.url()).search).toBe("?q=fog+%26+rain");
    await expect.poll(() => field(page).inputValue()).toBe("fog & rain");
    await plain.finish();
  } finally {
    await plain.close();
  }
});

test("NV-06 the key / focuses the field, and types itself once there", async () => {
  const page = await browser.open("/pages/about");
  await page.keyboard.press("/");
  await page.keyboard.type("a/b");
  expect(await field(page).inputValue()).toBe("a/b");
});

test("NV-07 the hint appears with the first typed character, once ever", async () => {
  const page = await browser.open("/pages/about");
  const told = page.getByText(hint);
  await field(page).focus();
  expect(await told.count()).toBe(0);
  await page.keyboard.type("m");
  await told.waitFor();
  expect(await page.evaluate(() => localStorage.getItem("searchHintShown"))).not.toBeNull();
  await page.reload();
  await page.keyboard.press("/");
  await page.keyboard.type("mi");
  await page.getByRole("button", { name: "Clear search" }).waitFor();
  expect(await told.count()).toBe(0);
});

test.each(["light", "dark"] as const)(
  "NV-08 the overlay has four tips and eight chips that fill the field, in %s",
  async (theme) => {
    const page = await browser.open("/pages/about", { ...results, width: 390, theme });
    const overlay = await overlayOf(page);
    const input = overlay.getByRole("textbox");
    const box = await overlay.boundingBox();
    expect(box).toMatchObject({ x: 0, y: 0, width: 390, height: 844 });
    expect(await input.evaluate((one) => one === document.activeElement)).toBe(true);
    const tips = [
      ["Be specific", "a red-roofed house in first snow"],
      ["Try styles", "paper-cut relief, stained glass"],
      ["Use colors", "petrol and apricot at dusk"],
      ["Add moods", "quiet, after everyone has left"],
    ];
    for (const [title, phrase] of tips) {
      const tip = overlay.getByRole("button", { name: title });
      await expect
        .poll(() => tip.locator("img").evaluate((one: HTMLImageElement) => one.naturalWidth))
        .toBeGreaterThan(0);
      await tip.click();
      expect(await input.inputValue()).toBe(phrase);
    }
    const chips = ["abstract", "nature", "portrait", "landscape", "minimal", "retro"];
    for (const chip of [...chips, "futuristic", "artistic"]) {
      await overlay.getByRole("button", { name: chip, exact: true }).click();
      expect(await input.inputValue()).toBe(chip);
    }
    expect(await axeFindings(page)).toEqual([]);
    await overlay.getByRole("button", { name: "Search", exact: true }).click();
    await page.waitForURL(/\/s\/artistic$/);
    expect(await page.getByRole("dialog", { name: "Search" }).count()).toBe(0);
  },
);

test("NV-08 a blank query is ignored, the hint is shown, and closing restores focus", async () => {
  const page = await browser.open("/pages/about", { width: 390 });
  const overlay = await overlayOf(page);
  await page.keyboard.type(" ");
  await page.getByText(hint).waitFor();
  await page.keyboard.press("Enter");
  expect(await overlay.isVisible()).toBe(true);
  await overlay.getByRole("button", { name: "Close search" }).click();
  await expect.poll(() => page.getByRole("dialog", { name: "Search" }).count()).toBe(0);
  expect(new URL(page.url()).pathname).toBe("/pages/about");
  await page.keyboard.press("/");
  await page.getByRole("dialog", { name: "Search" }).waitFor();
  await page.keyboard.press("Escape");
  await expect.poll(() => page.getByRole("dialog", { name: "Search" }).count()).toBe(0);
});
