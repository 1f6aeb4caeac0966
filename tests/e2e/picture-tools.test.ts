import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { axeFindingsInBothThemes, testBrowser, type TestBrowser } from "../harness/browser.ts";
import { aPicture } from "../harness/factories.ts";

let browser: TestBrowser;
const patient = { timeout: 10_000 };

beforeAll(async () => {
  browser = await testBrowser();
  const { userId: id } = await browser.server.signUp("Ines Varga");
  const source = await aPicture(browser.services, { id }, { title: "Study 1" });
  await aPicture(
    browser.services,
    { id },
    { title: "Study 2", prompt: "study in chalk", tags: ["chalk"], source_picture_id: source.id },
  );
});
afterEach(() => browser.finish());
afterAll(() => browser.close());

const print = (page: Page) =>
  page.getByRole("main").getByRole("link", { name: "Study 2, by Ines Varga" });
const dialogOf = (page: Page) => page.getByRole("dialog", { name: "Study 2", exact: true });

test("details that do not load say so in the dialog, and are read again by a press", async () => {
  const page = await browser.open("/");
  await page.route("**/api/picture/**", (route) => route.abort());
  await print(page).click();
  const dialog = dialogOf(page);
  await dialog.getByRole("alert").getByText("The details did not load.").waitFor();
  await page.unroute("**/api/picture/**");
  await dialog.getByRole("button", { name: "Try again" }).click();
  await dialog.getByText("study in chalk").waitFor();
  expect(await dialog.getByRole("alert").count()).toBe(0);
});

test("the magnifier opens by Z, grows, moves and closes by the keyboard alone", async () => {
  const page = await browser.open("/");
  await print(page).focus();
  await page.keyboard.press("Enter");
  await dialogOf(page).getByText("study in chalk").waitFor();
  await page.keyboard.press("z");
  const surface = page.getByRole("application");
  await surface.waitFor();
  const size = page.getByRole("status", { name: "Size" });
  await expect.poll(() => size.textContent(), patient).toBe("200 %");
  await page.keyboard.press("+");
  await expect.poll(() => size.textContent(), patient).toBe("300 %");
  await page.keyboard.press("0");
  await expect.poll(() => size.textContent(), patient).toBe("100 %");
  await page.mouse.move(700, 450);
  await page.mouse.wheel(0, -600);
  await expect.poll(() => size.textContent(), patient).not.toBe("100 %");
  await page.keyboard.press("z");
  await surface.waitFor({ state: "hidden" });
  await dialogOf(page).waitFor();
});

test.each([1440, 390] as const)(
  "TH-04 axe finds nothing in the picture dialog in both themes at %i",
  async (width) => {
    const page = await browser.open("/", { width });
    await print(page).click();
    const dialog = dialogOf(page);
    await dialog.getByText("study in chalk").waitFor();
    await dialog.getByRole("region", { name: "Similar fragments" }).waitFor();
    expect(await axeFindingsInBothThemes(page)).toEqual([]);
  },
);
