import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { axeFindingsInBothThemes, testBrowser, type TestBrowser } from "../harness/browser.ts";
import { aPicture } from "../harness/factories.ts";
import type { SignedUp } from "../harness/server.ts";

/** An analytics page of another origin that looks for what it could read of the site. */
const analytics = `<!doctype html><html lang="en"><title>Analytics</title><h1>Visitors</h1><p id="state">waiting</p>
<script>
  let state = "scripts run";
  try { state += parent.document.title; } catch { state += ", sees nothing of the site"; }
  state += document.referrer === "" ? ", is told nothing" : ", is told " + document.referrer;
  document.querySelector("#state").textContent = state;
</script></html>`;

const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0";
const insights = "/dashboard/admin/insights";
let service: Server;
let framed: TestBrowser;
let plain: TestBrowser;
const admins = new Map<TestBrowser, SignedUp>();

async function anAdmin(browser: TestBrowser): Promise<SignedUp> {
  const admin = await browser.server.signUp("Ada Admin");
  const { db } = browser.services;
  await db.updateTable("users").set({ role: "admin" }).where("id", "=", admin.userId).execute();
  admins.set(browser, admin);
  return admin;
}

beforeAll(async () => {
  service = createServer((_, res) => res.setHeader("content-type", "text/html").end(analytics));
  await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
  const { port } = service.address() as AddressInfo;
  const INSIGHTS_URL = `http://127.0.0.1:${port}/share/echoform?embed=true`;
  framed = await testBrowser({ env: { INSIGHTS_URL } });
  plain = await testBrowser();
  await anAdmin(framed);
  await anAdmin(plain);
});
afterEach(async () => {
  await framed.finish();
  await plain.finish();
});
afterAll(async () => {
  await framed.close();
  await plain.close();
  await new Promise((resolve) => service.close(resolve));
});

const policyOf = async (browser: TestBrowser, address: string, member?: SignedUp) => {
  const answer = await (member ?? browser.server).fetch(address);
  return answer.headers.get("content-security-policy") ?? "";
};

test("AD-06 the policy allows the frame to admins on Insights alone, and to nobody without INSIGHTS_URL", async () => {
  const { origin } = new URL(framed.services.env.INSIGHTS_URL ?? "");
  const admin = admins.get(framed);
  expect(await policyOf(framed, insights, admin)).toContain(`frame-src ${origin};`);
  for (const address of ["/", "/dashboard", "/dashboard/admin/audit"]) {
    expect(await policyOf(framed, address, admin)).not.toContain("frame-src");
  }
  const member = await framed.server.signUp("Mira Member");
  expect(await policyOf(framed, insights, member)).not.toContain("frame-src");
  expect(await policyOf(framed, insights)).not.toContain("frame-src");
  expect(await policyOf(plain, insights, admins.get(plain))).not.toContain("frame-src");
});

test("AD-06 the named analytics page is shown in a sandboxed frame, however one comes to it", async () => {
  const page = await framed.open(insights, { member: admins.get(framed) });
  const frame = page.frameLocator("iframe[title='Traffic analytics']");
  await frame.getByText("scripts run, sees nothing of the site, is told nothing").waitFor();
  const sandbox = await page.getByTitle("Traffic analytics").getAttribute("sandbox");
  expect(sandbox?.split(" ").toSorted()).toEqual([
    "allow-forms",
    "allow-same-origin",
    "allow-scripts",
  ]);
  // By a link of the site, whose page before has a policy without the frame.
  await framed.go(page, "/dashboard/admin/audit");
  await page
    .getByRole("navigation", { name: "Dashboard" })
    .getByRole("link", { name: "INSIGHTS" })
    .click();
  await frame.getByText("scripts run, sees nothing of the site, is told nothing").waitFor();
  await page.getByRole("link", { name: "This site’s own" }).click();
  await page.getByRole("heading", { name: "Where visitors came from" }).waitFor();
  expect(await page.getByTitle("Traffic analytics").count()).toBe(0);
});

test.each([1440, 390] as const)(
  "AD-06 without it Insights shows visitors, their sources, top images and the way to a purchase at %i",
  async (width) => {
    const { server, services } = plain;
    const admin = admins.get(plain);
    await services.pool.query("truncate visit_salts, visit_marks, visit_sources");
    const title = `Lighthouse ${width}`;
    const { id } = await aPicture(services, { id: admin?.userId ?? "" }, { title });
    await services.db.updateTable("pictures").set({ views: 3 }).where("id", "=", id).execute();
    const visit = (address: string, agent: string, referer?: string) =>
      server.fetch(address, { headers: { "user-agent": agent, ...(referer && { referer }) } });
    await visit("/creators", firefox, "https://www.blog.example/private?q=1");
    await visit("/", firefox);
    await visit("/", `${firefox} Other`);
    await visit("/", "Googlebot/2.1 (+http://www.google.com/bot.html)");
    await admin?.fetch("/", { headers: { "user-agent": `${firefox} Admin` } });
    const page = await plain.open(insights, { member: admin, width });
    const sources = page.getByRole("group", { name: "Where visitors came from" });
    const visitors = async () => {
      await plain.go(page, insights);
      const cells =
        (await sources.count()) === 0 ? [] : await sources.getByRole("cell").allInnerTexts();
      // Sign-ups, the last of three, are counted by the minute: the admin's own may be among them.
      return cells.filter((_, at) => at % 3 !== 2);
    };
    const expected = ["No link, or not known", "1", "blog.example", "1"];
    await expect.poll(async () => (await visitors()).toSorted()).toEqual(expected.toSorted());
    const image = page.getByRole("group", { name: "Top images" }).getByRole("row");
    const views = await image.filter({ hasText: title }).getByRole("cell").last().innerText();
    expect(views).toBe("3");
    const funnel = page.getByRole("group", { name: "From visit to purchase" });
    expect(await funnel.getByRole("row").nth(1).getByRole("cell").first().innerText()).toBe("2");
    await page.getByRole("link", { name: "90 days" }).click();
    await page.waitForURL(/days=90/);
    await page.getByRole("link", { name: "90 days" }).and(page.locator("[aria-current]")).waitFor();
    await page.getByRole("group", { name: "From visit to purchase" }).waitFor();
    expect(await axeFindingsInBothThemes(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  },
);
