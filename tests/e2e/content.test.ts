import { readdirSync, readFileSync } from "node:fs";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { axeFindingsInBothThemes, testBrowser, type TestBrowser } from "../harness/browser.ts";
import type { SignedUp } from "../harness/server.ts";

const content = new URL("../../content/", import.meta.url);
const textFiles = readdirSync(content, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".md"))
  .toSorted();
const slugs = textFiles
  .filter((name) => name.startsWith("blog/"))
  .map((name) => name.replace(/^blog\/\d{4}-\d\d-\d\d-(.*)\.md$/, "$1"));

let browser: TestBrowser;
let member: SignedUp;
beforeAll(async () => {
  browser = await testBrowser({ env: { APP_NAME: "Lantern & Sons" } });
  member = await browser.server.signUp();
});
afterEach(() => browser.finish());
afterAll(() => browser.close());

test.each([
  ["/pages/about", "About Lantern &amp; Sons"],
  ["/pages/privacy", "Privacy"],
  ["/pages/terms", "Terms"],
  ["/pages/changelog", "Changelog"],
  ["/pages/prompt-guide", "Prompt guide"],
  ["/blog", "Blog"],
])("RT-07 %s answers 200 with its heading and one canonical address", async (address, heading) => {
  const answer = await browser.server.fetch(address);
  const html = await answer.text();
  expect(answer.status).toBe(200);
  expect(html).toContain(`<h1>${heading}</h1>`);
  expect(html).toContain(`<title>${heading} · Lantern &amp; Sons</title>`);
  const { SERVER_URL } = browser.services.env;
  expect(html.match(/rel="canonical" href="[^"]*"/g)).toEqual([
    `rel="canonical" href="${SERVER_URL}${address}"`,
  ]);
  expect(html).toMatch(/<meta name="description" content="[^"]{30,}"/);
  expect(html).not.toContain("{site}");
});

test("RT-07 each post is a page whose Article data name it", async () => {
  expect(slugs.length).toBeGreaterThanOrEqual(3);
  for (const slug of slugs) {
    const page = await browser.open(`/blog/${slug}`, { javaScript: false });
    const title = await page.getByRole("heading", { level: 1 }).textContent();
    const data = await page.locator('script[type="application/ld+json"]').textContent();
    expect(JSON.parse(data ?? "")).toMatchObject({ "@type": "Article", headline: title });
  }
});

test.each(["/blog/no-such-post", "/pages/no-such-page", "/blog/x/y"])(
  "RT-10 %s is a 404",
  async (address) => {
    expect((await browser.server.fetch(address)).status).toBe(404);
  },
);

test("RT-07 the feed parses and lists every post with its absolute address", async () => {
  const answer = await browser.server.fetch("/blog/rss.xml");
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("application/rss+xml; charset=utf-8");
  const text = await answer.text();
  const page = await browser.open("/blog");
  const feed = await page.evaluate((xml) => {
    const parsed = new DOMParser().parseFromString(xml, "application/xml");
    const all = (query: string) =>
      [...parsed.querySelectorAll(query)].map((one) => one.textContent ?? "");
    return {
      faults: all("parsererror"),
      title: all("channel > title"),
      links: all("item > link"),
      days: all("item > pubDate"),
    };
  }, text);
  const { SERVER_URL } = browser.services.env;
  expect(feed.faults).toEqual([]);
  expect(feed.title).toEqual(["Lantern & Sons blog"]);
  expect(feed.links.toSorted()).toEqual(
    slugs.map((slug) => `${SERVER_URL}/blog/${slug}`).toSorted(),
  );
  expect(feed.days.filter((day) => Number.isNaN(Date.parse(day)))).toEqual([]);
});

/** Targets of links, as in the files. */
function linksOf(name: string): string[] {
  const text = readFileSync(new URL(name, content), "utf8");
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, address]) => address);
}

test("every link of every text leads to an existing page", async () => {
  const links = textFiles.flatMap((name) => linksOf(name).map((to) => ({ name, to })));
  const inside = links.filter(({ to }) => !to.startsWith("https://"));
  expect(inside.length).toBeGreaterThan(10);
  const statuses = new Map<string, number>();
  for (const { to } of inside) {
    if (!statuses.has(to)) statuses.set(to, (await member.fetch(to)).status);
  }
  expect(inside.filter(({ to }) => !to.startsWith("/") || statuses.get(to) !== 200)).toEqual([]);
});

test("MM-04 the footer links every content page", async () => {
  const page = await browser.open("/");
  const footer = page.getByRole("contentinfo");
  for (const [group, labels] of [
    ["Platform", ["About", "Blog", "Privacy", "Terms"]],
    ["Help & Feedback", ["Changelog"]],
    ["Services", ["Prompt guide", "Generate+"]],
  ] as const) {
    const links = footer.getByRole("navigation", { name: group }).getByRole("link");
    const found = await links.allTextContents();
    for (const label of labels) expect(found).toContain(label);
  }
  await footer.getByRole("link", { name: "Prompt guide" }).click();
  await page.getByRole("heading", { level: 1, name: "Prompt guide" }).waitFor();
});

test("an example of the guide opens in the studio with its words", async () => {
  const page = await browser.open("/pages/prompt-guide", { member });
  const example = "Pastel hills with a windmill, gouache";
  await page.getByRole("link", { name: `Try in the studio: ${example}` }).click();
  const words = page.getByRole("textbox", { name: "Prompt" });
  await expect.poll(() => words.inputValue()).toBe(example);
  await expect.poll(() => new URL(page.url()).search).toBe("");
  await words.fill("My own words");
  await page.reload();
  await expect.poll(() => words.inputValue()).toBe("My own words");
});

const widths = [1440, 390] as const;

test.each(widths)("TH-04 axe finds nothing in the texts in both themes at %i", async (width) => {
  const page = await browser.open("/pages/about", { width });
  for (const address of ["/pages/prompt-guide", "/blog"]) {
    await browser.go(page, address);
    await page.getByRole("heading", { level: 1 }).waitFor();
    const findings = await axeFindingsInBothThemes(page);
    expect({ address, findings }).toEqual({ address, findings: [] });
  }
});
