import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import {
  firstRow,
  isBilling,
  press,
  table,
  trialPayments,
  type TrialPayments,
} from "../harness/trial-payments.ts";

let trial: TrialPayments;
beforeAll(async () => {
  trial = await trialPayments();
});
afterEach(() => trial.browser.finish());
afterAll(() => trial.browser.close());

// The layout of the page is tested at both widths in payment-sandbox.test.ts: what its buttons do, at one each.

test("refunds at 390 px take the credits back, whole and in part", async () => {
  const { member, page } = await trial.aBuyer(390);
  await press(page, "Pay $3");
  await page.waitForURL(isBilling);
  await expect.poll(() => trial.credits(member)).toBe(55);
  const control = await trial.controlsOf(390);
  const row = firstRow(control, "Payments");
  await row.getByRole("textbox", { name: /^Amount to refund/ }).fill("nothing");
  await row.getByRole("button", { name: /^Refund part/ }).click();
  await control.getByRole("alert").getByText("Write an amount such as 2.50.").waitFor();
  await row.getByRole("textbox", { name: /^Amount to refund/ }).fill("1.50");
  await row.getByRole("button", { name: /^Refund part/ }).click();
  await row.getByText("$1.50 refunded").waitFor();
  await expect.poll(() => trial.credits(member)).toBe(30);
  await row.getByRole("button", { name: /^Refund all/ }).click();
  await row.getByText("$3 refunded").waitFor();
  await expect.poll(() => trial.credits(member)).toBe(5);
  expect(await row.getByRole("button").count()).toBe(0);
});

test("disputes at 1440 px open and close as won and as lost", async () => {
  for (const [name, state] of [
    ["Close as won", "Dispute won"],
    ["Close as lost", "Dispute lost"],
  ] as const) {
    const { member, page } = await trial.aBuyer(1440);
    await press(page, "Pay $3");
    await page.waitForURL(isBilling);
    await expect.poll(() => trial.credits(member)).toBe(55);
    const control = await trial.controlsOf(1440);
    const row = firstRow(control, "Payments");
    await row.getByRole("button", { name: /^Open a dispute/ }).click();
    await row.getByText("Dispute open").waitFor();
    await row.getByRole("button", { name }).click();
    await row.getByText(state).waitFor();
    await expect.poll(() => trial.credits(member)).toBe(name === "Close as won" ? 55 : 5);
  }
});

test("renewals at 390 px bring credits, or none when they fail", async () => {
  const { member, page } = await trial.aBuyer(390, "plan-pro");
  await press(page, "Pay $8");
  await page.waitForURL(isBilling);
  await expect.poll(() => trial.credits(member)).toBe(105);
  const control = await trial.controlsOf(390);
  const row = firstRow(control, "Subscriptions");
  await row.getByRole("button", { name: /^Renew:/ }).click();
  await expect.poll(() => trial.credits(member)).toBe(205);
  await control.reload();
  await row.getByRole("button", { name: /^Fail the renewal:/ }).click();
  await row.getByText("payment failed").waitFor();
  expect(await trial.credits(member)).toBe(205);
  // The failed payment is tried again after three days.
  await press(control, "A week on");
  await row.getByText("active").waitFor();
  await expect.poll(() => trial.credits(member)).toBe(305);
});

test("events at 1440 px are lost, doubled and sent again", async () => {
  const control = await trial.controlsOf(1440);
  await press(control, "Lose the next event");
  await control.getByText("Of the next events: 1 to be lost.").waitFor();
  await press(control, "Double the next event");
  await control.getByText("1 to be lost, 1 to be doubled").waitFor();
  const { member, page } = await trial.aBuyer(1440);
  await press(page, "Pay $3");
  await page.waitForURL(isBilling);
  await expect.poll(() => trial.credits(member)).toBe(55);
  await control.reload();
  await control.getByText("Every event is sent once").waitFor();
  const events = table(control, "Events").locator("tbody tr");
  const lost = events.filter({ hasText: "lost" }).first();
  await lost.getByRole("button", { name: /^Send again/ }).click();
  await lost.getByText("delivered").waitFor();
  await expect.poll(() => events.first().locator("li").getByText("delivered").count()).toBe(2);
  expect(await trial.credits(member)).toBe(55);
});

test("the clock is moved by an hour, a day, a week and a month", async () => {
  const page = await trial.controlsOf(390);
  for (const [name, seconds] of [
    ["An hour on", 3_600],
    ["A day on", 86_400],
    ["A week on", 7 * 86_400],
    ["A month on", 31 * 86_400],
  ] as const) {
    const { ahead } = await trial.sandbox.control.view();
    await press(page, name);
    await expect.poll(async () => (await trial.sandbox.control.view()).ahead).toBe(ahead + seconds);
  }
});

test("what an admin presses is in the audit log; what is refused is not", async () => {
  const member = await trial.browser.server.signUp("Audited");
  const { pathname } = new URL(await trial.checkout(member), "http://x.test");
  await trial.sandbox.act(pathname.split("/").at(-1) ?? "", "pay");
  const page = await trial.controlsOf(1440);
  const row = firstRow(page, "Payments");
  await row.getByRole("button", { name: /^Refund all/ }).click();
  await row.getByText("refunded").waitFor();
  const { payments } = await trial.sandbox.control.view();
  const entries = await trial.browser.services.db
    .selectFrom("admin_audit")
    .select(["action", "target_kind", "admin_id"])
    .where("target_id", "=", payments[0].id)
    .execute();
  expect(entries).toEqual([
    { action: "sandbox.refund", target_kind: "payment", admin_id: trial.admin.userId },
  ]);
});
