import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import {
  axeFindings,
  testBrowser,
  type PageOptions,
  type TestBrowser,
} from "../harness/browser.ts";
import { aPicture } from "../harness/factories.ts";
import type { SignedUp } from "../harness/server.ts";

let browser: TestBrowser;
let member: SignedUp;
let slug: string;
let source: string;

beforeAll(async () => {
  browser = await testBrowser();
  member = await browser.server.signUp("Ines Varga");
  const first = await aPicture(browser.services, { id: member.userId });
  const remix = await aPicture(
    browser.services,
    { id: member.userId },
    { source_picture_id: first.id, tags: ["lake", "dawn"] },
  );
  ({ slug, id: source } = remix);
});
afterEach(() => browser.finish());
afterAll(() => browser.close());

const looks = [1440, 390].flatMap((width) =>
  ["light", "dark"].map((theme) => ({ width, theme }) as PageOptions),
);

test.each(looks)("TH-04 axe finds nothing on any page in $theme at $width", async (look) => {
  const guest: [string, PageOptions][] = [
    ["/", look],
    [`/i/${slug}`, look],
    ["/login", look],
    ["/login?tab=signup", look],
    ["/no/such/page", { ...look, expect: [404] }],
  ];
  const own: [string, PageOptions][] = [
    ["/", { ...look, member }],
    [`/dashboard/studio/remix?source=${source}`, { ...look, member }],
  ];
  for (const [address, options] of [...guest, ...own]) {
    const page = await browser.open(address, options);
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect({ address, findings: await axeFindings(page) }).toEqual({ address, findings: [] });
  }
});

test.each(looks)(
  "TH-04 axe finds nothing in what opens over a page in $theme at $width",
  async (look) => {
    const page = await browser.open(`/i/${slug}`, { ...look, member });
    await page.getByRole("button", { name: "View prompt" }).click();
    await page.getByRole("dialog").waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Account of Ines Varga" }).click();
    await page.getByRole("button", { name: "Sign out" }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.goto(`${browser.server.url}/dashboard/studio/remix`);
    await page.getByRole("button", { name: "Show all settings" }).click();
    await page.getByRole("group", { name: "Frame" }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
  },
);
