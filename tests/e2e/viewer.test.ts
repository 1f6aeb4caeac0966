import type { Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { axeFindings, testBrowser, type TestBrowser } from "../harness/browser.ts";
import { aPicture } from "../harness/factories.ts";
import { quickEngine } from "../harness/quick-engine.ts";
import { aCaster } from "../harness/studio.ts";
import type { SignedUp } from "../harness/server.ts";

let browser: TestBrowser;
let owner: SignedUp;

beforeAll(async () => {
  const quick = quickEngine({ held: { after: new Promise(() => undefined) } });
  browser = await testBrowser({ engines: new Map([[quick.id, quick]]) });
  owner = await browser.server.signUp("Tobi Okafor");
  for (const title of ["Harbour", "Glacier", "Lantern"]) {
    await aPicture(browser.services, { id: owner.userId }, { title, prompt: `a ${title}` });
  }
});
afterEach(() => browser.finish());
afterAll(() => browser.close());

const pathOf = (page: Page) => new URL(page.url()).pathname;
const viewerOf = (page: Page, title: string) =>
  page.getByRole("dialog", { name: title, exact: true });

/** Opens a picture of the wall in the dialog. */
async function opened(page: Page, title: string): Promise<Locator> {
  await page.getByRole("link", { name: `${title}, by Tobi Okafor` }).click();
  const viewer = viewerOf(page, title);
  await viewer.getByText(`a ${title}`, { exact: true }).waitFor();
  return viewer;
}

/** Whether a press in the middle of an element would reach it. */
const isInFront = (element: Locator) =>
  element.evaluate((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return one.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });

/** Points of an element, as shares of its width and height, at which a press would reach something else. */
const coveredParts = (element: Locator) =>
  element.evaluate((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    const shares = [0.2, 0.5, 0.8];
    return shares
      .flatMap((across) => shares.map((down) => ({ across, down })))
      .filter(
        ({ across, down }) =>
          !one.contains(document.elementFromPoint(x + width * across, y + height * down)),
      );
  });

/** Keeps toasts until they are closed: on a busy machine their four seconds could be over before they are looked at. */
const keepToasts = (page: Page) =>
  page.evaluate(() => {
    const start = window.setTimeout.bind(window);
    const unlessLong = (run: () => void, ms = 0) => (ms > 3000 ? 0 : start(run, ms));
    Object.assign(window, { setTimeout: unlessLong });
  });

/** Size, place and scroll position of a dialog. */
const stateOf = (dialog: Locator) =>
  dialog.evaluate((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return { x, y, width, height, top: one.scrollTop };
  });

test.each([1440, 390] as const)(
  "TH-02 DL-01 at %i px a toast is in front of every dialog, and a dialog leaves the one behind it as it is",
  async (width) => {
    const page = await browser.open("/", { width });
    const viewer = await opened(page, "Glacier");
    await viewer.evaluate((one) => one.scrollTo(0, 60));
    await expect.poll(async () => (await stateOf(viewer)).top).toBeGreaterThan(0);
    await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0);
    const before = await stateOf(viewer);

    await keepToasts(page);
    await page.keyboard.press("s");
    const share = page.getByRole("dialog", { name: "Echo this manifestation" });
    await share.getByRole("button", { name: "Copy link" }).click();
    expect(await stateOf(viewer)).toEqual(before);
    const toast = page.locator("[data-sonner-toast]").filter({ hasText: "Link copied" });
    await expect.poll(() => isInFront(toast)).toBe(true);
    expect(await axeFindings(page)).toEqual([]);

    await page.keyboard.press("Escape");
    await share.waitFor({ state: "hidden" });
    expect(await stateOf(viewer)).toEqual(before);
    await expect.poll(() => isInFront(toast)).toBe(true);
    await toast.getByRole("button", { name: "Close toast" }).click();
    await toast.waitFor({ state: "detached" });
    await viewer.waitFor();

    await viewer.getByRole("button", { name: "Copy", exact: true }).click();
    const other = page.locator("[data-sonner-toast]").filter({ hasText: "Prompt copied" });
    await expect.poll(() => isInFront(other)).toBe(true);
    await page.keyboard.press("Escape");
    await viewer.waitFor({ state: "hidden" });
    await expect.poll(() => isInFront(other)).toBe(true);
  },
);

test("MO-06 on a narrow screen the button that closes the dialog covers no part of another", async () => {
  const page = await browser.open("/", { width: 390 });
  const viewer = await opened(page, "Glacier");
  // So low that each of them can be scrolled to the top, where the button is.
  await page.setViewportSize({ width: 390, height: 440 });
  for (const name of ["Follow", "Echo (share)", "Next image", "Zoom to full size", "Close"]) {
    const button = viewer.getByRole("button", { name, exact: true });
    await button.evaluate((one) => one.scrollIntoView({ block: "start" }));
    expect([name, await coveredParts(button)]).toEqual([name, []]);
  }
});

test("MO-07 swipes step through the pictures, and one down closes the dialog", async () => {
  const page = await browser.open("/", { width: 390 });
  await opened(page, "Glacier");
  const fingers = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", at?: { x: number; y: number }) =>
    fingers.send("Input.dispatchTouchEvent", { type, touchPoints: at ? [at] : [] });
  async function swipe(x: number, y: number) {
    const picture = page.getByRole("dialog").getByRole("button", { name: "Zoom in" });
    const box = await picture.boundingBox();
    if (box === null) throw new Error("no picture is shown");
    const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    await touch("touchStart", from);
    for (const part of [0.3, 0.6, 1]) {
      await touch("touchMove", { x: from.x + x * part, y: from.y + y * part });
    }
    await touch("touchEnd");
  }
  // The newest is first: Lantern, Glacier, Harbour.
  await swipe(-160, 10);
  await viewerOf(page, "Harbour").waitFor();
  await swipe(-160, 0);
  await swipe(160, 0);
  await viewerOf(page, "Glacier").waitFor();
  await swipe(150, 0);
  await viewerOf(page, "Lantern").waitFor();
  expect(await page.getByRole("dialog").count()).toBe(1);
  await swipe(10, 180);
  await viewerOf(page, "Lantern").waitFor({ state: "hidden" });
  await expect.poll(() => pathOf(page)).toBe("/");
});

test("MO-07 a picture is compared with its neighbours in the list", async () => {
  const page = await browser.open("/");
  const viewer = await opened(page, "Glacier");
  await viewer.getByRole("button", { name: "Compare", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Compare", exact: true });
  const slider = (other: string) =>
    dialog.getByRole("slider", { name: `Compare: ${other} on the left, Glacier on the right` });
  await slider("Lantern").press("ArrowRight");
  expect(await slider("Lantern").inputValue()).toBe("51");
  await dialog.getByRole("radio", { name: "Next" }).check({ force: true });
  await slider("Harbour").waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  await viewer.getByText("2 / 3", { exact: true }).waitFor();
});

test("MO-01 MO-07 pictures of the studio, the cast log and a thread open in the dialog with their neighbours, and back returns", async () => {
  const member = await aCaster(browser);
  const source = (await member.made({ prompt: "a coral arch", count: 2 })).pictures[0];
  await member.made({ prompt: "a coral arch by night", source: { pictureId: source.id } });
  const page = await member.open("/dashboard/studio/remix");
  const press = page.getByRole("link", { name: "a coral arch, 2 of 2" });
  for (const address of ["/dashboard/studio/remix", "/dashboard/work/cast-log"]) {
    if (pathOf(page) !== address) await browser.go(page, address);
    await press.click();
    const viewer = viewerOf(page, "A coral arch");
    await viewer.getByText("3 / 3", { exact: true }).waitFor();
    await viewer.getByText("a coral arch", { exact: true }).waitFor();
    await page.keyboard.press("ArrowLeft");
    await viewer.getByText("2 / 3", { exact: true }).waitFor();
    await page.keyboard.press("ArrowLeft");
    await viewerOf(page, "A coral arch by night").getByText("1 / 3", { exact: true }).waitFor();
    await page.goBack();
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    expect(pathOf(page)).toBe(address);
    await expect.poll(() => press.evaluate((one) => one === document.activeElement)).toBe(true);
  }
  await browser.go(page, `/dashboard/work/threads?at=${source.id}`);
  const chosen = page.getByRole("region", { name: "Chosen picture" });
  await chosen.getByRole("link", { name: "Open picture", exact: true }).click();
  await viewerOf(page, "A coral arch").getByText("1 / 2", { exact: true }).waitFor();
  await page.keyboard.press("ArrowRight");
  await viewerOf(page, "A coral arch by night").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  await chosen.getByText("Source: A coral arch", { exact: true }).waitFor();
  await expect.poll(() => pathOf(page)).toBe("/dashboard/work/threads");
});

test("MO-01 MO-07 pictures of the asset manager open in the dialog with their neighbours, and the selection stays", async () => {
  const admin = await browser.server.signUp("Ada Admin");
  await browser.services.db
    .updateTable("users")
    .set({ role: "admin" })
    .where("id", "=", admin.userId)
    .execute();
  const address = "/dashboard/admin/asset-manager";
  const page = await browser.open(address, { member: admin });
  await page.getByRole("checkbox", { name: "Select Glacier" }).check();
  await page.getByRole("table").getByRole("link", { name: "Glacier" }).click();
  await viewerOf(page, "Glacier").getByRole("button", { name: "Next image" }).click();
  await viewerOf(page, "Harbour").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  await expect.poll(() => pathOf(page)).toBe(address);
  expect(await page.getByRole("checkbox", { name: "Select Glacier" }).isChecked()).toBe(true);
});

test("WK-02 the button that deletes a cast from the log does not come where the one that cancels it was", async () => {
  const member = await aCaster(browser);
  await member.fetch("/api/generate", {
    method: "POST",
    headers: { "content-type": "application/json", "idempotency-key": crypto.randomUUID() },
    body: JSON.stringify({ quality: "standard", prompt: "held until cancelled" }),
  });
  const page = await member.open("/dashboard/work/cast-log");
  await page.getByRole("button", { name: "Cancel held until cancelled" }).click();
  const remove = page.getByRole("button", { name: "Delete held until cancelled from the log" });
  await remove.waitFor();
  expect(await remove.evaluate((button) => button.matches(":hover"))).toBe(false);
});

test("WK-01 on a narrow screen the chosen picture of a thread has room for its words", async () => {
  const member = await aCaster(browser);
  const source = (await member.made({ prompt: "a coral arch" })).pictures[0];
  await member.made({ prompt: "a coral arch by night", source: { pictureId: source.id } });
  const page = await member.open("/dashboard/work/threads", { width: 390 });
  const name = page.getByRole("region", { name: "Chosen picture" }).getByText("night").first();
  const box = await name.boundingBox();
  expect(box?.width).toBeGreaterThan(200);
});
