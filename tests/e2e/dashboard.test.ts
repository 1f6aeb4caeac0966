import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { aPicture } from "../harness/factories.ts";
import {
  axeFindingsInBothThemes,
  testBrowser,
  type PageOptions,
  type TestBrowser,
} from "../harness/browser.ts";
import type { SignedUp } from "../harness/server.ts";

let browser: TestBrowser;
let admin: SignedUp;
let member: SignedUp;
beforeAll(async () => {
  browser = await testBrowser();
  admin = await browser.server.signUp("Ada Admin");
  member = await browser.server.signUp("Mira Holt");
  await browser.services.db
    .updateTable("users")
    .set({ role: "admin" })
    .where("id", "=", admin.userId)
    .execute();
});
afterEach(() => browser.finish());
afterAll(() => browser.close());

const entries = async (options: PageOptions, address = "/dashboard/billing") => {
  const page = await browser.open(address, options);
  const nav = page.getByRole("navigation", { name: "Dashboard" });
  return { page, nav, labels: await nav.getByRole("link").allTextContents() };
};

const everybody = [
  "OVERVIEW",
  "COLLECTIONS",
  "LIKES",
  "FOLLOWERS",
  "FOLLOWING",
  "PLAN & USAGE",
  "PROFILE",
  "CREATE/REMIX",
  "STYLE KITS",
  "THREADS",
  "CAST LOG",
];

test("DB-01 a member sees the common entries, an admin the admin section below", async () => {
  const mine = await entries({ member });
  expect(mine.labels).toEqual(everybody);
  const theirs = await entries({ member: admin });
  expect(theirs.labels.slice(0, everybody.length)).toEqual(everybody);
  expect(theirs.labels).toContain("ASSET MANAGER");
});

test("the sections are headed STUDIO and WORK, for admins ADMIN and SITE as well, in the text itself", async () => {
  const mine = await entries({ member });
  expect(await mine.nav.getByRole("heading").allTextContents()).toEqual(["STUDIO", "WORK"]);
  const theirs = await entries({ member: admin });
  expect(await theirs.nav.getByRole("heading").allTextContents()).toEqual([
    "STUDIO",
    "WORK",
    "ADMIN",
    "SITE",
  ]);
});

test("DB-02 below 768 px the entries are icons with tooltips and accessible names", async () => {
  const wide = await entries({ member });
  const narrow = await entries({ member, width: 390 });
  const widthOf = async (nav: typeof wide.nav) => (await nav.boundingBox())?.width ?? 0;
  expect(await widthOf(wide.nav)).toBeGreaterThan(180);
  expect(await widthOf(narrow.nav)).toBeLessThan(70);
  const likes = narrow.nav.getByRole("link", { name: "LIKES" });
  await expect.poll(() => likes.getAttribute("data-tip")).toBe("LIKES");
  await likes.focus();
  await narrow.page.keyboard.press("Tab");
  await narrow.page.keyboard.press("Shift+Tab");
  await narrow.page.getByRole("tooltip").getByText("LIKES").waitFor();
});

test("DB-02 the active entry goes by the path's beginning, OVERVIEW exactly", async () => {
  const { page, nav } = await entries({ member });
  const active = nav.locator("[aria-current=page]");
  expect(await active.allTextContents()).toEqual(["PLAN & USAGE"]);
  await nav.getByRole("link", { name: "CREATE/REMIX" }).click();
  await expect.poll(() => active.allTextContents()).toEqual(["CREATE/REMIX"]);
  await page.goBack();
  await expect.poll(() => active.allTextContents()).toEqual(["PLAN & USAGE"]);
});

test("DB-03 the dashboard has no footer", async () => {
  const { page } = await entries({ member });
  expect(await page.getByRole("contentinfo").count()).toBe(0);
});

test("DB-04 a session that ends while the page is open redirects to sign in, and back", async () => {
  const { page, nav } = await entries({
    member: await browser.server.signUp("Gone Soon"),
    expect: [401],
  });
  await page.context().clearCookies();
  await nav.getByRole("link", { name: "CREATE/REMIX" }).click();
  await page.waitForURL("**/login?next=**");
  expect(new URL(page.url()).searchParams.get("next")).toBe("/dashboard/studio/remix");
});

test("DB-05 a member on an admin page sees that it is for admins, within the dashboard", async () => {
  const { page, nav } = await entries({ member, expect: [403] }, "/dashboard/admin/asset-manager");
  await page.getByRole("heading", { level: 1, name: "This page is for admins" }).waitFor();
  expect(await nav.getByRole("link", { name: "LIKES" }).isVisible()).toBe(true);
  await page.getByRole("link", { name: "Back to the wall" }).click();
  await page.waitForURL((url) => url.pathname === "/");
});

test("CR-04 plan and usage shows the balance, the ledger with its reasons, and need_credits", async () => {
  const page = await browser.open("/dashboard/billing?need_credits=true", { member });
  await page.getByRole("alert").getByText("You currently have 5.").waitFor();
  await page.getByRole("heading", { name: "Free plan" }).waitFor();
  const line = page.getByRole("row").filter({ hasText: "Credits at sign-up" });
  expect(await line.getByRole("cell").allTextContents()).toEqual([
    expect.stringMatching(/^\d+ \w+, \d\d:\d\d$/) as string,
    "Credits at sign-up",
    "Given",
    "+5",
    "5",
  ]);
  const shop = page.getByRole("region", { name: "Buy credits" });
  expect(await shop.getByRole("radio").count()).toBe(3);
  expect(await shop.getByRole("button", { name: "Buy 200 for $10" }).isEnabled()).toBe(true);
});

test("AD-01 an admin approves several pictures at once and undoes it", async () => {
  const titles = ["Waiting heron", "Waiting crane"];
  for (const title of titles) {
    await aPicture(
      browser.services,
      { id: member.userId },
      {
        title,
        approved: false,
        status: "waiting",
      },
    );
  }
  const page = await browser.open("/dashboard/admin/asset-manager", { member: admin });
  await page.getByRole("searchbox", { name: "Search assets" }).fill("Waiting");
  await page.keyboard.press("Enter");
  await page.waitForURL("**?q=Waiting");
  const row = (title: string) => page.getByRole("row").filter({ hasText: title });
  for (const title of titles) await page.getByRole("checkbox", { name: `Select ${title}` }).check();
  await page.getByRole("heading", { name: "Edit 2 images" }).waitFor();
  await page.getByRole("button", { name: "Approve" }).click();
  for (const title of titles) await row(title).getByText("Approved").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  for (const title of titles) {
    await row(title).getByText("Waiting", { exact: true }).waitFor();
  }
  const left = await browser.services.db
    .selectFrom("pictures")
    .select(["approved", "status"])
    .where("title", "in", titles)
    .execute();
  expect(left).toEqual(titles.map(() => ({ approved: false, status: "waiting" })));
});

test("AD-01 deleting asks for confirmation, hides at once, and the picture is listed among the deleted", async () => {
  const { slug } = await aPicture(
    browser.services,
    { id: member.userId },
    { title: "Blurred moth" },
  );
  const page = await browser.open("/dashboard/admin/asset-manager?q=Blurred", { member: admin });
  await page.getByRole("checkbox", { name: "Select Blurred moth" }).check();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByRole("button", { name: "Delete 1 image" }).click();
  await page.getByRole("heading", { name: "No images here" }).waitFor();
  expect((await browser.server.fetch(`/i/${slug}`)).status).toBe(404);
  await page
    .getByRole("navigation", { name: "Status" })
    .getByRole("link", { name: "Deleted" })
    .click();
  await page.getByRole("row").filter({ hasText: "Blurred moth" }).waitFor();
});

test("AD-11 an admin hides a reported picture, undoes that, and dismisses the report", async () => {
  const { id, slug } = await aPicture(
    browser.services,
    { id: member.userId },
    { title: "Reported owl" },
  );
  const reporter = await browser.server.signUp("Rita Reporter");
  await reporter.fetch(`/api/picture/${id}/reports`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ reason: "rights", note: "It is mine" }),
  });
  const page = await browser.open("/dashboard/admin/asset-manager", { member: admin });
  await page.getByRole("link", { name: "Reports 1" }).click();
  await page.getByText("It is mine").waitFor();
  await page.getByRole("button", { name: "Hide image Reported owl" }).click();
  await page.getByRole("heading", { name: "No reports here" }).waitFor();
  expect((await browser.server.fetch(`/i/${slug}`)).status).toBe(404);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("button", { name: "Dismiss the report of Reported owl" }).click();
  await page.getByRole("heading", { name: "No reports here" }).waitFor();
  expect((await browser.server.fetch(`/i/${slug}`)).status).toBe(200);
});

test("AD-03 AD-09 an admin verifies a member and gives credits with a reason", async () => {
  const { name, userId } = await browser.server.signUp("Nell Verified");
  const page = await browser.open(`/dashboard/admin/promptsmiths?q=Nell`, { member: admin });
  await page.getByRole("button", { name: `Verify ${name}` }).click();
  await page.getByRole("button", { name: `Unverify ${name}` }).waitFor();
  await page.getByRole("link", { name: "USERS BILLING" }).click();
  await page.getByRole("button", { name: `Adjust credits of ${name}` }).click();
  const dialog = page.getByRole("dialog", { name: `Credits of ${name}` });
  await dialog.getByRole("button", { name: "Adjust credits" }).click();
  await dialog.getByText("A reason is required").waitFor();
  await dialog.getByLabel("Credits", { exact: true }).fill("40");
  await dialog.getByLabel("Reason").fill("Thanks for the report");
  await dialog.getByRole("button", { name: "Adjust credits" }).click();
  await page.getByText("40 credits given to Nell Verified").waitFor();
  const row = await browser.services.db
    .selectFrom("users")
    .select(["credits", "verified_at"])
    .where("id", "=", userId)
    .executeTakeFirst();
  expect(row).toEqual({ credits: 45, verified_at: expect.any(Date) as Date });
});

const adminPages = [
  "/dashboard/admin/appeals",
  "/dashboard/admin/asset-manager",
  "/dashboard/admin/audit",
  "/dashboard/admin/billing-overview",
  "/dashboard/admin/engines",
  "/dashboard/admin/grant-codes",
  "/dashboard/admin/insights",
  "/dashboard/admin/messages",
  "/dashboard/admin/models",
  "/dashboard/admin/collections",
  "/dashboard/admin/operations",
  "/dashboard/admin/payment-sandbox",
  "/dashboard/admin/promptsmiths",
  "/dashboard/admin/reports?state=dismissed",
  "/dashboard/admin/review",
  "/dashboard/admin/search-pulse?list=rising&days=1",
  "/dashboard/admin/search-pulse/rules",
  "/dashboard/admin/users-billing",
  "/dashboard/admin/webhook-events",
  "/dashboard/upload",
  "/dashboard/billing?need_credits=true",
];
const widths = [1440, 390] as const;

test.each(widths)(
  "TH-04 axe finds nothing on the dashboard in both themes at %i",
  async (width) => {
    await aPicture(browser.services, { id: member.userId });
    const page = await browser.open("/dashboard/upload", { width, member: admin });
    for (const address of adminPages) {
      // One tab after the other: a member may have five event streams open.
      await browser.go(page, address);
      await page.getByRole("heading", { level: 1 }).waitFor();
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      const findings = await axeFindingsInBothThemes(page);
      expect({ address, wide, findings }).toEqual({ address, wide: 0, findings: [] });
    }
  },
);

test("an unknown URL below the dashboard is 404 inside the dashboard's frame", async () => {
  const owner = await browser.server.signUp("Lost Member");
  expect((await owner.fetch("/dashboard/no/such/page")).status).toBe(404);
  const page = await browser.open("/dashboard/nothing", { member: owner, expect: [404] });
  await page.getByRole("heading", { level: 1, name: "Page not found" }).waitFor();
  await page.getByRole("navigation", { name: "Dashboard" }).waitFor();
  expect(await page.locator("footer").count()).toBe(0);
});
