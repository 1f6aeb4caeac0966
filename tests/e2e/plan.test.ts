import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { axeFindingsInBothThemes, testBrowser, type TestBrowser } from "../harness/browser.ts";
import { aPicture } from "../harness/factories.ts";
import { quickEngine } from "../harness/quick-engine.ts";
import type { SignedUp } from "../harness/server.ts";
import { aCaster } from "../harness/studio.ts";

const billing = "/dashboard/billing";
const widths = [1440, 390] as const;

let browser: TestBrowser;
let admin: SignedUp;
beforeAll(async () => {
  const quick = quickEngine({}, { upscale: true });
  browser = await testBrowser({
    engines: new Map([[quick.id, quick]]),
    env: { REMIX_CREDITS: "7" },
  });
  admin = await browser.server.signUp("Ada Admin");
  await browser.services.db
    .updateTable("users")
    .set({ role: "admin" })
    .where("id", "=", admin.userId)
    .execute();
});
afterEach(() => browser.finish());
afterAll(() => browser.close());

const planOf = (page: Page) => page.getByRole("region", { name: /plan$/i });
const overviewPlan = (page: Page) => page.getByRole("region", { name: "Plan & usage" });
const setPlan = (member: SignedUp, plan: string) =>
  browser.services.db.updateTable("users").set({ plan }).where("id", "=", member.userId).execute();
const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

test("CR-03 overview and plan show the credits of the plan's total, or what the plan gives; renewal N/A", async () => {
  const few = await browser.server.signUp("Few Credits");
  const page = await browser.open("/dashboard", { member: few });
  await overviewPlan(page).getByText("5 of 5 credits left").waitFor();
  await overviewPlan(page).getByText("Renews N/A.").waitFor();
  const rich = await aCaster(browser, 845);
  const other = await rich.open("/dashboard");
  await overviewPlan(other).getByText("850 credits, plan gives 5 at sign-up").waitFor();
  await overviewPlan(other).getByRole("link", { name: "See usage" }).click();
  await planOf(other).getByText("850 credits, plan gives 5 at sign-up").waitFor();
  expect(await planOf(other).getByRole("definition").allTextContents()).toContain("N/A");
  await setPlan(rich, "Pro");
  await browser.go(other, billing);
  await planOf(other).getByText("850 credits, plan gives 100 a month").waitFor();
});

test.each([
  ["a member", false, "230 of 600 credits left"],
  ["an admin", true, "850 of 1,000 credits left"],
] as const)(
  "CR-03 without a plan %s sees the example figures, marked as an example",
  async (_who, isAdmin, left) => {
    const member = await browser.server.signUp("No Plan");
    if (isAdmin) {
      await browser.services.db
        .updateTable("users")
        .set({ role: "admin" })
        .where("id", "=", member.userId)
        .execute();
    }
    await setPlan(member, " ");
    const page = await browser.open(billing, { member });
    await page.getByRole("region", { name: "Pro Plan" }).getByText(left).waitFor();
    await planOf(page).getByText("Example This account has no plan. You have 5 credits.").waitFor();
    expect(await planOf(page).getByRole("definition").first().textContent()).toBe("Aug 12");
    await browser.go(page, "/dashboard");
    await overviewPlan(page).getByText(left).waitFor();
    await overviewPlan(page).getByText("Example This account has no plan.").waitFor();
    await overviewPlan(page).getByText("Renews Aug 12.").waitFor();
  },
);

test.each(widths)(
  "CR-04 usage is a chart and its table, and the ledger links to the cast behind a line, at %i",
  async (width) => {
    const member = await aCaster(browser);
    await member.made({ prompt: "the first" });
    const { castId } = await member.made({ prompt: "the second", count: 2 });
    const page = await member.open(billing, { width });
    const usage = page.getByRole("region", { name: "Usage" });
    await usage.getByRole("figure", { name: "Credits used on each of the last 30 days" }).waitFor();
    await usage.getByText("Usage as a table").focus();
    await page.keyboard.press("Enter");
    const table = usage.getByRole("group", { name: "Credits used by day" });
    const [today] = await table
      .getByRole("row")
      .filter({ has: page.getByRole("cell") })
      .all();
    expect(await today.getByRole("cell").allTextContents()).toEqual(["3", "0", "3"]);
    const days = table.getByRole("row");
    expect(await days.count()).toBe(31);
    await page.getByRole("link", { name: "Cast, 2 images" }).click();
    await page.waitForURL(`**/dashboard/work/cast-log?id=${castId}`);
    await page.getByText("the second").first().waitFor();
    expect(await page.getByText("the first").count()).toBe(0);
    await page
      .getByRole("navigation", { name: "Kind of cast" })
      .getByRole("link", { name: "All" })
      .click();
    await page.getByText("the first").first().waitFor();
  },
);

test("ST-03 the credits of a remix are a setting: studio, plan and server agree", async () => {
  const member = await aCaster(browser, 40);
  const { pictures } = await member.made({ prompt: "a lake" });
  const page = await member.open(`/dashboard/studio/remix?source=${pictures[0].id}`);
  await page.getByRole("button", { name: "Cast 1 for 7 credits" }).waitFor();
  await page.getByRole("button", { name: "Show all settings" }).click();
  await page.getByText("A remix is 7 credits a picture, whatever its frame.").waitFor();
  const answer = await member.fetch("/api/generate", {
    method: "POST",
    headers: { "content-type": "application/json", "idempotency-key": crypto.randomUUID() },
    body: JSON.stringify({ prompt: "again", count: 2, source: { pictureId: pictures[0].id } }),
  });
  expect(await answer.json()).toMatchObject({ cost: 14 });
  const engines = await (await member.fetch("/api/engines")).json();
  expect(engines).toMatchObject({ remixCredits: 7 });
  await browser.go(page, billing);
  const prices = await planOf(page).getByRole("definition").allTextContents();
  expect(prices.at(-1)).toBe("7 credits");
  const { id } = await aPicture(browser.services, { id: member.userId });
  await browser.go(page, `/i/${id}`);
  await page.getByRole("button", { name: "Enlarge 2× for 7 credits" }).waitFor();
});

test.each(widths)(
  "an admin makes a grant code, a member redeems it, the admin revokes it and undoes that, at %i",
  async (width) => {
    const page = await browser.open("/dashboard/admin/grant-codes", { width, member: admin });
    await page.getByRole("button", { name: "New grant code" }).click();
    const dialog = page.getByRole("dialog", { name: "New grant code" });
    await dialog.getByRole("button", { name: "Make the code" }).click();
    await dialog.getByText("A reason is required").waitFor();
    await dialog.getByLabel("Credits").fill("60");
    await dialog.getByLabel("Uses").fill("2");
    await dialog.getByLabel("Expires").fill("2099-12-31");
    await dialog.getByLabel("Reason").fill(`Welcome at ${width}`);
    await dialog.getByRole("button", { name: "Make the code" }).click();
    const code = (await dialog.getByRole("status").textContent()) ?? "";
    await dialog.getByRole("button", { name: "Copy the code" }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(code);
    expect(await axeFindingsInBothThemes(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Done" }).click();
    const row = page.getByRole("row").filter({ hasText: `Welcome at ${width}` });
    await row.getByText("0 of 2").waitFor();

    const member = await browser.server.signUp("Rita Redeems");
    const theirs = await browser.open(billing, { width, member, expect: [404, 409] });
    const redeem = theirs.getByRole("region", { name: "Grant code" });
    // While it works it says "Redeeming", and takes no press.
    const press = () => redeem.getByRole("button", { name: "Redeem", exact: true }).click();
    await press();
    await redeem.getByText("Enter the code").waitFor();
    await redeem.getByLabel("Code").fill("0000-0000-0000-0000");
    await press();
    await redeem.getByText("There is no such code").waitFor();
    await redeem.getByLabel("Code").fill(code.toLowerCase());
    await press();
    await theirs.getByText("60 credits added").waitFor();
    await planOf(theirs).getByText("65 credits, plan gives 5 at sign-up").waitFor();
    await theirs
      .getByRole("row")
      .filter({ hasText: `Welcome at ${width}` })
      .getByText("+60")
      .waitFor();
    await redeem.getByLabel("Code").fill(code);
    await press();
    await redeem.getByText("You have used this code already").waitFor();
    expect(await fits(theirs)).toBe(0);

    const ending = code.slice(-4);
    await row.getByRole("button", { name: `Revoke the code ending in ${ending}` }).click();
    await row.getByText("Revoked").waitFor();
    await page.getByRole("button", { name: "Undo", exact: true }).last().click();
    await row.getByText("Valid").waitFor();
    // Said once the page's data is read again: nothing of the change is under way after it.
    await page.getByText(`The code ending in ${ending} is no longer revoked`).waitFor();
    await page
      .getByRole("navigation", { name: "State" })
      .getByRole("link", { name: "Revoked" })
      .click();
    await page.waitForURL("**?state=revoked");
    await expect.poll(() => fits(page)).toBe(0);
  },
);

test("a grant code is redeemed without JavaScript, and a wrong one is shown again with its reason", async () => {
  const made = await admin.fetch("/api/admin/grant-codes", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ credits: 30, reason: "No script" }),
  });
  const { code } = (await made.json()) as { code: string };
  const member = await browser.server.signUp("Ned Noscript");
  const page = await browser.open(billing, { member, javaScript: false, expect: [422] });
  const redeem = page.getByRole("region", { name: "Grant code" });
  await redeem.getByLabel("Code").fill("1111-1111-1111-1111");
  await redeem.getByRole("button", { name: "Redeem" }).click();
  await redeem.getByText("There is no such code").waitFor();
  expect(await redeem.getByLabel("Code").inputValue()).toBe("1111-1111-1111-1111");
  await redeem.getByLabel("Code").fill(code);
  await redeem.getByRole("button", { name: "Redeem" }).click();
  await page.getByRole("row").filter({ hasText: "No script" }).getByText("+30").waitFor();
});

test.each(widths)(
  "CR-04 axe finds nothing on the plan page in both themes at %i",
  async (width) => {
    const member = await aCaster(browser);
    await member.made({ prompt: "a lake" });
    const page = await member.open(`${billing}?need_credits=true`, { width });
    await page
      .getByRole("alert")
      .getByText("You need at least 1 credits to cast. You currently have 44.")
      .waitFor();
    await page.getByText("Usage as a table").click();
    expect(await fits(page)).toBe(0);
    expect(await axeFindingsInBothThemes(page)).toEqual([]);
  },
);
