import { fileURLToPath } from "node:url";
import type { Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { loadBuild } from "#app/roles/pages.ts";
import { filledWith, pagePatterns } from "../harness/all-pages.ts";
import { testBrowser, type TestBrowser } from "../harness/browser.ts";
import { aPicture } from "../harness/factories.ts";
import { claimedLanguages, misnamed, smallTargets, textFaults } from "../harness/page-faults.ts";
import type { SignedUp } from "../harness/server.ts";
import { someThings } from "../http/worst-texts/things.ts";

/** What axe cannot see. docs/accessibility.md names the tests of each criterion. */

const root = fileURLToPath(new URL("../..", import.meta.url));
let browser: TestBrowser;
let admin: SignedUp;
/** Addresses of all pages, but feeds and what always redirects. */
let pages: string[];

beforeAll(async () => {
  browser = await testBrowser();
  const things = await someThings(browser.server);
  ({ admin } = things);
  await things.restore();
  const { build } = await loadBuild(root);
  pages = pagePatterns(build)
    .map(filledWith(things))
    .filter(
      (address) => !/\.(?:xml|txt)$|\/sitemaps\/|^\/(?:login|reset-password|auth)/.test(address),
    );
  for (let count = 1; count <= 24; count += 1) {
    await aPicture(browser.services, { id: admin.userId }, { title: `Copper kettle ${count}` });
  }
});
afterEach(() => browser.finish());
afterAll(() => browser.close());

/** WCAG 1.4.12: what readers may set for all text. */
const textSpacing = `* {
  line-height: 1.5 !important;
  letter-spacing: 0.12em !important;
  word-spacing: 0.16em !important;
}
p { margin-bottom: 2em !important; }`;

async function visit(page: Page, address: string) {
  const answer = await page.goto(new URL(address, browser.server.url).href);
  await page.getByRole("heading", { level: 1 }).first().waitFor({ state: "attached" });
  return answer?.status();
}

test("every page has its own title, and at 400 % zoom and with wide text spacing scrolls in one direction, cuts no text off and has targets of 24 px", async () => {
  const found: Record<string, string[]> = {};
  const note = (key: string, faults: string[]) => {
    if (faults.length > 0) found[key] = faults;
  };
  const visits = [
    { addresses: ["/", "/login", "/login?tab=signup", "/reset-password"], options: {} },
    { addresses: pages, options: { member: admin } },
  ];
  for (const { addresses, options } of visits) {
    const titles = new Map<string, string>();
    const page = await browser.open("/pages/about", { ...options, width: 390, expect: [404] });
    for (const address of addresses) {
      await page.setViewportSize({ width: 320, height: 640 });
      const status = await visit(page, address);
      note(`${address} at 320`, await page.evaluate(textFaults));
      note(`${address} targets`, await page.evaluate(smallTargets));
      note(`${address} names`, await page.evaluate(misnamed));
      note(`${address} languages`, await page.evaluate(claimedLanguages));
      const title = await page.title();
      const other = titles.get(title);
      if (status === 200 && other !== undefined)
        note(`${address} title`, [`${title}, as ${other}`]);
      titles.set(title, address);
      await page.evaluate((css) => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(css);
        document.adoptedStyleSheets = [sheet];
      }, textSpacing);
      note(`${address} at 320, spaced`, await page.evaluate(textFaults));
      await page.setViewportSize({ width: 1280, height: 800 });
      note(`${address} at 1280, spaced`, await page.evaluate(textFaults));
    }
  }
  expect(found).toEqual({});
});

const focusOf = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: element } = document;
    return element === document.body ? "nothing" : (element?.textContent ?? "").trim();
  });

test("the focus goes to the main heading after a navigation, back to the link, and to what is near when its element is gone", async () => {
  const page = await browser.open("/pages/about", { member: admin });
  // What follows the focus is loaded at the first press.
  const loaded = page.waitForResponse(/\/late-parts-[^/]+\.js$/);
  await page.keyboard.press("Shift");
  await loaded;
  await page.getByRole("contentinfo").getByRole("link", { name: "Blog" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "Blog", exact: true }).waitFor();
  await expect.poll(() => focusOf(page)).toBe("Blog");
  const post = page.getByRole("main").getByRole("link").first();
  const name = await post.textContent();
  await post.focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/blog\/.+/);
  await expect
    .poll(
      async () =>
        (await page.getByRole("heading", { level: 1 }).textContent()) === (await focusOf(page)),
    )
    .toBe(true);
  await page.goBack();
  await page.waitForURL(/\/blog$/);
  await expect.poll(() => focusOf(page)).toBe(name?.trim());
  // A search from the bar.
  await page.keyboard.press("/");
  await page.keyboard.type("kettle");
  await page.keyboard.press("Enter");
  await page.waitForURL(/kettle/);
  await expect.poll(() => focusOf(page)).toContain("kettle");
  // What is disabled while it works has the focus again afterwards; what is removed leaves it to its neighbour.
  await admin.fetch("/api/style-kits", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name: "Dusk", palette: [], material: "", lighting: "", camera: "" }),
  });
  await page.keyboard.press("g");
  await page.waitForURL(/\/dashboard\/studio\/remix$/);
  await page.getByRole("link", { name: "STYLE KITS" }).focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => focusOf(page)).toBe("Style kits");
  const kit = page.getByRole("article", { name: "Dusk" });
  await kit.getByRole("button", { name: "Share" }).focus();
  await page.keyboard.press("Enter");
  await kit.getByRole("button", { name: "Stop sharing" }).waitFor();
  await expect.poll(() => focusOf(page)).toContain("Stop sharing");
  await kit.getByRole("button", { name: "Delete" }).focus();
  await page.keyboard.press("Enter");
  await kit.waitFor({ state: "detached" });
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label")))
    .toBe("A kit");
});

/** What a part of the page looks like. */
const pixelsOf = async (page: Page, { x, y, width, height }: DOMRect) =>
  (
    await page.screenshot({ clip: { x: x - 5, y: y - 5, width: width + 10, height: height + 10 } })
  ).toString("base64");

/** Presses Tab and says which elements look the same with the focus as without it. */
async function unseenFocus(page: Page, presses: number): Promise<string[]> {
  const unseen: string[] = [];
  for (let press = 0; press < presses; press += 1) {
    await page.keyboard.press("Tab");
    const focused = await page.evaluateHandle(() => document.activeElement as HTMLElement);
    // Past the last element.
    if (await focused.evaluate((one) => one === document.body)) break;
    const box = await focused.evaluate((one) => one.getBoundingClientRect().toJSON() as DOMRect);
    const seen = await pixelsOf(page, box);
    await focused.evaluate((one) => one.blur());
    const rest = await pixelsOf(page, box);
    await focused.evaluate((one) => one.focus({ preventScroll: true }));
    if (seen === rest) unseen.push(await focused.evaluate((one) => one.outerHTML.slice(0, 120)));
  }
  return unseen;
}

/** Toggles a control and says whether that is to be seen. */
async function isSeenToChange(face: Locator, toggle: () => Promise<unknown>): Promise<boolean> {
  const before = await face.screenshot();
  await toggle();
  await face.page().evaluate(() => (document.activeElement as HTMLElement).blur());
  return !before.equals(await face.screenshot());
}

test("in forced colours focus, choices, toggles and progress are seen", async () => {
  const page = await browser.open("/", { member: admin });
  await page.emulateMedia({ forcedColors: "active" });
  expect(await unseenFocus(page, 12)).toEqual([]);
  await browser.go(page, "/dashboard/studio/remix");
  // The entry of the page itself and the controls of the composer.
  await page.getByRole("link", { name: "PROFILE" }).focus();
  expect(await unseenFocus(page, 6)).toEqual([]);
  await page.getByRole("main").focus();
  expect(await unseenFocus(page, 12)).toEqual([]);
  await browser.go(page, "/dashboard/profile");
  const likes = page.getByRole("group", { name: "Likes" });
  const toggle = likes.getByRole("checkbox", { name: "On this site" });
  expect(await isSeenToChange(toggle, () => toggle.press("Space"))).toBe(true);
  await browser.go(page, "/dashboard/studio/remix");
  await page.getByRole("button", { name: "Show all settings" }).click();
  for (const [group, choice] of [
    ["Count", "3"],
    ["Frame", "16:9"],
  ]) {
    const radio = page.getByRole("radio", { name: choice, exact: true });
    const label = page.getByRole("group", { name: group }).locator("label", { has: radio });
    expect(await isSeenToChange(label, () => radio.check())).toBe(true);
  }
  const isPublic = page.getByRole("checkbox", { name: "Public" });
  const drawn = page.locator(".switch").filter({ has: isPublic });
  expect(await isSeenToChange(drawn, () => isPublic.press("Space"))).toBe(true);
  await browser.go(page, "/dashboard/billing");
  const filled = page.locator(".meter > i").first();
  const colours = await filled.evaluate((one) => [
    getComputedStyle(one).backgroundColor,
    getComputedStyle(one.parentElement as Element).backgroundColor,
  ]);
  expect(colours[0]).not.toBe(colours[1]);
});

test("what has the focus is never hidden under a bar", async () => {
  const hidden: string[] = [];
  for (const [width, ...addresses] of [
    [1440, "/s/kettle"],
    [390, "/s/kettle", "/dashboard/studio/remix", "/dashboard/work/cast-log"],
  ] as const) {
    const page = await browser.open("/pages/about", { member: admin, width });
    for (const address of addresses) {
      await browser.go(page, address);
      for (const key of [
        ...Array<string>(38).fill("Tab"),
        ...Array<string>(20).fill("Shift+Tab"),
      ]) {
        await page.keyboard.press(key);
        const covered = await page.evaluate(() => {
          const focused = document.activeElement;
          const box = focused?.getClientRects()[0];
          if (!focused || focused === document.body || !box) return null;
          const shares = [0.1, 0.5, 0.9];
          const points = shares.flatMap((x) =>
            shares.map((y) => [box.left + box.width * x, box.top + box.height * y]),
          );
          const isSeen = points.some(([x, y]) => {
            const hit = document.elementFromPoint(x, y);
            return hit !== null && (focused.contains(hit) || hit.contains(focused));
          });
          return isSeen ? null : focused.outerHTML.slice(0, 120);
        });
        if (covered !== null) hidden.push(`${address} at ${width}, ${key}: ${covered}`);
      }
    }
  }
  expect(hidden).toEqual([]);
});

test("passwords and codes can be pasted, and password managers recognise the fields", async () => {
  const page = await browser.open("/login?tab=signup");
  const fills = () =>
    page
      .locator("main input:not([type=hidden])")
      .evaluateAll((all) => all.map((one) => one.getAttribute("autocomplete")));
  expect(await fills()).toEqual(["name", "email", "new-password"]);
  await browser.go(page, "/login");
  expect(await fills()).toEqual(["username", "current-password"]);
  await page.evaluate(() => navigator.clipboard.writeText("lantern-orchid-47"));
  const password = page.getByLabel("Password", { exact: true });
  await password.focus();
  await page.keyboard.press("Control+v");
  expect(await password.inputValue()).toBe("lantern-orchid-47");
});
