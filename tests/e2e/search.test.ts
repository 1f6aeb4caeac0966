import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { indexPending } from "#app/features/search/jobs.ts";
import { loadBuild } from "#app/roles/pages.ts";
import { axeFindingsInBothThemes, testBrowser, type TestBrowser } from "../harness/browser.ts";
import { aMember, aPicture, type TestMember } from "../harness/factories.ts";
import { aPng, madePicture } from "../harness/made-picture.ts";
import { scrollAlongWall } from "../harness/scroll.ts";
import { testServer } from "../harness/server.ts";
import { testServices } from "../harness/services.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

let browser: TestBrowser;
let mira: TestMember;

const teal = "#0f766e";
const red = "#b5352c";

async function aWork(title: string, color: string, width: number, height: number) {
  const png = await aPng(width, height, color);
  return madePicture(browser.services, mira, { png, title, prompt: `${title}, oil painting` });
}

/** Waits until every picture is indexed; the worker may be indexing already. */
async function untilIndexed(): Promise<void> {
  const { db } = browser.services;
  const left = () => db.selectFrom("search_outbox").select("id").executeTakeFirst();
  while ((await left()) !== undefined) await indexPending(browser.services);
}

beforeAll(async () => {
  browser = await testBrowser();
  mira = await aMember(browser.services, { name: "Mira Holt" });
  await aWork("Lighthouse in the morning", teal, 96, 64);
  await aWork("Lighthouse at night", red, 64, 96);
  await aWork("Loaf of bread", red, 80, 80);
  for (let index = 0; index < 60; index += 1) {
    await aPicture(browser.services, mira, { title: `Harbour ${index}`, width: 64, height: 96 });
  }
  await untilIndexed();
});
afterAll(() => browser.close());
afterEach(() => browser.finish());

/** The results, without the closest matches. */
const names = (page: Awaited<ReturnType<TestBrowser["open"]>>) =>
  page
    .locator(".tile:not(section .tile) img")
    .evaluateAll((images) => images.map((image) => image.getAttribute("alt")));

test.each(["/s/lighthouse", "/search?q=lighthouse"])(
  "RT-02 %s answers with results from the server",
  async (address) => {
    const page = await browser.open(address, { javaScript: false });
    expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe("lighthouse");
    const found = await names(page);
    expect(found).toHaveLength(2);
    expect(found).toEqual(
      expect.arrayContaining([
        "Lighthouse at night, by Mira Holt",
        "Lighthouse in the morning, by Mira Holt",
      ]),
    );
    expect(await page.getByRole("link", { name: "Images 2" }).count()).toBe(1);
    expect(page.url()).toContain(address);
  },
);

test.each(["/s", "/search"])("RT-02 %s offers words to search for", async (address) => {
  const page = await browser.open(address);
  await page.getByRole("link", { name: "abstract" }).waitFor();
  expect(await names(page)).toHaveLength(40);
});

test("NV-06 a query typed into the bar leads to its results, which can be narrowed and widened", async () => {
  const page = await browser.open("/");
  const field = page.getByLabel("Search images and collections");
  await field.fill("  Teal Lighthouse ");
  await field.press("Enter");
  await page.waitForURL("**/s/teal-lighthouse");
  await page.getByRole("link", { name: "Images 1" }).waitFor();
  expect(await names(page)).toEqual(["Lighthouse in the morning, by Mira Holt"]);

  await page.getByRole("link", { name: "Remove Teal" }).click();
  await page.waitForURL("**/s/lighthouse");
  await page.getByRole("link", { name: "Images 2" }).waitFor();

  await page
    .getByRole("navigation", { name: "Shape" })
    .getByRole("link", { name: "Portrait" })
    .click();
  await page.waitForURL("**/s/lighthouse?shape=portrait");
  await page.getByRole("link", { name: "Images 1" }).waitFor();
  expect(await names(page)).toEqual(["Lighthouse at night, by Mira Holt"]);

  await page.getByRole("link", { name: "Clear all" }).first().click();
  // Until then the links of the colours keep the shape.
  await page.getByRole("link", { name: "Images 2" }).waitFor();
  await page.getByRole("button", { name: "Colour" }).click();
  await page.getByRole("link", { name: "Red", exact: true }).click();
  await page.waitForURL("**/s/lighthouse?color=b5352c");
  await page.getByRole("link", { name: "Images 1" }).waitFor();
  expect(await names(page)).toEqual(["Lighthouse at night, by Mira Holt"]);

  await page.goBack();
  await page.getByRole("link", { name: "Images 2" }).waitFor();
  await page.getByRole("button", { name: "Sort Most relevant" }).click();
  const orders = page.getByRole("navigation", { name: "Sort" });
  await orders.getByRole("link", { name: "Freshly cast" }).click();
  await page.waitForURL("**/s/lighthouse?sort=newest");
  await page.getByRole("button", { name: "Sort Freshly cast" }).waitFor();
  expect((await names(page))[0]).toBe("Lighthouse at night, by Mira Holt");
});

test("SE-02 a misspelt query says what its results are for, and can be searched as typed", async () => {
  const page = await browser.open("/s/lighthose");
  await page.getByText("Showing results for lighthouse").waitFor();
  await page.getByRole("link", { name: "Search instead for lighthose" }).click();
  await page.waitForURL("**/s/lighthose?exact=1");
  await expect.poll(() => page.getByText("Showing results for").count()).toBe(0);
});

test("ER-01 too many searches on pages are refused with the time to wait", async () => {
  const services = await testServices({ env: { RATE_LIMIT_FACTOR: "0.05" } });
  const server = await testServer(services, { pages: await loadBuild(root), roles: ["web"] });
  const statuses: number[] = [];
  for (let turn = 0; turn < 3; turn += 1) {
    statuses.push((await server.fetch(`/s/lake-${turn}`)).status);
  }
  expect(statuses).toEqual([200, 200, 200]);
  for (const address of ["/s/lake", "/search?q=lake", "/s?color=0f766e"]) {
    const refused = await server.fetch(address);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await refused.text()).toContain("That was a little fast");
  }
  expect((await server.fetch("/s/lake/rss.xml")).status).toBe(429);
  expect((await server.fetch("/s")).status).toBe(200);
  await server.close();
  await services.close();
});

test("IM-08 home, creators and searches name their feeds, which have their pictures in them", async () => {
  const feeds = {
    "/": "/rss.xml",
    "/?feed=picks": "/rss.xml?feed=picks",
    "/s/lighthouse": "/s/lighthouse/rss.xml",
    [`/@${mira.username}`]: `/@${mira.username}/rss.xml`,
  };
  const { SERVER_URL } = browser.services.env;
  for (const [address, feed] of Object.entries(feeds)) {
    const html = await (await browser.server.fetch(address)).text();
    const link = /<link rel="alternate" type="application\/rss\+xml"[^>]*>/.exec(html)?.[0];
    expect(link).toContain(`href="${new URL(feed, SERVER_URL).href}"`);
    const answer = await browser.server.fetch(feed);
    expect(answer.headers.get("content-type")).toBe("application/rss+xml; charset=utf-8");
  }
  const rss = await (await browser.server.fetch("/s/lighthouse/rss.xml")).text();
  expect([...rss.matchAll(/<item>\s*<title>([^<]*)/g)].map(([, title]) => title)).toEqual([
    "Lighthouse at night",
    "Lighthouse in the morning",
  ]);
  expect(rss).toMatch(/<media:content url="[^"]+" medium="image" type="image\/jpeg" width="\d+"/);
  for (const nothing of ["/@nobody-here/rss.xml", "/s/-/rss.xml"]) {
    expect((await browser.server.fetch(nothing)).status).toBe(404);
  }
});

test("SE-06 closest matches are set apart from results, and a hex value is a colour", async () => {
  const page = await browser.open("/s/teal-bread");
  await page.getByRole("heading", { name: "Nothing found for “teal bread”" }).waitFor();
  await page.getByRole("link", { name: "Remove Teal" }).waitFor();
  const closest = page.getByRole("region", { name: "Closest matches" });
  expect(await closest.getByRole("img").first().getAttribute("alt")).toBe(
    "Loaf of bread, by Mira Holt",
  );
  expect(await names(page)).toEqual([]);
  await browser.go(page, "/s/0f766e");
  await page.getByRole("heading", { level: 1, name: "#0F766E" }).waitFor();
  await page.getByRole("link", { name: /^Images [1-9]/ }).waitFor();
  await browser.go(page, `/s?color=${teal.slice(1)},${red.slice(1)}`);
  await page.getByRole("button", { name: "Palette" }).waitFor();
});

test("SE-06 a query without results says so and suggests others", async () => {
  const page = await browser.open("/s/xqzzyv");
  await page.getByRole("heading", { name: "Nothing found for “xqzzyv”" }).waitFor();
  expect(await page.getByRole("link", { name: "minimal" }).getAttribute("href")).toBe("/s/minimal");
  expect(await page.locator('meta[name="robots"]').getAttribute("content")).toContain("noindex");
});

test("SE-03 the filters of a small screen apply when pressed", async () => {
  const page = await browser.open("/s/lighthouse", { width: 390 });
  await page.getByRole("button", { name: "Filters" }).click();
  await page.getByRole("link", { name: "Tall" }).click();
  await page.getByRole("button", { name: "Show 1 image" }).click();
  await page.getByRole("button", { name: "Filters, 1" }).waitFor();
  await expect.poll(() => names(page)).toEqual(["Lighthouse at night, by Mira Holt"]);
});

test("SE-05 further pages load on scrolling, and going back restores the position", async () => {
  const page = await browser.open("/s/harbour");
  await page.getByRole("link", { name: "Images 60" }).waitFor();
  expect(await page.locator(".tile").count()).toBe(40);
  await expect
    .poll(async () => {
      await scrollAlongWall(page);
      return page.locator(".tile").count();
    })
    .toBe(60);
  expect(new Set(await names(page)).size).toBe(60);
  const last = page.locator(".tile").last();
  await last.scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => scrollY);
  // As on a busy machine: the next page is shown, scrolled to its top, before the effects of this one are cleaned up.
  await page.evaluate(() => {
    // Called below on its own port.
    // oxlint-disable-next-line typescript/unbound-method
    const post = MessagePort.prototype.postMessage;
    MessagePort.prototype.postMessage = function (this: MessagePort, message: unknown) {
      setTimeout(() => post.call(this, message), 100);
    };
  });
  await page.getByRole("link", { name: "About" }).first().click();
  await page.waitForURL("**/pages/about");
  await page.getByRole("heading", { level: 1, name: /^About/ }).waitFor();
  await page.goBack();
  await expect.poll(() => page.locator(".tile").count()).toBe(60);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before - 50);
});

test("one's own images, likes and collections are searched, by links that can be shared, and without script", async () => {
  const { server, services } = browser;
  const owner = await server.signUp("Tobi Okafor");
  const { username } = (await (await owner.fetch("/api/profile")).json()) as { username: string };
  const secret = { is_public: false, prompt: null };
  const id = { id: owner.userId };
  const own = await aPicture(services, id, { ...secret, title: "Lighthouse of my own" });
  await aPicture(services, id, { ...secret, title: "Kitchen table" });
  await owner.fetch(`/api/picture/${own.id}/like`, { method: "POST" });
  const made = await owner.fetch("/api/collections", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name: "Towers", picture_ids: [own.id] }),
  });
  const { id: collection } = (await made.json()) as { id: string };
  await untilIndexed();

  const page = await browser.open(`/@${username}`, { member: owner });
  const field = page.getByRole("searchbox", { name: "Search your images" });
  await field.fill("lighthuose");
  await field.press("Enter");
  await page.getByText("1 image for lighthouse").waitFor();
  expect(await names(page)).toEqual(["Lighthouse of my own, by Tobi Okafor"]);
  expect(new URL(page.url()).search).toBe("?q=lighthuose");
  expect(await axeFindingsInBothThemes(page)).toEqual([]);
  await page.goBack();
  await expect.poll(() => names(page)).toHaveLength(2);

  for (const [address, label] of [
    ["/dashboard/likes", "Search your likes"],
    [`/@${username}/collections/${collection}`, "Search this collection"],
  ]) {
    const bare = await browser.open(address, { member: owner, javaScript: false });
    for (const [words, found] of [
      ["lighthouse", ["Lighthouse of my own, by Tobi Okafor"]],
      ["submarine", []],
    ] as const) {
      const typed = bare.getByRole("searchbox", { name: label });
      await typed.fill(words);
      await typed.press("Enter");
      await bare.waitForURL(`**?q=${words}`);
      expect(await names(bare)).toEqual(found);
    }
    await bare.getByRole("heading", { name: "Nothing found for “submarine”" }).waitFor();
  }
  const guest = await browser.open(`/@${username}?q=lighthouse`);
  await guest.getByRole("heading", { name: "Nothing found for “lighthouse”" }).waitFor();
});

test.each([1440, 390] as const)(
  "axe finds nothing on results in both themes at %i px",
  async (width) => {
    const page = await browser.open("/s/teal-lighthouse?style=oil-painting", { width });
    expect(await axeFindingsInBothThemes(page)).toEqual([]);
    await page.getByRole("button", { name: width === 390 ? /Filters/ : "Colour" }).click();
    await page.getByRole("link", { name: "Teal", exact: true }).waitFor();
    expect(await axeFindingsInBothThemes(page)).toEqual([]);
    await browser.go(page, "/s/xqzzyv");
    expect(await axeFindingsInBothThemes(page)).toEqual([]);
  },
);
