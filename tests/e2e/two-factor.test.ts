import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { appCode } from "../harness/authenticator-app.ts";
import {
  axeFindingsInBothThemes,
  testBrowser,
  type PageOptions,
  type TestBrowser,
} from "../harness/browser.ts";
import { aMember } from "../harness/factories.ts";
import { turnOnFactor } from "../harness/second-factor.ts";
import { type SignedUp } from "../harness/server.ts";

let browser: TestBrowser;
beforeAll(async () => {
  browser = await testBrowser();
});
afterEach(() => browser.finish());
afterAll(() => browser.close());

const looks = [{ width: 1440 }, { width: 390 }] as const;
const dialogOf = (page: Page, name?: string) => page.getByRole("dialog", { name });
const openWith = (address: string, member: SignedUp, options: PageOptions = {}) =>
  browser.open(address, { member, ...options });

async function isAccessible(page: Page, width: number) {
  expect(await axeFindingsInBothThemes(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
}

/** Types a password and a code into the sign-in page. */
async function typePassword(page: Page, { email, password }: SignedUp) {
  const main = page.getByRole("main");
  await main.getByLabel("Email", { exact: true }).fill(email);
  await main.getByLabel("Password", { exact: true }).fill(password);
  await main.getByRole("button", { name: "Sign in", exact: true }).click();
  await main.getByRole("heading", { name: "Second step" }).waitFor();
  return main;
}

test.each(looks)("two-factor sign-in is turned on in the settings at $width", async (look) => {
  const member = await browser.server.signUp("Kenji Abe");
  const page = await openWith("/dashboard/profile#two-factor", member, {
    ...look,
    expect: [422],
  });
  const panel = page.getByRole("region", { name: "Two-factor sign-in" });
  await panel.getByRole("button", { name: "Turn on" }).click();
  const dialog = dialogOf(page, "Turn on two-factor sign-in");
  await dialog.getByLabel("Password", { exact: true }).fill("wrong-password-1");
  await dialog.getByRole("button", { name: "Continue" }).click();
  await dialog.getByText("This is not your password").waitFor();
  await dialog.getByLabel("Password", { exact: true }).fill(member.password);
  await dialog.getByRole("button", { name: "Continue" }).click();
  await dialog.getByRole("img", { name: "QR code for the authenticator app" }).waitFor();
  await isAccessible(page, look.width);
  const secret = await dialog.locator("code").innerText();
  await dialog.getByLabel("Code").fill("000000");
  await dialog.getByRole("button", { name: "Turn on" }).click();
  await dialog.getByText("This code is wrong, or was used already").waitFor();
  await dialog.getByLabel("Code").fill(appCode(secret));
  await dialog.getByRole("button", { name: "Turn on" }).click();
  const codes = dialog.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
  await codes.first().waitFor();
  const shown = await codes.allInnerTexts();
  expect(shown).toHaveLength(10);
  await isAccessible(page, look.width);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    dialog.getByRole("link", { name: "Download" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("recovery-codes.txt");
  await dialog.getByRole("button", { name: "Copy" }).click();
  await page.getByText("Recovery codes copied").waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(shown.join("\n"));
  await dialog.getByRole("button", { name: "I have kept them" }).click();
  await panel.getByText("10 recovery codes left").waitFor();
  await isAccessible(page, look.width);
  await panel.getByRole("button", { name: "Turn off" }).click();
  const off = dialogOf(page, "Turn off two-factor sign-in");
  await off.getByLabel("Password", { exact: true }).fill(member.password);
  await off.getByRole("button", { name: "Turn off" }).click();
  await panel.getByRole("button", { name: "Turn on" }).waitFor();
});

test.each(looks)("the dialog takes the second step after the password at $width", async (look) => {
  const member = await turnOnFactor(browser.server, await browser.server.signUp("Kenji Abe"));
  const page = await browser.open("/pages/about", { ...look, expect: [422] });
  await page.getByRole("banner").getByRole("link", { name: "Sign in" }).click();
  const dialog = dialogOf(page);
  await dialog.getByLabel("Email", { exact: true }).fill(member.email);
  await dialog.getByLabel("Password", { exact: true }).fill(member.password);
  await dialog.getByRole("button", { name: "Sign in", exact: true }).click();
  await dialog.getByRole("heading", { name: "Second step" }).waitFor();
  await isAccessible(page, look.width);
  await dialog.getByLabel("Code").fill("000000");
  await dialog.getByRole("button", { name: "Sign in", exact: true }).click();
  await dialog.getByText("This code is wrong, or was used already").waitFor();
  await dialog.getByLabel("Code").fill(appCode(member.secret));
  await dialog.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByText("Logged in").waitFor();
  await page
    .getByRole("banner")
    .getByRole("button", { name: /account/i })
    .waitFor();
  expect(new URL(page.url()).pathname).toBe("/pages/about");
});

test("the page leads back from the second step, and takes a recovery code", async () => {
  const member = await turnOnFactor(browser.server, await browser.server.signUp("Kenji Abe"));
  const page = await browser.open("/login?next=/dashboard/likes");
  const main = await typePassword(page, member);
  await main.getByRole("link", { name: "Back to sign in" }).click();
  await main.getByRole("heading", { name: "Welcome back" }).waitFor();
  await typePassword(page, member);
  await main.getByLabel("Code").fill(member.recoveryCodes[0]);
  await main.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL(({ pathname }) => pathname === "/dashboard/likes");
  const likes = page.getByRole("heading", { name: "Likes", level: 1 });
  await likes.waitFor();
  expect(await likes.isVisible()).toBe(true);
});

test("without JavaScript a member makes the second step", async () => {
  const member = await turnOnFactor(browser.server, await browser.server.signUp("Kenji Abe"));
  const page = await browser.open("/login?next=/dashboard/likes", {
    javaScript: false,
    expect: [422, 400],
  });
  const main = await typePassword(page, member);
  await main.getByRole("button", { name: "Sign in", exact: true }).click();
  await main.getByText("Type the code").waitFor();
  await main.getByLabel("Code").fill("000000");
  await main.getByRole("button", { name: "Sign in", exact: true }).click();
  await main.getByText("This code is wrong, or was used already").waitFor();
  expect(await main.getByLabel("Code").inputValue()).toBe("");
  await main.getByLabel("Code").fill(appCode(member.secret));
  await main.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL(({ pathname }) => pathname === "/dashboard/likes");
});

async function anAdmin(): Promise<SignedUp> {
  const admin = await browser.server.signUp("Ada Lovelace");
  const { db } = browser.services;
  await db.updateTable("users").set({ role: "admin" }).where("id", "=", admin.userId).execute();
  return admin;
}

test.each(looks)(
  "a stale factor is asked for again, and nothing typed is lost, at $width",
  async (look) => {
    const admin = await turnOnFactor(browser.server, await anAdmin());
    const name = `Mira ${admin.userId.slice(-6)}`;
    const { id } = await aMember(browser.services, { name });
    await browser.services.db
      .updateTable("sessions")
      .set({ factor_at: new Date(Date.now() - 3600_000) })
      .where("user_id", "=", admin.userId)
      .execute();
    const page = await openWith(`/dashboard/admin/users-billing?q=${name}`, admin, {
      ...look,
      expect: [403, 422],
    });
    await page.getByRole("button", { name: `Adjust credits of ${name}` }).click();
    const dialog = dialogOf(page, `Credits of ${name}`);
    await dialog.getByLabel("Credits", { exact: true }).fill("7");
    await dialog.getByLabel("Reason").fill("A gift");
    await dialog.getByRole("button", { name: "Adjust credits" }).click();
    const asked = dialogOf(page, "Confirm that it is you");
    await asked.getByLabel("Code").fill("000000");
    await asked.getByRole("button", { name: "Confirm" }).click();
    await asked.getByText("This code is wrong, or was used already").waitFor();
    await isAccessible(page, look.width);
    await asked.getByLabel("Code").fill(appCode(admin.secret));
    await asked.getByRole("button", { name: "Confirm" }).click();
    await page.getByText(`7 credits given to ${name}`).waitFor();
    const { credits } = await browser.services.db
      .selectFrom("users")
      .select("credits")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect(credits).toBe(12);
  },
);

test("whoever closes the question changes nothing and keeps what was typed", async () => {
  const admin = await turnOnFactor(browser.server, await anAdmin());
  const name = `Mira ${admin.userId.slice(-6)}`;
  const { id } = await aMember(browser.services, { name });
  await browser.services.db
    .updateTable("sessions")
    .set({ factor_at: new Date(Date.now() - 3600_000) })
    .where("user_id", "=", admin.userId)
    .execute();
  const page = await openWith(`/dashboard/admin/users-billing?q=${name}`, admin, { expect: [403] });
  await page.getByRole("button", { name: `Adjust credits of ${name}` }).click();
  const dialog = dialogOf(page, `Credits of ${name}`);
  await dialog.getByLabel("Credits", { exact: true }).fill("7");
  await dialog.getByLabel("Reason").fill("A gift");
  await dialog.getByRole("button", { name: "Adjust credits" }).click();
  const asked = dialogOf(page, "Confirm that it is you");
  await asked.getByRole("button", { name: "Close" }).click();
  await asked.waitFor({ state: "hidden" });
  expect(await dialog.getByLabel("Reason").inputValue()).toBe("A gift");
  const row = await browser.services.db
    .selectFrom("users")
    .select("credits")
    .where("id", "=", id)
    .executeTakeFirst();
  expect(row).toEqual({ credits: 5 });
});

test("where admins need a second factor, their pages lead to the settings until they have one", async () => {
  const admin = await anAdmin();
  browser.server.services.env.ADMIN_TWO_FACTOR = "required";
  try {
    const page = await openWith("/dashboard/admin/audit", admin);
    await page.waitForURL("**/dashboard/profile#two-factor");
    await page.getByText("Admins of this site need a second factor").waitFor();
    expect(await axeFindingsInBothThemes(page)).toEqual([]);
    await turnOnFactor(browser.server, admin);
    await browser.go(page, "/dashboard/admin/audit");
    expect(new URL(page.url()).pathname).toBe("/dashboard/admin/audit");
  } finally {
    browser.server.services.env.ADMIN_TWO_FACTOR = "optional";
  }
});
