import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { axeFindingsInBothThemes, testBrowser, type TestBrowser } from "../harness/browser.ts";
import { aDrawing } from "../harness/drawn-picture.ts";
import { aMember, aPicture } from "../harness/factories.ts";
import { holdScripts } from "../harness/hydration.ts";
import { madePicture } from "../harness/made-picture.ts";

let browser: TestBrowser;
beforeAll(async () => {
  browser = await testBrowser();
});
afterEach(() => browser.finish());
afterAll(() => browser.close());

/** A picture of a new member, and its original as it leaves. */
async function aFile(title: string) {
  const { services } = browser;
  const owner = await aMember(services);
  const png = await aDrawing("haze", 640, 480);
  const { slug, storageKey } = await madePicture(services, owner, { title, png });
  const original = await services.storage.get(storageKey);
  if (original === null) throw new Error("no original");
  return { slug, file: { name: "found.jpg", mimeType: "image/jpeg", buffer: original.bytes } };
}

test.each([1440, 390] as const)(
  "IM-10 a picture that was found is verified at %i pixels",
  async (width) => {
    const { slug, file } = await aFile("Harbour in haze");
    const page = await browser.open("/verify", { width });
    await page.getByRole("button", { name: "Choose a picture" }).waitFor();
    await page.getByLabel("Picture to look into").setInputFiles(file);
    const found = page.getByRole("region", { name: "What was found" });
    await found.getByText("This was made here").waitFor();
    const link = found.getByRole("link", { name: "This image: Harbour in haze" });
    expect(await link.getAttribute("href")).toBe(`/i/${slug}`);
    expect(await axeFindingsInBothThemes(page)).toEqual([]);
  },
);

test.each([1440, 390] as const)(
  "IM-10 the page of a model's picture says that people in it may look real, at %i pixels",
  async (width) => {
    const owner = await aMember(browser.services);
    const drawnBy = async (label: string, neural: boolean) => {
      const engine = { id: "e", label, neural };
      return aPicture(browser.services, owner, { gen_meta: { engine } });
    };
    const [drawn, sketched] = [await drawnBy("GPT Image", true), await drawnBy("Sketch", false)];
    const notice = "An AI model drew this. People and places may look real";
    const page = await browser.open(`/i/${drawn.slug}`, { width });
    await page.getByText(notice).waitFor();
    expect(await axeFindingsInBothThemes(page)).toEqual([]);
    await page.getByRole("link", { name: "(AI-generated)" }).click();
    await page.getByRole("heading", { level: 1, name: "Verify a picture" }).waitFor();
    await browser.go(page, `/i/${sketched.slug}`);
    await page.getByText("(procedural, built in)").waitFor();
    expect(await page.getByText(notice).count()).toBe(0);
  },
);

test("IM-10 a picture that is chosen before the page's script is there is verified", async () => {
  const { slug, file } = await aFile("Harbour before the script");
  const page = await browser.open("/status");
  const loadScripts = await holdScripts(page);
  await page.goto(new URL("/verify", page.url()).href, { waitUntil: "commit" });
  await page.getByRole("button", { name: "Look into it" }).waitFor();
  await page.getByLabel("Picture to look into").setInputFiles(file);
  loadScripts();
  const link = page.getByRole("link", { name: "This image: Harbour before the script" });
  expect(await link.getAttribute("href")).toBe(`/i/${slug}`);
});

test("IM-10 a picture is verified without JavaScript", async () => {
  const { slug, file } = await aFile("Harbour without script");
  const page = await browser.open("/verify", { javaScript: false });
  await page.getByLabel("Picture to look into").setInputFiles(file);
  await page.getByRole("button", { name: "Look into it" }).click();
  await page.getByText("This was made here").waitFor();
  const link = page.getByRole("link", { name: "This image: Harbour without script" });
  expect(await link.getAttribute("href")).toBe(`/i/${slug}`);
});
