import { readFileSync, readdirSync } from "node:fs";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { testBrowser, type TestBrowser } from "../harness/browser.ts";
import { aPicture } from "../harness/factories.ts";
import type { SignedUp } from "../harness/server.ts";

const assets = new URL("../../build/client/assets/", import.meta.url);
let browser: TestBrowser;
let member: SignedUp;
let slug: string;
let remix: string;

beforeAll(async () => {
  browser = await testBrowser();
  member = await browser.server.signUp("Ines Varga");
  await browser.services.db
    .updateTable("users")
    .set({ role: "admin" })
    .where("id", "=", member.userId)
    .execute();
  ({ slug } = await aPicture(browser.services, { id: member.userId }));
  ({ slug: remix } = await aPicture(browser.services, { id: member.userId }));
});
afterEach(() => browser.finish());
afterAll(() => browser.close());

/** The classes that a sheet has rules for. */
function classesIn(css: string): Set<string> {
  return new Set([...css.matchAll(/\.([a-z][\w-]*)(?=[\s.:,>+~[{)])/gi)].map(([, name]) => name));
}

/** Classes of a server-rendered page whose rules are in a sheet that the page does not load. */
function undressed(html: string): string[] {
  const linked = [...html.matchAll(/<link [^>]*rel="stylesheet" href="\/assets\/([^"#]+)/g)];
  const present = new Set(
    linked.flatMap(([, name]) => [...classesIn(readFileSync(new URL(name, assets), "utf8"))]),
  );
  const all = new Set(
    readdirSync(assets)
      .filter((name) => name.endsWith(".css"))
      .flatMap((name) => [...classesIn(readFileSync(new URL(name, assets), "utf8"))]),
  );
  // The content of a popover is hidden until its code is loaded.
  const shown = html.replaceAll(/<(nav|dialog) [^>]*popover="auto"[\s\S]*?<\/\1>/g, "");
  const used = [...shown.matchAll(/ class="([^"]+)"/g)].flatMap(([, names]) => names.split(" "));
  if (linked.length === 0) throw new Error("the page names no sheet");
  return [...new Set(used)].filter((name) => all.has(name) && !present.has(name));
}

const open = ["/", "/s/lake", "/collections", "/creators", "/contact", "/contact/report", "/blog"]
  .concat(["/pages/about", "/status", "/reset-password", "/no/such/page"])
  .concat(["/login", "/login?tab=signup"]);
const own = ["dashboard"].concat(
  ["collections", "likes", "followers", "billing", "profile", "studio/remix", "studio/style-kits"]
    .concat(["work/threads", "work/cast-log", "upload", "no-such", "admin/asset-manager"])
    .concat(["admin/audit", "admin/billing-overview", "admin/insights", "admin/messages"])
    .concat(["admin/prompts", "admin/prompts/rules", "admin/promptsmiths", "admin/reports"])
    .concat(["admin/search-pulse", "admin/users-billing"])
    .map((name) => `dashboard/${name}`),
);

test("every page includes the styles of all that the server rendered", async () => {
  const found: Record<string, string[]> = {};
  for (const address of [...open, `/i/${slug}`]) {
    const html = await (await browser.server.fetch(address)).text();
    found[address] = undressed(html);
  }
  for (const address of [...own.map((each) => `/${each}`), "/", `/i/${slug}`]) {
    const html = await (await member.fetch(address)).text();
    expect(html.includes('class="account"')).toBe(true);
    found[`${address} as an admin`] = undressed(html);
  }
  expect(Object.entries(found).filter(([, classes]) => classes.length > 0)).toEqual([]);
});

test("a picture's dialog keeps its styles after its page is unmounted and its sheets are removed", async () => {
  const page = await browser.open(`/i/${slug}`);
  const stage = page.locator(".stage").first();
  const lookOf = () => stage.evaluate((one) => getComputedStyle(one).display);
  expect(await lookOf()).toBe("grid");
  await page
    .getByRole("link", { name: /^Echoform/ })
    .first()
    .click();
  await page.waitForURL(browser.server.url + "/");
  // The page that is left may link the same picture.
  await page.getByRole("heading", { level: 1, name: "Where fragments echo" }).waitFor();
  await page.locator(`a[href$="${remix}"]`).first().click();
  await page.getByRole("dialog").locator(".stage").waitFor();
  expect(await lookOf()).toBe("grid");
  const columns = page.getByRole("dialog").locator(".lightbox-main");
  expect(await columns.evaluate((one) => getComputedStyle(one).gridTemplateColumns)).toMatch(
    / 420px$/,
  );
});

test("a client-side navigation shows nothing before its styles are loaded", async () => {
  const page = await browser.open("/");
  await page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(globalThis, { seen });
    new MutationObserver(() => {
      const article = document.querySelector(".posts");
      if (article) seen.push(getComputedStyle(article).display);
    }).observe(document.body, { childList: true, subtree: true });
  });
  await page.getByRole("contentinfo").getByRole("link", { name: "Blog" }).click();
  await page.locator(".posts").waitFor();
  const seen = await page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen);
  expect(new Set(seen)).toEqual(new Set(["grid"]));
});
