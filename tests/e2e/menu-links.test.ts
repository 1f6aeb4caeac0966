import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { testBrowser, type TestBrowser } from "../harness/browser.ts";
import { aPicture } from "../harness/factories.ts";
import type { SignedUp } from "../harness/server.ts";

let browser: TestBrowser;
const members: Partial<Record<"member" | "user" | "admin", SignedUp>> = {};
beforeAll(async () => {
  browser = await testBrowser();
  for (const role of ["member", "user", "admin"] as const) {
    const made = await browser.server.signUp();
    members[role] = made;
    const { db } = browser.services;
    await db.updateTable("users").set({ role }).where("id", "=", made.userId).execute();
    await aPicture(browser.services, { id: made.userId });
  }
});
afterEach(() => browser.finish());
afterAll(() => browser.close());

/** Links to this site in the menus of an open page: the bar, its panels, the side navigation, the footer, tabs. */
const linksOf = (page: Page) =>
  page
    .locator("header a[href], nav a[href], footer a[href], [popover] a[href]")
    .evaluateAll((all) =>
      all
        .map((one) => new URL((one as HTMLAnchorElement).href))
        .filter(({ origin, hash }) => origin === location.origin && hash === "")
        .map(({ pathname, search }) => pathname + search),
    );

/** Every link that the menus show to a role. */
async function menuLinks(page: Page, isMember: boolean): Promise<Set<string>> {
  await page.getByRole("banner").getByRole("button", { name: "Menu" }).click();
  await page.getByRole("navigation", { name: "Site" }).waitFor();
  const found = new Set(await linksOf(page));
  if (!isMember) return found;
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: /^(?:Credits.*)?Account of/ }).click();
  await page.getByRole("navigation", { name: "Account" }).waitFor();
  for (const link of await linksOf(page)) found.add(link);
  // Pages have menus of their own: sections, tabs, filters.
  for (const link of [...found].filter((each) => each.startsWith("/dashboard"))) {
    await browser.go(page, link);
    for (const next of await linksOf(page)) found.add(next);
  }
  return found;
}

test.each([
  ["guest", "/creators"],
  ["member", "/dashboard/profile"],
  ["user", "/dashboard/profile"],
  ["admin", "/dashboard/admin/collections"],
] as const)(
  "DB-01 NV-10 MM-03 every link of every menu of the role %s leads to a page, %s among them",
  async (role, known) => {
    const member = role === "guest" ? undefined : members[role];
    const page = await browser.open("/", { member });
    const found = await menuLinks(page, member !== undefined);
    expect(found).toContain(known);
    expect(found.size).toBeGreaterThan(20);
    const dead: string[] = [];
    for (const address of found) {
      const { status } = await (member ?? browser.server).fetch(address);
      if (status !== 200) dead.push(`${status} ${address}`);
    }
    expect(dead).toEqual([]);
  },
);

test("AD-08 an admin lists everybody's collections, searches them and turns the page", async () => {
  const { admin, member } = members as { admin: SignedUp; member: SignedUp };
  const make = async (name: string, is_public: boolean) => {
    const answer = await member.fetch("/api/collections", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ name, is_public }),
    });
    expect(answer.status).toBe(201);
  };
  await make("Hidden drafts", false);
  for (let count = 1; count <= 41; count += 1) await make(`Rooms ${count}`, true);
  const page = await browser.open("/dashboard/admin/collections", { member: admin });
  await page.getByRole("heading", { level: 1, name: "Global collections" }).waitFor();
  const rows = page.getByRole("main").locator("tbody tr");
  expect(await rows.count()).toBe(40);
  await page.getByRole("link", { name: "Next page" }).click();
  await expect.poll(() => rows.count()).toBe(2);
  const hidden = rows.filter({ hasText: "Hidden drafts" });
  // Only its owner can open it.
  expect(await hidden.getByRole("link", { name: "Hidden drafts" }).count()).toBe(0);
  expect(await hidden.innerText()).toContain("Private");
  await page.getByRole("searchbox", { name: "Search collections" }).fill("rooms 41");
  await page.keyboard.press("Enter");
  await expect.poll(() => rows.count()).toBe(1);
  await page.getByRole("link", { name: "Private", exact: true }).click();
  await page.getByRole("heading", { name: "No collections" }).waitFor();
  await browser.go(page, "/dashboard/admin/collections?q=rooms+41");
  await page.getByRole("link", { name: "Rooms 41" }).click();
  await page.getByRole("heading", { name: "Rooms 41" }).waitFor();
});
