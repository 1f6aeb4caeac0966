import type { CDPSession, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { axeFindingsInBothThemes, testBrowser, type TestBrowser } from "../harness/browser.ts";
import { drawnOnce, type CopyFor } from "../harness/drawn-once.ts";
import { editComparison } from "../harness/edit-comparison.ts";
import { aCaster, type Caster } from "../harness/studio.ts";

/** Edits that Sketch draws, from the first mark to the pixels of the result. */

let browser: TestBrowser;
let lighthouse: CopyFor;
beforeAll(async () => {
  browser = await testBrowser();
  lighthouse = await drawnOnce(browser, "a red lighthouse by the sea");
});
afterEach(() => browser.finish());
afterAll(() => browser.close());

/** A member with a picture that Sketch drew. */
async function anEditor(): Promise<Caster & { source: { id: string; slug: string } }> {
  const member = await aCaster(browser);
  return { ...member, source: await lighthouse(member) };
}

const stageOf = (page: Page) => page.getByRole("application");
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const result = (page: Page) => page.getByRole("region", { name: "Result" });
const comparing = (page: Page) => result(page).getByRole("slider");
const castIn = (page: Page) => new URL(page.url()).searchParams.get("cast") ?? "";

/** Pixels of the mask that are marked. */
const marked = (page: Page) =>
  page
    .locator("canvas.edit-mask")
    .first()
    .evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext("2d")!.getImageData(0, 0, canvas.width, canvas.height);
      let count = 0;
      for (let at = 3; at < data.length; at += 4) if (data[at] > 0) count += 1;
      return count;
    });

/** Points of the stage by shares of the picture's sides. */
async function placesOn(page: Page) {
  const picture = page.locator(".edit-picture");
  await picture.waitFor();
  const box = await picture.boundingBox();
  if (box === null) throw new Error("not in sight");
  return (x: number, y: number) => ({ x: box.x + box.width * x, y: box.y + box.height * y });
}

/** Sketch needs less time at standard quality; a remix costs the same. */
const atStandard = (page: Page) => page.getByRole("button", { name: "Quality: High" }).click();

async function choose(page: Page, tool: string) {
  await page.getByRole("group", { name: "Tool" }).getByLabel(tool).check({ force: true });
}

async function drag(page: Page, from: { x: number; y: number }, to: { x: number; y: number }) {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 5 });
  await page.mouse.up();
}

test("ST-01 by mouse: from a picture's page a part is marked, undone, kept over a reload, cast, compared, and changed again", async () => {
  const { source, ...member } = await anEditor();
  const page = await member.open(`/i/${source.slug}`, { expect: [503] });
  await page.getByRole("main").getByRole("link", { name: "Edit the picture" }).click();
  await page.waitForURL(`**/dashboard/studio/edit?source=${source.id}`);
  let at = await placesOn(page);

  await atStandard(page);
  // Nothing is cast without a mark.
  await page.getByLabel("Prompt").fill("a sailing boat");
  await page.getByLabel("Prompt").press("Control+Enter");
  await page.getByText("Mark what is to change, or drag the frame outwards.").waitFor();

  await drag(page, at(0.2, 0.2), at(0.5, 0.3));
  const stroke = await marked(page);
  expect(stroke).toBeGreaterThan(1000);
  await choose(page, "Lasso");
  await page.mouse.move(at(0.6, 0.6).x, at(0.6, 0.6).y);
  await page.mouse.down();
  for (const [x, y] of [
    [0.9, 0.6],
    [0.9, 0.9],
    [0.6, 0.9],
  ]) {
    await page.mouse.move(at(x, y).x, at(x, y).y, { steps: 3 });
  }
  await page.mouse.up();
  const both = await marked(page);
  expect(both).toBeGreaterThan(stroke);
  await page.keyboard.press("Control+z");
  await expect.poll(() => marked(page)).toBe(stroke);
  await page.keyboard.press("Control+Shift+z");
  await expect.poll(() => marked(page)).toBe(both);
  await choose(page, "Eraser");
  await drag(page, at(0.2, 0.2), at(0.5, 0.3));
  await expect.poll(() => marked(page)).toBeLessThan(both);
  await button(page, "Undo").click();
  await expect.poll(() => marked(page)).toBe(both);
  await choose(page, "Rectangle");
  await page.mouse.move(at(0.3, 0.3).x, at(0.3, 0.3).y);
  await page.mouse.wheel(0, -400);
  await expect.poll(() => button(page, "Show all of it").isDisabled()).toBe(false);
  await button(page, "Show all of it").click();
  expect(await axeFindingsInBothThemes(page)).toEqual([]);

  await page.reload();
  at = await placesOn(page);
  await expect.poll(() => marked(page)).toBe(both);

  // A mask that is refused stays, and the next press sends it again.
  await page.route("**/api/masks", (route) =>
    route.fulfill({ status: 503, json: { title: "Busy" } }),
  );
  await page.getByLabel("Prompt").press("Control+Enter");
  await page.getByText("The mask is kept in this browser; press Cast to try again.").waitFor();
  await page.unroute("**/api/masks");
  await page.getByLabel("Prompt").press("Control+Enter");
  await comparing(page).waitFor();
  const cast = castIn(page);
  const seen = await editComparison(browser.services, { cast, source: source.id });
  expect(seen).toMatchObject({ spoilt: 0, marked: both });
  expect(seen.changed).toBeGreaterThan(both / 4);
  expect(await axeFindingsInBothThemes(page)).toEqual([]);

  await result(page).getByRole("link", { name: "Open thread" }).click();
  await page.getByRole("region", { name: "Chosen picture" }).getByText("edited").waitFor();
  await page.goBack();
  await page.getByRole("group", { name: "Show" }).getByLabel("Result").check({ force: true });
  await result(page).getByRole("link", { name: "Edit further" }).click();
  await page.waitForURL(/edit\?source=(?!.*cast)/);
  await expect.poll(() => page.getByRole("group", { name: "Show" }).count()).toBe(0);
  await page.goBack();
  await page.getByRole("group", { name: "Show" }).waitFor();

  // The mask of the cast is opened again, also after it was cleared here.
  await placesOn(page);
  await button(page, "Clear mask").click();
  await expect.poll(() => marked(page)).toBe(0);
  await browser.go(page, "/dashboard/studio/remix");
  await button(page, "Change the mask").click();
  await placesOn(page);
  await expect.poll(() => marked(page)).toBe(both);
});

const touchAt = (points: { x: number; y: number }[]) =>
  points.map(({ x, y }, id) => ({ x: Math.round(x), y: Math.round(y), id }));

/** Fingers from their first places through others, all at once. */
async function fingers(session: CDPSession, ...steps: { x: number; y: number }[][]) {
  const [first, ...rest] = steps;
  const send = (
    type: "touchStart" | "touchMove" | "touchEnd",
    points: { x: number; y: number }[],
  ) => session.send("Input.dispatchTouchEvent", { type, touchPoints: touchAt(points) });
  await send("touchStart", first);
  for (const step of rest) await send("touchMove", step);
  await send("touchEnd", []);
}

test("ST-01 by touch and pen: one finger paints, two zoom, a pen paints by pressure, and the frame is dragged outwards", async () => {
  const { source, ...member } = await anEditor();
  const page = await member.open(`/dashboard/studio/edit?source=${source.id}`, { width: 390 });
  const at = await placesOn(page);
  await atStandard(page);
  const session = await page.context().newCDPSession(page);
  await fingers(session, [at(0.3, 0.3)], [at(0.4, 0.3)], [at(0.6, 0.35)]);
  await expect.poll(() => marked(page)).toBeGreaterThan(1000);
  const one = await marked(page);
  await fingers(
    session,
    [at(0.45, 0.5), at(0.55, 0.5)],
    [at(0.35, 0.5), at(0.65, 0.5)],
    [at(0.2, 0.5), at(0.8, 0.5)],
  );
  await expect.poll(() => button(page, "Show all of it").isDisabled()).toBe(false);
  expect(await marked(page)).toBe(one);
  await button(page, "Show all of it").click();

  // A light stroke of a pen is narrower than one with all of its weight.
  const grownBy = async (y: number, force: number) => {
    const before = await marked(page);
    const pen = { pointerType: "pen", button: "left", force } as const;
    const [from, to] = [at(0.3, y), at(0.7, y)];
    await session.send("Input.dispatchMouseEvent", {
      type: "mousePressed",
      ...from,
      ...pen,
      clickCount: 1,
    });
    await session.send("Input.dispatchMouseEvent", {
      type: "mouseMoved",
      ...to,
      ...pen,
      buttons: 1,
    });
    await session.send("Input.dispatchMouseEvent", {
      type: "mouseReleased",
      ...to,
      ...pen,
      clickCount: 1,
    });
    await expect.poll(() => marked(page)).toBeGreaterThan(before);
    return (await marked(page)) - before;
  };
  const light = await grownBy(0.6, 0.1);
  expect(await grownBy(0.8, 1)).toBeGreaterThan(light * 2);

  await choose(page, "Extend");
  const handle = await page.locator('.edit-handle[data-at="1 0"]').boundingBox();
  if (handle === null) throw new Error("no handle");
  const edge = { x: handle.x + handle.width / 2, y: handle.y + handle.height / 2 };
  await fingers(session, [edge], [{ ...edge, x: edge.x + 10 }], [{ ...edge, x: edge.x + 24 }]);
  const right = page.getByLabel("Right");
  await expect.poll(async () => Number(await right.inputValue())).toBeGreaterThan(20);
  await right.fill("64");
  await page.evaluate(() => scrollTo(0, 0));
  expect(await axeFindingsInBothThemes(page)).toEqual([]);
  await page.getByLabel("Prompt").fill("a sailing boat");
  await page.getByRole("button", { name: /^Cast 1/ }).tap();
  await comparing(page).waitFor();
  const extend = { left: 0, top: 0, right: 64, bottom: 0 };
  const seen = await editComparison(browser.services, {
    cast: castIn(page),
    source: source.id,
    extend,
  });
  expect(seen.changed).toBeGreaterThan(0);
  expect(seen.spoilt).toBe(0);
  expect(await axeFindingsInBothThemes(page)).toEqual([]);
});

test.each([1440, 390] as const)(
  "ST-01 by keyboard alone at %i: a rectangle by numbers and by the crosshair, a dab, and the price before the press",
  async (width) => {
    const { source, ...member } = await anEditor();
    const page = await member.open(`/dashboard/studio/edit?source=${source.id}`, { width });
    await placesOn(page);
    await atStandard(page);
    const said = page.locator("output.sr-only");
    await stageOf(page).focus();
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => said.allTextContents()).toContain("532, 512");
    await page.keyboard.press("Space");
    await expect.poll(() => said.allTextContents()).toContain("Mask changed");
    const dab = await marked(page);
    expect(dab).toBeGreaterThan(100);
    await page.keyboard.press("]");
    await page.keyboard.press("r");
    await page.keyboard.press("Shift+ArrowLeft");
    await page.keyboard.press("Space");
    await page.keyboard.press("Shift+ArrowDown");
    await page.keyboard.press("Shift+ArrowLeft");
    await page.keyboard.press("Space");
    await expect.poll(() => marked(page)).toBeGreaterThan(dab);
    const drawn = await marked(page);

    await page.getByLabel("From left").fill("100");
    await page.getByLabel("From top").fill("50");
    await page.getByLabel("Width").fill("60");
    await page.getByLabel("Height").fill("40");
    await button(page, "Mark this rectangle").press("Enter");
    await expect.poll(() => marked(page)).toBe(drawn + 60 * 40);

    const prompt = page.getByLabel("Prompt");
    await prompt.fill("a sailing boat");
    await button(page, "Cast 1 for 2 credits").waitFor();
    await prompt.press("Control+Enter");
    await comparing(page).waitFor();
    const seen = await editComparison(browser.services, { cast: castIn(page), source: source.id });
    expect(seen).toMatchObject({ spoilt: 0, marked: drawn + 60 * 40 });
    expect(seen.changed).toBeGreaterThan(0);
  },
);

test("ST-02 a picture that is not there or may not be seen says so", async () => {
  const { source } = await anEditor();
  await browser.services.db
    .updateTable("pictures")
    .set({ is_public: false })
    .where("id", "=", source.id)
    .execute();
  const other = await aCaster(browser);
  const page = await other.open(`/dashboard/studio/edit?source=${source.id}`);
  await page.getByRole("heading", { name: "The picture is not here" }).waitFor();
  await browser.go(page, "/dashboard/studio/edit");
  await page.getByRole("heading", { name: "No picture to edit" }).waitFor();
  expect(await stageOf(page).count()).toBe(0);
});
