import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { indexPending } from "#app/features/search/jobs.ts";
import { axeFindings, testBrowser, type TestBrowser } from "../harness/browser.ts";
import { aMember, aPicture } from "../harness/factories.ts";

let browser: TestBrowser;
beforeAll(async () => {
  browser = await testBrowser();
  const { services } = browser;
  const iris = await aMember(services, { name: "Mistral Vale" });
  await aPicture(services, iris, { title: "Misty lake at dawn", tags: ["misty"], prompt: null });
  await aPicture(services, iris, { title: "Lake of glass", tags: ["lake"], prompt: null });
  const left = () => services.db.selectFrom("search_outbox").select("id").executeTakeFirst();
  while ((await left()) !== undefined) await indexPending(services);
});
afterEach(() => browser.finish());
afterAll(() => browser.close());

const hint = "Press Enter (Return on Mac) to search.";
const field = (page: Page) => page.getByRole("banner").getByLabel("Search images and collections");

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
    await page.getByRole("dialog", { name: "Search" }).waitFor({ state: "hidden" });
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

test("suggestions while typing are chosen by keyboard, and one's own searches come back", async () => {
  const page = await browser.open("/pages/about");
  const list = page.getByRole("listbox", { name: "Suggestions" });
  await page.keyboard.press("/");
  await field(page).fill("mist");
  await list.getByRole("option", { name: "misty Tag" }).waitFor();
  const texts = await list.getByRole("option").allInnerTexts();
  expect(texts.map((text) => text.split(/\s*\n\s*/))).toEqual([
    ["Mistral Vale", "Creator"],
    ["misty", "Tag"],
    ["Misty lake at dawn", "Title"],
  ]);
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await list.waitFor({ state: "hidden" });
  expect(await field(page).inputValue()).toBe("mist");
  await field(page).fill("misty");
  // Until it is gone the list is the one of "mist".
  await list.getByRole("option", { name: "Mistral Vale Creator" }).waitFor({ state: "detached" });
  await list.getByRole("option", { name: "Misty lake at dawn Title" }).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  const last = list.getByRole("option", { name: "Misty lake at dawn Title" });
  await expect.poll(() => last.getAttribute("aria-selected")).toBe("true");
  const id = await last.getAttribute("id");
  await expect.poll(() => field(page).getAttribute("aria-activedescendant")).toBe(id);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/s\/misty-lake-at-dawn$/);
  await page.getByRole("heading", { level: 1, name: "Misty lake at dawn" }).waitFor();

  await browser.go(page, "/pages/about");
  await page.keyboard.press("/");
  await list.getByRole("option", { name: "misty lake at dawn Recent" }).waitFor();
  await list.getByRole("option", { name: "Clear recent searches" }).click();
  await list.waitFor({ state: "hidden" });
  await field(page).fill("mistral");
  await list.getByRole("option", { name: "Mistral Vale Creator" }).click();
  await page.getByRole("heading", { level: 1, name: "Mistral Vale" }).waitFor();
});
