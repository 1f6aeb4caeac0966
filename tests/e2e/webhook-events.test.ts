import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { axeFindingsInBothThemes, testBrowser, type TestBrowser } from "../harness/browser.ts";
import { eventBody } from "../harness/payment-provider.ts";
import type { SignedUp } from "../harness/server.ts";

let browser: TestBrowser;
let admin: SignedUp;
beforeAll(async () => {
  browser = await testBrowser();
  admin = await browser.server.signUp("Ada Admin");
  const { db } = browser.services;
  await db.updateTable("users").set({ role: "admin" }).where("id", "=", admin.userId).execute();
  for (const [at, id] of ["evt_first", "evt_second", "evt_third"].entries()) {
    const body = JSON.parse(eventBody("customer.created", { id: `cus_${at}` })) as object;
    const time = new Date(Date.now() - at * 60_000);
    await db
      .insertInto("payment_events")
      .values({
        id,
        kind: "customer.created",
        object_id: `cus_${at}`,
        mode: browser.services.payments.mode,
        livemode: false,
        payload: JSON.stringify({ ...body, id }),
        state: "failed",
        attempts: 12,
        last_error: "The amount is another",
        received_at: time,
        done_at: time,
      })
      .execute();
  }
});
afterEach(() => browser.finish());
afterAll(() => browser.close());

test.each([1440, 390] as const)(
  "AD-08 an admin reads an event with its payload, by an address of its own, at %i",
  async (width) => {
    const page = await browser.open("/dashboard/admin/webhook-events?state=failed", {
      member: admin,
      width,
    });
    expect(await axeFindingsInBothThemes(page)).toEqual([]);
    const row = page.getByRole("row").filter({ hasText: "cus_2" });
    await row.getByRole("link", { name: "customer.created" }).click();
    const dialog = page.getByRole("dialog", { name: "customer.created" });
    await dialog.getByText("The amount is another").waitFor();
    await dialog.getByLabel("Payload").getByText('"id": "evt_third"').waitFor();
    expect(page.url()).toContain("event=evt_third");
    expect(page.url()).toContain("state=failed");
    expect(await axeFindingsInBothThemes(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await page.waitForURL((url) => !url.searchParams.has("event"));
  },
);

test("AD-08 an admin replays one event and sees what came of it", async () => {
  const page = await browser.open("/dashboard/admin/webhook-events?event=evt_first", {
    member: admin,
  });
  const dialog = page.getByRole("dialog", { name: "customer.created" });
  await dialog.getByRole("button", { name: "Replay" }).click();
  await page.getByText("1 event given to a worker again").waitFor();
  await dialog.getByText("Ignored").waitFor();
  const row = page.getByRole("row").filter({ hasText: "cus_0" });
  expect(await row.innerText()).toContain("Ignored");
});

test("AD-08 an admin replays several events by keyboard", async () => {
  const page = await browser.open("/dashboard/admin/webhook-events?state=failed", {
    member: admin,
  });
  await page.getByRole("checkbox", { name: "Select evt_second" }).focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("Shift+ArrowDown");
  const selection = page.getByRole("region", { name: "Selection" });
  await selection.getByText("2 events selected").waitFor();
  await selection.getByRole("button", { name: "Replay" }).press("Enter");
  await page.getByText("2 events given to a worker again").waitFor();
  await page.getByRole("heading", { name: "No events here" }).waitFor();
  // The events are only waiting for the worker by then.
  await expect
    .poll(async () => {
      await browser.go(page, "/dashboard/admin/webhook-events?state=ignored");
      return page.getByRole("checkbox", { name: /^Select evt_/ }).count();
    })
    .toBe(3);
});

test("AD-10 the billing overview says that ledger and payments agree, and whose money it is", async () => {
  const page = await browser.open("/dashboard/admin/billing-overview", { member: admin });
  await page.getByText("Money of the built-in sandbox, which is not real").waitFor();
  const reconciliation = page.getByRole("region", { name: "Ledger against payments" });
  await reconciliation.getByText(/^They agree/).waitFor();
  await page.getByText("Nothing has been paid yet.").waitFor();
  await page.getByText("There is no such payment.").waitFor();
  expect(await axeFindingsInBothThemes(page)).toEqual([]);
});
