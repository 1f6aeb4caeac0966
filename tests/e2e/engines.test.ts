import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Page, Request } from "playwright-core";
import { grantCredits } from "#app/features/billing/commands.ts";
import { testBrowser, type PageOptions, type TestBrowser } from "../harness/browser.ts";
import { runComfyUi } from "../providers/comfyui.ts";
import { runOpenAi } from "../providers/openai.ts";
import { runRunware } from "../providers/runware.ts";
import { runSdApi } from "../providers/sdapi.ts";
import type { Provider } from "../providers/service.ts";

/** Price of one picture with each engine, at the default settings. */
const prices = { openai: 3, runware: 2, comfyui: 3, sdapi: 3 } as const;
const names = Object.keys(prices) as Name[];
const credits = (count: number) => `${count} ${count === 1 ? "credit" : "credits"}`;

type Name = "openai" | "runware" | "comfyui" | "sdapi";
const labels: Record<Name, string> = {
  openai: "OpenAI Images",
  runware: "Runware",
  comfyui: "ComfyUI",
  sdapi: "Stable Diffusion",
};

let providers: Record<Name, Provider>;
let browser: TestBrowser;
beforeAll(async () => {
  providers = {
    openai: await runOpenAi(),
    runware: await runRunware(),
    comfyui: await runComfyUi(),
    sdapi: await runSdApi(),
  };
  browser = await testBrowser({
    env: {
      ENGINE_A_KIND: "openai",
      ENGINE_A_URL: `${providers.openai.url}/v1`,
      ENGINE_A_KEY: "test-key",
      ENGINE_A_MODELS: "gpt-image-2.5-flare=GPT Image",
      ENGINE_B_KIND: "runware",
      ENGINE_B_URL: providers.runware.url,
      ENGINE_B_KEY: "test-key",
      ENGINE_C_KIND: "comfyui",
      ENGINE_C_URL: providers.comfyui.url,
      ENGINE_D_KIND: "sdapi",
      ENGINE_D_URL: providers.sdapi.url,
      ENGINE_D_KEY: "user:pass",
    },
  });
});
afterEach(async () => {
  for (const provider of Object.values(providers)) {
    provider.fault = null;
    provider.release();
  }
  await browser.finish();
});
afterAll(async () => {
  await browser.close();
  await Promise.all(Object.values(providers).map((provider) => provider.close()));
});

async function atStudio(options: PageOptions = {}): Promise<Page> {
  const member = await browser.server.signUp("Ines Varga");
  await grantCredits(browser.services, {
    userId: member.userId,
    amount: 45,
    reason: "Test",
    idempotencyKey: `engines:${member.userId}`,
  });
  const page = await browser.open("/dashboard/studio/remix", { ...options, member });
  await page.getByRole("button", { name: "Show all settings" }).click();
  return page;
}

const engine = (page: Page, name: string) =>
  page.getByRole("group", { name: "Engine" }).getByRole("radio", { name, exact: true });
const castOf = (page: Page, prompt: string) =>
  page.getByRole("article", { name: `Cast: ${prompt}` });

async function castWith(page: Page, name: Name, prompt: string, count = 1) {
  await engine(page, labels[name]).check({ force: true });
  await page
    .getByRole("group", { name: "Count" })
    .getByLabel(String(count), { exact: true })
    .check({ force: true });
  await page.getByLabel("Prompt").fill(prompt);
  await page.getByLabel("Prompt").press("Control+Enter");
}

test("ST-07 the settings panel lists every engine with its health and disclosure; Sketch stays the default", async () => {
  const page = await atStudio();
  const list = page.getByRole("group", { name: "Engine" });
  await expect.poll(() => list.getByRole("radio").count()).toBe(5);
  expect(await engine(page, "Sketch").isChecked()).toBe(true);
  await list.getByText("It is not an AI model.").waitFor();
  await expect.poll(() => list.getByText("Available").count()).toBe(5);
  await list.getByText("Ignores the seed.").waitFor();
  const seed = page.getByLabel("Seed");
  expect(await seed.count()).toBe(1);
  await engine(page, labels.openai).check({ force: true });
  await seed.waitFor({ state: "detached" });
  await engine(page, labels.runware).check({ force: true });
  await page.getByText("High at 1:1 is 2 credits a picture.").waitFor();
  await page.getByRole("button", { name: "Cast 1 for 2 credits" }).waitFor();
  await engine(page, labels.comfyui).check({ force: true });
  await page.getByLabel("Model").selectOption("inkwash.safetensors");
});

test.each<[name: Name, hasPreviews: boolean, price: number]>([
  ["openai", true, 9],
  ["runware", false, 6],
  ["comfyui", true, 9],
  ["sdapi", true, 9],
])(
  "ST-07 a cast by %s shows its progress and its picture's page names the engine",
  async (name, hasPreviews, price) => {
    const page = await atStudio();
    const prompt = `a harbour by ${name}`;
    providers[name].hold();
    const isPreview = (request: Request) => request.url().includes("/preview/");
    const cast = castOf(page, prompt);
    await Promise.all([
      hasPreviews ? page.waitForRequest(isPreview) : null,
      castWith(page, name, prompt, 3),
      cast.getByRole("progressbar").first().waitFor(),
    ]);
    providers[name].release();
    await cast.getByText("3 of 3 done").waitFor({ state: "attached" });
    await page.getByText(`${50 - price} credits, ${50 - 2 * price} after`).waitFor();
    await cast.getByRole("link", { name: `${prompt}, 1 of 3` }).click();
    const engineName = page.getByText(`${labels[name]} (AI-generated)`);
    await engineName.waitFor();
    expect(await engineName.isVisible()).toBe(true);
  },
);

test("ST-07 a chosen model is the one the engine is asked for", async () => {
  const page = await atStudio();
  await engine(page, labels.comfyui).check({ force: true });
  await page.getByLabel("Model").selectOption("inkwash.safetensors");
  await page.getByLabel("Prompt").fill("a washed shore");
  await page.getByLabel("Prompt").press("Control+Enter");
  await castOf(page, "a washed shore").getByRole("link").waitFor();
  const asked = providers.comfyui.seen.filter((seen) => seen.path === "/prompt").at(-1);
  expect(asked?.body.toString()).toContain("inkwash.safetensors");
});

test("ST-07 parameters of the chosen engine are set by keyboard, refused beside their field, kept and drawn with", async () => {
  const asked = () => providers.sdapi.seen.filter(({ path }) => path.endsWith("/txt2img"));
  const askedBefore = asked().length;
  const page = await atStudio({ expect: [400] });
  await engine(page, labels.sdapi).check({ force: true });
  const advanced = page.getByText("Advanced settings");
  await advanced.focus();
  await page.keyboard.press("Enter");
  const steps = page.getByLabel("Steps", { exact: true });
  const scale = page.getByLabel("CFG scale", { exact: true });
  expect(await steps.inputValue()).toBe("34");
  await steps.fill("31");
  await page.getByLabel("Sampler").selectOption("Euler a");
  await scale.fill("70");
  await page.getByText("Must be from 1 to 30").waitFor();
  await page.getByLabel("Prompt").fill("a lake by parameters");
  await page.getByLabel("Prompt").press("Control+Enter");
  await expect.poll(() => scale.getAttribute("aria-invalid")).toBe("true");
  expect(asked()).toHaveLength(askedBefore);
  await page.getByRole("button", { name: "Reset CFG scale to 7" }).click();
  expect(await scale.inputValue()).toBe("7");
  await engine(page, labels.comfyui).check({ force: true });
  await expect.poll(() => steps.inputValue()).toBe("31");
  await engine(page, labels.sdapi).check({ force: true });
  await page.getByLabel("Prompt").press("Control+Enter");
  await castOf(page, "a lake by parameters").getByRole("link").waitFor();
  expect(asked()).toHaveLength(askedBefore + 1);
  expect(JSON.parse(asked().at(-1)?.body.toString() ?? "")).toMatchObject({
    steps: 31,
    cfg_scale: 7,
    sampler_name: "Euler a",
  });
  await castOf(page, "a lake by parameters").getByRole("link").click();
  // The studio's settings and the page's own form name the sampler too.
  await page.getByRole("definition").filter({ hasText: "Euler a" }).waitFor();
});

// The protocols of the other two have no refusals.
test.each<Name>(["openai", "runware"])(
  "ST-06 a refusal by %s shows the reason and refunds the credits",
  async (name) => {
    const page = await atStudio();
    providers[name].fault = "moderated-before";
    await castWith(page, name, "something refused");
    const cast = castOf(page, "something refused");
    await cast.getByText("Generation failed").waitFor();
    await cast.getByText(`${credits(prices[name])} refunded.`).waitFor();
    expect(await cast.innerText()).toMatch(/refus|declin|safety|not allowed/i);
    await page.getByText(`50 credits, ${50 - prices[name]} after`).waitFor();
  },
);

// One of each kind: drawing is stopped at once, by the end of the connection, and not at all.
test.each<Name>(["comfyui", "openai", "runware"])(
  "ST-05 a cast by %s is cancelled while it is drawn, and its credits are refunded",
  async (name) => {
    const page = await atStudio();
    const price = prices[name];
    providers[name].hold();
    await castWith(page, name, `a stopped mill by ${name}`);
    const cast = castOf(page, `a stopped mill by ${name}`);
    await cast.getByRole("progressbar").waitFor();
    await page.getByText(`${50 - price} credits, ${50 - 2 * price} after`).waitFor();
    await cast.getByRole("button", { name: "Cancel" }).click();
    await cast.getByText(`${credits(price)} refunded.`).waitFor();
    await page.getByText(`50 credits, ${50 - price} after`).waitFor();
    expect(await cast.getByRole("progressbar").count()).toBe(0);
  },
);

// By HTTP and by a socket. That each protocol's half comes to the same is tested beside its adapter.
test.each<Name>(["openai", "comfyui"])(
  "ST-06 half a response of %s keeps its picture and refunds the rest",
  async (name) => {
    const page = await atStudio();
    const price = prices[name];
    providers[name].fault = "second-fails";
    await castWith(page, name, "two of a kind", 2);
    const cast = castOf(page, "two of a kind");
    await cast.getByRole("button", { name: "Cast again" }).waitFor();
    await cast.getByText(`${credits(price)} refunded.`).waitFor();
    expect(await cast.getByRole("link").count()).toBe(1);
    await cast.getByText("1 of 2 done, the rest failed").waitFor({ state: "attached" });
    await page.getByText(`${50 - price} credits, ${50 - 3 * price} after`).waitFor();
  },
);

test.each([
  ["closes its ring and fades in", true, /ring-closes.*cast-gone/],
  ["appears at once with reduced motion", false, /^$/],
])("ST-05 a picture that finishes while it is visible %s", async (_what, motion, animations) => {
  const page = await atStudio({ motion });
  await page.evaluate(() => {
    document.addEventListener("animationend", ({ animationName }) => {
      document.body.dataset.ended = `${document.body.dataset.ended ?? ""} ${animationName}`;
    });
  });
  providers.comfyui.hold();
  await castWith(page, "comfyui", "a closing ring");
  const cast = castOf(page, "a closing ring");
  await cast.getByRole("progressbar").waitFor();
  providers.comfyui.release();
  await cast.getByText("1 of 1 done").waitFor({ state: "attached" });
  const ended = () => page.evaluate(() => document.body.dataset.ended ?? "");
  await expect.poll(ended).toMatch(animations);
  expect(await cast.locator(".cast-closing:visible").count()).toBe(0);
});

// Engines that report their capabilities cannot be chosen while they do not respond.
test("ST-07 openai is shown as down, before and after a cast", async () => {
  const name = "openai";
  for (const provider of Object.values(providers)) provider.fault = "down";
  const page = await atStudio({ expect: [503] });
  const list = page.getByRole("group", { name: "Engine" });
  await expect.poll(() => list.getByText("Not answering").count()).toBe(names.length);
  await engine(page, labels[name]).check({ force: true });
  await page.getByText(`${labels[name]} is not answering right now.`).waitFor();
  await castWith(page, name, `nobody home at ${name}`);
  const cast = castOf(page, `nobody home at ${name}`);
  await cast.getByText("Generation failed").waitFor();
  await cast.getByText(`${credits(prices[name])} refunded.`).waitFor();
  expect(await cast.getByRole("link").count()).toBe(0);
});
