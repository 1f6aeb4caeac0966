import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Page } from "playwright-core";
import { axeFindings, testBrowser, type TestBrowser } from "../harness/browser.ts";
import { aPicture } from "../harness/factories.ts";
import { aPng } from "../harness/made-picture.ts";
import { quickEngine } from "../harness/quick-engine.ts";
import { aCaster } from "../harness/studio.ts";
import { runChat, type ChatProvider } from "../providers/chat.ts";

let browser: TestBrowser;
let chat: ChatProvider;
beforeAll(async () => {
  chat = await runChat();
  const quick = quickEngine({}, { upscale: true });
  browser = await testBrowser({
    engines: new Map([[quick.id, quick]]),
    env: {
      PROMPT_HELPER_URL: `${chat.url}/v1`,
      PROMPT_HELPER_MODEL: "small",
      PROMPT_HELPER_KEY: "test-key",
    },
  });
});
afterEach(() => browser.finish());
afterAll(async () => {
  await browser.close();
  await chat.close();
});

const studio = "/dashboard/studio/remix";
const prompt = (page: Page) => page.getByLabel("Prompt");

/** A PNG with the text chunk that AUTOMATIC1111 writes, before its end. */
async function pngWithSettings(): Promise<Buffer> {
  const png = await aPng(512, 768);
  const data = Buffer.from(
    "parameters\0a fox in the snow\nNegative prompt: fog\nSteps: 20, Seed: 4711, Size: 512x768, CFG scale: 7",
  );
  const head = Buffer.alloc(8);
  head.writeUInt32BE(data.length);
  head.write("tEXt", 4);
  const end = png.length - 12;
  return Buffer.concat([png.subarray(0, end), head, data, Buffer.alloc(4), png.subarray(end)]);
}

const drop = (page: Page, bytes: Buffer) =>
  page.evaluate((base64) => {
    const data = new DataTransfer();
    const file = Uint8Array.from(atob(base64), (sign) => sign.codePointAt(0) ?? 0);
    data.items.add(new File([file], "dropped.png", { type: "image/png" }));
    document.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true }));
  }, bytes.toString("base64"));

test("ST-02 ST-09 an uploaded picture becomes the source, survives a reload and is compared with its result", async () => {
  const page = await (await aCaster(browser)).open(studio);
  await page.getByRole("button", { name: "Source" }).click();
  const file = { name: "mine.png", mimeType: "image/png", buffer: await aPng(300, 200) };
  await page.locator("input[type=file]").setInputFiles(file);
  const source = page.getByRole("img", { name: "Source: your picture" });
  await source.waitFor();
  await page.reload();
  await source.waitFor();
  await prompt(page).fill("a painted stripe");
  await page.getByRole("button", { name: "Cast 1 for 2 credits" }).click();
  const cast = page.getByRole("article", { name: "Cast: a painted stripe" });
  await cast.getByRole("link", { name: "a painted stripe" }).waitFor();
  await cast.getByRole("button", { name: "Details and actions of picture 1" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("slider").press("End");
  await dialog.getByLabel("Title").fill("Stripe");
  await dialog.getByLabel("Tags").fill("red, Line");
  await dialog.getByLabel("Public").uncheck({ force: true });
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved", { exact: true }).waitFor();
  await cast.getByRole("button", { name: "Details and actions of picture 1" }).click();
  await expect.poll(() => dialog.getByLabel("Tags").inputValue()).toBe("red, line");
  expect(await dialog.getByLabel("Public").isChecked()).toBe(false);
  await dialog.getByRole("button", { name: "Variations" }).click();
  const casts = page.getByRole("article", { name: "Cast: a painted stripe" });
  await expect.poll(() => casts.count()).toBe(2);
  // Two of one prompt, and yet no two landmarks of one name.
  const details = casts.getByRole("button", { name: "Details and actions of picture 1" });
  await expect.poll(() => details.count()).toBe(2);
  expect(await axeFindings(page)).toEqual([]);
});

test("ST-02 a dropped picture with settings fills the composer, and can be undone", async () => {
  const page = await (await aCaster(browser)).open(studio);
  await prompt(page).fill("my own words");
  await drop(page, await pngWithSettings());
  await page.getByText("carries its settings, written by AUTOMATIC1111").waitFor();
  await expect.poll(() => prompt(page).inputValue()).toBe("a fox in the snow");
  await page.getByRole("button", { name: "Show all settings" }).click();
  expect(await page.getByLabel("Exclude").inputValue()).toBe("fog");
  expect(await page.getByLabel("Seed").inputValue()).toBe("4711");
  expect(await page.getByLabel("2:3").isChecked()).toBe(true);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => prompt(page).inputValue()).toBe("my own words");
  await drop(page, await pngWithSettings());
  await page.getByRole("button", { name: "Use as source too" }).click();
  await page.getByRole("img", { name: "Source: your picture" }).waitFor();
});

test("ST-02 the address of a picture makes it the source; one that leads nowhere says so", async () => {
  const member = await aCaster(browser);
  const picture = await aPicture(browser.services, { id: member.userId }, { title: "Quiet lake" });
  const page = await member.open(studio, { expect: [404] });
  await page.getByRole("button", { name: "Source" }).click();
  const address = page.getByLabel("Address of a picture");
  await address.fill("https://example.org/i/nothing-here");
  await address.press("Enter");
  await page.getByRole("alert").getByText("No picture of this site").waitFor();
  await address.fill(`${browser.server.url}/i/${picture.slug}`);
  await address.press("Enter");
  await page.getByRole("img", { name: "Source: Quiet lake" }).waitFor();
  await expect.poll(() => page.url()).toContain(`source=${picture.id}`);
});

test("ST-02 a stray percent sign gets an error message, and another site's URL is rejected", async () => {
  const member = await aCaster(browser);
  const picture = await aPicture(browser.services, { id: member.userId }, { title: "Quiet lake" });
  const page = await member.open(studio);
  await page.getByRole("button", { name: "Source" }).click();
  const address = page.getByLabel("Address of a picture");
  const refusal = page.getByRole("alert").getByText("No picture of this site is at that address.");
  await address.fill("50%");
  await address.press("Enter");
  await refusal.waitFor();
  await expect
    .poll(() => page.getByRole("button", { name: "Source" }).locator(".spinner").count())
    .toBe(0);
  await address.fill("/i/nothing%20here");
  await page.route("**/api/picture/**", (route) => route.abort());
  await address.press("Enter");
  await page.getByText("Check the connection. Nothing you typed is lost.").waitFor();
  await page.unroute("**/api/picture/**");
  await address.fill(`https://elsewhere.example/i/${picture.slug}`);
  await address.press("Enter");
  await refusal.waitFor();
  expect(page.url()).not.toContain("source=");
  await address.fill(`/i/${picture.slug}`);
  await address.press("Enter");
  await page.getByRole("img", { name: "Source: Quiet lake" }).waitFor();
});

test("ST-01 Ctrl and the arrows step through earlier prompts and back to one's own", async () => {
  const member = await aCaster(browser);
  await member.made({ prompt: "the first" });
  await member.made({ prompt: "the second" });
  const page = await member.open(studio);
  await prompt(page).fill("not cast yet");
  await prompt(page).press("Control+ArrowUp");
  expect(await prompt(page).inputValue()).toBe("the second");
  await prompt(page).press("Control+ArrowUp");
  expect(await prompt(page).inputValue()).toBe("the first");
  await prompt(page).press("Control+ArrowDown");
  await prompt(page).press("Control+ArrowDown");
  expect(await prompt(page).inputValue()).toBe("not cast yet");
});

test("ST-04 without the minimum of credits the press warns and leads to Plan & Usage", async () => {
  const member = await aCaster(browser, 0);
  await member.made({ prompt: "all of it", count: 5 });
  const page = await member.open(studio, { expect: [404] });
  await prompt(page).fill("one more");
  await page.getByRole("button", { name: "Cast 1 for 3 credits" }).click();
  const words = "You need at least 1 credits to cast. You currently have 0.";
  await page.getByText(words).first().waitFor();
  await page.waitForURL("**/dashboard/billing*");
  expect(new URL(page.url()).search).toBe("?need_credits=true");
});

test("what a cast did not understand is not covered by the composer, in lower rows neither", async () => {
  const member = await aCaster(browser);
  for (const words of ["a lake", "a hill"]) await member.made({ prompt: words });
  await browser.services.db
    .updateTable("generations")
    .set({ interpretation: JSON.stringify({ understood: ["water"], ignored: ["zither"] }) })
    .where("user_id", "=", member.userId)
    .execute();
  const page = await member.open(studio);
  const notes = page.getByText("Not understood: zither.");
  expect(await notes.count()).toBe(2);
  for (const note of await notes.all()) {
    const isInFront = await note.evaluate((one) => {
      const { x, y, width, height } = one.getBoundingClientRect();
      return one.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    });
    expect(isInFront).toBe(true);
  }
});

test("ST-01 a model rewrites the prompt on request, as text, and one press restores one's own", async () => {
  const page = await (await aCaster(browser)).open(studio, { expect: [503] });
  const enhance = page.getByRole("button", { name: "Enhance your words" });
  expect(await enhance.isDisabled()).toBe(true);
  await prompt(page).fill("<b>a lake</b>");
  await enhance.click();
  await page.getByText("A language model wrote these words.").waitFor();
  expect(await prompt(page).inputValue()).toBe("<b>a lake</b> at dawn");
  await page.getByRole("button", { name: "Undo" }).click();
  expect(await prompt(page).inputValue()).toBe("<b>a lake</b>");
  chat.fault = "server-error";
  await enhance.click();
  await page.getByText("Your words are as they were.").waitFor();
  expect(await prompt(page).inputValue()).toBe("<b>a lake</b>");
  chat.fault = null;
});

test("ST-09 a picture is enlarged to twice its size from its dialog, as a cast with its price", async () => {
  const member = await aCaster(browser);
  await member.made({ prompt: "a small lake" });
  const page = await member.open(studio);
  await page.getByRole("button", { name: "Details and actions of picture 1" }).click();
  await page.getByRole("button", { name: "Enlarge 2× for 2 credits" }).click();
  await page.getByText("twice the size").waitFor();
  const casts = page.getByRole("article", { name: "Cast: a small lake" });
  await expect.poll(() => casts.count()).toBe(2);
  await casts.first().getByText("1 of 1 done").waitFor({ state: "attached" });
  await page.getByText("42 credits, 39 after").waitFor();
});

test("MO-09 AD-04 a member sees which rule matched; an admin allows the prompt", async () => {
  const member = await aCaster(browser);
  const keeper = await aCaster(browser);
  await browser.services.db
    .updateTable("users")
    .set({ role: "admin" })
    .where("id", "=", keeper.userId)
    .execute();
  const page = await member.open(studio, { expect: [400] });
  await prompt(page).fill("a scene of gore");
  await page.getByRole("button", { name: "Cast 1 for 3 credits" }).click();
  await page.getByText("The rule “gore” found “gore”.").waitFor();
  const rules = await keeper.open("/dashboard/admin/prompts/rules");
  await rules.getByRole("button", { name: "Let pass: a scene of gore" }).click();
  await rules.getByText("May pass").waitFor();
  const refuse = rules.getByRole("button", { name: "Refuse: a scene of gore" });
  await expect.poll(() => refuse.count()).toBe(1);
  await page.getByRole("button", { name: "Cast 1 for 3 credits" }).click();
  await page.getByRole("article", { name: "Cast: a scene of gore" }).waitFor();
});

test("two browsers: a public cast of one appears on the other's wall at a press", async () => {
  const member = await aCaster(browser);
  await member.made({ prompt: "the heron that was there" });
  const guest = await browser.open("/");
  await guest.clock.install();
  await guest.reload();
  await guest.getByRole("link", { name: "The heron that was there, by Ines Varga" }).waitFor();
  const page = await member.open(studio);
  await prompt(page).fill("a heron for all to see");
  await page.getByRole("button", { name: "Cast 1 for 3 credits" }).click();
  await page.getByRole("link", { name: "a heron for all to see" }).waitFor();
  const pill = guest.getByRole("button", { name: "1 new picture" });
  await expect
    .poll(async () => {
      await guest.clock.fastForward(20_000);
      return pill.count();
    })
    .toBe(1);
  await pill.click();
  await guest.getByRole("link", { name: "A heron for all to see, by Ines Varga" }).waitFor();
  await expect.poll(() => pill.count()).toBe(0);
});
