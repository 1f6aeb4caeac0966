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
const status = (page: Page) => page.getByRole("status").textContent();

test("a list appends the next page, and shows an item of both pages once", async () => {
  const page = await hooks.open("list");
  await press(page, "Show more");
  const request = await hooks.request(0);
  expect(request.path).toBe("/api/items?of=a&cursor=a-next");
  expect(await status(page)).toBe("loading");
  request.answer({ items: [{ id: "a2" }, { id: "a3" }], next: null });
  await expect.poll(() => items(page)).toEqual(["a1", "a2", "a3"]);
  await expect.poll(() => status(page)).toBe("idle");
  expect(await page.getByRole("button", { name: "Show more" }).count()).toBe(0);
});

test("two presses of Show more send one request", async () => {
  const page = await hooks.open("list");
  await press(page, "Show more");
  await press(page, "Show more");
  (await hooks.request(0)).answer({ items: [{ id: "a3" }], next: "a-third" });
  await expect.poll(() => items(page)).toEqual(["a1", "a2", "a3"]);
  await press(page, "Show more");
  expect((await hooks.request(1)).path).toMatch("cursor=a-third");
});

test("a page that fails is read again from the same cursor and nothing is lost", async () => {
  const page = await hooks.open("list");
  await press(page, "Show more");
  (await hooks.request(0)).answer({ title: "Broken" }, 500);
  await expect.poll(() => status(page)).toBe("failed");
  expect(await items(page)).toEqual(["a1", "a2"]);
  await press(page, "Show more");
  const again = await hooks.request(1);
  expect(again.path).toMatch("cursor=a-next");
  again.answer({ items: [{ id: "a3" }], next: null });
  await expect.poll(() => items(page)).toEqual(["a1", "a2", "a3"]);
});

test("the response for a previous list is not shown in the next one", async () => {
  const page = await hooks.open("list");
  await press(page, "Show more");
  const stale = await hooks.request(0);
  await press(page, "Another list");
  await expect.poll(() => items(page)).toEqual(["b1"]);
  expect(await status(page)).toBe("idle");
  await press(page, "Show more");
  const current = await hooks.request(1);
  // Requesting the new list aborts the old request.
  await expect.poll(() => stale.gone()).toBe(true);
  current.answer({ items: [{ id: "b2" }], next: null });
  await expect.poll(() => items(page)).toEqual(["b1", "b2"]);
});

test("a late response for a previous list is not shown even when it was not aborted", async () => {
  const page = await hooks.open("list");
  await press(page, "Show more");
  const stale = await hooks.request(0);
  await press(page, "Another list");
  await expect.poll(() => items(page)).toEqual(["b1"]);
  const answered = page.waitForResponse(/of=a/);
  stale.answer({ items: [{ id: "a3" }], next: null });
  await (await answered).finished();
  await press(page, "Show more");
  (await hooks.request(1)).answer({ items: [{ id: "b2" }], next: null });
  await expect.poll(() => items(page)).toEqual(["b1", "b2"]);
});

test("a first page that is rendered again is merged with the pages read before", async () => {
  const page = await hooks.open("list");
  await press(page, "Show more");
  (await hooks.request(0)).answer({ items: [{ id: "a3" }], next: "a-third" });
  await expect.poll(() => items(page)).toEqual(["a1", "a2", "a3"]);
  await press(page, "Render again");
  await expect.poll(() => items(page)).toEqual(["a0", "a1", "a2", "a3"]);
  await press(page, "Delete a1");
  await expect.poll(() => items(page)).toEqual(["a0", "a2", "a3"]);
  await press(page, "Show more");
  expect((await hooks.request(1)).path).toMatch("cursor=a-third");
});

test("a list that was not rendered is read when it is shown, and again after a failure", async () => {
  const page = await hooks.open("unread");
  await expect.poll(() => hooks.requests.at(-1)?.path).toBe("/api/items?of=none");
  hooks.requests.at(-1)?.answer({ title: "Broken" }, 500);
  await expect.poll(() => status(page)).toBe("failed");
  const count = hooks.requests.length;
  await press(page, "Show more");
  (await hooks.request(count)).answer({ items: [{ id: "n1" }], next: null });
  await expect.poll(() => items(page)).toEqual(["n1"]);
});

test("a request for a list is aborted when the reader leaves", async () => {
  const page = await hooks.open("list");
  await press(page, "Show more");
  const request = await hooks.request(0);
  await page.goto("about:blank");
  await expect.poll(() => request.gone()).toBe(true);
});

test("the next page is read when the end comes near, not while the footer has the focus", async () => {
  const page = await hooks.open("automatic");
  await expect.poll(() => items(page)).toEqual(["a1", "a2"]);
  expect(hooks.requests).toHaveLength(0);
  await page.mouse.wheel(0, 2700);
  (await hooks.request(0)).answer({ items: [{ id: "a3" }], next: "third" });
  await expect.poll(() => items(page)).toEqual(["a1", "a2", "a3"]);
  await page.getByRole("button", { name: "In the footer" }).focus();
  // The focus scrolled to the footer: the list stops loading, and continues once the reader scrolls back.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  expect(hooks.requests).toHaveLength(1);
  await page.getByRole("button", { name: "In the footer" }).blur();
  await page.mouse.wheel(0, -700);
  expect((await hooks.request(1)).path).toMatch("cursor=third");
});

const says = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();
const refusal = { title: "Not now", detail: "The site is busy." };

test("a mutation is busy until its response, and a second press is ignored until then", async () => {
  const page = await hooks.open("toast");
  await press(page, "Rename");
  await expect.poll(() => status(page)).toBe("busy");
  await press(page, "Rename");
  const request = await hooks.request(0);
  expect([request.method, request.body]).toEqual(["PUT", '{"name":"new"}']);
  request.answer({ name: "newer" });
  await says(page, "Name: newer");
  await expect.poll(() => status(page)).toBe("idle");
  await press(page, "Rename");
  await hooks.request(1);
  expect(hooks.requests).toHaveLength(2);
});

test("a refused mutation shows the server's message in a toast", async () => {
  const page = await hooks.open("toast");
  await press(page, "Rename");
  (await hooks.request(0)).answer(refusal, 503);
  await says(page, "Not now");
  await says(page, "The site is busy.");
  expect(await page.getByText("Name: old").count()).toBe(1);
});

test("a form shows a refusal at its field or above, and its page is reloaded after success", async () => {
  const page = await hooks.open("form");
  await press(page, "Rename");
  const errors = [{ path: "name", code: "taken", message: "It is taken" }];
  (await hooks.request(0)).answer({ title: "Check it", errors }, 422);
  await says(page, "At the field: It is taken");
  expect(await page.getByText("Above the form").count()).toBe(0);
  await press(page, "Rename");
  (await hooks.request(1)).answer(refusal, 503);
  await says(page, "Above the form: The site is busy.");
  expect(await page.getByText("At the field").count()).toBe(0);
  await says(page, "Page read 1 times");
  await press(page, "Rename");
  (await hooks.request(2)).answer({ name: "new" });
  await says(page, "Page read 2 times");
  expect(await page.getByRole("alert").count()).toBe(0);
});

test("an optimistic change is rolled back when it is refused", async () => {
  const page = await hooks.open("optimistic");
  await press(page, "Rename");
  const request = await hooks.request(0);
  expect(await page.getByText("Name: new").count()).toBe(1);
  request.answer(refusal, 503);
  await says(page, "Name: old");
  await says(page, "The name was not changed");
});

test("a cancelled mutation is aborted, and its result not shown", async () => {
  const page = await hooks.open("toast");
  await press(page, "Rename");
  const request = await hooks.request(0);
  await press(page, "Cancel");
  await expect.poll(() => request.gone()).toBe(true);
  await expect.poll(() => status(page)).toBe("idle");
  expect(await page.getByText("Name: old").count()).toBe(1);
});
