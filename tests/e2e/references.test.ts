import type { Page } from "playwright-core";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import {
  axeFindings,
  axeFindingsInBothThemes,
  testBrowser,
  type TestBrowser,
} from "../harness/browser.ts";
import { aPicture } from "../harness/factories.ts";
import { focused, reach } from "../harness/keyboard.ts";
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
test("ST-02 by touch at 390: references are chosen with a search, given a role and a weight, removed and brought back, and cast with", async () => {
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
  const reference = strip(page).getByRole("img", { name: "Blue harbour" });
  await reference.waitFor();
  const role = page.getByLabel("Role of Blue harbour");
  expect(await role.inputValue()).toBe("palette");
  await role.selectOption("style");
  await page.getByText("Sketch cannot take all of these references").waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await role.selectOption("palette");
  const weight = page.getByLabel("Weight of Blue harbour");
  const track = await weight.boundingBox();
  if (track === null) throw new Error("the weight is not in sight");
  await page.touchscreen.tap(track.x + track.width - 2, track.y + track.height / 2);
  await expect.poll(() => weight.inputValue()).toBe("100");
  await button(page, "Remove Blue harbour").tap();
  await reference.waitFor({ state: "detached" });
  await button(page, "Undo").tap();
  await reference.waitFor();
  await page.getByLabel("Prompt").fill("a quiet bay");
  await page.getByRole("button", { name: /^Cast 1/ }).tap();
  await page.getByRole("link", { name: "a quiet bay" }).tap();
  const made = page.getByRole("region", { name: "Made with" });
  await made.getByRole("link", { name: "Palette: Blue harbour" }).waitFor();
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

const nameOf = async (page: Page) => (await focused(page)).name;

test.each([1440, 390] as const)(
  "ST-02 by keyboard alone at %i: references are added, given a role and a weight, removed and brought back, cast with and named on the picture's page",
  async (width) => {
    const member = await aCaster(browser);
    for (const title of ["Red barn", "Blue harbour"]) {
      await aPicture(browser.services, { id: member.userId }, { title });
    }
    const page = await member.open("/dashboard/studio/remix", { width });
    const { keyboard } = page;
    await reach(page, page.getByLabel("Prompt"));
    await keyboard.type("a mountain lake");
    await reach(page, button(page, "References"));
    await keyboard.press("Enter");
    await reach(page, button(page, "From the gallery"));
    await keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Choose references" });
    await dialog.getByRole("checkbox", { name: "Blue harbour" }).waitFor();
    for (const title of ["Blue harbour", "Red barn"]) {
      await reach(page, dialog.getByRole("checkbox", { name: title }));
      await keyboard.press("Space");
    }
    await dialog.getByText("2 of 8 chosen").waitFor();
    await reach(page, dialog.getByRole("button", { name: "Add 2" }));
    await keyboard.press("Enter");
    await expect.poll(() => nameOf(page)).toBe("From the gallery");

    // What Sketch does not take is said before the press.
    const role = page.getByLabel("Role of Blue harbour");
    await reach(page, role, "Shift+Tab");
    await keyboard.press("Home");
    await expect.poll(() => role.inputValue()).toBe("subject");
    await page.getByText("This model takes no reference for the subject").waitFor();
    await page.getByText("Sketch cannot take all of these references").waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await keyboard.press("End");
    await expect.poll(() => role.inputValue()).toBe("palette");
    await page
      .getByText("Sketch cannot take all of these references")
      .waitFor({ state: "detached" });
    const weight = page.getByLabel("Weight of Blue harbour");
    await reach(page, weight);
    await keyboard.press("End");
    await expect.poll(() => weight.inputValue()).toBe("100");

    // What is moved to the end keeps the focus; what is removed leaves it to its neighbour, and Alt+T leads to the undo.
    await reach(page, button(page, "Move Blue harbour later"));
    await keyboard.press("Enter");
    const titles = () =>
      page
        .locator(".reference img")
        .evaluateAll((all) => all.map((one) => one.getAttribute("alt")));
    await expect.poll(titles).toEqual(["Red barn", "Blue harbour"]);
    await expect.poll(() => nameOf(page)).toBe("Move Blue harbour later");
    await reach(page, button(page, "Remove Red barn"), "Shift+Tab");
    await keyboard.press("Enter");
    await expect.poll(titles).toEqual(["Blue harbour"]);
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.className))
      .toBe("reference");
    await button(page, "Undo").waitFor();
    await keyboard.press("Alt+t");
    await reach(page, button(page, "Undo"));
    await keyboard.press("Enter");
    await expect.poll(titles).toEqual(["Red barn", "Blue harbour"]);
    await button(page, "Undo").waitFor({ state: "detached" });
    await expect.poll(() => nameOf(page)).not.toBe("nothing");

    await reach(page, page.getByRole("button", { name: /^Cast 1/ }));
    await keyboard.press("Enter");
    const tile = page.getByRole("link", { name: "a mountain lake" });
    await tile.waitFor();
    await reach(page, tile, "Shift+Tab", 90);
    await keyboard.press("Enter");
    const shown = page.getByRole("region", { name: "Made with" });
    await shown.getByRole("link", { name: "Palette: Blue harbour" }).waitFor();
    // Closed, the dialog gives the focus back to the picture.
    await keyboard.press("Escape");
    await expect.poll(() => tile.evaluate((one) => one === document.activeElement)).toBe(true);
  },
);
