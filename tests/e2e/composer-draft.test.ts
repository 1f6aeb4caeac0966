import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Page } from "playwright-core";
import { testBrowser, type TestBrowser } from "../harness/browser.ts";
import { holdScripts } from "../harness/hydration.ts";
import { quickEngine } from "../harness/quick-engine.ts";
import { aCaster } from "../harness/studio.ts";

let browser: TestBrowser;
beforeAll(async () => {
  const quick = quickEngine();
  browser = await testBrowser({ engines: new Map([[quick.id, quick]]) });
});
afterEach(() => browser.finish());
afterAll(() => browser.close());

const studio = "/dashboard/studio/remix";
const prompt = (page: Page) => page.getByLabel("Prompt");

test("ST-04 a member who was signed out meanwhile signs in and finds the draft", async () => {
  const member = await aCaster(browser);
  const page = await member.open(studio, { expect: [401, 404] });
  await prompt(page).fill("words that must not be lost");
  await page.context().clearCookies();
  await prompt(page).press("Control+Enter");
  await page.waitForURL(/\/login\?next=/);
  await page.getByLabel("Email").fill(member.email);
  await page.getByLabel("Password", { exact: true }).fill(member.password);
  await page.getByLabel("Password", { exact: true }).press("Enter");
  await page.getByText("Logged in").waitFor();
  await page.goto(browser.server.url + studio);
  await expect.poll(() => prompt(page).inputValue()).toBe("words that must not be lost");
});

test("ST-04 a prompt that was typed before the page's script ran is the one that is cast", async () => {
  const page = await (await aCaster(browser)).open(studio);
  await prompt(page).fill("words of last time");
  const loadScripts = await holdScripts(page);
  await page.reload({ waitUntil: "commit" });
  await prompt(page).fill("a fox in the snow");
  loadScripts();
  const stored = () =>
    page.evaluate(() => JSON.stringify(localStorage).includes("a fox in the snow"));
  await expect.poll(stored).toBe(true);
  await page.getByRole("button", { name: "Cast 1 for 3 credits" }).click();
  await page.getByRole("article", { name: "Cast: a fox in the snow" }).waitFor();
});

test("ST-04 a prompt that is typed at the moment when React takes over is kept", async () => {
  const page = await (await aCaster(browser)).open(studio);
  await page.addInitScript(() => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener("message", () => {
      const field = document.querySelector("textarea");
      const isAlive = field && Object.keys(field).some((key) => key.startsWith("__reactProps"));
      if (!isAlive) return port2.postMessage(null);
      const value = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value");
      value?.set?.call(field, "a hare in the grass");
      field.dispatchEvent(new Event("input", { bubbles: true }));
    });
    port1.start();
    port2.postMessage(null);
  });
  for (let turn = 0; turn < 5; turn += 1) {
    await page.evaluate(() => localStorage.clear());
    await page.reload();
    const stored = () =>
      page.evaluate(() => JSON.stringify(localStorage).includes("a hare in the grass"));
    await expect.poll(stored).toBe(true);
    expect(await prompt(page).inputValue()).toBe("a hare in the grass");
  }
});
