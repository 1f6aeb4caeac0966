import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { axeFindings, testBrowser, type TestBrowser } from "../harness/browser.ts";
import { aMember, aPicture } from "../harness/factories.ts";

let browser: TestBrowser;
beforeAll(async () => {
  browser = await testBrowser();
  await aPicture(browser.services, await aMember(browser.services));
});
afterEach(() => browser.finish());
afterAll(() => browser.close());

const looks = [
  { width: 1440, theme: "light" },
  { width: 390, theme: "dark" },
] as const;

const toggleOf = (page: Page) => page.getByRole("banner").getByRole("button", { name: "Menu" });
const menuOf = (page: Page) => page.getByRole("navigation", { name: "Site" });

async function opened(address: string, options: Parameters<TestBrowser["open"]>[1] = {}) {
  const page = await browser.open(address, options);
  await toggleOf(page).click();
  await menuOf(page).waitFor();
  return page;
}

const entries = {
  Discover: {
    "Freshly Cast": "/",
    "Echoed Creators": "/creators",
    Picks: "/?feed=picks",
    Fragments: "/collections",
    "Visual Pulse": "/?feed=pulse",
  },
  Platform: {
    About: "/pages/about",
    Blog: "/blog",
    "System Pulse": "/status",
    Privacy: "/pages/privacy",
    Terms: "/pages/terms",
  },
  "Help & Feedback": {
    Contact: "/contact",
    Changelog: "/pages/changelog",
    "Idea vault": "/contact/idea",
    "Bug report": "/contact/bug",
    "Feature request": "/contact/feature",
  },
  Services: {
    "Prompt guide": "/pages/prompt-guide",
    "Generate+": "/dashboard/studio/remix",
    "Creators directory": "/creators?sort=newest",
    Commission: "/contact/commission",
  },
};
const social = ["X", "Instagram", "Facebook", "Pinterest", "WhatsApp", "Reddit"];

/** Headings and links of a part of the page, by group. */
const groupsOf = (page: Page, part: string) =>
  page.locator(`${part} h2`).evaluateAll((titles) =>
    Object.fromEntries(
      titles.map((title) => {
        const links = [...(title.parentElement?.querySelectorAll("a") ?? [])];
        return [
          title.textContent,
          Object.fromEntries(links.map((link) => [link.textContent, link.getAttribute("href")])),
        ];
      }),
    ),
  );

test.each(looks)(
  "MM-01 the menu has five groups at $width in $theme, clean for axe",
  async (look) => {
    const page = await opened("/pages/about", look);
    const { "Stay Connected": connected, ...groups } = await groupsOf(page, ".mega");
    expect(groups).toEqual(entries);
    expect(connected).toBeDefined();
    for (const network of social) {
      const link = menuOf(page).getByRole("link", { name: `${network} (opens in a new tab)` });
      expect(await link.getAttribute("target")).toBe("_blank");
      expect(await link.getAttribute("rel")).toContain("noopener");
      expect(await link.getAttribute("href")).toMatch(/^https:\/\//);
    }
    await menuOf(page).getByRole("radio", { name: "System" }).waitFor();
    const wider = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    expect(wider).toBe(false);
    expect(await axeFindings(page)).toEqual([]);
  },
);

test("MM-01 social links lead where the operator configured", async () => {
  const own = await testBrowser({
    env: { SOCIAL_LINKS: "reddit=https://www.reddit.com/r/lantern" },
  });
  try {
    const page = await own.open("/pages/about");
    const link = page.getByRole("contentinfo").getByRole("link", { name: /^Reddit/ });
    expect(await link.getAttribute("href")).toBe("https://www.reddit.com/r/lantern");
    await own.finish();
  } finally {
    await own.close();
  }
});

test.each(looks)(
  "MM-02 at $width focus moves in, and Escape returns it to the toggle",
  async (look) => {
    const page = await opened("/pages/about", look);
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    await expect.poll(focused).toBe("Freshly Cast");
    await page.keyboard.press("Tab");
    await expect.poll(focused).toBe("Echoed Creators");
    await page.keyboard.press("Escape");
    await expect.poll(() => menuOf(page).count()).toBe(0);
    expect(await toggleOf(page).evaluate((one) => one === document.activeElement)).toBe(true);
    expect(await toggleOf(page).getAttribute("aria-expanded")).toBe("false");
  },
);

test("MM-02 focus waits 100 ms, and the items fade in 50 ms apart", async () => {
  const page = await browser.open("/pages/about", { motion: true });
  await toggleOf(page).hover();
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await toggleOf(page).evaluate((one: HTMLButtonElement) => one.click());
  await menuOf(page).waitFor();
  const inside = () => menuOf(page).evaluate((one) => one.contains(document.activeElement));
  await page.clock.runFor(99);
  expect(await inside()).toBe(false);
  await page.clock.runFor(2);
  await expect.poll(inside).toBe(true);
  const delays = await menuOf(page)
    .locator("ul")
    .first()
    .locator("li")
    .evaluateAll((all) => all.map((one) => getComputedStyle(one).animationDelay));
  expect(delays).toEqual(["0s", "0.05s", "0.1s", "0.15s", "0.2s"]);
});

test("the delays run through all groups, social links and the theme switch", async () => {
  const page = await browser.open("/pages/about", { motion: true });
  await toggleOf(page).click();
  await menuOf(page).waitFor();
  const items = await menuOf(page)
    .locator("li, :not(li) > div:has(> [role=radiogroup])")
    .evaluateAll((all) =>
      all.map((one) => {
        const { animationName, animationDelay } = getComputedStyle(one);
        return { animationName, ms: Math.round(Number.parseFloat(animationDelay) * 1000) };
      }),
    );
  const count = Object.values(entries).flatMap((links) => Object.keys(links)).length;
  expect(items).toHaveLength(count + social.length + 1);
  expect(items).toEqual(items.map((_, index) => ({ animationName: "fade", ms: index * 50 })));
});

test.each(looks)("MM-02 at $width it closes on a press outside and on navigation", async (look) => {
  const page = await opened("/pages/about", look);
  await page.mouse.click(look.width / 2, 830);
  await expect.poll(() => menuOf(page).count()).toBe(0);
  await toggleOf(page).click();
  await menuOf(page).getByRole("link", { name: "Privacy" }).click();
  await page.waitForURL(/\/pages\/privacy$/);
  await expect.poll(() => menuOf(page).count()).toBe(0);
  await toggleOf(page).click();
  await menuOf(page).waitFor();
  await toggleOf(page).click();
  await expect.poll(() => menuOf(page).count()).toBe(0);
});

test("MM-02 tabbing past the last entry closes it: focus is not trapped", async () => {
  const page = await opened("/pages/about");
  // Focus moves in after a delay, and would leave the radio button again.
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest("nav")?.ariaLabel))
    .toBe("Site");
  await menuOf(page).getByRole("radio", { checked: true }).focus();
  await page.keyboard.press("Tab");
  await expect.poll(() => menuOf(page).count()).toBe(0);
});

test("MM-03 every entry leads to a page that answers", async () => {
  const member = await browser.server.signUp();
  const addresses = Object.values(entries).flatMap((links) => Object.values(links));
  const answers = await Promise.all(
    addresses.map(async (address) => [address, (await member.fetch(address)).status]),
  );
  expect(answers).toEqual(addresses.map((address) => [address, 200]));
});

test.each(looks)("MM-04 the footer at $width in $theme has its groups and links", async (look) => {
  const page = await browser.open("/pages/about", look);
  expect(await groupsOf(page, ".footer")).toEqual(entries);
  const foot = page.getByRole("contentinfo");
  await foot.getByText("Where fragments echo, and visions take form.").waitFor();
  for (const network of social) {
    const link = foot.getByRole("link", { name: `${network} (opens in a new tab)` });
    expect(await link.getAttribute("target")).toBe("_blank");
  }
  await foot.getByRole("radiogroup", { name: "Theme" }).waitFor();
  await foot.getByRole("link", { name: "Back to top" }).click();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
});

test("MM-04 the dashboard has no footer", async () => {
  const member = await browser.server.signUp();
  const page = await browser.open("/dashboard/studio/remix", { member });
  await page.getByRole("heading", { level: 1 }).waitFor();
  expect(await page.getByRole("contentinfo").count()).toBe(0);
});
