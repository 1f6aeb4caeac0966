import type { Page } from "playwright-core";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { axeFindingsInBothThemes, testBrowser, type TestBrowser } from "../harness/browser.ts";
import { aPicture } from "../harness/factories.ts";
import { aPng } from "../harness/made-picture.ts";
import { aCaster, type Caster } from "../harness/studio.ts";

/** References in the studio: by touch, by mouse and by keyboard. */

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
  // It searches while one types.
  const search = dialog.getByRole("searchbox", { name: "Search these pictures" });
  await search.fill("zeppelin");
  await dialog.getByText("No picture here matches these words.").waitFor();
  await search.fill("harbour");
  await dialog.locator(".pick").first().tap();
  await dialog.getByText("1 of 8 chosen").waitFor();
  expect(await axeFindingsInBothThemes(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Add 1" }).tap();
  await page.getByRole("img", { name: "Blue harbour" }).waitFor();
  expect(await page.getByLabel("Role of Blue harbour").inputValue()).toBe("palette");
});

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const strip = (page: Page) => page.getByRole("region", { name: "References" });

/** The mean colour of a picture's file, red, green and blue to 255. */
async function meanOf(member: Caster, slug: string): Promise<number[]> {
  const file = await member.fetch(`/${slug}.jpg`);
  const { channels } = await sharp(await file.bytes()).stats();
  return channels.slice(0, 3).map(({ mean }) => mean);
}
const apart = (one: readonly number[], other: readonly number[]) =>
  Math.hypot(...one.map((value, at) => value - other[at]));

test("ST-02 ST-07 at 1440: a picture from the desktop gives its palette, and what Sketch draws has its colours", async () => {
  const member = await aCaster(browser);
  const [red, green, blue] = [176, 24, 140];
  const words = { prompt: "a mountain lake", seed: 11, aspect: "1:1" };
  const { pictures } = await member.made(words);
  const page = await member.open(studio, { width: 1440 });
  // The first part of a drag from the desktop, which no script can begin, is the browser's own.
  const png = await aPng(300, 200, `rgb(${red}, ${green}, ${blue})`);
  const dragged = await page.evaluateHandle((base64) => {
    const data = new DataTransfer();
    const bytes = Uint8Array.from(atob(base64), (sign) => sign.codePointAt(0) ?? 0);
    data.items.add(new File([bytes], "magenta.png", { type: "image/png" }));
    return data;
  }, png.toString("base64"));
  await page.dispatchEvent("body", "dragover", { dataTransfer: dragged });
  const area = page.locator('[data-drop="reference"]');
  await area.dispatchEvent("dragover", { dataTransfer: dragged });
  await page.locator('[data-drop="reference"][data-over="true"]').waitFor();
  await area.dispatchEvent("drop", { dataTransfer: dragged });
  await page.getByLabel("Role of your picture").waitFor();
  expect(await page.getByLabel("Role of your picture").inputValue()).toBe("palette");
  expect(await page.locator(".drop-overlay").count()).toBe(0);
  expect(await axeFindingsInBothThemes(page)).toEqual([]);
  await page.getByLabel("Weight of your picture").press("End");
  await page.getByLabel("Prompt").fill(words.prompt);
  await button(page, "Show all settings").click();
  await page.getByLabel("Seed", { exact: true }).fill(String(words.seed));
  await page.keyboard.press("Escape");
  await button(page, "Quality: High").click();
  await page.getByLabel("Prompt").press("Control+Enter");
  const drawn = page
    .getByRole("article", { name: `Cast: ${words.prompt}` })
    .first()
    .getByRole("link", { name: words.prompt });
  await expect.poll(() => page.getByRole("link", { name: words.prompt }).count()).toBe(2);
  const slug = (await drawn.getAttribute("href"))?.split("/").at(-1) ?? "";
  expect(slug).not.toBe(pictures[0].slug);
  const [plain, coloured] = [await meanOf(member, pictures[0].slug), await meanOf(member, slug)];
  const wished = [red, green, blue];
  expect(apart(coloured, wished)).toBeLessThan(apart(plain, wished) * 0.75);
});

test("ST-02 by mouse: a picture of the work list is dragged onto the references, and by its menu it is one too", async () => {
  const member = await aCaster(browser);
  await member.made({ prompt: "a red lighthouse" });
  const page = await member.open(studio, { width: 1440 });
  const tile = page.getByRole("link", { name: "a red lighthouse" });
  const box = await tile.boundingBox();
  if (box === null) throw new Error("the tile is not in sight");
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 + 40, box.y + box.height / 2 + 40, { steps: 5 });
  const area = page.locator('[data-drop="reference"]');
  await area.waitFor();
  const place = await area.boundingBox();
  if (place === null) throw new Error("the area is not in sight");
  await page.mouse.move(place.x + place.width / 2, place.y + place.height / 3, { steps: 5 });
  await page.locator('[data-drop="reference"][data-over="true"]').waitFor();
  await page.mouse.up();
  await strip(page).getByRole("listitem").waitFor();
  // The picture itself, not a copy of what was shown.
  const references = () =>
    page.evaluate(() =>
      Object.entries(localStorage)
        .filter(([key]) => key.includes("draft"))
        .flatMap(([, value]) => (JSON.parse(value) as { references?: object[] }).references ?? []),
    );
  expect(await references()).toMatchObject([{ kind: "picture" }]);
});

test("ST-01 ST-02 in the picture editor: a marked part is drawn with the palette of a reference", async () => {
  const member = await aCaster(browser);
  const { pictures } = await member.made({ prompt: "a red lighthouse by the sea" });
  const [source] = pictures;
  await aPicture(browser.services, { id: member.userId }, { title: "Blue harbour" });
  const page = await member.open(`/dashboard/studio/edit?source=${source.id}`, { width: 1440 });
  await button(page, "References").click();
  await button(page, "From the gallery").click();
  const dialog = page.getByRole("dialog", { name: "Choose references" });
  await dialog.getByRole("checkbox", { name: "Blue harbour" }).check({ force: true });
  await button(page, "Add 1").click();
  await strip(page).getByRole("img", { name: "Blue harbour" }).waitFor();
  expect(await axeFindingsInBothThemes(page)).toEqual([]);
  await page.getByRole("group", { name: "Tool" }).getByLabel("Rectangle").check({ force: true });
  const picture = await page.locator(".edit-picture").boundingBox();
  if (picture === null) throw new Error("the picture is not in sight");
  await page.mouse.move(picture.x + 40, picture.y + 40);
  await page.mouse.down();
  await page.mouse.move(picture.x + picture.width / 2, picture.y + picture.height / 2, {
    steps: 4,
  });
  await page.mouse.up();
  await page.getByLabel("Prompt").fill("a sailing boat");
  await page.getByLabel("Prompt").press("Control+Enter");
  await page.waitForURL(/[?&]cast=/);
  const id = new URL(page.url()).searchParams.get("cast") ?? "";
  const cast = (await (await member.fetch(`/api/generations/${id}`)).json()) as object;
  expect(cast).toMatchObject({ references: [{ role: "palette" }] });
});
