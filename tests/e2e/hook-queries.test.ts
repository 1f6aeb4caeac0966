import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { hookPages, type HookPages } from "../harness/hook-page.ts";

let hooks: HookPages;
beforeAll(async () => {
  hooks = await hookPages();
});
afterEach(() => hooks.finish());
afterAll(() => hooks.close());

const press = (page: Page, name: string) => page.getByRole("button", { name }).click();
const items = (page: Page) => page.getByRole("listitem").allTextContents();

/** The number of requests the page has made. */
const asked = async (page: Page) =>
  Number(await page.locator("html").getAttribute("data-asked")) || 0;

/** A page whose clock only the test advances. */
async function queriesPage(): Promise<Page> {
  const page = await hooks.open("queries", { clock: true });
  await page.getByRole("button", { name: "Add a reader" }).waitFor();
  await page.clock.pauseAt(Date.now() + 3_600_000);
  return page;
}

const focus = (page: Page) => page.evaluate(() => dispatchEvent(new Event("focus")));

test("S20 readers of one key within 2,000 ms share one request", async () => {
  const page = await queriesPage();
  await press(page, "Add a reader");
  await press(page, "Add a reader");
  await expect.poll(() => items(page)).toEqual(["loading", "loading"]);
  (await hooks.request(0)).answer({ name: "Ana" });
  await expect.poll(() => items(page)).toEqual(["Ana", "Ana"]);
  await page.clock.runFor(1_999);
  await press(page, "Add a reader");
  await expect.poll(() => items(page)).toEqual(["Ana", "Ana", "Ana"]);
  expect(await asked(page)).toBe(1);
  await page.clock.runFor(1);
  await press(page, "Add a reader");
  (await hooks.request(1)).answer({ name: "Bea" });
  await expect.poll(() => items(page)).toEqual(["Bea", "Bea", "Bea", "Bea"]);
  expect(await asked(page)).toBe(2);
});

test("the focus of the window refetches, at most every 5,000 ms", async () => {
  const page = await queriesPage();
  await press(page, "Add a reader");
  (await hooks.request(0)).answer({ name: "Ana" });
  await expect.poll(() => items(page)).toEqual(["Ana"]);
  await page.clock.runFor(4_999);
  await focus(page);
  expect(await asked(page)).toBe(1);
  await page.clock.runFor(1);
  await focus(page);
  (await hooks.request(1)).answer({ name: "Bea" });
  await expect.poll(() => items(page)).toEqual(["Bea"]);
  await page.clock.runFor(4_999);
  await focus(page);
  expect(await asked(page)).toBe(2);
  await page.clock.runFor(1);
  await focus(page);
  expect(await asked(page)).toBe(3);
});

test("a failure is retried after 5,000 ms, then after twice as long", async () => {
  const page = await queriesPage();
  await press(page, "Add a reader");
  (await hooks.request(0)).answer({ title: "Broken" }, 503);
  await expect.poll(() => items(page)).toEqual(["Broken"]);
  await page.clock.runFor(4_999);
  expect(await asked(page)).toBe(1);
  await page.clock.runFor(1);
  (await hooks.request(1)).answer({ title: "Broken again" }, 503);
  await expect.poll(() => items(page)).toEqual(["Broken again"]);
  await page.clock.runFor(9_999);
  expect(await asked(page)).toBe(2);
  await page.clock.runFor(1);
  (await hooks.request(2)).answer({ name: "Ana" });
  await expect.poll(() => items(page)).toEqual(["Ana"]);
});

test("a first response that takes 3,000 ms is slow", async () => {
  const page = await queriesPage();
  await press(page, "Add a reader");
  const request = await hooks.request(0);
  await page.clock.runFor(2_999);
  expect(await items(page)).toEqual(["loading"]);
  await page.clock.runFor(1);
  await expect.poll(() => items(page)).toEqual(["slow"]);
  request.answer({ name: "Ana" });
  await expect.poll(() => items(page)).toEqual(["Ana"]);
});

test("a refusal by the server is not retried", async () => {
  const page = await queriesPage();
  await press(page, "Add a reader");
  (await hooks.request(0)).answer({ title: "Not there" }, 404);
  await expect.poll(() => items(page)).toEqual(["Not there"]);
  await page.clock.runFor(60_000);
  expect(await asked(page)).toBe(1);
});

test("an outdated request is aborted and its response never shown", async () => {
  const page = await hooks.open("queries");
  await press(page, "Add a reader");
  const older = await hooks.request(0);
  await press(page, "Read another");
  const newer = await hooks.request(1);
  await expect.poll(() => older.gone()).toBe(true);
  newer.answer({ name: "Bea" });
  await expect.poll(() => items(page)).toEqual(["Bea"]);
});

test("a change is shown at once, and a pending response without it is requested again", async () => {
  const page = await queriesPage();
  await press(page, "Add a reader");
  (await hooks.request(0)).answer({ name: "Ana" });
  await expect.poll(() => items(page)).toEqual(["Ana"]);
  await page.clock.runFor(5_000);
  await focus(page);
  const before = await hooks.request(1);
  await press(page, "Change");
  await expect.poll(() => items(page)).toEqual(["Ana!"]);
  await expect.poll(() => before.gone()).toBe(true);
  (await hooks.request(2)).answer({ name: "Bea" });
  await expect.poll(() => items(page)).toEqual(["Bea"]);
});

test("a toggle shows in the other tabs once the server has responded", async () => {
  const page = await hooks.open("like");
  const other = await hooks.open("like", { context: page.context() });
  await other.getByRole("button", { name: "Like 7", pressed: false }).waitFor();
  await press(page, "Like 7");
  await page.getByRole("button", { name: "Like 8", pressed: true }).waitFor();
  (await hooks.request(0)).answer({ name: "12" });
  await page.getByRole("button", { name: "Like 12", pressed: true }).waitFor();
  await other.getByRole("button", { name: "Like 12", pressed: true }).waitFor();
  expect(hooks.requests).toHaveLength(1);
});

test("the bar hides on scrolling down, returns on scrolling up, and stays while it has the focus", async () => {
  const page = await hooks.open("header");
  const bar = page.getByRole("banner");
  const isHidden = () => bar.getAttribute("data-hidden");
  await bar.waitFor();
  await page.mouse.move(400, 400);
  await page.mouse.wheel(0, 1500);
  await expect.poll(isHidden).toBe("");
  await expect.poll(() => bar.getAttribute("data-scrolled")).toBe("");
  await page.mouse.wheel(0, -700);
  await expect.poll(isHidden).toBeNull();
  await page.keyboard.press("Tab");
  await page.mouse.wheel(0, 1500);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(2300);
  expect(await isHidden()).toBeNull();
});
