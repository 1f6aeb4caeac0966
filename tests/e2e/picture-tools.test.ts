import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { axeFindingsInBothThemes, testBrowser, type TestBrowser } from "../harness/browser.ts";
import { aPicture } from "../harness/factories.ts";
import type { SignedUp } from "../harness/server.ts";

let browser: TestBrowser;
let owner: SignedUp;

beforeAll(async () => {
  browser = await testBrowser();
  owner = await browser.server.signUp("Ines Varga");
  const id = owner.userId;
  const source = await aPicture(browser.services, { id }, { title: "Study 1" });
  await aPicture(
    browser.services,
    { id },
    {
      title: "Study 2",
      prompt: "study in chalk",
      tags: ["chalk"],
      source_picture_id: source.id,
      width: 300,
      height: 200,
    },
  );
});
afterEach(() => browser.finish());
afterAll(() => browser.close());

const card = (page: Page) =>
  page.getByRole("main").getByRole("link", { name: "Study 2, by Ines Varga" });
const dialogOf = (page: Page) => page.getByRole("dialog", { name: "Study 2", exact: true });

test("details that fail to load say so in the dialog, and a press retries", async () => {
  const page = await browser.open("/", { expect: [0] });
  await page.route("**/api/picture/**", (route) => route.abort());
  await card(page).click();
  const dialog = dialogOf(page);
  await dialog.getByRole("alert").getByText("The details did not load.").waitFor();
  await page.unroute("**/api/picture/**");
  await dialog.getByRole("button", { name: "Try again" }).click();
  await dialog.getByText("study in chalk").waitFor();
  await expect.poll(() => dialog.getByRole("alert").count()).toBe(0);
});

test("Z opens the zoom, which grows, moves and closes by the keyboard alone", async () => {
  const page = await browser.open("/");
  await card(page).focus();
  await page.keyboard.press("Enter");
  await dialogOf(page).getByText("study in chalk").waitFor();
  await page.keyboard.press("z");
  const surface = page.getByRole("application");
  await surface.waitFor();
  const size = page.getByRole("status", { name: "Size" });
  await expect.poll(() => size.textContent()).toBe("200 %");
  await page.keyboard.press("+");
  await expect.poll(() => size.textContent()).toBe("300 %");
  await page.keyboard.press("0");
  await expect.poll(() => size.textContent()).toBe("100 %");
  await page.mouse.move(700, 450);
  await page.mouse.wheel(0, -600);
  await expect.poll(() => size.textContent()).not.toBe("100 %");
  await page.keyboard.press("z");
  await surface.waitFor({ state: "hidden" });
  await dialogOf(page).waitFor();
});

test("two fingers zoom the picture in and out, and one finger moves it", async () => {
  const page = await browser.open("/", { width: 390 });
  await card(page).tap();
  const dialog = dialogOf(page);
  await dialog.getByText("study in chalk").waitFor();
  await dialog.getByRole("button", { name: "Zoom to full size" }).tap();
  const size = page.getByRole("status", { name: "Size" });
  const percent = async () => Number.parseInt((await size.textContent()) ?? "", 10);
  const hand = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", ...across: number[]) =>
    hand.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: across.map((x, id) => ({ id, x, y: 420 })),
    });
  /** Two fingers around the middle, each at this distance from it, in px. */
  async function pinch(from: number, to: number) {
    await touch("touchStart", 195 - from, 195 + from);
    for (let step = 1; step <= 4; step += 1) {
      const apart = from + ((to - from) * step) / 4;
      await touch("touchMove", 195 - apart, 195 + apart);
    }
    await touch("touchEnd");
  }
  await expect.poll(percent).toBe(200);
  await pinch(30, 120);
  await expect.poll(percent).toBeGreaterThan(300);
  const picture = page.getByRole("application").getByRole("img");
  const left = async () => (await picture.boundingBox())?.x ?? 0;
  const before = await left();
  await touch("touchStart", 195);
  await touch("touchMove", 165);
  await touch("touchEnd");
  await expect.poll(left).toBeLessThan(before - 20);
  await pinch(120, 60);
  await expect.poll(percent).toBeLessThan(300);
});

test("an owner makes a picture private, edits its texts, and undoes a deletion", async () => {
  const own = await aPicture(browser.services, { id: owner.userId }, { title: "Draft of a heron" });
  const page = await browser.open(`/i/${own.slug}`, { member: owner, expect: [400] });
  const tools = page.getByRole("region", { name: "Your image" });
  await tools.getByRole("button", { name: "Make private" }).click();
  await tools.getByText("Private. Only you see it.").waitFor();
  expect((await browser.server.fetch(`/i/${own.slug}`)).status).toBe(404);
  await tools.getByRole("button", { name: "Edit details" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit details" });
  const hide = dialog.getByLabel("Hide the prompt from others");
  await hide.check();
  await dialog.getByText("may hold words of the prompt").waitFor();
  await hide.uncheck();
  await dialog.getByLabel("Title").fill(" ");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByText("Must not be blank").waitFor();
  await dialog.getByLabel("Title").fill("Heron at dusk");
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByRole("heading", { level: 1, name: "Heron at dusk" }).waitFor();
  await page.clock.install();
  await tools.getByRole("button", { name: "Delete", exact: true }).click();
  await tools.getByText("This image is deleted when you leave this page.").waitFor();
  // However long it takes.
  await page.clock.fastForward("01:00:00");
  await tools.getByRole("button", { name: "Undo" }).click();
  await tools.getByRole("button", { name: "Make public" }).click();
  await tools.getByRole("button", { name: "Make private" }).waitFor();
  expect((await browser.server.fetch(`/i/${own.slug}`)).status).toBe(200);
  await tools.getByRole("button", { name: "Delete", exact: true }).click();
  await tools.getByRole("button", { name: "Delete now" }).click();
  await page.getByText("Image deleted").waitFor();
  expect((await browser.server.fetch(`/i/${own.slug}`)).status).toBe(404);
});

test("AD-11 a member reports a picture with a reason and may change it; a guest signs in first", async () => {
  const seen = await aPicture(browser.services, { id: owner.userId }, { title: "Seen before" });
  const member = await browser.server.signUp("Rita Reporter");
  const page = await browser.open(`/i/${seen.slug}`, { member });
  const report = page.getByRole("button", { name: "Report this image" });
  const dialog = page.getByRole("dialog", { name: "Report this image" });
  const send = dialog.getByRole("button", { name: "Report", exact: true });
  await report.click();
  await send.click();
  await dialog.getByRole("alert").getByText("Choose a reason.").waitFor();
  await dialog.getByRole("radio", { name: "Spam or misleading" }).check();
  await send.click();
  await dialog.waitFor({ state: "hidden" });
  await report.click();
  await dialog.getByRole("radio", { name: "Hate or harassment" }).check();
  await dialog.getByLabel("Anything to add").fill("See the sign");
  await send.click();
  await dialog.waitFor({ state: "hidden" });
  const voices = await browser.services.db
    .selectFrom("report_voices as v")
    .innerJoin("reports as r", "r.id", "v.report_id")
    .select(["v.reason", "v.note"])
    .where("r.picture_id", "=", seen.id)
    .execute();
  expect(voices).toEqual([{ reason: "hate", note: "See the sign" }]);
  const guest = await browser.open(`/i/${seen.slug}`);
  await guest.getByRole("button", { name: "Report this image" }).click();
  const signIn = guest.getByRole("dialog", { name: "Welcome back" });
  await signIn.getByLabel("Email").fill(member.email);
  await signIn.getByLabel("Password", { exact: true }).fill(member.password);
  await signIn.getByRole("button", { name: "Sign in" }).click();
  await guest.getByRole("dialog", { name: "Report this image" }).waitFor();
});

test.each([1440, 390] as const)(
  "TH-04 axe finds nothing in the picture dialog in both themes at %i",
  async (width) => {
    const page = await browser.open("/", { width });
    await card(page).click();
    const dialog = dialogOf(page);
    await dialog.getByText("study in chalk").waitFor();
    await dialog.getByRole("region", { name: "Similar fragments" }).waitFor();
    expect(await axeFindingsInBothThemes(page)).toEqual([]);
  },
);
