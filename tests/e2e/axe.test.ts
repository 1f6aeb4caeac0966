import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { axeFindingsInBothThemes, testBrowser, type TestBrowser } from "../harness/browser.ts";
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

const widths = [1440, 390] as const;

test.each(widths)("TH-04 axe finds nothing on any page in both themes at %i", async (width) => {
  const guest = ["/", `/i/${slug}`, "/login", "/login?tab=signup", "/no/such/page"];
  const own = ["/", `/dashboard/studio/remix?source=${source}`];
  const visits = [
    { addresses: guest, options: { width, expect: [404] } },
    { addresses: own, options: { width, member } },
  ];
  for (const { addresses, options } of visits) {
    const page = await browser.open("/pages/about", options);
    for (const address of addresses) {
      await browser.go(page, address);
      await page.getByRole("heading", { level: 1 }).waitFor();
      const findings = await axeFindingsInBothThemes(page);
      expect({ address, findings }).toEqual({ address, findings: [] });
    }
  }
});

test.each(widths)(
  "TH-04 axe finds nothing in what opens over a page in both themes at %i",
  async (width) => {
    const page = await browser.open(`/i/${slug}`, { width, member });
    await page.getByRole("button", { name: "View prompt" }).click();
    await page.getByRole("dialog").waitFor();
    expect(await axeFindingsInBothThemes(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Account of Ines Varga" }).click();
    await page.getByRole("button", { name: "Sign out" }).waitFor();
    expect(await axeFindingsInBothThemes(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await browser.go(page, "/dashboard/studio/remix");
    await page.getByRole("button", { name: "Show all settings" }).click();
    await page.getByRole("group", { name: "Frame" }).waitFor();
    expect(await axeFindingsInBothThemes(page)).toEqual([]);
  },
);
