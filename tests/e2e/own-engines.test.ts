import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { grantCredits } from "#app/features/billing/commands.ts";
import { axeFindingsInBothThemes, testBrowser, type TestBrowser } from "../harness/browser.ts";
import { anAdmin, anEngine, engineCalls } from "../harness/own-engines.ts";
import type { SignedUp } from "../harness/server.ts";
import { templates } from "#app/adapters/engines/comfyui/templates.ts";
import { runComfyUi } from "../providers/comfyui.ts";
import { runSdApi, type SdApiProvider } from "../providers/sdapi.ts";

let provider: SdApiProvider;
let browser: TestBrowser;
let admin: SignedUp;
beforeAll(async () => {
  provider = await runSdApi({ stepMs: 2 });
  browser = await testBrowser({
    env: {
      ENGINE_HOUSE_KIND: "sdapi",
      ENGINE_HOUSE_LABEL: "House server",
      ENGINE_HOUSE_URL: provider.url,
      ENGINE_HOUSE_KEY: "user:pass",
    },
  });
  admin = await anAdmin(browser.server);
});
afterEach(async () => {
  await browser.finish();
  await browser.services.db.deleteFrom("engines").execute();
  await browser.services.ownEngines.refresh();
});
afterAll(async () => {
  await browser.close();
  await provider.close();
});

/** What a workflow of one's own declares for members. */
const inputs = [
  {
    bind: ["sampler", "cfg"],
    kind: "float",
    label: "Strictness",
    min: 1,
    max: 20,
    step: 0.5,
    advanced: false,
  },
];
const address = "/dashboard/admin/engines";
const studio = "/dashboard/studio/remix";

async function aMember(): Promise<SignedUp> {
  const member = await browser.server.signUp("Ines Varga");
  await grantCredits(browser.services, {
    userId: member.userId,
    amount: 45,
    reason: "Test",
    idempotencyKey: `own-engines:${member.userId}`,
  });
  return member;
}

test.each([1440, 390] as const)(
  "ST-07 an admin adds an engine after testing it, a member casts with it at its price, and it is switched off at %i",
  async (width) => {
    const page = await browser.open(address, { member: admin, width, expect: [400] });
    await page.getByRole("row").filter({ hasText: "From the environment" }).waitFor();
    expect(await page.getByRole("button", { name: "Change House server" }).count()).toBe(0);
    await page.getByRole("button", { name: "New engine" }).click();
    const dialog = page.getByRole("dialog", { name: "New engine" });
    await dialog.getByLabel("Name", { exact: true }).fill("Cellar");
    await dialog.getByLabel("Label").fill("Cellar server");
    await dialog.getByLabel("Address").fill(provider.url);
    await dialog.getByLabel("User and password").fill("user:wrong");
    await dialog.getByLabel("Price factor").fill("1.5");
    const test = dialog.getByRole("button", { name: "Test the connection" });
    const result = dialog.getByRole("region", { name: "Result of the test" });
    await test.click();
    await result.getByText("It does not work like this").waitFor();
    await result.getByText("The service refuses the key").waitFor();
    await dialog.getByLabel("User and password").fill("user:pass");
    await test.click();
    await result.getByText("It answers", { exact: true }).waitFor();
    await result.getByText("from words, from a picture", { exact: false }).waitFor();
    expect(await axeFindingsInBothThemes(page)).toEqual([]);
    // What was typed stays when it is refused.
    await dialog.getByRole("button", { name: "Add engine" }).click();
    await dialog.getByText("1 to 30 small letters and digits").waitFor();
    expect(await dialog.getByLabel("User and password").inputValue()).toBe("user:pass");
    await dialog.getByLabel("Name", { exact: true }).fill("cellar");
    await dialog.getByRole("button", { name: "Add engine" }).click();
    await page.getByText("Cellar server is added").waitFor();
    const row = page.getByRole("row").filter({ hasText: "sdapi:cellar" });
    await row.getByText("× 1.5").waitFor();
    expect(await axeFindingsInBothThemes(page)).toEqual([]);
    expect(await page.content()).not.toContain("user:pass");

    const member = await aMember();
    const cast = await browser.open(studio, { member, width, expect: [400] });
    await cast.getByRole("button", { name: "Show all settings" }).click();
    const choice = cast
      .getByRole("group", { name: "Engine" })
      .getByRole("radio", { name: "Cellar server" });
    await choice.check({ force: true });
    // 3 credits for a square, times 1.5, rounded up.
    await cast.getByText("High at 1:1 is 5 credits a picture.").waitFor();
    await cast.getByLabel("Prompt").fill("a cellar lake");
    await cast.getByRole("button", { name: "Cast 1 for 5 credits" }).click();
    await cast.getByRole("link", { name: "a cellar lake" }).first().waitFor();
    await cast.getByText("45 credits, 40 after").waitFor();

    await page.bringToFront();
    await row.getByRole("button", { name: "Switch off Cellar server" }).click();
    await row.getByText("Off", { exact: true }).waitFor();
    // The studio still shows it: the press is refused with the reason, and what was typed stays.
    await cast.bringToFront();
    await cast.getByLabel("Prompt").fill("a second lake");
    await cast.getByLabel("Prompt").press("Control+Enter");
    await cast.getByText("Cellar server is switched off: choose another engine").waitFor();
    expect(await cast.getByLabel("Prompt").inputValue()).toBe("a second lake");
    await browser.go(cast, studio);
    await cast.getByRole("button", { name: "Show all settings" }).click();
    await cast.getByRole("radio", { name: "House server" }).waitFor({ state: "attached" });
    expect(await cast.getByRole("radio", { name: "Cellar server" }).count()).toBe(0);

    await page.bringToFront();
    await row.getByRole("button", { name: "Remove Cellar server" }).click();
    const question = page.getByRole("dialog", { name: "Remove Cellar server?" });
    await question.waitFor();
    expect(await axeFindingsInBothThemes(page)).toEqual([]);
    await question.getByRole("button", { name: "Remove", exact: true }).click();
    await page.getByText("Cellar server is removed").waitFor();
    await row.waitFor({ state: "detached" });
  },
);

test("ST-07 a stored key is never shown; an engine is changed without it, and one of the environment is tested", async () => {
  await engineCalls(admin).add(anEngine(provider.url));
  const page = await browser.open(address, { member: admin, expect: [409] });
  await page.getByRole("button", { name: "Change Studio server" }).click();
  const dialog = page.getByRole("dialog", { name: "The engine Studio server" });
  expect(await dialog.getByLabel("User and password").inputValue()).toBe("");
  await dialog.getByText("One is stored. Left empty, it stays; it is never shown.").waitFor();
  await dialog.getByLabel("Label").fill("Attic server");
  await dialog.getByLabel("Who may cast with it").selectOption("admins");
  await dialog.getByRole("button", { name: "Test the connection" }).click();
  await dialog.getByText("It answers", { exact: true }).waitFor();
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByText("Attic server is changed").waitFor();
  await page.getByRole("row").filter({ hasText: "Admins alone" }).waitFor();
  await page.getByRole("button", { name: "Test House server" }).click();
  const asked = page.getByRole("dialog", { name: "House server" });
  await asked.getByText("It answers", { exact: true }).waitFor();
  await page.keyboard.press("Escape");

  const studioPage = await browser.open(studio, { member: await aMember() });
  await studioPage.getByRole("button", { name: "Show all settings" }).click();
  await studioPage.getByRole("radio", { name: "House server" }).waitFor({ state: "attached" });
  expect(await studioPage.getByRole("radio", { name: "Attic server" }).count()).toBe(0);

  // Another admin was quicker.
  await engineCalls(admin).change("sdapi:studio", { version: 2, label: "Loft server" });
  await page.bringToFront();
  await page.getByRole("button", { name: "Switch off Attic server" }).click();
  await page.getByText("This engine was changed elsewhere since you saw it").waitFor();
});

test.each([1440, 390] as const)(
  "ST-07 an admin brings a workflow of their own, tests it, and a member casts with its input at %i",
  async (width) => {
    const comfy = await runComfyUi(false, 0.1);
    try {
      const page = await browser.open(address, { member: admin, width, expect: [400] });
      await page.getByRole("button", { name: "New engine" }).click();
      const dialog = page.getByRole("dialog", { name: "New engine" });
      await dialog.getByLabel("Kind").selectOption("comfyui");
      await dialog.getByLabel("Name", { exact: true }).fill("graph");
      await dialog.getByLabel("Label").fill("Graph server");
      await dialog.getByLabel("Address").fill(comfy.url);
      await dialog.getByLabel("Workflow", { exact: true }).selectOption("file");
      await dialog.getByRole("button", { name: "Test the connection" }).click();
      await dialog.getByText("Choose the file of the workflow").waitFor();
      const choose = async (text: string) => {
        const asked = page.waitForEvent("filechooser");
        await dialog.getByRole("button", { name: "File of the workflow" }).click();
        const buffer = Buffer.from(text);
        await (await asked).setFiles({ name: "mine.json", mimeType: "application/json", buffer });
      };
      await choose('{"nodes":[],"links":[]}');
      await dialog.getByText("mine.json").waitFor();
      await dialog.getByRole("button", { name: "Test the connection" }).click();
      await dialog.getByText("export it in API format").waitFor();
      await choose(JSON.stringify({ txt2img: { ...templates.checkpoint.txt2img, inputs } }));
      await dialog.getByRole("button", { name: "Test the connection" }).click();
      const result = dialog.getByRole("region", { name: "Result of the test" });
      await result.getByText("It answers", { exact: true }).waitFor();
      await result.getByText("Strictness").waitFor();
      expect(await axeFindingsInBothThemes(page)).toEqual([]);
      await dialog.getByRole("button", { name: "Add engine" }).click();
      await page.getByText("Graph server is added").waitFor();

      const cast = await browser.open(studio, { member: await aMember(), width });
      await cast.getByRole("button", { name: "Show all settings" }).click();
      const choice = cast.getByRole("radio", { name: "Graph server" });
      await choice.check({ force: true });
      await cast.getByLabel("Strictness").fill("3.5");
      await cast.getByLabel("Prompt").fill("a graph lake");
      await cast.getByLabel("Prompt").press("Control+Enter");
      await cast.getByRole("link", { name: "a graph lake" }).first().waitFor();
      const sent = comfy.seen.findLast(({ path }) => path === "/prompt")?.body.toString("utf8");
      expect(JSON.parse(sent ?? "{}")).toMatchObject({
        prompt: { sampler: { inputs: { cfg: 3.5 } } },
      });

      await page.bringToFront();
      await page.getByRole("button", { name: "Change Graph server" }).click();
      await page.getByText("mine.json").waitFor();
    } finally {
      await comfy.close();
    }
  },
);
