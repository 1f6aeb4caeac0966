import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { axeFindingsInBothThemes, testBrowser, type TestBrowser } from "../harness/browser.ts";
import { aPicture } from "../harness/factories.ts";
import type { SignedUp } from "../harness/server.ts";

let browser: TestBrowser;
let admin: SignedUp;
let member: SignedUp;
beforeAll(async () => {
  browser = await testBrowser();
  admin = await browser.server.signUp("Ada Admin");
  member = await browser.server.signUp("Mira Holt");
  await browser.services.db
    .updateTable("users")
    .set({ role: "admin" })
    .where("id", "=", admin.userId)
    .execute();
});
afterEach(() => browser.finish());
afterAll(() => browser.close());

const some = async (word: string, rows: object[]) => {
  const ids: string[] = [];
  for (const [index, row] of rows.entries()) {
    const title = `${word} ${index + 1}`;
    ids.push((await aPicture(browser.services, { id: member.userId }, { title, ...row })).id);
  }
  return ids;
};
const rowsOf = (ids: readonly string[]) =>
  browser.services.db
    .selectFrom("pictures")
    .select(["title", "license", "is_public", "tags"])
    .where("id", "in", ids)
    .orderBy("id")
    .execute();
const address = (word: string) => `/dashboard/admin/asset-manager?q=${word}`;

test.each([1440, 390] as const)(
  "AD-01 mixed values are shown, only touched fields change, and the edit is undone, at %i",
  async (width) => {
    const word = `Heron${width}`;
    const ids = await some(word, [
      { license: "cc0", tags: ["snow", "house"] },
      { tags: ["snow"] },
      { is_public: false, tags: [] },
    ]);
    const before = await rowsOf(ids);
    const created = await admin.fetch("/api/collections", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ name: `Birds ${width}` }),
    });
    const { id: collection } = (await created.json()) as { id: string };
    const page = await browser.open(address(word), { width, member: admin });
    await page.getByRole("checkbox", { name: "Select all on this page" }).check();
    const panel = page.getByRole("complementary", { name: "Chosen images" });
    await panel.getByRole("heading", { name: "Edit 3 images" }).waitFor();
    if (width === 390) await panel.getByRole("button", { name: "Edit fields" }).click();
    const form = panel.getByRole("form", { name: "Fields of 3 images" });
    expect(await form.getByLabel("Title").getAttribute("placeholder")).toBe("Mixed (3)");
    const shown = (label: string) => form.getByLabel(label).locator("option:checked").textContent();
    expect([await shown("Licence"), await shown("Visibility")]).toEqual(["Mixed (2)", "Mixed (2)"]);
    await form.getByText("No field will change.").waitFor();

    await form.getByLabel("Licence").selectOption("cc-by-nc");
    await form.getByRole("button", { name: "house 1 of 3, stays" }).click();
    await form.getByRole("button", { name: "house 1 of 3, will be added to all" }).click();
    await form.getByRole("button", { name: "house 1 of 3, will be removed" }).waitFor();
    await form.getByLabel("Add tags").fill("Winter");
    await form.getByLabel("Add tags").press("Enter");
    await form.getByRole("button", { name: "Do not add winter" }).waitFor();
    await form.getByLabel("Collection").selectOption({ label: `Birds ${width}` });
    await form.getByText("3 fields will change.").waitFor();
    expect(await axeFindingsInBothThemes(page)).toEqual([]);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(wide).toBe(0);
    await form.getByRole("button", { name: "Apply to 3" }).click();
    await page.getByText("3 images edited").waitFor();
    expect(await rowsOf(ids)).toEqual(
      before.map((row) => ({
        ...row,
        license: "cc-by-nc",
        tags: [...row.tags.filter((tag) => tag !== "house"), "winter"],
      })),
    );
    const itemsOf = () =>
      browser.services.db
        .selectFrom("collection_items")
        .select("picture_id")
        .where("collection_id", "=", collection)
        .execute();
    expect(await itemsOf()).toHaveLength(3);

    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("Undone", { exact: true }).waitFor();
    expect(await rowsOf(ids)).toEqual(before);
    expect(await itemsOf()).toEqual([]);
  },
);

test("AD-01 B14 a press anywhere in a row selects it, with Shift all rows from the last one", async () => {
  await some("Godwit", [{}, {}, {}, {}]);
  const page = await browser.open(address("Godwit"), { member: admin });
  const state = (name: string) =>
    page.getByRole("row").filter({ hasText: name }).getByText("Approved");
  await state("Godwit 4").click();
  await state("Godwit 2").click({ modifiers: ["Shift"] });
  await page.getByRole("heading", { name: "Edit 3 images" }).waitFor();
  await state("Godwit 3").click();
  await page.getByRole("heading", { name: "Edit 2 images" }).waitFor();
  const chosen = page.getByRole("checkbox", { name: /^Select Godwit/, checked: true });
  expect(await chosen.count()).toBe(2);
});

test("AD-01 by keyboard: rows are chosen with Shift and arrows, E leads to the fields, Ctrl Enter applies", async () => {
  const ids = await some("Plover", [{}, {}, {}]);
  const page = await browser.open(address("Plover"), { member: admin });
  // Newest first: the last one stays as it is.
  await page.getByRole("checkbox", { name: "Select Plover 3" }).focus();
  await page.keyboard.press("Shift+ArrowDown");
  await page.getByRole("heading", { name: "Edit 2 images" }).waitFor();
  await page.keyboard.press("e");
  const title = page.getByRole("form", { name: "Fields of 2 images" }).getByLabel("Title");
  await expect.poll(() => title.evaluate((field) => field === document.activeElement)).toBe(true);
  await page.keyboard.type("Two plovers");
  await page.keyboard.press("Control+Enter");
  await page.getByText("2 images edited").waitFor();
  expect((await rowsOf(ids)).map((row) => row.title)).toEqual([
    "Plover 1",
    "Two plovers",
    "Two plovers",
  ]);
});

test("AD-01 what is refused is said at its field, and nothing that was typed or chosen is lost", async () => {
  const tags = Array.from({ length: 20 }, (_, index) => `tag ${index}`);
  const ids = await some("Egret", [{ tags }, {}]);
  const before = await rowsOf(ids);
  const page = await browser.open(address("Egret"), { member: admin, expect: [400] });
  await page.getByRole("checkbox", { name: "Select Egret 1" }).click();
  await page.getByRole("checkbox", { name: "Select Egret 2" }).click({ modifiers: ["Shift"] });
  const form = page.getByRole("form", { name: "Fields of 2 images" });
  await form.getByLabel("Title").fill("Egrets");
  await form.getByLabel("Add tags").fill("one more");
  await form.getByRole("button", { name: "Apply to 2" }).click();
  await form.getByRole("alert").getByText("“Egret 1” would have 21 tags").waitFor();
  expect(await rowsOf(ids)).toEqual(before);
  expect(await form.getByLabel("Title").inputValue()).toBe("Egrets");
  await form.getByRole("button", { name: "Do not add one more" }).click();
  await form.getByLabel("Replace all tags").check();
  await form.getByLabel("New tags").fill("egret");
  await form.getByRole("button", { name: "Apply to 2" }).click();
  await page.getByText("2 images edited").waitFor();
  expect((await rowsOf(ids)).map((row) => row.tags)).toEqual([["egret"], ["egret"]]);
});

test("AD-01 pictures of further pages are chosen with one press and edited together", async () => {
  const ids = await some(
    "Stork",
    Array.from({ length: 45 }, () => ({})),
  );
  const page = await browser.open(address("Stork"), { member: admin });
  await page.getByRole("checkbox", { name: "Select all on this page" }).check();
  await page.getByText("40 selected").waitFor();
  await page.getByRole("button", { name: "Select all that match, up to 500" }).click();
  await page.getByRole("heading", { name: "Edit 45 images" }).waitFor();
  await page.getByRole("form").getByLabel("Visibility").selectOption("private");
  await page.getByRole("button", { name: "Apply to 45" }).click();
  await page.getByText("45 images edited").waitFor();
  expect((await rowsOf(ids)).every((row) => !row.is_public)).toBe(true);
});
