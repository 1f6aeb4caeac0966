import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { aStoredPicture, filesOfTar } from "../harness/archive.ts";
import { axeFindings, testBrowser, type TestBrowser } from "../harness/browser.ts";

let browser: TestBrowser;
beforeAll(async () => {
  browser = await testBrowser();
});
afterEach(() => browser.finish());
afterAll(() => browser.close());

/** Scrolls up: axe takes a field that the sticky header covers in part for one that is too small. */
async function toTheTop(page: Page): Promise<void> {
  await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
}

test.each([
  { width: 1440, theme: "light" },
  { width: 390, theme: "dark" },
] as const)(
  "CO-06 a member exports everything at $width in $theme, downloads it and brings it back",
  async (look) => {
    const member = await browser.server.signUp("Ines Roth");
    await aStoredPicture(browser.server.services, { id: member.userId }, look.width);
    const page = await browser.open("/dashboard/profile#export", { member, ...look });
    const part = page.getByRole("region", { name: "Your data" });
    await part.getByRole("button", { name: "Export my data" }).click();
    const dialog = page.getByRole("dialog", { name: "Export my data" });
    await dialog.getByLabel("Password", { exact: true }).fill(member.password);
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Export", exact: true }).click();
    const link = part.getByRole("link", { name: /^Download/ });
    await link.waitFor();
    await toTheTop(page);
    expect(await axeFindings(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(look.width);
    const begun = page.waitForEvent("download");
    await link.click();
    const download = await begun;
    const file = await download.path();
    const files = await filesOfTar(await readFile(file));
    expect([...files.keys()].filter((name) => name.startsWith("data/pictures/"))).toHaveLength(1);

    const choosing = page.waitForEvent("filechooser");
    await part.getByRole("button", { name: "Choose an archive" }).click();
    const body = await readFile(file);
    await (
      await choosing
    ).setFiles({ name: "archive.tar", mimeType: "application/x-tar", buffer: body });
    const bring = page.getByRole("dialog", { name: "Bring an archive" });
    await bring.getByLabel("Password", { exact: true }).fill(member.password);
    await bring.getByRole("button", { name: "Upload" }).click();
    await part.getByText("Images that were here already: 1").waitFor();
    await toTheTop(page);
    expect(await axeFindings(page)).toEqual([]);
  },
);
