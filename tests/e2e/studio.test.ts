import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Locator, Page } from "playwright-core";
import { grantCredits } from "#app/features/billing/commands.ts";
import { testBrowser, type PageOptions, type TestBrowser } from "../harness/browser.ts";
import { aPicture } from "../harness/factories.ts";
import { aCaster } from "../harness/studio.ts";

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
  page.getByRole("article", { name: `Cast: ${prompt}` });

test("ST-05 a cancelled cast refunds its credits", async () => {
  const page = await atStudio(20);
  await page.getByLabel("Prompt").fill("slow: a harbour in the morning");
  await page.getByLabel("Prompt").press("Control+Enter");
  const cast = castOf(page, "slow: a harbour");
  await page.getByText("22 credits, 19 after").waitFor();
  await cast.getByRole("button", { name: "Cancel" }).click();
  await cast.getByText("Cancelled").waitFor();
  await cast.getByText("3 credits refunded.").waitFor();
  await page.getByText("25 credits, 22 after").waitFor();
  expect(await cast.getByRole("progressbar").count()).toBe(0);
});

test("ST-06 a failed cast says why and refunds its credits; casting again fills the composer", async () => {
  const page = await atStudio(20);
  await page.getByLabel("Prompt").fill("refuse: a harbour");
  await page.getByLabel("Prompt").press("Control+Enter");
  const cast = castOf(page, "refuse: a harbour");
  await cast.getByText("Generation failed").waitFor();
  await cast.getByText("3 credits refunded.").waitFor();
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
  // Ways on from there: what the member can pay for, the smallest change first, or more credits.
  await page.getByRole("button", { name: "Standard for 16 credits" }).click();
  await page.getByText("25 credits, 9 after").waitFor();
  await page.getByRole("group", { name: "Quality" }).getByLabel("High").check({ force: true });
  await page.getByRole("link", { name: "Get credits" }).click();
  await page.waitForURL("**/dashboard/billing?need_credits=true");
});

const focusOf = (control: Locator) => () =>
  control.evaluate((one) => one === document.activeElement);

test("the cursor is in the prompt when the studio opens, by GENERATE+, G or Remix", async () => {
  const member = await aCaster(browser);
  const picture = await aPicture(browser.services, { id: member.userId }, { title: "Quiet lake" });
  const page = await member.open("/pages/about");
  const prompt = page.getByLabel("Prompt");
  const generate = page.getByRole("link", { name: "GENERATE+", exact: true });
  await generate.click();
  await expect.poll(focusOf(prompt)).toBe(true);
  // Also from the studio itself.
  await generate.click();
  await expect.poll(focusOf(prompt)).toBe(true);
  await page.getByRole("heading", { name: "Create/Remix" }).click();
  await page.keyboard.press("g");
  await expect.poll(focusOf(prompt)).toBe(true);
  await browser.go(page, `/i/${picture.slug}`);
  await page.getByRole("main").getByRole("link", { name: "Remix", exact: true }).click();
  await page.getByRole("img", { name: "Source: Quiet lake" }).waitFor();
  await expect.poll(focusOf(prompt)).toBe(true);
});

test("the settings close on Escape, with the focus back on their button, and on a press outside", async () => {
  const page = await atStudio(1);
  const toggle = page.getByRole("button", { name: "Show all settings" });
  const seed = page.getByLabel("Seed");
  await toggle.click();
  await seed.press("Escape");
  await seed.waitFor({ state: "hidden" });
  await expect.poll(focusOf(toggle)).toBe(true);
  await toggle.click();
  await seed.fill("7");
  await page.getByRole("heading", { name: "Create/Remix" }).click();
  await seed.waitFor({ state: "hidden" });
  // What was set is named while the settings are closed.
  await page.getByRole("button", { name: "Change settings:" }).getByText("Seed 7").waitFor();
});

test("ST-02 Remix without a source says what to do and shows the ways to add one", async () => {
  const page = await atStudio(1);
  await page.getByRole("link", { name: "Remix", exact: true }).click();
  await page.getByText("A remix starts from a picture.").waitFor();
  await expect.poll(focusOf(page.getByRole("button", { name: "Choose a picture" }))).toBe(true);
});

test("settings taken by Reuse are named in the closed composer and do not apply to the next remix", async () => {
  const member = await aCaster(browser);
  const { pictures } = await member.made({
    prompt: "a square at noon",
    negative: "people, boats",
    count: 2,
  });
  const page = await member.open("/dashboard/studio/remix");
  const chips = page.getByRole("button", { name: "Change settings:" });
  await page.getByRole("button", { name: "Reuse" }).click();
  await chips.getByText("Without people, boats").waitFor();
  await chips.getByText("2 images").waitFor();
  await browser.go(page, `/i/${pictures[0].slug}`);
  await page.getByRole("main").getByRole("link", { name: "Remix", exact: true }).click();
  await page.getByRole("img", { name: /^Source: / }).waitFor();
  await chips.getByText("1 image").waitFor();
  expect(await chips.getByText("Without").count()).toBe(0);
});

test("ST-09 a result's dialog begins with its actions, names the price of variations and fits the window", async () => {
  const member = await aCaster(browser);
  await member.made({ prompt: "a tall tower", aspect: "9:16" });
  const page = await member.open("/dashboard/studio/remix");
  await page.getByRole("button", { name: "Details and actions of picture 1" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Variations for 2 credits" }).waitFor();
  const save = dialog.getByRole("button", { name: "Save" });
  await save.waitFor();
  const controls = await dialog.getByRole("link").or(dialog.getByRole("textbox")).all();
  expect(await controls[0].innerText()).toBe("Remix");
  expect(await dialog.evaluate((one) => one.scrollHeight - one.clientHeight)).toBe(0);
  const box = await save.boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(900);
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
