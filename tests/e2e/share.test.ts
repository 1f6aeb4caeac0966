import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { axeFindings, testBrowser, type TestBrowser } from "../harness/browser.ts";
import { aPicture, type TestPicture } from "../harness/factories.ts";
import type { SignedUp } from "../harness/server.ts";

let browser: TestBrowser;
let member: SignedUp;
let picture: TestPicture;
let silent: TestPicture;

beforeAll(async () => {
  browser = await testBrowser();
  member = await browser.server.signUp("Ines Varga");
  const owner = { id: member.userId };
  picture = await aPicture(browser.services, owner, { title: "Threshold" });
  silent = await aPicture(browser.services, owner, { title: "Silence", prompt: null });
});
afterEach(() => browser.finish());
afterAll(() => browser.close());

test.each([1440, 390] as const)(
  "DL-01 at %i px the share dialog has three sharers, the link and the embed snippet, each to copy",
  async (width) => {
    const page = await browser.open(`/i/${picture.slug}`, { width });
    await page.getByRole("button", { name: "Echo (share)" }).click();
    const dialog = page.getByRole("dialog", { name: "Echo this manifestation" });
    await dialog.waitFor();
    const { origin } = new URL(browser.services.env.SERVER_URL);
    const address = `${origin}/i/${picture.slug}`;
    for (const [name, host] of [
      ["Facebook", "www.facebook.com"],
      ["Twitter", "twitter.com"],
      ["Pinterest", "www.pinterest.com"],
    ]) {
      const href = await dialog.getByRole("link", { name }).getAttribute("href");
      expect(new URL(href ?? "").host).toBe(host);
      expect(decodeURIComponent(href ?? "")).toContain(address);
    }
    const link = dialog.getByRole("textbox", { name: "Direct link" });
    expect(await link.inputValue()).toBe(address);
    expect(await link.getAttribute("readonly")).not.toBeNull();
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
    const tick = dialog.getByRole("button", { name: "Copied link" });
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await dialog.getByRole("button", { name: "Copy link" }).click();
    await tick.waitFor({ state: "attached" });
    // Its timer starts in an effect, a task after the tick is there.
    await page.evaluate(async () => {
      for (let task = 0; task < 20; task += 1) {
        await new Promise((resolve) => {
          const { port1, port2 } = new MessageChannel();
          port1.addEventListener("message", resolve, { once: true });
          port1.start();
          port2.postMessage(null);
        });
      }
    });
    await page.clock.runFor(1199);
    expect(await tick.count()).toBe(1);
    await page.clock.runFor(1);
    await tick.waitFor({ state: "detached" });
    await page.clock.resume();
    await page.getByText("Link copied. Ready to echo.").waitFor();
    expect(await clipboard()).toBe(address);
    const snippet = await dialog.getByRole("textbox", { name: "Embed image" }).inputValue();
    expect(snippet).toMatch(
      new RegExp(`^<img src="${origin}/i/800x0/q75/${picture.slug}\\.jpg" alt="Threshold">$`),
    );
    await dialog.getByRole("button", { name: "Copy embed code" }).click();
    await expect.poll(clipboard).toBe(snippet);
    expect(await axeFindings(page)).toEqual([]);
  },
);

test("DL-02 the prompt dialog shows the prompt and copies it, also by keyboard", async () => {
  const page = await browser.open(`/i/${picture.slug}`);
  await page.keyboard.press("p");
  const dialog = page.getByRole("dialog", { name: "View this prompt" });
  await dialog.getByText("misty mountain lake at dawn, watercolour").waitFor();
  await dialog.getByRole("button", { name: "Copy", exact: true }).click();
  await page.getByText("Prompt copied").waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    "misty mountain lake at dawn, watercolour",
  );
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
});

test("DL-02 without a prompt the dialog says so", async () => {
  const page = await browser.open(`/i/${silent.slug}`);
  await page.getByRole("button", { name: "View prompt" }).click();
  const dialog = page.getByRole("dialog", { name: "View this prompt" });
  await dialog.getByText("No prompt available").waitFor();
  expect(await dialog.getByRole("button", { name: "Copy", exact: true }).count()).toBe(0);
});
