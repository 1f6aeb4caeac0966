import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { flushSearchLog } from "#app/features/search/commands.ts";
import { indexPending } from "#app/features/search/jobs.ts";
import { axeFindingsInBothThemes, testBrowser, type TestBrowser } from "../harness/browser.ts";
import { aPicture } from "../harness/factories.ts";
import type { SignedUp } from "../harness/server.ts";

let browser: TestBrowser;
let admin: SignedUp;
let collection: string;

beforeAll(async () => {
  browser = await testBrowser();
  admin = await browser.server.signUp("Ada Admin");
  const { db } = browser.services;
  await db.updateTable("users").set({ role: "admin" }).where("id", "=", admin.userId).execute();
  const row = { title: "Northern lights", prompt: null, tags: [] };
  const { id } = await aPicture(browser.services, { id: admin.userId }, row);
  await indexPending(browser.services);
  const answer = await admin.fetch("/api/collections", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name: "Polar nights", is_public: true, picture_ids: [id] }),
  });
  collection = ((await answer.json()) as { id: string }).id;
});
beforeEach(async () => {
  const { db } = browser.services;
  await db.deleteFrom("search_rules").execute();
  await flushSearchLog(browser.services);
  await db.deleteFrom("search_log").execute();
  // Somebody searches and finds nothing.
  await browser.server.fetch("/s/polarschein");
  await browser.server.fetch("/s/polarschein");
  await flushSearchLog(browser.services);
});
afterEach(() => browser.finish());
afterAll(() => browser.close());

const pulse = "/dashboard/admin/search-pulse";
const rules = "/dashboard/admin/search-pulse/rules";

test.each([1440, 390] as const)(
  "AD-07 a search that found nothing gets a synonym, finds images at once, and the rule is removed and undone at %i",
  async (width) => {
    const page = await browser.open(pulse, { member: admin, width, expect: [400] });
    const found = page.getByRole("link", { name: "Found nothing" });
    await found.click();
    // The list of all queries has the same button.
    await found.and(page.locator("[aria-current]")).waitFor();
    await page.getByRole("button", { name: "Add rule for polarschein" }).click();
    const dialog = page.getByRole("dialog", { name: "What to find" });
    expect(await dialog.getByLabel("Searched for").inputValue()).toBe("polarschein");
    await dialog.getByRole("button", { name: "Add rule" }).click();
    await dialog.getByText("Name the words to search for too").waitFor();
    expect(await axeFindingsInBothThemes(page)).toEqual([]);
    await dialog.getByLabel("Also search for").fill("northern lights");
    await dialog.getByRole("button", { name: "Add rule" }).click();
    await page.getByText("“polarschein” finds 1 image now").waitFor();
    await page.getByText("Also finds “northern lights”").waitFor();

    const search = await browser.open("/s/polarschein", { width });
    await search
      .getByRole("link", { name: /^Northern lights/ })
      .first()
      .waitFor();
    await browser.go(page, rules);
    await page.getByRole("checkbox", { name: "Select polarschein" }).check();
    expect(await axeFindingsInBothThemes(page)).toEqual([]);
    await page.getByRole("button", { name: "Remove", exact: true }).click();
    await page.getByText("1 rule removed").waitFor();
    await page.getByRole("heading", { name: "No rules" }).waitFor();
    // In a tab of its own: one that has shown results remembers its wall.
    const again = await browser.open("/s/polarschein", { width });
    await again.getByRole("heading", { name: "Nothing found for “polarschein”" }).waitFor();
    await page.bringToFront();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("Undone", { exact: true }).waitFor();
    await page.getByRole("row").filter({ hasText: "northern lights" }).waitFor();
  },
);

test("AD-07 a search leads to a collection, until the rule is undone", async () => {
  const page = await browser.open(`${pulse}?list=nothing`, { member: admin, expect: [400] });
  await page.getByRole("button", { name: "Add rule for polarschein" }).click();
  const dialog = page.getByRole("dialog", { name: "What to find" });
  await dialog.getByText("Redirect", { exact: true }).click();
  await dialog.getByRole("button", { name: "Add rule" }).click();
  await dialog.getByText("Choose a collection").waitFor();
  await dialog.getByLabel("Find a collection").fill("polar");
  await dialog.getByRole("radio", { name: /^Polar nights/ }).check();
  await dialog.getByRole("button", { name: "Add rule" }).click();
  await page.getByText("“polarschein” leads to the collection now").waitFor();

  const search = await browser.open("/s/Polarschein");
  await search.getByRole("heading", { level: 1, name: "Polar nights" }).waitFor();
  expect(new URL(search.url()).pathname).toContain(collection);
  // Typed into the field of the head, the same.
  await browser.go(search, "/");
  const field = search.getByRole("banner").getByLabel("Search images and collections");
  await field.fill("polarschein");
  await field.press("Enter");
  await search.getByRole("heading", { level: 1, name: "Polar nights" }).waitFor();
  await browser.go(search, "/s/polarschein?exact=1");
  await search.getByRole("heading", { name: "Nothing found for “polarschein”" }).waitFor();
  await page.bringToFront();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("Undone", { exact: true }).waitFor();
  await browser.go(search, "/s/polarschein");
  await search.getByRole("heading", { name: "Nothing found for “polarschein”" }).waitFor();
});

test("AD-07 rising queries are listed by span, with their number in the time before", async () => {
  const { db } = browser.services;
  const eightDaysAgo = new Date(Date.now() - 8 * 86_400_000);
  await db
    .insertInto("search_log")
    .values([
      { day: new Date(), query: "comet", searches: 12, results: 4 },
      { day: eightDaysAgo, query: "comet", searches: 3, results: 4 },
    ])
    .execute();
  const page = await browser.open(pulse, { member: admin });
  await page.getByRole("link", { name: "Rising" }).click();
  const row = page.getByRole("row").filter({ hasText: "comet" });
  // The list of all queries has the same row with other figures.
  await expect
    .poll(async () => (await row.getByRole("cell").allInnerTexts()).slice(1, 4))
    .toEqual(["12", "3", "4"]);
  await page.getByRole("link", { name: "30 days" }).click();
  await page.waitForURL(/days=30/);
  // Both days are in the last 30: before them there was nothing.
  await expect.poll(async () => (await row.getByRole("cell").allInnerTexts())[1]).toBe("15");
  await page.getByRole("searchbox", { name: "Search queries" }).fill("polar");
  await page.keyboard.press("Enter");
  await page.waitForURL(/q=polar/);
  await row.waitFor({ state: "detached" });
  expect(new URL(page.url()).searchParams.get("list")).toBe("rising");
});
