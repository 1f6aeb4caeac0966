import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { axeFindingsInBothThemes, testBrowser, type TestBrowser } from "../harness/browser.ts";
import { aPicture } from "../harness/factories.ts";
import type { SignedUp } from "../harness/server.ts";

let browser: TestBrowser;
let admin: SignedUp;
let owner: SignedUp;
let pictureId: string;
let username: string;
const names = ["Herons", "Harbours", "Glaciers"];
const ids = new Map<string, string>();

beforeAll(async () => {
  browser = await testBrowser();
  admin = await browser.server.signUp("Ada Admin");
  owner = await browser.server.signUp("Tobi Okafor");
  const { db } = browser.services;
  await db.updateTable("users").set({ role: "admin" }).where("id", "=", admin.userId).execute();
  pictureId = (await aPicture(browser.services, { id: owner.userId })).id;
  const profile = (await (await owner.fetch("/api/profile")).json()) as { username: string };
  username = profile.username;
});
beforeEach(async () => {
  await browser.services.db.deleteFrom("collections").execute();
  for (const name of names) {
    const answer = await owner.fetch("/api/collections", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ name, is_public: true, picture_ids: [pictureId] }),
    });
    ids.set(name, ((await answer.json()) as { id: string }).id);
  }
});
afterEach(() => browser.finish());
afterAll(() => browser.close());

const address = "/dashboard/admin/collections";
const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });
const choose = (page: Page, name: string) =>
  page.getByRole("checkbox", { name: `Select ${name}` }).check();
const press = (page: Page, name: string) =>
  page
    .getByRole("region", { name: "Selection" })
    .getByRole("button", { name, exact: true })
    .click();
const undo = (page: Page) => page.getByRole("button", { name: "Undo" }).click();

test.each([1440, 390] as const)(
  "AD-05 an admin picks collections, which are then among the picks of Fragments, and undoes it at %i",
  async (width) => {
    const page = await browser.open(address, { member: admin, width });
    await choose(page, "Herons");
    await choose(page, "Harbours");
    expect(await axeFindingsInBothThemes(page)).toEqual([]);
    await press(page, "Pick");
    await page.getByText("2 collections picked").waitFor();
    await row(page, "Herons").getByText("Picked", { exact: true }).waitFor();
    const fragments = await browser.beside(page, "/collections");
    const views = fragments.getByRole("navigation", { name: "Collections" });
    await views.getByRole("link", { name: "Picks" }).click();
    await fragments.getByText("Collections picked by hand", { exact: false }).waitFor();
    const cards = fragments.getByRole("main").getByRole("list").getByRole("link");
    await expect.poll(() => cards.count()).toBe(2);
    expect(await axeFindingsInBothThemes(fragments)).toEqual([]);
    await page.bringToFront();
    await undo(page);
    await page.getByText("Undone", { exact: true }).waitFor();
    await browser.go(fragments, "/collections?feed=picks");
    await fragments.getByRole("heading", { name: "No picks yet" }).waitFor();
  },
);

test("AD-05 a hidden collection is 404 for guests, marked for its owner, and shown again by an undo", async () => {
  const id = ids.get("Glaciers") ?? "";
  const target = `/@${username}/collections/${id}`;
  const page = await browser.open(address, { member: admin });
  await choose(page, "Glaciers");
  await press(page, "Hide");
  await page.getByText("1 collection hidden").waitFor();
  await row(page, "Glaciers").getByText("Hidden").waitFor();
  expect((await browser.server.fetch(target)).status).toBe(404);
  expect((await admin.fetch(target)).status).toBe(200);
  const own = await browser.open(target, { member: owner });
  await own.getByText("An admin has hidden this collection.", { exact: false }).waitFor();
  expect(await axeFindingsInBothThemes(own)).toEqual([]);
  await undo(page);
  await page.getByText("Undone", { exact: true }).waitFor();
  await row(page, "Glaciers").getByText("Public").waitFor();
  expect((await browser.server.fetch(target)).status).toBe(200);
});

test("AD-05 all of it goes by keyboard, and the address holds the filters", async () => {
  const page = await browser.open(address, { member: admin });
  await page.getByRole("checkbox", { name: "Select Glaciers" }).focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("Shift+ArrowDown");
  const selection = page.getByRole("region", { name: "Selection" });
  await selection.getByText("2 collections selected").waitFor();
  await selection.getByRole("button", { name: "Hide" }).focus();
  await page.keyboard.press("Enter");
  await page.getByText("2 collections hidden").waitFor();
  await page.getByRole("link", { name: "Hidden", exact: true }).click();
  await page.waitForURL(/visibility=hidden/);
  await expect.poll(() => page.getByRole("row").count()).toBe(3);
  await page.getByRole("searchbox", { name: "Search collections" }).fill("harb");
  await page.keyboard.press("Enter");
  await page.waitForURL(/q=harb/);
  expect(new URL(page.url()).searchParams.get("visibility")).toBe("hidden");
  await expect.poll(() => page.getByRole("row").count()).toBe(2);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download this list as CSV" }).click(),
  ]);
  const stream = await download.createReadStream();
  const lines = Buffer.concat(await stream.toArray())
    .toString()
    .trimEnd()
    .split("\r\n");
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(`Harbours,${username},true,false,true,1,`);
});
