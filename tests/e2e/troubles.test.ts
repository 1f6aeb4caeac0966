import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { testBrowser, type TestBrowser } from "../harness/browser.ts";
import { aPicture } from "../harness/factories.ts";
import { scrollAlongWall } from "../harness/scroll.ts";
import type { SignedUp } from "../harness/server.ts";

let browser: TestBrowser;
let member: SignedUp;
/** More than one page of the wall. */
const pictureCount = 60;

beforeAll(async () => {
  browser = await testBrowser();
  member = await browser.server.signUp("Ines Varga");
  for (let count = 1; count <= pictureCount; count += 1) {
    await aPicture(browser.services, { id: member.userId }, { title: `Study ${count}` });
  }
});
afterEach(() => browser.finish());
afterAll(() => browser.close());

test("a wall that failed to load more says so, and a press retries", async () => {
  const page = await browser.open("/");
  await page.route("**/api/pictures?**", (route) => route.abort());
  const cards = page.getByRole("main").locator("article");
  const alert = page.getByRole("alert").getByText("The wall did not load.");
  await expect
    .poll(async () => {
      await scrollAlongWall(page);
      return alert.isVisible();
    })
    .toBe(true);
  expect(await cards.count()).toBe(40);
  await page.unroute("**/api/pictures?**");
  await page.getByRole("link", { name: "Try again" }).click();
  await expect.poll(() => cards.count()).toBe(pictureCount);
  expect(await alert.count()).toBe(0);
});

test("going back from a picture restores the wall's position", async () => {
  const page = await browser.open("/");
  const card = page.getByRole("link", { name: "Study 35, by Ines Varga" });
  await card.scrollIntoViewIfNeeded();
  await page.waitForTimeout(300);
  const left = await page.evaluate(() => scrollY);
  expect(left).toBeGreaterThan(200);
  await card.click();
  await page.getByRole("dialog").getByRole("link", { name: "Open image page" }).click();
  await page.getByRole("heading", { level: 1, name: "Study 35" }).waitFor();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await page.goBack();
  await page.getByRole("dialog", { name: "Study 35" }).waitFor();
  await page.goBack();
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  await expect
    .poll(async () => Math.abs((await page.evaluate(() => scrollY)) - left))
    .toBeLessThan(4);
});

test("a remix and its source link to each other", async () => {
  const owner = { id: member.userId };
  const source = await aPicture(browser.services, owner, { title: "Quiet lake" });
  const remix = await aPicture(browser.services, owner, {
    title: "Quiet lake at night",
    source_picture_id: source.id,
  });
  const page = await browser.open(`/i/${source.slug}`);
  await page.getByRole("link", { name: "Remix: Quiet lake at night" }).click();
  await page.getByRole("heading", { level: 1, name: "Quiet lake at night" }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/i/${remix.slug}`);
  const here = page.getByRole("link", { name: "This image: Quiet lake at night" });
  expect(await here.getAttribute("aria-current")).toBe("page");
  await page.getByRole("link", { name: "Source: Quiet lake" }).click();
  await page.getByRole("heading", { level: 1, name: "Quiet lake", exact: true }).waitFor();
});

test("TH-01 no frame of a reload is painted in the wrong theme", async () => {
  const page = await browser.open("/");
  await page.getByRole("link", { name: "Study 60, by Ines Varga" }).waitFor();
  await page.keyboard.press("Meta+j");
  await page.getByText("Theme toggled to Dark").waitFor();
  // Records the theme at every frame from the first on.
  await page.addInitScript(() => {
    const seen = new Set<string>();
    Object.assign(window, { seen });
    const note = () => {
      if (document.body) seen.add(document.documentElement.dataset.theme ?? "none");
      requestAnimationFrame(note);
    };
    note();
  });
  await page.reload();
  await page.getByRole("link", { name: "Study 60, by Ines Varga" }).waitFor();
  await page.waitForLoadState("networkidle");
  const seen = await page.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen]);
  expect(seen).toEqual(["dark"]);
});

// Last, because it removes the database.
test("with the database gone every page says that the site is not available, with status 503", async () => {
  const open = await browser.open("/", { expect: [503] });
  await open.getByRole("link", { name: "Study 60, by Ines Varga" }).waitFor();
  await browser.services.pool.end();
  const guest = await browser.open("/", { expect: [503] });
  await guest.getByRole("heading", { name: "Not available right now" }).waitFor();
  const signedIn = await browser.open("/", { expect: [503], member });
  await signedIn.getByRole("heading", { name: "Echoform is not available right now" }).waitFor();
  expect((await browser.server.fetch("/")).status).toBe(503);
  await open.getByRole("link", { name: "Study 60, by Ines Varga" }).click();
  await open.getByRole("alert").getByText("The details did not load.").waitFor();
});
