import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { axeFindingsInBothThemes, testBrowser, type TestBrowser } from "../harness/browser.ts";
import { aPicture } from "../harness/factories.ts";
import { aTransparentPicture, madePicture } from "../harness/made-picture.ts";
import type { SignedUp } from "../harness/server.ts";

let browser: TestBrowser;
let member: SignedUp;
beforeAll(async () => {
  browser = await testBrowser();
  member = await browser.server.signUp("Lena Ost");
});
afterEach(() => browser.finish());
afterAll(() => browser.close());

async function aLossless(title: string, format: "png" | "webp") {
  const png = await aTransparentPicture(format);
  const { slug, storageKey } = await madePicture(
    browser.services,
    { id: member.userId },
    { title, png, isLossless: true },
  );
  const original = await browser.services.storage.get(storageKey);
  if (original === null) throw new Error("no original");
  return { slug, bytes: original.bytes };
}

/** What the link gives: its name, and whether its bytes are these. */
async function downloaded(page: Page, bytes: Buffer) {
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download", exact: true }).click(),
  ]);
  return [file.suggestedFilename(), (await readFile(await file.path())).equals(bytes)];
}

test.each([
  [1440, "png", /^PNG, \d+ kB, with transparency$/],
  [390, "webp", /^WebP, \d+ kB, with transparency$/],
] as const)(
  "IM-04 at %i pixels a picture says that it is a %s with transparency, and is downloaded as one",
  async (width, format, words) => {
    const { slug, bytes } = await aLossless(`Leaf as ${format}`, format);
    const page = await browser.open(`/i/${slug}`, { width });
    await page.getByRole("definition").filter({ hasText: words }).waitFor();
    expect(await axeFindingsInBothThemes(page)).toEqual([]);
    expect(await downloaded(page, bytes)).toEqual([`${slug}.${format}`, true]);
  },
);

test("IM-04 the dialog over a wall gives the true original too, and a JPEG of an earlier release as one", async () => {
  const { slug, bytes } = await aLossless("Leaf over a wall", "png");
  const old = await aPicture(browser.services, { id: member.userId }, { title: "Older leaf" });
  const page = await browser.open("/", { member });
  await page.getByRole("main").getByRole("link", { name: "Leaf over a wall, by Lena Ost" }).click();
  const dialog = page.getByRole("dialog", { name: "Leaf over a wall", exact: true });
  await dialog.getByRole("definition").filter({ hasText: "PNG" }).waitFor();
  expect(await downloaded(page, bytes)).toEqual([`${slug}.png`, true]);
  await browser.go(page, `/i/${old.slug}`);
  await page
    .getByRole("definition")
    .filter({ hasText: /^JPEG, / })
    .waitFor();
  const link = page.getByRole("link", { name: "Download", exact: true });
  expect(await link.getAttribute("href")).toContain(encodeURIComponent(`${old.slug}.jpg`));
});
