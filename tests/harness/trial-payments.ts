import type { Page } from "playwright-core";
import { balanceOf } from "#app/features/billing/queries.ts";
import { testBrowser } from "./browser.ts";
import type { SignedUp } from "./server.ts";

/** Presses the first button of the page's content with this name. */
export const press = (page: Page, name: string | RegExp) =>
  page.getByRole("main").getByRole("button", { name }).first().click();

export const isBilling = (url: URL) => url.pathname === "/dashboard/billing";

/** A table by its label. */
export const table = (page: Page, label: string) => page.getByRole("group", { name: label });

/** The row of what is newest. */
export const firstRow = (page: Page, label: string) =>
  table(page, label).locator("tbody tr").first();

async function opened(member: SignedUp, path: string, body: object): Promise<string> {
  const answer = await member.fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`);
  return new URL((JSON.parse(text) as { url: string }).url).pathname;
}

/** The program with the payment sandbox, a browser before it, and an admin. */
export async function trialPayments() {
  const browser = await testBrowser();
  const { payments, db } = browser.services;
  const { sandbox } = payments;
  if (sandbox === null) throw new Error("payments are not a trial");
  const admin = await browser.server.signUp("Ada Admin");
  await db.updateTable("users").set({ role: "admin" }).where("id", "=", admin.userId).execute();
  /** The address of a new checkout's page. */
  const checkout = (member: SignedUp, offer = "pack-50") =>
    opened(member, "/api/payments/checkout", { offer });
  return {
    browser,
    sandbox,
    admin,
    checkout,
    portal: (member: SignedUp) => opened(member, "/api/payments/portal", {}),
    credits: async (member: SignedUp) => (await balanceOf(db, member.userId)).current,
    /** Somebody with a checkout before them. */
    async aBuyer(width: 1440 | 390, offer?: string) {
      const member = await browser.server.signUp("Mira Holt");
      const address = await checkout(member, offer);
      const page = await browser.open(address, { width, member, expect: [402] });
      await page.getByRole("note").getByText("Trial checkout: no real money").waitFor();
      return { member, page, address };
    },
    /** The page of controls. */
    async controlsOf(width: 1440 | 390) {
      const address = "/dashboard/admin/payment-sandbox";
      const page = await browser.open(address, { width, member: admin, expect: [409] });
      await page.getByRole("heading", { level: 1, name: "Payment sandbox" }).waitFor();
      return page;
    },
  };
}

export type TrialPayments = Awaited<ReturnType<typeof trialPayments>>;
