import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Sandbox } from "#app/adapters/payments/port.ts";
import { axeFindingsInBothThemes, testBrowser, type TestBrowser } from "../harness/browser.ts";
import { aPicture } from "../harness/factories.ts";
import { until } from "../harness/patience.ts";
import { aCaster, type Caster } from "../harness/studio.ts";

const billing = "/dashboard/billing";
const widths = [1440, 390] as const;

let browser: TestBrowser;
let sandbox: Sandbox;
beforeAll(async () => {
  browser = await testBrowser();
  // Where the browser comes back to after paying; the port is known only now.
  const { url } = browser.server;
  Object.assign(browser.services.env, { SERVER_URL: url, PICTURES_URL: url });
  const { payments } = browser.services;
  if (payments.sandbox === null) throw new Error("these journeys need the payment sandbox");
  ({ sandbox } = payments);
});
afterEach(() => browser.finish());
afterAll(() => browser.close());

const planOf = (page: Page) => page.getByRole("region", { name: /plan$/i });
const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
const invoices = (page: Page) => page.getByRole("region", { name: "Invoices" });
const ledger = (page: Page) => page.getByRole("region", { name: "Ledger" });
const plans = (page: Page) => page.getByRole("dialog", { name: "Change plan" });

/** On the sandbox's checkout page. */
async function pay(page: Page, button: string) {
  await page.waitForURL("**/sandbox/checkout/**");
  await page.getByRole("button", { name: button }).click();
}

/** Chooses a plan in the dialog of plans. */
async function choosePlan(page: Page, name: string) {
  await planOf(page).getByRole("button", { name: "Change plan" }).click();
  await plans(page).getByRole("radio", { name }).check({ force: true });
}

/** A member who pays for a plan. */
async function aPayingMember(name: "Pro" | "Studio", price: string): Promise<[Caster, Page]> {
  const member = await aCaster(browser, 0);
  const page = await member.open(billing, { expect: [402] });
  await choosePlan(page, name);
  await plans(page)
    .getByRole("button", { name: `Go to ${name} for ${price} a month` })
    .click();
  await pay(page, `Pay ${price}`);
  await page.getByText(/^\d+ credits added$/).waitFor();
  return [member, page];
}

test.each(widths)(
  "CR-04 ST-04 with 0 credits from the studio's warning to a cast picture in 5 presses, the draft kept, at %i",
  async (width) => {
    const member = await aCaster(browser, 0);
    await member.spend(5);
    const source = await aPicture(browser.services, { id: member.userId }, { title: "Quiet lake" });
    const page = await member.open(`/dashboard/studio/remix?source=${source.id}`, { width });
    let presses = 0;
    const press = async (role: "button" | "link", name: string) => {
      presses += 1;
      await page.getByRole(role, { name, exact: true }).click();
    };
    await page.getByLabel("Prompt").fill("the lake in winter");
    await press("button", "Cast 1 for 2 credits");
    await page.waitForURL(`**${billing}?need_credits=true`);
    await page
      .getByRole("alert")
      .getByText("You need at least 1 credits to cast. You currently have 0.")
      .waitFor();
    await press("button", "Buy 200 for $10");
    await page.waitForURL("**/sandbox/checkout/**");
    await press("button", "Pay $10");
    await page.waitForURL(`**${billing}?*paid=*`);
    await page.getByText("200 credits added").waitFor();
    await press("link", "Back to the studio");
    await page.waitForURL(`**/dashboard/studio/remix?source=${source.id}`);
    await expect.poll(() => page.getByLabel("Prompt").inputValue()).toBe("the lake in winter");
    await page.getByText("200 credits, 198 after").waitFor();
    await press("button", "Cast 1 for 2 credits");
    const cast = page.getByRole("article", { name: "Cast: the lake in winter" });
    await cast.getByRole("img", { name: "the lake in winter" }).first().waitFor();
    expect(presses).toBe(5);
  },
);

test("CR-06 nothing is granted by coming back: the page waits for the ledger, and says so", async () => {
  const member = await aCaster(browser, 0);
  const page = await member.open(billing);
  await page
    .getByRole("radio", { name: "50 credits about 10 portraits $3" })
    .check({ force: true });
  await page.getByRole("button", { name: "Buy 50 for $3" }).click();
  await pay(page, "Pay late, by bank transfer");
  await page.getByText("Waiting for the confirmation of your payment").waitFor();
  expect(await page.getByRole("link", { name: "Back to the studio" }).count()).toBe(0);
  await planOf(page).getByText("5 of 5 credits left").waitFor();
  const paidAddress = page.url();
  const { payments } = await sandbox.control.view();
  await sandbox.control.settleLate(payments[0].id, "paid");
  await page.getByText("50 credits added").waitFor();
  await planOf(page).getByText("55 credits, plan gives 5 at sign-up").waitFor();
  // The address of somebody else's purchase says nothing.
  const other = await aCaster(browser, 0);
  const theirs = await other.open(paidAddress);
  await planOf(theirs).getByText("5 of 5 credits left").waitFor();
  expect(await theirs.getByText("credits added").count()).toBe(0);
});

test("CR-06 a checkout that is left or declined changes nothing, and leads back", async () => {
  const member = await aCaster(browser, 0);
  const page = await member.open(billing, { expect: [402] });
  await page.getByRole("button", { name: "Buy 200 for $10" }).click();
  await pay(page, "Pay with a card that is declined");
  await page.getByRole("alert").waitFor();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.waitForURL(`**${billing}*`);
  await planOf(page).getByText("5 of 5 credits left").waitFor();
  expect(await (await member.fetch("/api/billing/balance")).json()).toMatchObject({ current: 5 });
});

test.each(widths)(
  "CR-04 a plan is taken, changed, cancelled and resumed, each time with what happens said first, at %i",
  async (width) => {
    const member = await aCaster(browser, 0);
    const page = await member.open(billing, { width });
    await choosePlan(page, "Pro");
    await plans(page).getByText("You pay $8 now and get 100 credits.").waitFor();
    expect(await axeFindingsInBothThemes(page)).toEqual([]);
    await plans(page).getByRole("button", { name: "Go to Pro for $8 a month" }).click();
    await pay(page, "Pay $8");
    await page.getByText("100 credits added").waitFor();
    await page.getByRole("heading", { name: "Pro plan" }).waitFor();
    await planOf(page).getByText("105 credits, plan gives 100 a month").waitFor();
    await invoices(page)
      .getByRole("row")
      .filter({ hasText: "Pro, 100 credits a month" })
      .getByText("$8")
      .waitFor();
    // The page after a payment may be shown before it listens.
    await browser.go(page, billing);

    await choosePlan(page, "Studio");
    await plans(page).getByText("You pay $29 now, a new month starts today").waitFor();
    await plans(page).getByRole("button", { name: "Change to Studio for $29 a month" }).click();
    await page.getByRole("heading", { name: "Studio plan" }).waitFor();
    await planOf(page).getByText("605 credits, plan gives 500 a month").waitFor();

    await choosePlan(page, "Free");
    await plans(page)
      .getByText(/^Studio stays until .*; then your plan is Free\./)
      .waitFor();
    await plans(page).getByRole("button", { name: "Cancel the Studio plan" }).click();
    await planOf(page).getByText("Ends, and is not renewed").waitFor();
    await choosePlan(page, "Studio");
    await plans(page)
      .getByText(/^Studio no longer ends on .*: it renews then for \$29\./)
      .waitFor();
    await plans(page).getByRole("button", { name: "Keep Studio" }).click();
    await planOf(page).getByText("Renews", { exact: true }).waitFor();
    expect(await fits(page)).toBe(0);
    expect(await axeFindingsInBothThemes(page)).toEqual([]);
  },
);

test("CR-04 a failed renewal is explained, with the way to another card", async () => {
  const [, page] = await aPayingMember("Pro", "$8");
  const { subscriptions } = await sandbox.control.view();
  await sandbox.control.failRenewal(subscriptions[0].id);
  await until(
    "the notice of the failed payment",
    async () => {
      await browser.go(page, billing);
      return page.getByText("The payment for Pro failed").count();
    },
    (count) => count === 1,
  );
  await page.getByRole("button", { name: "Change the card" }).click();
  await page.waitForURL("**/sandbox/portal/**");
  await expect.poll(() => page.getByRole("heading", { level: 1 }).count()).toBe(1);
});

test("CR-04 a refund after the credits were spent is explained as a debt, and the invoice as refunded", async () => {
  const member = await aCaster(browser, 0);
  const page = await member.open(billing);
  await page.getByRole("button", { name: "Buy 200 for $10" }).click();
  await pay(page, "Pay $10");
  await page.getByText("200 credits added").waitFor();
  await member.spend(8);
  const { payments } = await sandbox.control.view();
  await sandbox.control.refund(payments[0].id);
  await until(
    "the notice of the debt",
    async () => {
      await browser.go(page, billing);
      return page.getByText("3 credits are owed").count();
    },
    (count) => count === 1,
  );
  await invoices(page).getByText("Refunded", { exact: true }).waitFor();
  await ledger(page).getByRole("row").filter({ hasText: "Taken back" }).first().waitFor();
  expect(await axeFindingsInBothThemes(page)).toEqual([]);
});
