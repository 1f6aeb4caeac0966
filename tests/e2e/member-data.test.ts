import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { testBrowser, type TestBrowser } from "../harness/browser.ts";
import type { SignedUp } from "../harness/server.ts";

/** What the browser keeps of a member when the session ends without a sign-out. */

let browser: TestBrowser;
beforeAll(async () => {
  browser = await testBrowser();
});
afterEach(() => browser.finish());
afterAll(() => browser.close());

const studio = "/dashboard/studio/remix";
const words = "words that only this browser has";
const prompt = (page: Page) => page.getByLabel("Prompt");

/** Names of what is stored for the member, whatever page wrote it. */
const storedOf = (page: Page, { userId }: SignedUp, where: "local" | "tab" = "local") =>
  page.evaluate(
    ([id, storage]) =>
      Object.keys(storage === "local" ? localStorage : sessionStorage)
        .filter((name) => name.endsWith(id))
        .map((name) => name.slice(0, -id.length - 1))
        .toSorted(),
    [userId, where],
  );

/** The studio with a draft, and edits and notifications from before. */
async function composing(member: SignedUp, expected: number[]): Promise<Page> {
  const page = await browser.open(studio, { member, expect: expected });
  await page.evaluate((id) => {
    localStorage.setItem(`edits:${id}`, "[]");
    localStorage.setItem(`notifications-${id}`, "[]");
  }, member.userId);
  await prompt(page).fill(words);
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain(words);
  return page;
}

const ends = [
  [
    "that was ended elsewhere",
    async ({ userId }: SignedUp) => {
      await browser.services.db.deleteFrom("sessions").where("user_id", "=", userId).execute();
    },
  ],
  [
    "of a member who was banned",
    async ({ userId }: SignedUp) => {
      const banned = { banned_at: new Date() };
      await browser.services.db.updateTable("users").set(banned).where("id", "=", userId).execute();
    },
  ],
] as const;

test.each(ends)("a session %s leaves nothing of the member stored", async (_which, end) => {
  const member = await browser.server.signUp("Kenji Abe");
  const page = await composing(member, [401]);
  await end(member);
  await page.goto(new URL("/pages/about", browser.server.url).href);
  await expect.poll(() => storedOf(page, member)).toEqual([]);
  expect(await storedOf(page, member, "tab")).toEqual(["draft", "edits"]);
  const other = await page.context().newPage();
  await other.goto(new URL("/pages/about", browser.server.url).href);
  expect(await storedOf(other, member, "tab")).toEqual([]);
});

test("a member whose session was ended elsewhere signs in in that tab and finds the draft", async () => {
  const member = await browser.server.signUp("Kenji Abe");
  const page = await composing(member, [401]);
  await ends[0][1](member);
  await browser.go(page, studio);
  await page.waitForURL("**/login?next=**");
  await expect.poll(() => storedOf(page, member)).toEqual([]);
  const main = page.getByRole("main");
  await main.getByLabel("Email").fill(member.email);
  await main.getByLabel("Password", { exact: true }).fill(member.password);
  await main.getByRole("button", { name: "Sign in" }).click();
  await expect.poll(() => prompt(page).inputValue()).toBe(words);
  await expect.poll(() => storedOf(page, member, "tab")).toEqual([]);
});

test.each([
  [
    "answers 500",
    (page: Page) =>
      page.route("**/api/auth/get-session", (route) => route.fulfill({ status: 500, body: "" })),
  ],
  [
    "is not reached",
    (page: Page) => page.route("**/api/auth/get-session", (route) => route.abort()),
  ],
] as const)("a draft stays where the question for the session %s", async (_how, fail) => {
  const member = await browser.server.signUp("Kenji Abe");
  const page = await composing(member, [401, 500]);
  await fail(page);
  await page.evaluate(() => {
    localStorage.removeItem("auth");
    window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
  });
  await page.getByText("Failed to initialize authentication").waitFor();
  expect(await storedOf(page, member)).toEqual(["draft", "edits", "notifications"]);
  await expect.poll(() => prompt(page).inputValue()).toBe(words);
});

test("a member who deletes the account leaves nothing in the browser, nor in other tabs", async () => {
  const member = await browser.server.signUp("Kenji Abe");
  const { username } = await browser.services.db
    .selectFrom("users")
    .select("username")
    .where("id", "=", member.userId)
    .executeTakeFirstOrThrow();
  const page = await composing(member, [401]);
  const other = await page.context().newPage();
  await other.goto(new URL("/pages/about", browser.server.url).href);
  await other.getByRole("button", { name: "Account of" }).waitFor();
  await browser.go(page, "/dashboard/profile");
  await page.getByRole("button", { name: "Delete my account" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete your account?" });
  await dialog.getByLabel("Your username").fill(username);
  await dialog.getByLabel("Password", { exact: true }).fill(member.password);
  await dialog.getByRole("button", { name: "Delete my account" }).click();
  await page.getByRole("heading", { level: 1, name: /^Your account will be deleted on/ }).waitFor();
  await other.getByText("Signed out successfully").waitFor();
  for (const tab of [page, other]) {
    await expect.poll(() => storedOf(tab, member)).toEqual([]);
    expect(await storedOf(tab, member, "tab")).toEqual([]);
  }
});
