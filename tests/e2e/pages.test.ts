import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { testBrowser, type TestBrowser } from "../harness/browser.ts";
import { aPicture, type TestPicture } from "../harness/factories.ts";
import type { SignedUp } from "../harness/server.ts";

let browser: TestBrowser;
let member: SignedUp;
let picture: TestPicture;
/** A little more than one page. */
const pictureCount = 65;

beforeAll(async () => {
  browser = await testBrowser();
  member = await browser.server.signUp("Ines Varga");
  for (let count = 1; count < pictureCount; count += 1) {
    const [width, height] = count % 3 === 0 ? [96, 64] : count % 3 === 1 ? [64, 96] : [80, 80];
    await aPicture(
      browser.services,
      { id: member.userId },
      { title: `Study ${count}`, width, height },
    );
  }
  picture = await aPicture(browser.services, { id: member.userId }, { title: "Threshold" });
});
afterEach(() => browser.finish());
afterAll(() => browser.close());

test("RT-01 without JavaScript home has links, names and sizes of the pictures, and a way to more", async () => {
  const page = await browser.open("/", { javaScript: false });
  const cards = page.getByRole("main").locator("article");
  expect(await cards.count()).toBe(40);
  const link = page.getByRole("link", { name: "Threshold, by Ines Varga" });
  expect(await link.getAttribute("href")).toBe(`/i/${picture.slug}`);
  const image = link.locator("img");
  expect(await image.getAttribute("width")).toBe("96");
  expect(await image.getAttribute("height")).toBe("64");
  expect(await image.getAttribute("alt")).toBe("Threshold, by Ines Varga");
  const boxes = await cards.evaluateAll((all) => all.map((one) => one.getBoundingClientRect()));
  expect(boxes.every((box) => box.width > 100 && box.height > 50)).toBe(true);
  await page.getByRole("link", { name: "Show more" }).click();
  await page.getByRole("link", { name: "Study 24, by Ines Varga" }).waitFor();
  await page.getByRole("link", { name: "Back to the newest" }).click();
  await link.waitFor();
});

test("the wall positions its tiles without overlap, at every width, and does not shift", async () => {
  const page = await browser.open("/");
  await page.getByRole("link", { name: "Threshold, by Ines Varga" }).waitFor();
  for (const width of [360, 700, 1000, 1440, 1900]) {
    await page.setViewportSize({ width, height: 900 });
    const overlaps = await page.locator(".wall > *").evaluateAll((tiles) => {
      const boxes = tiles.map((tile) => tile.getBoundingClientRect());
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
    const wider = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    expect(wider).toBe(false);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.reload();
  await page.waitForLoadState("networkidle");
  const shift = await page.evaluate(async () => {
    const sumOf = (entries: PerformanceEntryList) =>
      entries.reduce(
        (sum, entry) => sum + (entry as PerformanceEntry & { value: number }).value,
        0,
      );
    let sum = 0;
    const observer = new PerformanceObserver((list) => {
      sum += sumOf(list.getEntries());
    });
    observer.observe({ type: "layout-shift", buffered: true });
    await document.fonts.ready;
    const near = [...document.images].filter(({ loading }) => loading !== "lazy");
    await Promise.all(near.map((image) => image.decode().catch(() => undefined)));
    // Loaded tiles are painted within two frames, and earlier layout shifts are reported by then.
    for (let frame = 0; frame < 3; frame += 1) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    return sum + sumOf(observer.takeRecords());
  });
  expect(shift).toBeLessThan(0.01);
});

test("the shape filter keeps one shape", async () => {
  const page = await browser.open("/");
  await page.getByRole("button", { name: "Shape: Any shape" }).click();
  await page.getByRole("link", { name: "Portrait", exact: true }).first().click();
  await page.waitForURL(/shape=portrait/);
  const ratios = page.getByRole("main").locator("article img");
  await expect
    .poll(() => ratios.evaluateAll((all) => all.every((one) => one.getAttribute("width") === "64")))
    .toBe(true);
});

test.each([
  ["its slug", () => picture.slug],
  ["its filename", () => picture.filename],
  ["its id", () => picture.id],
])("RT-03 the picture's page is found by %s", async (_what, address) => {
  const page = await browser.open(`/i/${address()}`);
  await page.getByRole("heading", { level: 1, name: "Threshold" }).waitFor();
  const canonical = await page.locator("link[rel=canonical]").getAttribute("href");
  expect(canonical).toMatch(new RegExp(`/i/${picture.slug}$`));
  expect(await page.title()).toBe("Threshold · Echoform");
});

test("a colour of the palette is copied", async () => {
  const page = await browser.open(`/i/${picture.slug}`);
  await page.getByRole("button", { name: "Copy #0f766e" }).click();
  await page.getByText("Copied").waitFor();
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  expect(await clipboard()).toBe("#0f766e");
});

test.each([
  ["/no/such/page", "Page not found"],
  ["/i/no-such-picture-00000000", "This image is not here"],
])("RT-10 %s is a 404 page with links back", async (address, title) => {
  expect((await browser.server.fetch(address)).status).toBe(404);
  const page = await browser.open(address, { expect: [404] });
  await page.getByRole("heading", { level: 1, name: title }).waitFor();
  await page.getByRole("link", { name: "Back to the wall" }).click();
  await page.getByRole("heading", { level: 1, name: "Where fragments echo" }).waitFor();
});

test("RT-03 somebody else's private picture answers like one that never existed", async () => {
  const hidden = await aPicture(browser.services, { id: member.userId }, { is_public: false });
  expect((await browser.server.fetch(`/i/${hidden.slug}`)).status).toBe(404);
  const page = await browser.open(`/i/${hidden.slug}`, { member });
  await page.getByRole("heading", { level: 1 }).waitFor();
});

test("TH-01 the shortcut toggles the theme, shows a toast, and a reload keeps it without a flash", async () => {
  const page = await browser.open(`/i/${picture.slug}`);
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
  expect(await theme()).toBe("light");
  await page.keyboard.press("Control+j");
  await page.getByText("Theme toggled to Dark").waitFor();
  expect(await theme()).toBe("dark");
  await page.reload({ waitUntil: "commit" });
  // The theme is set before there is anything to paint.
  await page.waitForFunction(() => document.body !== null);
  expect(await theme()).toBe("dark");
  await page.getByRole("radio", { name: "Dark", checked: true }).waitFor();
  // That reload did not wait until the page listens to keys.
  await page.reload();
  await page.keyboard.press("Control+j");
  await page.getByText("Theme toggled to Light").waitFor();
});
