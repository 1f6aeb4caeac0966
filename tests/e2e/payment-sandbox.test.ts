import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { balanceOf } from "#app/features/billing/queries.ts";
import { axeFindingsInBothThemes, testBrowser, type TestBrowser } from "../harness/browser.ts";
import type { SignedUp } from "../harness/server.ts";

let browser: TestBrowser;
let admin: SignedUp;
beforeAll(async () => {
  browser = await testBrowser();
  admin = await browser.server.signUp("Ada Admin");
  await browser.services.db
    .updateTable("users")
    .set({ role: "admin" })
    .where("id", "=", admin.userId)
    .execute();
});
afterEach(() => browser.finish());
afterAll(() => browser.close());

const widths = [1440, 390] as const;
const controls = "/dashboard/admin/payment-sandbox";

const sandbox = () => {
  const { payments } = browser.services;
  if (payments.sandbox === null) throw new Error("payments are not a trial");
  return payments.sandbox;
};

async function opened(member: SignedUp, path: string, body: object): Promise<string> {
  const answer = await member.fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
  const { pathname } = new URL(((await answer.json()) as { url: string }).url);
  return pathname;
}

const checkout = (member: SignedUp, offer = "pack-50") =>
  opened(member, "/api/payments/checkout", { offer });
const portal = (member: SignedUp) => opened(member, "/api/payments/portal", {});

const press = (page: Page, name: string | RegExp) =>
  page.getByRole("main").getByRole("button", { name }).first().click();

const credits = async (member: SignedUp) =>
  (await balanceOf(browser.services.db, member.userId)).current;
const isBilling = (url: URL) => url.pathname === "/dashboard/billing";

/** Somebody with a checkout before them. */
async function aBuyer(width: 1440 | 390, offer?: string) {
  const member = await browser.server.signUp("Mira Holt");
  const address = await checkout(member, offer);
  const page = await browser.open(address, { width, member, expect: [402] });
  await page.getByRole("note").getByText("Trial checkout: no real money").waitFor();
  return { member, page, address };
}

/** The row of the latest payment on the page of controls. */
async function controlsOf(width: 1440 | 390) {
  const page = await browser.open(controls, { width, member: admin, expect: [409] });
  await page.getByRole("heading", { level: 1, name: "Payment sandbox" }).waitFor();
  return page;
}

const table = (page: Page, label: string) => page.getByRole("group", { name: label });
const firstRow = (page: Page, label: string) => table(page, label).locator("tbody tr").first();

test.each(widths)("CR-06 paying at %i px leads back and brings the credits", async (width) => {
  const { member, page, address } = await aBuyer(width);
  await page.getByRole("heading", { level: 1, name: "Buy 50 credits" }).waitFor();
  await press(page, "Pay $3");
  await page.waitForURL(isBilling);
  expect(new URL(page.url()).searchParams.get("paid")).toMatch(/^cs_test_/);
  await expect.poll(() => credits(member)).toBe(55);
  await browser.go(page, address);
  await page.getByRole("heading", { name: "This checkout is done" }).waitFor();
});

test.each(widths)(
  "a declined card at %i px says so, charges nothing and can be tried again",
  async (width) => {
    const { member, page } = await aBuyer(width);
    await press(page, "Pay with a card that is declined");
    await page.getByRole("alert").getByText("Your card was declined.").waitFor();
    expect(await credits(member)).toBe(5);
    await press(page, "Pay $3");
    await page.waitForURL(isBilling);
    await expect.poll(() => credits(member)).toBe(55);
  },
);

test.each(widths)(
  "3-D Secure at %i px asks; failed it charges nothing, completed it pays",
  async (width) => {
    const { member, page } = await aBuyer(width);
    await press(page, "Pay with 3-D Secure");
    await page.getByRole("heading", { name: "Your bank asks: is this you?" }).waitFor();
    await press(page, "Fail authentication");
    await page.getByRole("alert").getByText("unable to authenticate").waitFor();
    await press(page, "Pay with 3-D Secure");
    await press(page, "Complete authentication");
    await page.waitForURL(isBilling);
    await expect.poll(() => credits(member)).toBe(55);
  },
);

test.each(widths)("cancel at %i px leads back, and the checkout stays open", async (width) => {
  const { member, page, address } = await aBuyer(width);
  await press(page, "Cancel");
  await page.waitForURL(isBilling);
  await browser.go(page, address);
  await page.getByRole("button", { name: "Pay $3" }).waitFor();
  expect(await credits(member)).toBe(5);
});

test.each(widths)(
  "a late payment at %i px brings credits when it arrives, and none when it fails",
  async (width) => {
    for (const [name, wanted] of [
      ["Let it arrive", 55],
      ["Let it fail", 5],
    ] as const) {
      const { member, page } = await aBuyer(width);
      await press(page, "Pay late, by bank transfer");
      await page.waitForURL(isBilling);
      expect(await credits(member)).toBe(5);
      const control = await controlsOf(width);
      const row = firstRow(control, "Payments");
      await row.getByText("processing").waitFor();
      await row.getByRole("button", { name }).click();
      await row.getByText(wanted === 55 ? "succeeded" : "declined").waitFor();
      await expect.poll(() => credits(member)).toBe(wanted);
    }
  },
);

test("a checkout can be paid without JavaScript", async () => {
  const member = await browser.server.signUp("Plain Page");
  const page = await browser.open(await checkout(member), {
    member,
    javaScript: false,
    expect: [402],
  });
  await press(page, "Pay with a card that is declined");
  await page.getByRole("alert").getByText("Your card was declined.").waitFor();
  await press(page, "Pay $3");
  await page.waitForURL(isBilling);
  await expect.poll(() => credits(member)).toBe(55);
});

test.each(widths)(
  "the portal at %i px cancels, resumes, changes the plan and pays what failed",
  async (width) => {
    const { member, page } = await aBuyer(width, "plan-pro");
    await press(page, "Pay $8");
    await page.waitForURL(isBilling);
    await expect.poll(() => credits(member)).toBe(105);
    // Somebody has the other plan, so that there is one to change to.
    const other = await aBuyer(width, "plan-studio");
    await press(other.page, "Pay $29");
    await other.page.waitForURL(isBilling);
    const address = await portal(member);
    await browser.go(page, address);
    await page.getByRole("note").getByText("Trial portal: no real money").waitFor();
    await press(page, "Cancel Pro");
    await page.getByText(/Ends on/).waitFor();
    await press(page, "Resume Pro");
    await page.getByText(/Renews on/).waitFor();
    await press(page, "Use a card that fails");
    await page.getByText("The bank refuses every payment").waitFor();
    const { subscriptions } = await sandbox().control.view();
    const mine = subscriptions.find(({ email }) => email === member.email);
    await sandbox().control.renew(mine?.id ?? "");
    await browser.go(page, address);
    await page.getByText("Payment failed").waitFor();
    await press(page, /^Pay .* now$/);
    await page.getByRole("alert").getByText("Your card was declined.").waitFor();
    await press(page, "Use a card that works");
    await page.getByText("Visa ending in 4242").waitFor();
    await press(page, /^Pay .* now$/);
    await page.getByText("Active").waitFor();
    await expect.poll(() => credits(member)).toBe(205);
    await press(page, "Change to Studio for $29");
    await page.getByRole("heading", { level: 3, name: "Studio" }).waitFor();
    await page.getByRole("link", { name: "Back to Plan & usage" }).click();
    await page.waitForURL(isBilling);
    await sandbox().control.moveClock(3_601);
    await browser.go(page, address);
    await page.getByRole("heading", { name: "This link has expired" }).waitFor();
  },
);

test.each(widths)("refunds at %i px take the credits back, whole and in part", async (width) => {
  const { member, page } = await aBuyer(width);
  await press(page, "Pay $3");
  await page.waitForURL(isBilling);
  await expect.poll(() => credits(member)).toBe(55);
  const control = await controlsOf(width);
  const row = firstRow(control, "Payments");
  await row.getByRole("textbox", { name: /^Amount to refund/ }).fill("nothing");
  await row.getByRole("button", { name: /^Refund a part/ }).click();
  await control.getByRole("alert").getByText("Write an amount such as 2.50.").waitFor();
  await row.getByRole("textbox", { name: /^Amount to refund/ }).fill("1.50");
  await row.getByRole("button", { name: /^Refund a part/ }).click();
  await row.getByText("$1.50 refunded").waitFor();
  await expect.poll(() => credits(member)).toBe(30);
  await row.getByRole("button", { name: /^Refund all/ }).click();
  await row.getByText("$3 refunded").waitFor();
  await expect.poll(() => credits(member)).toBe(5);
  expect(await row.getByRole("button").count()).toBe(0);
});

test.each(widths)("disputes at %i px open and close as won and as lost", async (width) => {
  for (const [name, state] of [
    ["Close as won", "Dispute won"],
    ["Close as lost", "Dispute lost"],
  ] as const) {
    const { member, page } = await aBuyer(width);
    await press(page, "Pay $3");
    await page.waitForURL(isBilling);
    await expect.poll(() => credits(member)).toBe(55);
    const control = await controlsOf(width);
    const row = firstRow(control, "Payments");
    await row.getByRole("button", { name: /^Open a dispute/ }).click();
    await row.getByText("Dispute open").waitFor();
    await row.getByRole("button", { name }).click();
    await row.getByText(state).waitFor();
    await expect.poll(() => credits(member)).toBe(name === "Close as won" ? 55 : 5);
  }
});

test.each(widths)("renewals at %i px bring credits, or none when they fail", async (width) => {
  const { member, page } = await aBuyer(width, "plan-pro");
  await press(page, "Pay $8");
  await page.waitForURL(isBilling);
  await expect.poll(() => credits(member)).toBe(105);
  const control = await controlsOf(width);
  const row = firstRow(control, "Subscriptions");
  await row.getByRole("button", { name: /^Renew:/ }).click();
  await expect.poll(() => credits(member)).toBe(205);
  await control.reload();
  await row.getByRole("button", { name: /^Fail the renewal:/ }).click();
  await row.getByText("payment failed").waitFor();
  expect(await credits(member)).toBe(205);
  // The failed payment is tried again after three days.
  await press(control, "A week on");
  await row.getByText("active").waitFor();
  await expect.poll(() => credits(member)).toBe(305);
});

test.each(widths)("events at %i px are lost, doubled and sent again", async (width) => {
  const control = await controlsOf(width);
  await press(control, "Lose the next event");
  await control.getByText("Of the next events: 1 to be lost.").waitFor();
  await press(control, "Double the next event");
  await control.getByText("1 to be lost, 1 to be doubled").waitFor();
  const { member, page } = await aBuyer(width);
  await press(page, "Pay $3");
  await page.waitForURL(isBilling);
  await expect.poll(() => credits(member)).toBe(55);
  await control.reload();
  await control.getByText("Every event is sent once").waitFor();
  const events = table(control, "Events").locator("tbody tr");
  const lost = events.filter({ hasText: "lost" }).first();
  await lost.getByRole("button", { name: /^Send again/ }).click();
  await lost.getByText("delivered").waitFor();
  await expect.poll(() => events.first().locator("li").getByText("delivered").count()).toBe(2);
  expect(await credits(member)).toBe(55);
});

test.each([
  ["An hour on", 3_600],
  ["A day on", 86_400],
  ["A week on", 7 * 86_400],
  ["A month on", 31 * 86_400],
])("the clock is moved: %s", async (name, seconds) => {
  const page = await controlsOf(390);
  const { ahead } = await sandbox().control.view();
  await press(page, name);
  await expect.poll(async () => (await sandbox().control.view()).ahead).toBe(ahead + seconds);
});

test("what an admin presses is in the audit log; what is refused is not", async () => {
  const member = await browser.server.signUp("Audited");
  const { pathname } = new URL(await checkout(member), "http://x.test");
  await sandbox().act(pathname.split("/").at(-1) ?? "", "pay");
  const page = await controlsOf(1440);
  const row = firstRow(page, "Payments");
  await row.getByRole("button", { name: /^Refund all/ }).click();
  await row.getByText("refunded").waitFor();
  const { payments } = await sandbox().control.view();
  const entries = await browser.services.db
    .selectFrom("admin_audit")
    .select(["action", "target_kind", "admin_id"])
    .where("target_id", "=", payments[0].id)
    .execute();
  expect(entries).toEqual([
    { action: "sandbox.refund", target_kind: "payment", admin_id: admin.userId },
  ]);
});

test.each(widths)("the pages of the sandbox have no axe findings at %i px", async (width) => {
  const { page, member } = await aBuyer(width, "plan-pro");
  expect(await axeFindingsInBothThemes(page)).toEqual([]);
  await press(page, "Pay with a card that is declined");
  await page.getByRole("alert").waitFor();
  await press(page, "Pay with 3-D Secure");
  await page.getByRole("heading", { name: "Your bank asks: is this you?" }).waitFor();
  expect(await axeFindingsInBothThemes(page)).toEqual([]);
  await press(page, "Complete authentication");
  await page.waitForURL(isBilling);
  await browser.go(page, await portal(member));
  expect(await axeFindingsInBothThemes(page)).toEqual([]);
  expect(await axeFindingsInBothThemes(await controlsOf(width))).toEqual([]);
  for (const shown of [page, await controlsOf(width)]) {
    const overflow = () => shown.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(await overflow()).toBeLessThanOrEqual(0);
  }
});

test("unknown checkouts and portals are not found, and an unknown button is refused", async () => {
  for (const path of ["/sandbox/checkout/cs_test_none", "/sandbox/portal/bps_none"]) {
    expect((await browser.server.fetch(path)).status).toBe(404);
  }
  const member = await browser.server.signUp("Curious");
  const path = await checkout(member);
  const body = new URLSearchParams({ act: "steal" });
  expect((await browser.server.fetch(path, { method: "POST", body })).status).toBe(400);
  const foreign = { method: "POST", body, headers: { origin: "https://evil.example" } };
  expect((await browser.server.fetch(path, foreign)).status).toBe(403);
  const pressed = new URLSearchParams({ do: "lose-next" });
  expect((await member.fetch(controls, { method: "POST", body: pressed })).status).toBe(403);
});
