import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { testBrowser, type TestBrowser } from "../harness/browser.ts";
import { aPicture, type TestPicture } from "../harness/factories.ts";
import type { SignedUp } from "../harness/server.ts";

let browser: TestBrowser;
let member: SignedUp;
/** From oldest to newest: the last one is first on the wall. */
const pictures: TestPicture[] = [];
const count = 44;

beforeAll(async () => {
  browser = await testBrowser();
  member = await browser.server.signUp("Ines Varga");
  for (let number = 1; number <= count; number += 1) {
    const source_picture_id = number === 43 ? pictures[41].id : null;
    pictures.push(
      await aPicture(
        browser.services,
        { id: member.userId },
        {
          title: `Study ${number}`,
          prompt: `study number ${number}, in chalk`,
          tags: ["chalk", "study"],
          source_picture_id,
        },
      ),
    );
  }
});
afterEach(() => browser.finish());
afterAll(() => browser.close());

const card = (page: Page, number: number) =>
  page.getByRole("main").getByRole("link", { name: `Study ${number}, by Ines Varga` });
const dialogOf = (page: Page, number: number) =>
  page.getByRole("dialog", { name: `Study ${number}`, exact: true });
const pathOf = (page: Page) => new URL(page.url()).pathname + new URL(page.url()).search;
const at = (number: number) => `/i/${pictures[number - 1].slug}`;

/** Records the page's requests, except pictures and scripts. */
function asked(page: Page): string[] {
  const found: string[] = [];
  page.on("request", (request) => {
    if (["document", "fetch", "xhr"].includes(request.resourceType())) {
      found.push(`${request.method()} ${new URL(request.url()).pathname}`);
    }
  });
  return found;
}

test("MO-01 a press pushes the picture's URL without loading a document or data, and closing restores path and scroll position", async () => {
  const page = await browser.open("/?shape=landscape");
  await card(page, 20).scrollIntoViewIfNeeded();
  const left = await page.evaluate(() => scrollY);
  expect(left).toBeGreaterThan(100);
  const requests = asked(page);
  await card(page, 20).click();
  await dialogOf(page, 20).waitFor();
  await expect.poll(() => pathOf(page)).toBe(at(20));
  await dialogOf(page, 20).getByText("study number 20, in chalk").waitFor();
  expect(requests.filter((one) => !one.includes(" /api/"))).toEqual([]);
  expect(requests.filter((one) => one === `GET /api/picture/${pictures[19].slug}`)).toHaveLength(1);
  requests.length = 0;
  await dialogOf(page, 20).getByRole("button", { name: "Close", exact: true }).click();
  await expect.poll(() => pathOf(page)).toBe("/?shape=landscape");
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(left);
  expect(requests.filter((one) => !one.includes(" /api/"))).toEqual([]);
});

test("MO-01 the browser's back closes the dialog, forward opens it again", async () => {
  const page = await browser.open("/");
  await card(page, 44).click();
  await dialogOf(page, 44).waitFor();
  await page.goBack();
  await dialogOf(page, 44).waitFor({ state: "hidden" });
  await expect.poll(() => pathOf(page)).toBe("/");
  await page.goForward();
  await dialogOf(page, 44).getByText("study number 44, in chalk").waitFor();
  await expect.poll(() => pathOf(page)).toBe(at(44));
  await page.keyboard.press("Escape");
  await dialogOf(page, 44).waitFor({ state: "hidden" });
  await expect.poll(() => pathOf(page)).toBe("/");
});

test("MO-02 the URL itself renders the page, so does reloading an open dialog, and back leads to the wall", async () => {
  const page = await browser.open("/");
  await card(page, 44).click();
  await dialogOf(page, 44).waitFor();
  await page.reload();
  await page.getByRole("heading", { level: 1, name: "Study 44" }).waitFor();
  expect(await page.getByRole("dialog").count()).toBe(0);
  await page.goBack();
  await card(page, 44).waitFor();
  expect(pathOf(page)).toBe("/");
});

test("MO-02 a press with the middle button or with Ctrl opens the page in another tab", async () => {
  const page = await browser.open("/");
  const [tab] = await Promise.all([
    page.context().waitForEvent("page"),
    card(page, 44).click({ modifiers: ["ControlOrMeta"] }),
  ]);
  await tab.getByRole("heading", { level: 1, name: "Study 44" }).waitFor();
  expect(await page.getByRole("dialog").count()).toBe(0);
});

test("MO-03 leaving by a link in the dialog closes it", async () => {
  const page = await browser.open("/");
  await card(page, 44).click();
  await dialogOf(page, 44).getByRole("link", { name: "Remix", exact: true }).click();
  await page.waitForURL(/\/(login|dashboard)/);
  await dialogOf(page, 44).waitFor({ state: "hidden" });
  expect(pathOf(page)).not.toBe(at(44));
});

test("MO-05 first the blur of 24 px at quality 10, then 512, then 1024 webp", async () => {
  const page = await browser.open("/");
  const sources: string[] = [];
  page.on("request", (request) => sources.push(new URL(request.url()).pathname));
  const { slug } = pictures[24];
  await card(page, 25).click();
  const dialog = dialogOf(page, 25);
  await dialog.locator("img[data-shown]").waitFor();
  const blur = await dialog
    .locator(".stage .card-blur")
    .evaluate((one) => one.style.backgroundImage);
  expect(blur).toContain(`/i/24x0/q10/${slug}.webp`);
  expect(blur).toContain("data:image/webp;base64,");
  const shown = await dialog
    .locator(".stage img")
    .evaluateAll((all) => all.map((one) => new URL((one as HTMLImageElement).src).pathname));
  expect(shown).toEqual([`/i/512x0/q75/${slug}.webp`, `/i/1024x0/q75/${slug}.webp`]);
  expect(sources.indexOf(shown[1])).toBeGreaterThan(-1);
});

test("MO-06 the dialog shows all details of the picture", async () => {
  const page = await browser.open("/");
  await card(page, 42).click();
  const dialog = dialogOf(page, 42);
  await dialog.getByText("study number 42, in chalk").waitFor();
  for (const name of ["Follow", "View prompt", "Like", "Collect", "Echo (share)", "Copy #0f766e"]) {
    await dialog.getByRole("button", { name, exact: true }).waitFor();
  }
  for (const name of [
    "Ines Varga",
    "Remix",
    "Download",
    "chalk",
    "Search by #0f766e",
    "CC BY 4.0 (opens in a new tab)",
  ]) {
    await dialog.getByRole("link", { name, exact: true }).first().waitFor();
  }
  for (const text of ["96 × 64", "0 likes", "0 downloads", "1 remix", "0 views"]) {
    await dialog.getByText(text, { exact: true }).waitFor();
  }
  expect(await dialog.getByRole("link", { name: "chalk" }).getAttribute("href")).toBe("/s/chalk");
  expect(await dialog.locator("time").getAttribute("datetime")).toMatch(/^\d{4}-/);
});

test("MO-06 a like in the dialog shows in the tile and the count", async () => {
  const page = await browser.open("/", { member });
  await card(page, 40).click();
  const dialog = dialogOf(page, 40);
  await dialog.getByText("0 likes", { exact: true }).waitFor();
  await dialog.getByRole("button", { name: "Like", exact: true }).click();
  await dialog.getByText("1 like", { exact: true }).waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  await card(page, 40).focus();
  const like = page.getByRole("button", { name: "Like Study 40" });
  await expect.poll(() => like.getAttribute("aria-pressed")).toBe("true");
});

test("MO-07 the arrow keys step through the list with the next one prefetched; focus is trapped and restored", async () => {
  const page = await browser.open("/");
  await card(page, 42).focus();
  const requests = asked(page);
  await page.keyboard.press("Enter");
  await dialogOf(page, 42).waitFor();
  const next = `GET /api/picture/${pictures[40].slug}`;
  await expect.poll(() => requests.filter((one) => one === next).length).toBe(1);
  await page.keyboard.press("ArrowRight");
  await dialogOf(page, 41).getByText("study number 41, in chalk").waitFor();
  await expect.poll(() => pathOf(page)).toBe(at(41));
  expect(requests.filter((one) => one === next)).toHaveLength(1);
  await page.keyboard.press("ArrowLeft");
  await dialogOf(page, 42).waitFor();
  await dialogOf(page, 42)
    .getByText(/^3 \/ 4\d/)
    .waitFor();
  await dialogOf(page, 42).getByRole("button", { name: "Next image" }).click();
  await dialogOf(page, 41).waitFor();
  const isInside = () => page.evaluate(() => document.activeElement?.closest("dialog") !== null);
  for (let press = 0; press < 12; press += 1) {
    await page.keyboard.press("Tab");
    expect(await isInside()).toBe(true);
  }
  await page.goBack();
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  expect(pathOf(page)).toBe("/");
  const focused = () => page.evaluate(() => document.activeElement?.querySelector("img")?.alt);
  await expect.poll(focused).toBe("Study 42, by Ines Varga");
});

test("MO-07 an arrow key pressed in the moment a picture appears steps from that picture", async () => {
  const page = await browser.open("/");
  await card(page, 42).click();
  await dialogOf(page, 42).waitFor();
  await page.evaluate(() => {
    const press = (key: string) =>
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    const observer = new MutationObserver(() => {
      if (document.querySelector("dialog[open] h2")?.textContent !== "Study 41") return;
      observer.disconnect();
      press("ArrowRight");
    });
    observer.observe(document, { subtree: true, childList: true, characterData: true });
    press("ArrowRight");
  });
  await dialogOf(page, 40).waitFor();
  await expect.poll(() => pathOf(page)).toBe(at(40));
});

test("MO-07 at the end of the loaded list its next page is read", async () => {
  const page = await browser.open("/");
  await card(page, 6).scrollIntoViewIfNeeded();
  await card(page, 6).click();
  await dialogOf(page, 6).waitFor();
  for (const number of [5, 4, 3]) {
    const button = page.getByRole("button", { name: "Next image" });
    await expect.poll(() => button.isEnabled()).toBe(true);
    await button.click();
    await dialogOf(page, number).waitFor();
  }
});

test("MO-08 similar pictures are shown below, and a press opens one in the same dialog", async () => {
  const page = await browser.open("/");
  await card(page, 44).click();
  const similar = dialogOf(page, 44).getByRole("region", { name: "Similar fragments" });
  await similar
    .getByRole("link", { name: /^Study \d+, by/ })
    .first()
    .click();
  await expect.poll(() => pathOf(page)).not.toBe(at(44));
  await dialogOf(page, 44).waitFor({ state: "hidden" });
  await page.getByRole("dialog", { name: /^Study/ }).waitFor();
  await page.keyboard.press("Escape");
  await expect.poll(() => pathOf(page)).toBe("/");
});

test("MO-09 the dialog shows source and remixes, which link to each other", async () => {
  const page = await browser.open("/");
  await card(page, 43).click();
  const dialog = dialogOf(page, 43);
  const echoes = dialog.getByRole("region", { name: "Echoes" });
  await echoes.getByRole("link", { name: "Source: Study 42" }).click();
  await dialogOf(page, 42).waitFor();
  await dialogOf(page, 42)
    .getByRole("region", { name: "Echoes" })
    .getByRole("link", { name: "Remix: Study 43" })
    .waitFor();
  await expect.poll(() => pathOf(page)).toBe(at(42));
});
