import { randomUUID } from "node:crypto";
import type { Locator } from "playwright-core";
import { createFirstAdminLink } from "#app/features/identity/commands/first-admin.ts";
import { examplePrompts } from "#app/rules/example-prompts.ts";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { testBrowser, type TestBrowser } from "../harness/browser.ts";
import { aMember, aPicture } from "../harness/factories.ts";
import { goodPassword } from "../harness/server.ts";

let browser: TestBrowser;
beforeAll(async () => {
  browser = await testBrowser();
});
afterEach(() => browser.finish());
afterAll(() => browser.close());

const words = "misty mountain lake at dawn, watercolour";

test("ST-05 a newcomer signs up, casts, watches it form, opens its page and remixes it", async () => {
  const page = await browser.open("/");
  await page.getByRole("link", { name: "GENERATE+", exact: true }).click();
  await page.getByRole("heading", { name: "Welcome back" }).waitFor();
  expect(new URL(page.url()).searchParams.get("next")).toBe("/dashboard/studio/remix");

  const signUp = page.getByRole("dialog");
  await signUp.getByRole("button", { name: "Create account", exact: true }).click();
  await signUp.getByRole("heading", { name: "Create account" }).waitFor();
  await signUp.getByLabel("Name", { exact: true }).fill("Mara Lindqvist");
  await signUp.getByLabel("Email").fill(`${randomUUID()}@example.org`);
  await signUp.getByLabel("Password", { exact: true }).fill(goodPassword);
  await signUp.getByRole("button", { name: "Create account" }).click();
  await page.getByText("Account created successfully").waitFor();
  await page.getByText("Welcome to the product!").waitFor();
  await page.getByRole("heading", { name: "Create/Remix" }).waitFor();
  const account = page.getByRole("button", { name: "Account of Mara Lindqvist" });
  await expect.poll(() => account.innerText()).toContain("5");

  await page.getByRole("textbox", { name: "Prompt" }).fill(words);
  await page.getByText("5 credits, 2 after").waitFor();
  await page.getByRole("button", { name: "Cast 1 for 3 credits" }).click();
  const cast = page.getByRole("article", { name: `Cast: ${words}` });
  await cast.getByRole("progressbar").waitFor();
  await page.getByText("This cast needs 3 credits. You have 2.").waitFor();
  await expect.poll(() => account.innerText()).toContain("2");
  const picture = cast.getByRole("link", { name: words });
  await picture.waitFor();
  await cast.getByRole("button", { name: "Reuse" }).waitFor();

  await picture.click();
  const viewer = page.getByRole("dialog", { name: "Misty mountain lake" });
  await viewer.getByText("Sketch (procedural, built in)").waitFor();
  const address = new URL(page.url()).pathname;

  await viewer.getByRole("button", { name: "View prompt" }).click();
  const dialog = page.getByRole("dialog", { name: "View this prompt" });
  await dialog.getByRole("button", { name: "Copy", exact: true }).click();
  await page.getByText("Prompt copied").waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });

  await viewer.getByRole("link", { name: "Remix", exact: true }).click();
  await page.getByRole("img", { name: /^Source: Misty mountain lake/ }).waitFor();
  await expect.poll(() => page.getByRole("textbox", { name: "Prompt" }).inputValue()).toBe(words);
  await page.getByRole("textbox", { name: "Prompt" }).fill("the same lake at night, oil painting");
  await page.getByRole("button", { name: "Cast 1 for 2 credits" }).click();
  const remix = page.getByRole("article", { name: "Cast: the same lake at night" });
  await remix.getByRole("link", { name: "the same lake at night" }).waitFor();
  await page.getByText("You need at least 1 credits to cast. You currently have 0.").waitFor();

  await page.goto(new URL(address, browser.server.url).href);
  await page.getByRole("heading", { name: "Echoes" }).waitFor();
  await page.getByRole("link", { name: /^Remix: / }).waitFor();

  await page.getByRole("link", { name: "Echoform, home" }).click();
  const wall = page.getByRole("main").locator("article");
  await expect.poll(() => wall.count()).toBe(2);
  await page.getByRole("link", { name: /^Misty mountain lake.*, by Mara Lindqvist$/ }).waitFor();
});

test("ST-05 from the first address of a new site to an own picture in at most 60 s and 8 presses", async () => {
  const setup = (await createFirstAdminLink(browser.services)) ?? "";
  let presses = 0;
  const press = async (control: Locator) => {
    presses += 1;
    await control.click();
  };
  const began = performance.now();
  const page = await browser.open(`/login?setup=${setup}`);
  await page.getByRole("heading", { name: "Make the first admin" }).waitFor();
  const name = page.getByLabel("Name", { exact: true });
  await expect.poll(() => name.evaluate((field) => field === document.activeElement)).toBe(true);
  // The fields follow one another: Tab leads from each to the next.
  await page.keyboard.type("Ada Lovelace");
  await page.keyboard.press("Tab");
  await page.keyboard.type("ada@example.org");
  await page.keyboard.press("Tab");
  await page.keyboard.type(goodPassword);
  await press(page.getByRole("button", { name: "Make the admin" }));
  await page.waitForURL("**/dashboard/studio/remix");
  await page.getByRole("heading", { name: "No casts yet" }).waitFor();
  await page
    .getByText("A square costs 3 credits at high quality and 1 credit at standard")
    .waitFor();
  const prompt = page.getByRole("textbox", { name: "Prompt" });
  await expect.poll(() => prompt.evaluate((field) => field === document.activeElement)).toBe(true);
  const examples = page.getByRole("region", { name: "No casts yet" }).getByRole("button");
  await expect.poll(() => examples.count()).toBe(6);
  await press(page.getByRole("button", { name: examplePrompts[1] }));
  await expect.poll(() => prompt.inputValue()).toBe(examplePrompts[1]);
  await press(page.getByRole("button", { name: "Cast 1 for 3 credits" }));
  const cast = page.getByRole("article", { name: `Cast: ${examplePrompts[1]}` });
  await cast.getByRole("link", { name: examplePrompts[1] }).waitFor();
  expect(presses).toBeLessThanOrEqual(8);
  expect(performance.now() - began).toBeLessThan(60_000);
  await page.getByRole("link", { name: "Moderation" }).waitFor();
  // The link is used up, for its owner and for anybody else who finds it.
  const again = await browser.open(`/login?setup=${setup}`);
  await again.getByRole("heading", { name: "This link no longer works" }).waitFor();
});

test("a new site's wall continues to fill after its tab was hidden", async () => {
  const fresh = await testBrowser({ env: { DEMO_SEED: "on" } });
  try {
    // Only a site with an embedded database fills its wall; the test's database is one of many on a server.
    Object.assign(fresh.services.env, { DATABASE_URL: undefined });
    const page = await fresh.open("/about:blank", { expect: [404] });
    await page.clock.install();
    await fresh.go(page, "/");
    await page.getByText("A fresh site casts its first pictures on its own").waitFor();
    const show = (state: DocumentVisibilityState) =>
      page.evaluate((wanted) => {
        Object.defineProperty(document, "visibilityState", { value: wanted, configurable: true });
        document.dispatchEvent(new Event("visibilitychange"));
      }, state);
    await show("hidden");
    await page.clock.fastForward(10_000);
    await aPicture(fresh.services, await aMember(fresh.services), { title: "First light" });
    await show("visible");
    await page.getByRole("link", { name: "First light, by Mira Holt" }).waitFor();
    // The next reload happens by itself again.
    await aPicture(fresh.services, await aMember(fresh.services), { title: "Second light" });
    const second = page.getByRole("link", { name: "Second light, by Mira Holt" });
    await expect
      .poll(async () => {
        await page.clock.fastForward(4_000);
        return second.count();
      })
      .toBe(1);
    await fresh.finish();
  } finally {
    await fresh.close();
  }
});
