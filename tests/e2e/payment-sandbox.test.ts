import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { axeFindingsInBothThemes } from "../harness/browser.ts";
import {
  firstRow,
  isBilling,
  press,
  trialPayments,
  type TrialPayments,
} from "../harness/trial-payments.ts";

let trial: TrialPayments;
beforeAll(async () => {
  trial = await trialPayments();
});
afterEach(() => trial.browser.finish());
afterAll(() => trial.browser.close());

/** Payment and layout at both widths. Beside them the protocol is tested, which knows no widths: each at one. */
const widths = [1440, 390] as const;
const controls = "/dashboard/admin/payment-sandbox";

test.each(widths)("CR-06 paying at %i px leads back and brings the credits", async (width) => {
  const { member, page, address } = await trial.aBuyer(width);
  await page.getByRole("heading", { level: 1, name: "Buy 50 credits" }).waitFor();
  await press(page, "Pay $3");
  await page.waitForURL(isBilling);
  expect(new URL(page.url()).searchParams.get("paid")).toMatch(/^cs_test_/);
  await expect.poll(() => trial.credits(member)).toBe(55);
  await trial.browser.go(page, address);
  await page.getByRole("heading", { name: "This checkout is done" }).waitFor();
});

test("a declined card at 390 px says so, charges nothing and can be tried again", async () => {
  const { member, page } = await trial.aBuyer(390);
  await press(page, "Pay with a card that is declined");
  await page.getByRole("alert").getByText("Your card was declined.").waitFor();
  expect(await trial.credits(member)).toBe(5);
  await press(page, "Pay $3");
  await page.waitForURL(isBilling);
  await expect.poll(() => trial.credits(member)).toBe(55);
});

test("3-D Secure at 1440 px asks; failed it charges nothing, completed it pays", async () => {
  const { member, page } = await trial.aBuyer(1440);
  await press(page, "Pay with 3-D Secure");
  await page.getByRole("heading", { name: "Your bank asks: is this you?" }).waitFor();
  await press(page, "Fail authentication");
  await page.getByRole("alert").getByText("unable to authenticate").waitFor();
  await press(page, "Pay with 3-D Secure");
  await press(page, "Complete authentication");
  await page.waitForURL(isBilling);
  await expect.poll(() => trial.credits(member)).toBe(55);
});

test("cancel at 390 px leads back, and the checkout stays open", async () => {
  const { member, page, address } = await trial.aBuyer(390);
  await press(page, "Cancel");
  await page.waitForURL(isBilling);
  await trial.browser.go(page, address);
  await page.getByRole("button", { name: "Pay $3" }).waitFor();
  expect(await trial.credits(member)).toBe(5);
});

test("a late payment at 1440 px brings credits when it arrives, and none when it fails", async () => {
  for (const [name, wanted] of [
    ["Let it arrive", 55],
    ["Let it fail", 5],
  ] as const) {
    const { member, page } = await trial.aBuyer(1440);
    await press(page, "Pay late, by bank transfer");
    await page.waitForURL(isBilling);
    expect(await trial.credits(member)).toBe(5);
    const control = await trial.controlsOf(1440);
    const row = firstRow(control, "Payments");
    await row.getByText("processing").waitFor();
    await row.getByRole("button", { name }).click();
    await row.getByText(wanted === 55 ? "succeeded" : "declined").waitFor();
    await expect.poll(() => trial.credits(member)).toBe(wanted);
  }
});

test("a checkout can be paid without JavaScript", async () => {
  const member = await trial.browser.server.signUp("Plain Page");
  const page = await trial.browser.open(await trial.checkout(member), {
    member,
    javaScript: false,
    expect: [402],
  });
  await press(page, "Pay with a card that is declined");
  await page.getByRole("alert").getByText("Your card was declined.").waitFor();
  await press(page, "Pay $3");
  await page.waitForURL(isBilling);
  await expect.poll(() => trial.credits(member)).toBe(55);
});

test("the portal at 390 px cancels, resumes, changes the plan and pays what failed", async () => {
  const { member, page } = await trial.aBuyer(390, "plan-pro");
  await press(page, "Pay $8");
  await page.waitForURL(isBilling);
  await expect.poll(() => trial.credits(member)).toBe(105);
  // Somebody has the other plan, so that there is one to change to.
  const other = await trial.aBuyer(390, "plan-studio");
  await press(other.page, "Pay $29");
  await other.page.waitForURL(isBilling);
  const address = await trial.portal(member);
  await trial.browser.go(page, address);
  await page.getByRole("note").getByText("Trial portal: no real money").waitFor();
  await press(page, "Cancel the Pro plan");
  await page.getByText(/Ends on/).waitFor();
  await press(page, "Resume Pro");
  await page.getByText(/Renews on/).waitFor();
  await press(page, "Use a card that fails");
  await page.getByText("The bank refuses every payment").waitFor();
  const { subscriptions } = await trial.sandbox.control.view();
  const mine = subscriptions.find(({ email }) => email === member.email);
  await trial.sandbox.control.renew(mine?.id ?? "");
  await trial.browser.go(page, address);
  await page.getByText("Payment failed").waitFor();
  await press(page, /^Pay now/);
  await page.getByRole("alert").getByText("Your card was declined.").waitFor();
  await press(page, "Use a card that works");
  await page.getByText("Visa ending in 4242").waitFor();
  await press(page, /^Pay now/);
  await page.getByText("Active").waitFor();
  await expect.poll(() => trial.credits(member)).toBe(205);
  await press(page, "Change to Studio for $29");
  await page.getByRole("heading", { level: 3, name: "Studio" }).waitFor();
  await page.getByRole("link", { name: "Back to Plan & usage" }).click();
  await page.waitForURL(isBilling);
  await trial.sandbox.control.moveClock(3_601);
  await trial.browser.go(page, address);
  await page.getByRole("heading", { name: "This link has expired" }).waitFor();
});

test.each(widths)("the pages of the sandbox have no axe findings at %i px", async (width) => {
  const { page, member } = await trial.aBuyer(width, "plan-pro");
  expect(await axeFindingsInBothThemes(page)).toEqual([]);
  await press(page, "Pay with a card that is declined");
  await page.getByRole("alert").waitFor();
  await press(page, "Pay with 3-D Secure");
  await page.getByRole("heading", { name: "Your bank asks: is this you?" }).waitFor();
  expect(await axeFindingsInBothThemes(page)).toEqual([]);
  await press(page, "Complete authentication");
  await page.waitForURL(isBilling);
  await expect.poll(() => trial.credits(member)).toBe(105);
  await trial.browser.go(page, await trial.portal(member));
  expect(await axeFindingsInBothThemes(page)).toEqual([]);
  expect(await axeFindingsInBothThemes(await trial.controlsOf(width))).toEqual([]);
  for (const shown of [page, await trial.controlsOf(width)]) {
    const overflow = () => shown.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(await overflow()).toBeLessThanOrEqual(0);
  }
});

test("unknown checkouts and portals are not found, and an unknown button is refused", async () => {
  for (const path of ["/sandbox/checkout/cs_test_none", "/sandbox/portal/bps_none"]) {
    expect((await trial.browser.server.fetch(path)).status).toBe(404);
  }
  const member = await trial.browser.server.signUp("Curious");
  const path = await trial.checkout(member);
  const body = new URLSearchParams({ act: "steal" });
  expect((await trial.browser.server.fetch(path, { method: "POST", body })).status).toBe(400);
  const foreign = { method: "POST", body, headers: { origin: "https://evil.example" } };
  expect((await trial.browser.server.fetch(path, foreign)).status).toBe(403);
  const pressed = new URLSearchParams({ do: "lose-next" });
  expect((await member.fetch(controls, { method: "POST", body: pressed })).status).toBe(403);
});
