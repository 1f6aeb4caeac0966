import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { axeFindingsInBothThemes, testBrowser, type TestBrowser } from "../harness/browser.ts";
import { aPicture } from "../harness/factories.ts";
import { aCaster } from "../harness/studio.ts";

/** References in the studio, by touch. */

let browser: TestBrowser;
beforeAll(async () => {
  browser = await testBrowser();
});
afterEach(() => browser.finish());
afterAll(() => browser.close());

const studio = "/dashboard/studio/remix";
test("ST-02 by touch at 390: references are chosen among one's own pictures, with a search", async () => {
  const member = await aCaster(browser);
  await aPicture(browser.services, { id: member.userId }, { title: "Blue harbour" });
  const page = await member.open(studio, { width: 390 });
  await page.getByRole("button", { name: "References", exact: true }).tap();
  await page.getByRole("button", { name: "From the gallery" }).tap();
  const dialog = page.getByRole("dialog", { name: "Choose references" });
  await dialog.locator(".pick").first().tap();
  await dialog.getByText("1 of 8 chosen").waitFor();
  expect(await axeFindingsInBothThemes(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Add 1" }).tap();
  await page.getByRole("img", { name: "Blue harbour" }).waitFor();
  expect(await page.getByLabel("Role of Blue harbour").inputValue()).toBe("palette");
});
