import { readFile } from "node:fs/promises";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Page } from "playwright-core";
import { axeFindingsInBothThemes, testBrowser, type TestBrowser } from "../harness/browser.ts";
import { aDrawing } from "../harness/drawn-picture.ts";
import { holdScripts } from "../harness/hydration.ts";
import { aPng } from "../harness/made-picture.ts";
import { realPictures } from "../harness/real-pictures.ts";
import type { SignedUp } from "../harness/server.ts";

let browser: TestBrowser;
let admin: SignedUp;
beforeAll(async () => {
  browser = await testBrowser();
  admin = await browser.server.signUp("Ada Admin");
  await browser.services.db
    .updateTable("users")
    .set({ role: "admin" })
    .where("id", "=", admin.userId)
    .execute();
});
afterEach(async () => {
  await browser.services.db.deleteFrom("picture_drafts").execute();
  await browser.finish();
});
afterAll(() => browser.close());

const file = (name: string, buffer: Buffer) => ({ name, mimeType: "image/png", buffer });
const choose = (page: Page, files: ReturnType<typeof file>[]) =>
  page.getByLabel("Images to upload").setInputFiles(files);
const draftOf = (page: Page, name: string) =>
  page.getByRole("form", { name: `Details of ${name}` });
const rowOf = (title: string) =>
  browser.services.db
    .selectFrom("pictures")
    .select(["id", "is_public", "tags", "license", "description", "colors", "slug"])
    .where("title", "=", title)
    .executeTakeFirst();

test("AD-02 files that are chosen before the page's script is there are uploaded", async () => {
  const page = await browser.open("/status", { member: admin });
  const loadScripts = await holdScripts(page);
  await page.goto(new URL("/dashboard/upload", page.url()).href, { waitUntil: "commit" });
  await choose(page, [
    file("early-1.png", await aPng(110, 80, "#97431f")),
    file("early-2.png", await aPng(112, 80, "#2f62c4")),
  ]);
  loadScripts();
  for (const name of ["early-1.png", "early-2.png"]) {
    await draftOf(page, name).waitFor();
    expect(await draftOf(page, name).getByLabel("Title").inputValue()).toBe("Early");
  }
});

test.each([1440, 390] as const)(
  "AD-02 many files are uploaded, edited, kept over a reload, published at once and taken back, at %i",
  async (width) => {
    const names = [`red-roof-${width}.png`, `blue boat ${width}.png`, `IMG_${width}.png`];
    const page = await browser.open("/dashboard/upload", { width, member: admin, expect: [400] });
    await choose(page, [
      file(names[0], await aPng(120, 80, "#97431f")),
      file(names[1], await aPng(width, 90, "#2f62c4")),
      file(names[2], await aDrawing("rings", width === 390 ? 130 : 131, 140)),
    ]);
    for (const name of names) await draftOf(page, name).waitFor();
    const named = draftOf(page, names[0]);
    expect(await named.getByLabel("Title").inputValue()).toBe("Red roof");
    expect(await named.getByText("From the name of the file").isVisible()).toBe(true);
    expect(await named.getByLabel("Tags").inputValue()).toContain("rust");
    const nameless = draftOf(page, names[2]);
    expect(await nameless.getByLabel("Title").inputValue()).toBe("Untitled");
    await nameless.getByText("Nothing tells what this image shows: give it a title").waitFor();

    await nameless.getByLabel("Title").fill(`Rings ${width}`);
    await nameless.getByLabel("Tags").fill("Circle, rings");
    await nameless.getByLabel("Description").fill("Rings of two colours");
    await nameless.getByLabel("Licence").selectOption("cc0");
    await nameless.getByLabel("Colour 1").fill("#123456");
    await nameless.getByLabel("Prompt", { exact: true }).fill("rings on paper");
    // A refused field is marked, and nothing of what was typed goes.
    await named.getByLabel("Title").fill(" ");
    await named.getByLabel("Tags").focus();
    await named.getByText("Must not be blank").waitFor();

    await page.getByRole("button", { name: "Publish all 3" }).click();
    await page.getByText("1 image could not be published: correct what is marked.").waitFor();
    await page.getByText("2 images published").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await draftOf(page, names[2]).waitFor();

    await browser.go(page, "/dashboard/upload");
    const kept = draftOf(page, names[2]);
    expect(await kept.getByLabel("Title").inputValue()).toBe(`Rings ${width}`);
    expect(await kept.getByLabel("Tags").inputValue()).toBe("circle, rings");
    expect(await kept.getByLabel("Prompt", { exact: true }).inputValue()).toBe("rings on paper");
    expect(await axeFindingsInBothThemes(page)).toEqual([]);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(wide).toBe(0);

    await page.getByRole("button", { name: `Remove ${names[1]}` }).click();
    await page.getByText("1 image removed").waitFor();
    await draftOf(page, names[1]).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Undo" }).click();
    await draftOf(page, names[1]).waitFor();
    await page.getByRole("button", { name: `Publish ${names[2]}` }).click();
    await draftOf(page, names[2]).waitFor({ state: "detached" });
    const row = await rowOf(`Rings ${width}`);
    expect(row).toMatchObject({
      is_public: true,
      tags: ["circle", "rings"],
      license: "cc0",
      description: "Rings of two colours",
    });
    expect(row?.colors[0]).toBe("#123456");
    expect((await browser.server.fetch(`/i/${row?.slug}`)).status).toBe(200);
  },
);

test("AD-02 a file that is refused stays with its reason, can be dismissed, and the others are stored", async () => {
  const page = await browser.open("/dashboard/upload", { member: admin, expect: [422, 415] });
  await choose(page, [
    file("broken.png", Buffer.from("this is no picture")),
    file("too-large.png", Buffer.alloc(20 * 1024 * 1024 + 1)),
    file("green hill.png", await aPng(140, 80, "#3f8a4c")),
  ]);
  await draftOf(page, "green hill.png").waitFor();
  const way = page.getByRole("list", { name: "Files on their way" });
  await way.getByRole("alert").nth(1).waitFor();
  await way.getByText("A picture may have at most 20 MB").waitFor();
  await expect.poll(() => way.getByRole("listitem").count()).toBe(2);
  await page.getByRole("button", { name: "Try broken.png again" }).click();
  await page.getByRole("button", { name: "Dismiss broken.png" }).click();
  await page.getByRole("button", { name: "Dismiss too-large.png" }).click();
  await way.getByRole("listitem").first().waitFor({ state: "detached" });
  expect(await draftOf(page, "green hill.png").isVisible()).toBe(true);
});

test("AD-02 a file whose answer was lost is sent again and becomes one draft", async () => {
  const page = await browser.open("/dashboard/upload", { member: admin });
  let isFirst = true;
  await page.route("**/api/admin/upload**", async (route) => {
    if (!isFirst) return route.fallback();
    isFirst = false;
    await route.fetch();
    return route.abort();
  });
  await choose(page, [file("lost answer.png", await aPng(150, 80, "#5d2b4f"))]);
  await page.getByText("The server could not be reached").waitFor();
  await page.getByRole("button", { name: "Try lost answer.png again" }).click();
  await draftOf(page, "lost answer.png").waitFor();
  await page.getByText("lost answer.png is a draft already").waitFor();
  expect(await page.getByRole("form").count()).toBe(1);
});

test.skipIf(realPictures === null)(
  "AD-02 real pictures of machines get the titles of their prompts",
  async () => {
    const folder = new URL("../metadata-images/", realPictures as URL);
    const names = ["comfyui-lora-lora.png", "invokeai-img2img-000019.1592514025.png"];
    const files = await Promise.all(
      names.map(async (name) => file(name, await readFile(new URL(name, folder)))),
    );
    const page = await browser.open("/dashboard/upload", { member: admin });
    await choose(page, files);
    for (const name of names) {
      const draft = draftOf(page, name);
      await draft.getByText("From the prompt in the file").waitFor();
      const prompt = await draft.getByLabel("Prompt", { exact: true }).inputValue();
      const title = await draft.getByLabel("Title").inputValue();
      expect(prompt.toLowerCase()).toContain(title.toLowerCase());
    }
  },
);
