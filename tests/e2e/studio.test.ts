import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Page } from "playwright-core";
import { grantCredits } from "#app/features/billing/commands.ts";
import { testBrowser, type PageOptions, type TestBrowser } from "../harness/browser.ts";
import { aPicture } from "../harness/factories.ts";

let browser: TestBrowser;
beforeAll(async () => {
  browser = await testBrowser();
});
afterEach(() => browser.finish());
afterAll(() => browser.close());

async function atStudio(credits: number, options: PageOptions = {}, query = ""): Promise<Page> {
  const member = await browser.server.signUp("Ines Varga");
  await grantCredits(browser.services, {
    userId: member.userId,
    amount: credits,
    reason: "Test",
    idempotencyKey: `studio:${member.userId}`,
  });
  return browser.open(`/dashboard/studio/remix${query}`, { ...options, member });
}

const castOf = (page: Page, prompt: string) =>
  page.getByRole("region", { name: `Cast: ${prompt}` });

test("ST-05 a cancelled cast refunds its credits", async () => {
  const page = await atStudio(20);
  await page.getByLabel("Prompt").fill("slow: a harbour in the morning");
  await page.getByLabel("Prompt").press("Control+Enter");
  const cast = castOf(page, "slow: a harbour");
  await page.getByText("22 credits, 19 after").waitFor();
  await cast.getByRole("button", { name: "Cancel" }).click();
  await cast.getByText("Cancelled").waitFor();
  await cast.getByText("3 credits came back.").waitFor();
  await page.getByText("25 credits, 22 after").waitFor();
  expect(await cast.getByRole("progressbar").count()).toBe(0);
});

test("ST-06 a failed cast says why and refunds its credits; casting again fills the composer", async () => {
  const page = await atStudio(20);
  await page.getByLabel("Prompt").fill("refuse: a harbour");
  await page.getByLabel("Prompt").press("Control+Enter");
  const cast = castOf(page, "refuse: a harbour");
  await cast.getByText("Generation failed").waitFor();
  await cast.getByText("3 credits came back.").waitFor();
  await page.getByText("25 credits, 22 after").waitFor();
  await page.getByLabel("Prompt").fill("something else");
  await cast.getByRole("button", { name: "Cast again" }).click();
  await expect.poll(() => page.getByLabel("Prompt").inputValue()).toBe("refuse: a harbour");
});

test("ST-01 a refused field keeps what was typed and says what is wrong with it", async () => {
  const page = await atStudio(20, { expect: [400] });
  await page.getByLabel("Prompt").fill("   ");
  await page.getByLabel("Prompt").press("Control+Enter");
  await page.getByRole("alert").getByText("Must not be blank").waitFor();
  const long = "lake ".repeat(500);
  await page.getByLabel("Prompt").fill(long);
  await page.getByLabel("Prompt").press("Control+Enter");
  await page.getByRole("alert").getByText("Must have at most 2000 characters").waitFor();
  expect(await page.getByLabel("Prompt").inputValue()).toBe(long);
});

test("ST-03 the button shows the price of every setting, and too few credits block it", async () => {
  const page = await atStudio(20);
  const price = (name: string) => page.getByRole("button", { name, exact: true }).waitFor();
  await page.getByLabel("Prompt").fill("a lake");
  await price("Cast 1 for 3 credits");
  await page.getByRole("button", { name: "Show all settings" }).click();
  await page.getByRole("group", { name: "Quality" }).getByLabel("Standard").check({ force: true });
  await price("Cast 1 for 1 credit");
  await page.getByRole("group", { name: "Quality" }).getByLabel("High").check({ force: true });
  await price("Cast 1 for 3 credits");
  await page.getByRole("group", { name: "Frame" }).getByLabel("16:9").check({ force: true });
  await price("Cast 1 for 5 credits");
  await page.getByRole("group", { name: "Count" }).getByLabel("4").check({ force: true });
  await price("Cast 4 for 20 credits");
  await page.getByText("25 credits, 5 after").waitFor();
  await page.getByText("High at 16:9 is 5 credits a picture. A square is 3.").waitFor();
  await page.getByRole("group", { name: "Count" }).getByLabel("8").check({ force: true });
  await page.getByText("This cast needs 40 credits. You have 25.").waitFor();
  expect(await page.getByRole("button", { name: "Cast 8 for 40 credits" }).isDisabled()).toBe(true);
});

test("ST-03 the composer starts at high; standard is one press away, and offered if the credits are too few", async () => {
  const page = await atStudio(1);
  await page.getByLabel("Prompt").fill("a lake");
  await page.getByRole("button", { name: "Cast 1 for 3 credits" }).waitFor();
  await page.getByRole("button", { name: "Quality: High" }).click();
  await page.getByRole("button", { name: "Cast 1 for 1 credit" }).waitFor();
  await page.getByRole("button", { name: "Quality: Standard" }).click();
  const offer = page.getByRole("button", { name: "Standard for", exact: false });
  expect(await offer.count()).toBe(0);
  await page.getByRole("button", { name: "Show all settings" }).click();
  await page
    .getByRole("group", { name: "Count" })
    .getByLabel("3", { exact: true })
    .check({ force: true });
  await page.getByText("This cast needs 9 credits. You have 6.").waitFor();
  await page.getByRole("button", { name: "Standard for 3 credits" }).click();
  await page.getByText("6 credits, 3 after").waitFor();
  await page.getByRole("button", { name: "Cast 3 for 3 credits" }).waitFor();
  expect(await offer.count()).toBe(0);
});

test("NT-06 a cast made in one tab forms in the other", async () => {
  const page = await atStudio(20);
  const other = await browser.beside(page, "/dashboard/studio/remix");
  await other.getByText("No casts yet").waitFor();
  await page.getByLabel("Prompt").fill("a red lighthouse");
  await page.getByLabel("Prompt").press("Control+Enter");
  for (const tab of [page, other]) {
    const picture = castOf(tab, "a red lighthouse").getByRole("link", { name: "a red lighthouse" });
    await picture.waitFor();
    expect(await castOf(tab, "a red lighthouse").count()).toBe(1);
    await tab.getByText("22 credits, 19 after").waitFor();
  }
});

test("a draft survives a reload, and a missing source is reported", async () => {
  const page = await atStudio(1);
  await page.getByLabel("Prompt").fill("a half-finished thought");
  await page.reload();
  await expect.poll(() => page.getByLabel("Prompt").inputValue()).toBe("a half-finished thought");
  const gone = "?source=0198c0de-0000-7000-8000-000000000001";
  await page.goto(`${browser.server.url}/dashboard/studio/remix${gone}`);
  await page.getByText("The picture to remix is not here").waitFor();
});

test("ST-04 a guest who wants to remix returns to it after signing in", async () => {
  const member = await browser.server.signUp("Kenji Abe");
  const source = await aPicture(browser.services, { id: member.userId }, { title: "Quiet lake" });
  const target = `/dashboard/studio/remix?source=${source.id}`;
  const page = await browser.open(target);
  await page.getByLabel("Email").fill(member.email);
  await page.getByLabel("Password", { exact: true }).fill(member.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByText("Logged in").waitFor();
  await page.getByRole("img", { name: "Source: Quiet lake" }).waitFor();
  expect(page.url()).toBe(browser.server.url + target);
});
