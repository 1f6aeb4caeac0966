import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import catalogue from "../../content/models.json" with { type: "json" };
import { loadBuild } from "#app/roles/pages.ts";
import { swatches } from "#app/rules/color-names.ts";
import { styles } from "#app/rules/search-styles.ts";
import { socialNetworks } from "#app/rules/social-networks.ts";
import { filledWith, pagePatterns } from "../harness/all-pages.ts";
import { axeFindings, testBrowser, type TestBrowser } from "../harness/browser.ts";
import type { SignedUp } from "../harness/server.ts";
import { misnamed, textFaults } from "../harness/page-faults.ts";
import { someThings } from "../http/worst-texts/things.ts";

/** All pages in another language than that of the sources. */

/** What people and operators wrote, names, and words that search understands: the same in every language. */
const names = [
  "Echoform",
  "Ada Lovelace",
  "ada-lovelace",
  "Bea Winter",
  "bea-winter",
  "Mira",
  "mira",
  "Misty mountain lake",
  "misty mountain lake at dawn, watercolour",
  "A collection",
  "A kit",
  "A lake",
  "A calm lake",
  "More lakes",
  "Sketch",
  "Free",
  // The ledger keeps reasons in English.
  "Credits at sign-up",
  "https://…",
  "web, images, worker",
  ...Object.values(socialNetworks),
  ...styles.map(({ label }) => label),
  ...styles.map(({ label }) => label.toLowerCase()),
  ...swatches.map(({ name }) => name),
  ...catalogue.models.map(({ label }) => label),
];
const escaped = names
  .toSorted((a, b) => b.length - a.length)
  .map((name) => name.replaceAll(/[^\w\s]/g, "\\$&"));
const known = [
  new RegExp(`(?<!\\w)@?(?:${escaped.join("|")})(?!\\w)`, "g"),
  /[\w-]+@example\.org/g,
  /misty-mountain-lake-\w+\.jpg/g,
  // The pseudo-language has the dates of English.
  /\b\d{1,2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\b/g,
  /#[\dA-F]{6}\b/g,
  // Tables of the database with their sizes.
  /\b\w+ \d+ [kM]B\b/g,
];
const dataParts =
  "script, style, noscript, code, kbd, [lang]:not(html), .tile, .prose, .walltext-chips";
/** Pages whose lists of prompts, rules and style kits are in the operator's words. */
const ownWords = /\/(?:prompts|style-kits)/;
/** Whether a text has English words that are no data. */
const isPlain = (text: string) =>
  /[a-z]{3}/i.test(known.reduce((rest, data) => rest.replaceAll(data, ""), text));

let browser: TestBrowser;
let admin: SignedUp;
let member: SignedUp;
/** Addresses of all pages, but feeds and texts of the operator's own. */
let pages: string[];

const forGuests = ["/login", "/login?tab=signup", "/login?tab=reset", "/reset-password"];

beforeAll(async () => {
  browser = await testBrowser();
  const things = await someThings(browser.server);
  ({ admin } = things);
  await things.restore();
  member = await browser.server.signUp("Mira");
  const { build } = await loadBuild(fileURLToPath(new URL("../..", import.meta.url)));
  pages = pagePatterns(build)
    .map(filledWith(things))
    .filter((address) => !/\.(?:xml|txt)$|\/sitemaps\/|^\/(?:login|reset|auth)/.test(address));
});
afterEach(() => browser.finish());
afterAll(() => browser.close());

/** Plain English in a page of the pseudo-language, where every text of the message files has accents. */
function plainTexts({ html, data }: { html: string; data: string }): string[] {
  const page = new DOMParser().parseFromString(html, "text/html");
  for (const element of page.querySelectorAll(data)) element.remove();
  const texts: string[] = [page.title];
  const walker = page.createTreeWalker(page.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    texts.push(node.textContent ?? "");
  }
  for (const element of page.querySelectorAll("*")) {
    for (const name of ["aria-label", "placeholder", "title", "alt", "data-tip"]) {
      texts.push(element.getAttribute(name) ?? "");
    }
  }
  return [...new Set(texts.map((text) => text.trim()))].filter((text) => /[a-z]{3}/i.test(text));
}

/** A text without what came from the message files, innermost first. */
function withoutMessages(text: string): string {
  const shorter = text.replaceAll(/\[[^[\]]*~+\]/g, "");
  return shorter === text ? text : withoutMessages(shorter);
}

test("every text of every page is in the message files: in the pseudo-language none is plain", async () => {
  const reader = await browser.open("/pages/about");
  const found: Record<string, string[]> = {};
  const visits = [
    { addresses: forGuests, cookie: "" },
    { addresses: pages, cookie: admin.cookie },
    { addresses: ["/dashboard", "/dashboard/billing", "/nowhere"], cookie: member.cookie },
  ];
  for (const { addresses, cookie } of visits) {
    for (const address of addresses) {
      const headers = { cookie: [cookie, "language=en-XA"].filter(Boolean).join("; ") };
      const answer = await browser.server.fetch(address, { headers });
      const html = await answer.text();
      const data = ownWords.test(address) ? `${dataParts}, main *:not(h1, button)` : dataParts;
      const texts = await reader.evaluate(plainTexts, { html, data });
      const plain = texts.map(withoutMessages).filter((text) => isPlain(text));
      if (plain.length > 0) found[address] = plain;
    }
  }
  expect(found).toEqual({});
});

test("axe finds nothing on any page in Arabic, and at 390 no text is cut off or outside", async () => {
  const found: Record<string, string[]> = {};
  const note = (key: string, faults: string[]) => {
    if (faults.length > 0) found[key] = faults;
  };
  const visits = [
    { addresses: forGuests, options: {} },
    { addresses: ["/", ...pages], options: { member: admin } },
  ];
  for (const { addresses, options } of visits) {
    const page = await browser.open("/pages/about", { ...options, width: 390, expect: [404] });
    await page.context().addCookies([{ name: "language", value: "ar", url: browser.server.url }]);
    for (const address of addresses) {
      await page.goto(new URL(address, browser.server.url).href);
      await page.getByRole("heading", { level: 1 }).first().waitFor({ state: "attached" });
      note(
        `${address} direction`,
        await page.evaluate(() => (document.dir === "rtl" ? [] : ["not rtl"])),
      );
      note(`${address} texts`, await page.evaluate(textFaults));
      note(`${address} names`, await page.evaluate(misnamed));
      note(`${address} axe`, await axeFindings(page));
    }
  }
  expect(found).toEqual({});
});
