import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { aMember, type TestMember } from "../harness/factories.ts";
import { axeFindingsInBothThemes, testBrowser, type TestBrowser } from "../harness/browser.ts";
import type { SignedUp } from "../harness/server.ts";

/** Selecting rows, acting on them and downloading lists, as every admin list does. */

let browser: TestBrowser;
let admin: SignedUp;
let members: TestMember[];
const names = ["Heron One", "Heron Two", "Heron Three", "Heron Four"];
beforeAll(async () => {
  browser = await testBrowser();
  admin = await browser.server.signUp("Ada Admin");
  const { db } = browser.services;
  await db.updateTable("users").set({ role: "admin" }).where("id", "=", admin.userId).execute();
  members = [];
  // Newest first: the last one is the first row.
  for (const name of names.toReversed()) {
    members.unshift(await aMember(browser.services, { name }));
  }
});
afterEach(() => browser.finish());
afterAll(() => browser.close());

const address = (page: string) => `/dashboard/admin/${page}?q=Heron`;
const creditsOf = async () => {
  const rows = await browser.services.db
    .selectFrom("users")
    .select(["name", "credits"])
    .where("name", "in", names)
    .execute();
  return Object.fromEntries(rows.map(({ name, credits }) => [name, credits]));
};

test("AD-03 rows are selected by keyboard: arrows move, Shift takes along, Escape clears", async () => {
  const page = await browser.open(address("promptsmiths"), { member: admin });
  const box = (name: string) => page.getByRole("checkbox", { name: `Select ${name}` });
  const selection = page.getByRole("region", { name: "Selection" });
  await box("Heron One").focus();
  await page.keyboard.press("Space");
  await selection.getByText("1 member selected").waitFor();
  await page.keyboard.press("ArrowDown");
  await expect
    .poll(() => box("Heron Two").evaluate((each) => each === document.activeElement))
    .toBe(true);
  await page.keyboard.press("Shift+ArrowDown");
  await selection.getByText("3 members selected").waitFor();
  expect(await box("Heron Three").isChecked()).toBe(true);
  await page.keyboard.press("Escape");
  await selection.waitFor({ state: "detached" });
  expect(await box("Heron One").isChecked()).toBe(false);
});

test("AD-03 Shift and a click select a range, the head all of the page, and the bar clears", async () => {
  const page = await browser.open(address("promptsmiths"), { member: admin });
  const box = (name: string) => page.getByRole("checkbox", { name: `Select ${name}` });
  const selection = page.getByRole("region", { name: "Selection" });
  await box("Heron One").click();
  await box("Heron Three").click({ modifiers: ["Shift"] });
  await selection.getByText("3 members selected").waitFor();
  const all = page.getByRole("checkbox", { name: "Select all on this page" });
  expect(await all.evaluate((each) => (each as HTMLInputElement).indeterminate)).toBe(true);
  await all.check();
  await selection.getByText("4 members selected").waitFor();
  await selection.getByRole("button", { name: "Clear selection" }).click();
  await selection.waitFor({ state: "detached" });
});

test("AD-03 an admin verifies several members at once", async () => {
  const page = await browser.open(address("promptsmiths"), { member: admin });
  await page.getByRole("checkbox", { name: "Select all on this page" }).check();
  const selection = page.getByRole("region", { name: "Selection" });
  await selection.getByRole("button", { name: "Verify", exact: true }).click();
  await page.getByText("4 members verified").waitFor();
  await page.getByRole("button", { name: "Unverify Heron Four" }).waitFor();
  const rows = await browser.services.db
    .selectFrom("users")
    .select("verified_at")
    .where("name", "in", names)
    .execute();
  expect(rows.filter((row) => row.verified_at === null)).toEqual([]);
});

test.each([1440, 390] as const)(
  "AD-09 an admin corrects several balances at once at %i",
  async (width) => {
    const before = await creditsOf();
    const page = await browser.open(address("users-billing"), { member: admin, width });
    await page.getByRole("checkbox", { name: "Select Heron One" }).check();
    await page.getByRole("checkbox", { name: "Select Heron Two" }).check();
    expect(await axeFindingsInBothThemes(page)).toEqual([]);
    await page.getByRole("button", { name: "Adjust credits", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Credits of 2 members" });
    await dialog.getByLabel("Credits", { exact: true }).fill("30");
    await dialog.getByLabel("Reason").fill("Sorry for the outage");
    await dialog.getByRole("button", { name: "Adjust credits" }).click();
    await page.getByText("60 credits given to 2 members").waitFor();
    expect(await creditsOf()).toEqual({
      ...before,
      "Heron One": before["Heron One"] + 30,
      "Heron Two": before["Heron Two"] + 30,
    });
    await page.getByRole("region", { name: "Selection" }).waitFor({ state: "detached" });
  },
);

test("AD-09 a list is downloaded as CSV with the filter of its page", async () => {
  const page = await browser.open(address("users-billing"), { member: admin });
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download this list as CSV" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("balances.csv");
  const stream = await download.createReadStream();
  const text = Buffer.concat(await stream.toArray()).toString("utf8");
  const lines = text.trimEnd().split("\r\n");
  expect(lines[0]).toBe("\uFEFFId,Name,Username,Email,Plan,Credits,Reserved,Spent,Debt,Customer");
  expect(lines.slice(1).map((line) => line.split(",")[1])).toEqual(names);
  expect(lines[1]).toContain(members[0].email);
});

test("AD-11 the audit log is downloaded with its filter", async () => {
  const page = await browser.open("/dashboard/admin/audit?kind=member", { member: admin });
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download this list as CSV" }).click(),
  ]);
  const stream = await download.createReadStream();
  const lines = Buffer.concat(await stream.toArray())
    .toString("utf8")
    .trimEnd()
    .split("\r\n");
  expect(lines.length).toBeGreaterThan(1);
  expect(lines.slice(1).every((line) => line.split(",")[3] === "member")).toBe(true);
});
