import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { testBrowser, type TestBrowser } from "../harness/browser.ts";
import { aPicture } from "../harness/factories.ts";
import { scrollAlongWall } from "../harness/scroll.ts";
import type { SignedUp } from "../harness/server.ts";

let browser: TestBrowser;
let member: SignedUp;
/** A little more than four pages. */
const pictureCount = 165;

beforeAll(async () => {
  browser = await testBrowser();
  member = await browser.server.signUp("Ines Varga");
  for (let count = 1; count <= pictureCount; count += 1) {
    const [width, height] = count % 3 === 0 ? [96, 64] : count % 3 === 1 ? [64, 96] : [80, 80];
    const picked_at = count <= 3 ? new Date(2026, 0, count) : null;
    await aPicture(
      browser.services,
      { id: member.userId },
      { title: `Study ${count}`, width, height, picked_at },
    );
  }
});
afterEach(() => browser.finish());
afterAll(() => browser.close());

const cards = (page: Page) => page.getByRole("main").locator("article");
const card = (page: Page, number: number) =>
  page.getByRole("link", { name: `Study ${number}, by Ines Varga` });
const scrolled = (page: Page) => page.evaluate(() => scrollY);

/** Adds page after page until the wall shows all of them. */
async function toTheEnd(page: Page) {
  const more = page.getByRole("link", { name: /^(Show more|Loading)$/ });
  await expect
    .poll(async () => {
      // All at once: the link may be gone before a second look.
      return more.evaluateAll((all) => {
        for (const one of all) (one as HTMLElement).click();
        return all.length;
      });
    })
    .toBe(0);
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
}

test("a wall of many pages mounts only what is near the window, and eventually all of it", async () => {
  const page = await browser.open("/");
  await toTheEnd(page);
  const seen = new Set<string>();
  await page.evaluate(() => scrollTo(0, 0));
  await expect
    .poll(
      async () => {
        const names = await cards(page)
          .locator("img")
          .evaluateAll((all) => all.map((one) => (one as HTMLImageElement).alt));
        expect(names.length).toBeLessThan(pictureCount);
        for (const name of names) seen.add(name);
        // On a busy machine the window may scroll past a step before it is observed: repeat from the top.
        const isAtTheEnd = await page.evaluate(
          () => scrollY + innerHeight >= document.documentElement.scrollHeight - 1,
        );
        if (isAtTheEnd) await page.evaluate(() => scrollTo(0, 0));
        else await page.mouse.wheel(0, 500);
        return seen.size;
      },
      { interval: 50 },
    )
    .toBe(pictureCount);
  const overlaps = await cards(page).evaluateAll((all) => {
    const boxes = all.map((one) => one.getBoundingClientRect());
    return boxes.filter((a, index) =>
      boxes.some(
        (b, other) =>
          other > index &&
          a.left < b.right - 1 &&
          b.left < a.right - 1 &&
          a.top < b.bottom - 1 &&
          b.top < a.bottom - 1,
      ),
    ).length;
  });
  expect(overlaps).toBe(0);
});

test("SE-05 a long wall restores its position, on going back and after a reload", async () => {
  const page = await browser.open("/");
  await toTheEnd(page);
  await card(page, 12).scrollIntoViewIfNeeded();
  const left = await scrolled(page);
  expect(left).toBeGreaterThan(2_000);
  const topOf = async () => Math.round((await card(page, 12).boundingBox())?.y ?? -1);
  const top = await topOf();
  await page
    .getByRole("contentinfo")
    .getByRole("link", { name: "About" })
    .evaluate((one) => {
      (one as HTMLAnchorElement).click();
    });
  await page.getByRole("heading", { level: 1, name: /^About/ }).waitFor();
  await aPicture(browser.services, { id: member.userId }, { title: "Newcomer" });
  await page.goBack();
  await card(page, 12).waitFor();
  await expect.poll(() => scrolled(page)).toBe(left);
  await expect.poll(topOf).toBe(top);
  await page.reload();
  await card(page, 12).waitFor();
  await expect.poll(() => scrolled(page)).toBe(left);
  await expect.poll(topOf).toBe(top);
});

test("the density is stored, and the server renders the wall with it", async () => {
  const page = await browser.open("/");
  const widthOf = async () => Math.round((await cards(page).first().boundingBox())?.width ?? 0);
  const wide = await widthOf();
  await page.getByRole("radio", { name: "Dense" }).check();
  await expect.poll(widthOf).toBeLessThan(wide);
  const dense = await widthOf();
  await page.reload();
  await page.getByRole("radio", { name: "Dense", checked: true }).waitFor();
  await expect.poll(widthOf).toBe(dense);
});

test("the feeds have their tabs, and picks are sorted by when they were picked", async () => {
  const page = await browser.open("/");
  await page.getByRole("link", { name: "Picks" }).first().click();
  await page.waitForURL(/feed=picks/);
  await page.getByRole("heading", { level: 1, name: "Picks" }).waitFor();
  await expect.poll(() => cards(page).count()).toBe(3);
  expect(await cards(page).first().locator("img").getAttribute("alt")).toBe(
    "Study 3, by Ines Varga",
  );
  await page.getByRole("link", { name: "Visual Pulse" }).first().click();
  await page.getByRole("heading", { level: 1, name: "Visual Pulse" }).waitFor();
  await expect.poll(() => cards(page).count()).toBeGreaterThan(30);
});

test("B17 B40 B41 Fragments and Echoed Creators keep the tabs, large enough for a finger, and none on paper", async () => {
  const page = await browser.open("/collections", { width: 390 });
  const tabs = page.getByRole("navigation", { name: "Feeds" });
  const current = () => tabs.locator("[aria-current]").innerText();
  expect(await current()).toBe("Fragments");
  await tabs.getByRole("link", { name: "Echoed Creators" }).click();
  await page.getByRole("heading", { level: 1, name: "Echoed Creators" }).waitFor();
  expect(await current()).toBe("Echoed Creators");
  const low = await page
    .locator(".tab, footer nav li a, main .segment > *")
    .evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().height < 44).length);
  expect(low).toBe(0);
  await page.emulateMedia({ media: "print" });
  for (const part of [page.getByRole("banner"), page.getByRole("contentinfo"), tabs]) {
    await part.waitFor({ state: "hidden" });
  }
  expect(await page.getByRole("heading", { level: 1 }).isVisible()).toBe(true);
});

test("on a focused picture L likes, C collects and R remixes", async () => {
  const page = await browser.open("/", { member });
  await card(page, 160).focus();
  const like = page.getByRole("button", { name: "Like Study 160" });
  await like.waitFor();
  await page.getByRole("button", { name: "Collect Study 160" }).waitFor();
  await page.keyboard.press("l");
  await expect.poll(() => like.getAttribute("aria-pressed")).toBe("true");
  await page.keyboard.press("c");
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  await card(page, 160).focus();
  await page.keyboard.press("r");
  await page.waitForURL(/dashboard\/studio\/remix\?source=/);
});

const walls = ["/", "/search?q=study", "/s/study"] as const;

/** The pages of a wall that a page requests. */
function pagesAskedBy(page: Page): string[] {
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === "/api/pictures" && searchParams.has("cursor")) asked.push(request.url());
  });
  return asked;
}

/** Presses End until the page is loaded: a press right after a scroll by script may be overridden by that scroll. */
async function toTheEndByKey(page: Page, isThere: () => Promise<boolean>): Promise<void> {
  await expect
    .poll(async () => {
      await page.keyboard.press("End");
      return isThere();
    })
    .toBe(true);
}

async function openWall(address: string): Promise<{ page: Page; asked: string[] }> {
  // There are results once the pictures are indexed.
  await expect
    .poll(async () => (await browser.server.fetch(address)).text())
    .toContain("Show more");
  const page = await browser.open(address);
  return { page, asked: pagesAskedBy(page) };
}

test.each(walls)(
  "the footer of %s is reachable from the first page on, and does not move",
  async (address) => {
    const { page, asked } = await openWall(address);
    const about = page.getByRole("contentinfo").getByRole("link", { name: "About" });
    const inWindow = () =>
      about.evaluate((one) => {
        const { top, bottom } = one.getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight;
      });
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(
      "Skip to the footer",
    );
    await page.keyboard.press("Enter");
    await expect.poll(inWindow).toBe(true);
    await page.keyboard.press("Tab");
    const focused = () => page.evaluate(() => document.activeElement?.closest("footer") !== null);
    await expect.poll(focused).toBe(true);
    // To the end by a key, with the focus elsewhere.
    await page.evaluate(() => {
      (document.activeElement as HTMLElement).blur();
      scrollTo(0, 0);
    });
    // Leaving the footer for the top must not load more; two frames show the top.
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    expect(asked).toEqual([]);
    await toTheEndByKey(page, inWindow);
    expect(asked).toEqual([]);
    await about.click();
    await page.waitForURL(/\/pages\/about/);
    expect(asked).toEqual([]);
  },
);

test.each(walls)(
  "three pages of %s load on scrolling, then the footer follows the wall",
  async (address) => {
    const { page, asked } = await openWall(address);
    const more = page.getByRole("link", { name: "Show more" });
    const toFooter = () =>
      page
        .getByRole("contentinfo")
        .evaluate((one) => one.getBoundingClientRect().top - innerHeight);
    await expect
      .poll(
        async () => {
          await scrollAlongWall(page);
          return asked.length;
        },
        { interval: 50 },
      )
      .toBe(3);
    await more.waitFor();
    await more.scrollIntoViewIfNeeded();
    await toTheEndByKey(page, async () => (await toFooter()) < -100);
    await more.click();
    await expect.poll(() => asked.length).toBe(4);
    await page.getByRole("link", { name: "Loading" }).waitFor({ state: "detached" });
    expect(await page.getByRole("contentinfo").isVisible()).toBe(true);
  },
);
