import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { axeFindingsInBothThemes, testBrowser, type TestBrowser } from "../harness/browser.ts";
import { aPicture } from "../harness/factories.ts";
import type { SignedUp } from "../harness/server.ts";

let browser: TestBrowser;
beforeAll(async () => {
  browser = await testBrowser();
});
afterEach(() => browser.finish());
afterAll(() => browser.close());

const usernameOf = async ({ userId }: SignedUp) => {
  const query = browser.services.db.selectFrom("users").select("username");
  return (await query.where("id", "=", userId).executeTakeFirstOrThrow()).username;
};

const clean = async (page: Page) => {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect({ wide, findings: await axeFindingsInBothThemes(page) }).toEqual({
    wide: 0,
    findings: [],
  });
};

test.each([1440, 390] as const)(
  "CO-06 a member deletes a picture for ever, asks for the deletion of the account, signs in and keeps it, at %i",
  async (width) => {
    const member = await browser.server.signUp(`Lea Leaving ${width}`);
    const picture = await aPicture(browser.services, { id: member.userId });
    const stays = await aPicture(browser.services, { id: member.userId });
    const username = await usernameOf(member);
    const page = await browser.open(`/i/${picture.slug}`, { width, member, expect: [403, 422] });

    await page.getByRole("button", { name: "Delete for ever" }).click();
    const erase = page.getByRole("dialog", { name: "Delete this picture for ever?" });
    await erase.waitFor();
    await clean(page);
    await erase.getByRole("button", { name: "Delete for ever" }).click();
    await page
      .getByRole("heading", { level: 1, name: /^The picture (?:is being|was) deleted/ })
      .waitFor();
    expect((await browser.server.fetch(`/i/${picture.slug}`)).status).toBe(404);

    await browser.go(page, "/dashboard/profile");
    const section = page.getByRole("region", { name: "Delete your account" });
    expect(
      await section.getByRole("link", { name: "Export your data first" }).getAttribute("href"),
    ).toBe("#export");
    await section.getByRole("button", { name: "Delete my account" }).click();
    const dialog = page.getByRole("dialog", { name: "Delete your account?" });
    await dialog.getByRole("button", { name: "Delete my account" }).click();
    await dialog.getByText("Type your username").waitFor();
    await dialog.getByLabel("Your username").fill(username);
    await dialog.getByLabel("Password", { exact: true }).fill("not-the-password-9");
    await dialog.getByRole("button", { name: "Delete my account" }).click();
    await dialog.getByText("This is not your password").waitFor();
    await clean(page);
    await dialog.getByLabel("Password", { exact: true }).fill(member.password);
    await dialog.getByRole("button", { name: "Delete my account" }).click();
    const told = page.getByRole("heading", { level: 1, name: /^Your account will be deleted on/ });
    await told.waitFor();
    await clean(page);
    expect((await browser.server.fetch(`/i/${stays.slug}`)).status).toBe(404);

    await browser.go(page, "/login");
    await page.getByLabel("Email").fill(member.email);
    await page.getByLabel("Password", { exact: true }).fill(member.password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    const refusal = page.getByRole("alert");
    await refusal.getByText("Your account will be deleted on").waitFor();
    await refusal.getByRole("link").click();
    await page.getByRole("button", { name: "Keep my account" }).click();
    await page.getByRole("heading", { level: 1, name: "Your account is kept" }).waitFor();
    await clean(page);
    expect((await browser.server.fetch(`/i/${stays.slug}`)).status).toBe(200);
  },
);
