import type { Locator } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { axeFindingsInBothThemes, testBrowser, type TestBrowser } from "../harness/browser.ts";
import { focused, reach } from "../harness/keyboard.ts";
import { quickEngine } from "../harness/quick-engine.ts";
import { aCaster } from "../harness/studio.ts";

/** Alternatives, lists and weights in the composer. */

let browser: TestBrowser;
beforeAll(async () => {
  const engine = quickEngine();
  const weighing = { ...quickEngine({}, { label: "Weighing", weights: true }), id: "weighing" };
  const engines = new Map([engine, weighing].map((one) => [one.id, one]));
  browser = await testBrowser({ engines });
});
afterEach(() => browser.finish());
afterAll(() => browser.close());

test.each([1440, 390] as const)(
  "ST-05 at %i: a list is made and named, each combination is cast once, and its texts are used again",
  async (width) => {
    const member = await aCaster(browser);
    // The list with an open brace is refused.
    const page = await member.open("/dashboard/studio/remix", { width, expect: [400] });
    const composer = page.getByRole("form", { name: "Composer" });
    const prompt = composer.getByLabel("Prompt");

    await composer.getByRole("button", { name: "Vary" }).click();
    const dialog = page.getByRole("dialog", { name: "Vary" });
    await dialog.getByRole("button", { name: "New list" }).click();
    await dialog.getByLabel("Name").fill("beast");
    await dialog.getByLabel("Entries, one a line").fill("fox\n{a|b");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByText("Entry 2: A brace is opened and not closed.").waitFor();
    await dialog.getByLabel("Entries, one a line").fill("fox\nowl");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByRole("button", { name: "Delete the list beast" }).click();
    await page.getByRole("button", { name: "Undo" }).click();
    await dialog.getByText("2 entries: fox, owl").waitFor();
    expect(await axeFindingsInBothThemes(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Insert" }).click();
    await expect.poll(() => prompt.inputValue()).toBe("__beast__");

    await prompt.fill("a {red|blue __beast__");
    await composer.getByText("At character 3: “{red|blue __beast__”").waitFor();
    await prompt.fill("a {red|blue} __beast__");
    await composer.getByText("4 combinations.").waitFor();
    await composer.getByText("Each once").click();
    await composer.getByText("Each picture has another one.").waitFor();
    expect(await axeFindingsInBothThemes(page)).toEqual([]);
    await composer.getByRole("button", { name: /^Cast 4/ }).click();
    const row = page.getByRole("article", { name: "Cast: a {red|blue} __beast__" });
    await row.getByRole("img", { name: "a red fox, 1 of 4" }).waitFor();
    await row.getByRole("img", { name: "a blue owl, 4 of 4" }).waitFor();
    await row.getByText("Texts of the pictures").click();
    await row.getByRole("button", { name: "Use the text of picture 3" }).click();
    await expect.poll(() => prompt.inputValue()).toBe("a blue fox");
    await row.getByRole("button", { name: "Reuse" }).click();
    await expect.poll(() => prompt.inputValue()).toBe("a {red|blue} __beast__");
  },
);

test("ST-05 weights: said before the press where nobody reads them, changed by keys where somebody does", async () => {
  const member = await aCaster(browser);
  const page = await member.open("/dashboard/studio/remix");
  const composer = page.getByRole("form", { name: "Composer" });
  const prompt = composer.getByLabel("Prompt");
  await prompt.fill("a (fox:1.2)");
  await composer.getByText("Quick reads no weights such as “(fox:1.2)”").waitFor();
  await composer.getByRole("button", { name: "Show all settings" }).click();
  await composer
    .getByRole("group", { name: "Engine" })
    .getByRole("radio", { name: "Weighing" })
    .check({ force: true });
  await composer.getByText("reads no weights").waitFor({ state: "detached" });
  await prompt.fill("a red fox");
  await prompt.evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(2, 5));
  await prompt.press("Control+ArrowUp");
  await expect.poll(() => prompt.inputValue()).toBe("a (red:1.1) fox");
  await prompt.press("Control+ArrowUp");
  await prompt.press("Control+ArrowDown");
  await prompt.press("Control+ArrowDown");
  await expect.poll(() => prompt.inputValue()).toBe("a red fox");
});

test.each([1440, 390] as const)(
  "ST-05 at %i: a grid of words and seeds is priced, cast, watched, zoomed, shared, and its settings are used again",
  async (width) => {
    const member = await aCaster(browser);
    const press = (target: Locator) => (width === 390 ? target.tap() : target.click());
    const page = await member.open("/dashboard/studio/remix", { width });
    const composer = page.getByRole("form", { name: "Composer" });
    await composer.getByLabel("Prompt").fill("a {red|blue} fox");
    await press(composer.getByRole("button", { name: "Vary" }));
    const dialog = page.getByRole("dialog", { name: "Vary" });
    await dialog.getByLabel("Columns").selectOption({ label: "Words: red, blue" });
    await dialog.getByLabel("Rows").selectOption({ label: "Seed" });
    await dialog.getByLabel("Values").fill("4-1");
    await dialog.getByText("Numbers with commas between, or a range").waitFor();
    await dialog.getByLabel("Values").fill("1-3");
    await dialog.getByText("6 pictures for 18 credits.").waitFor();
    expect(await axeFindingsInBothThemes(page)).toEqual([]);
    await press(dialog.getByRole("button", { name: "Cast the grid" }));

    await page.waitForURL(/\/grid\//);
    await page.getByRole("heading", { name: "a {red|blue} fox" }).waitFor();
    // While cells wait the table alone scrolls, and not the page.
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    await page.getByRole("link", { name: "Words: blue, Seed: 3" }).waitFor();
    await expect.poll(() => page.getByText("still to come").count()).toBe(0);
    await page.getByRole("slider", { name: "Zoom" }).press("End");
    await expect
      .poll(async () => (await page.locator(".grid-cell").first().boundingBox())?.width)
      .toBe(420);
    await page.getByRole("slider", { name: "Zoom" }).press("Home");
    expect(await axeFindingsInBothThemes(page)).toEqual([]);
    await press(page.getByRole("button", { name: "Publish" }));
    await press(page.getByRole("button", { name: "Share" }));
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    await expect.poll(copied).toBe(page.url());

    const address = new URL(page.url()).pathname;
    const guest = await browser.open(address, { width, javaScript: false });
    await guest.getByRole("img", { name: "Words: red, Seed: 1" }).waitFor();
    const preview = guest.locator('meta[property="og:image"]');
    expect(await preview.getAttribute("content")).toContain("/i/1200x0/");

    await press(page.getByRole("link", { name: "Words: red, Seed: 2" }));
    await page.getByRole("dialog").getByRole("heading", { name: "A red fox" }).waitFor();
    await page.goBack();
    await page.waitForURL(/\/grid\//);
    await press(page.getByRole("link", { name: "Use these settings" }));
    await dialog.getByText("6 pictures for 18 credits.").waitFor();
    await press(dialog.getByRole("button", { name: "Close", exact: true }));
    await browser.go(page, "/dashboard/work/cast-log");
    const entry = page.getByRole("article", { name: "Grid: a {red|blue} fox" });
    await entry.getByText("6 of 6 drawn").waitFor();
    await press(entry.getByRole("link", { name: "Open grid", exact: true }));
    await page.waitForURL(/\/grid\//);
    await press(page.getByRole("button", { name: "Delete", exact: true }));
    await page.waitForURL(/cast-log/);
    await page.getByText("No casts yet").waitFor();
  },
);

test.each([1440, 390] as const)(
  "ST-05 by keyboard alone at %i: a grid is made, each of its pictures is reached and seen whole, and one is opened and left as it was found",
  async (width) => {
    const member = await aCaster(browser);
    const page = await member.open("/dashboard/studio/remix", { width });
    const { keyboard } = page;
    await reach(page, page.getByLabel("Prompt"));
    await keyboard.type("a {red|blue|green|white} fox");
    await reach(page, page.getByRole("button", { name: "Vary" }));
    await keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Vary" });
    // Its code is loaded with the first use.
    await dialog.waitFor();
    await reach(page, dialog.getByLabel("Columns"));
    await keyboard.press("ArrowDown");
    await reach(page, dialog.getByLabel("Rows"));
    await keyboard.type("Seed");
    await reach(page, dialog.getByLabel("Values"));
    await keyboard.type("1-3");
    await dialog.getByText("12 pictures for 36 credits.").waitFor();
    await reach(page, dialog.getByRole("button", { name: "Cast the grid" }));
    await keyboard.press("Enter");
    await page.waitForURL(/\/grid\//);
    const last = page.getByRole("link", { name: "Words: white, Seed: 3" });
    await last.waitFor();
    await expect.poll(() => page.getByText("still to come").count()).toBe(0);

    await reach(page, page.getByRole("slider", { name: "Zoom" }));
    // At most, a picture is wider than a phone.
    await keyboard.press(width === 390 ? "Home" : "End");
    /** Name of the picture that has the focus, and whether a corner of it is covered or cut off. */
    const current = () =>
      page.evaluate(() => {
        const link = document.activeElement;
        const { left, top, right, bottom } = (link ?? document.body).getBoundingClientRect();
        const isWhole = [
          [left + 3, top + 3],
          [right - 3, top + 3],
          [left + 3, bottom - 3],
          [right - 3, bottom - 3],
        ].every(([x, y]) => link?.contains(document.elementFromPoint(x, y)));
        return [link?.querySelector("img")?.alt, isWhole] as const;
      });
    const names = [1, 2, 3].flatMap((seed) =>
      ["red", "blue", "green", "white"].map((word) => `Words: ${word}, Seed: ${seed}`),
    );
    await reach(page, page.getByRole("link", { name: names[0] }));
    const passed = [await current()];
    for (const key of [
      ...names.slice(1).map(() => "Tab"),
      ...names.slice(1).map(() => "Shift+Tab"),
    ]) {
      await keyboard.press(key);
      passed.push(await current());
    }
    expect(passed).toEqual([...names, ...names.toReversed().slice(1)].map((name) => [name, true]));

    // From the dialog to the picture's own page and back again: the grid has the focus where it was left.
    await reach(page, last);
    await keyboard.press("Enter");
    const shown = page.getByRole("dialog").getByRole("heading", { name: "A white fox" });
    await shown.waitFor();
    await keyboard.press("Escape");
    await expect.poll(current).toEqual(["Words: white, Seed: 3", true]);
    await keyboard.press("Enter");
    await shown.waitFor();
    // Opened again before the closing is over.
    for (let time = 0; time < 5; time += 1) {
      await keyboard.press("Escape");
      await keyboard.press("Enter");
      // What it showed can be seen until its closing is over.
      await page.locator("dialog.lightbox[open]").waitFor();
    }
    await reach(page, page.getByRole("link", { name: "Open image page" }), "Shift+Tab");
    await keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "A white fox" }).waitFor();
    // The headless browser has no key for it.
    await page.goBack();
    await shown.waitFor();
    await keyboard.press("Escape");
    await expect.poll(current).toEqual(["Words: white, Seed: 3", true]);

    await reach(page, page.getByRole("button", { name: "Publish" }), "Shift+Tab");
    await keyboard.press("Enter");
    await reach(page, page.getByRole("button", { name: "Share" }), "Shift+Tab");
    await keyboard.press("Enter");
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    await expect.poll(copied).toBe(page.url());
    await expect.poll(async () => (await focused(page)).name).toBe("Share");
  },
);
