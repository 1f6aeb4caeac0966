import { readFile } from "node:fs/promises";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { axeFindings, testBrowser, type TestBrowser } from "../harness/browser.ts";
import { quickEngine } from "../harness/quick-engine.ts";
import { aCaster } from "../harness/studio.ts";

let browser: TestBrowser;
beforeAll(async () => {
  const refuse = { throws: { kind: "moderated-prompt" as const }, delivers: 0 };
  const quick = quickEngine({ refuse });
  browser = await testBrowser({ engines: new Map([[quick.id, quick]]) });
});
afterEach(() => browser.finish());
afterAll(() => browser.close());

const log = "/dashboard/work/cast-log";

test("WK-02 the cast log shows every cast by day and its filters are in the URL", async () => {
  const member = await aCaster(browser);
  await member.made({ prompt: "a lake at dawn", count: 2 });
  await member.made({ prompt: "refuse this" });
  const page = await member.open(log);
  const row = (prompt: string) => page.getByRole("listitem", { name: `Cast: ${prompt}` });
  // Yesterday, if midnight has passed since.
  await page.getByRole("heading", { name: /^(Today|Yesterday)$/ }).waitFor();
  await row("a lake at dawn").getByText("Done", { exact: true }).waitFor();
  // Its two pictures, Edit and Reuse.
  expect(await row("a lake at dawn").getByRole("link", { name: "a lake at dawn" }).count()).toBe(4);
  await row("refuse this").getByText("Failed", { exact: true }).waitFor();
  await page.getByRole("link", { name: "Failed 1" }).click();
  await expect.poll(() => row("a lake at dawn").count()).toBe(0);
  expect(page.url()).toContain("state=failed");
  await page.getByRole("link", { name: "All" }).click();
  await row("a lake at dawn").waitFor();
  await page.getByLabel("Search your prompts").fill("LAKE");
  await page.getByLabel("Search your prompts").press("Enter");
  await expect.poll(() => row("refuse this").count()).toBe(0);
  await row("a lake at dawn").waitFor();
  // Without Enter too (B26).
  await page.getByLabel("Search your prompts").fill("nothing like it");
  await page.getByText("No casts match").waitFor();
});

test("WK-02 the settings of a cast are reused in the studio", async () => {
  const member = await aCaster(browser);
  await member.made({
    prompt: "a reusable lake",
    aspect: "16:9",
    quality: "high",
    count: 2,
    negative: "fog",
    styleKit: "night-bus",
  });
  const page = await member.open(log);
  await page.getByRole("link", { name: "Reuse the settings of a reusable lake" }).click();
  await expect.poll(() => page.getByLabel("Prompt").inputValue()).toBe("a reusable lake");
  await page.getByRole("button", { name: "Cast 2 for 10 credits" }).waitFor();
  await page.getByText("Night bus adds: glass, wet asphalt").waitFor();
  await expect.poll(() => new URL(page.url()).search).toBe("");
  await page.reload();
  await expect.poll(() => page.getByLabel("Prompt").inputValue()).toBe("a reusable lake");
});

test("WK-02 many casts are made private, downloaded as one file and deleted", async () => {
  const member = await aCaster(browser);
  await member.made({ prompt: "one lake" });
  await member.made({ prompt: "two lakes", count: 2 });
  const page = await member.open(log);
  await page.getByLabel("Select one lake").check();
  await page.getByLabel("Select two lakes").check();
  const bar = page.getByRole("region", { name: "Selected casts" });
  await bar.getByText("2 casts selected").waitFor();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    bar.getByRole("link", { name: "Download" }).click(),
  ]);
  const file = await readFile(await download.path());
  expect(file.subarray(0, 2).toString()).toBe("PK");
  await bar.getByRole("button", { name: "Make private" }).click();
  await page.getByText("3 pictures are private now").waitFor();
  await page.getByLabel("Select one lake").check();
  await bar.getByRole("button", { name: "Delete" }).click();
  await page.getByText("1 cast is removed from the log. The pictures stay.").waitFor();
  await expect.poll(() => page.getByLabel("Select one lake").count()).toBe(0);
  expect(await page.getByLabel("Select two lakes").count()).toBe(1);
  // The count follows what is deleted and what arrives meanwhile (B44).
  await page.getByText("1 cast", { exact: true }).waitFor();
  await member.made({ prompt: "a third lake" });
  await page.getByLabel("Select a third lake").waitFor({ state: "attached" });
  await page.getByText("2 casts", { exact: true }).waitFor();
});

test("ST-08 a kit is chosen, shows what it adds, and is shown beside the cast", async () => {
  const member = await aCaster(browser);
  const page = await member.open("/dashboard/studio/style-kits");
  await page.getByRole("link", { name: "Use kit Low tide" }).click();
  await page.getByText("Low tide adds: salt, foam, slate, overcast, pale sun").waitFor();
  await page.getByLabel("Prompt").fill("a harbour");
  await page.getByLabel("Prompt").press("Control+Enter");
  const cast = page.getByRole("article", { name: "Cast: a harbour" });
  await cast.getByRole("link", { name: "a harbour" }).waitFor();
  await cast.getByText("Low tide").waitFor();
  await page.getByRole("button", { name: "Show all settings" }).click();
  const kits = page.getByRole("group", { name: "Style kit" });
  await kits.getByRole("button", { name: "Low tide", pressed: true }).click();
  await expect.poll(() => page.getByText("Low tide adds").count()).toBe(0);
  await kits.getByRole("button", { name: "Satin" }).click();
  await page.getByText("Satin adds: satin, glossy").waitFor();
});

test("ST-08 a member makes, changes, shares, copies and deletes a kit", async () => {
  const member = await aCaster(browser);
  const page = await member.open("/dashboard/studio/style-kits", { expect: [400] });
  await page.getByRole("button", { name: "New kit" }).click();
  const dialog = page.getByRole("dialog", { name: "A new kit" });
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByText("Must not be blank").waitFor();
  await dialog.getByLabel("Name").fill("Salt pans");
  await dialog.getByLabel("Materials").fill("salt crust, brine");
  await dialog.getByRole("button", { name: "Save" }).click();
  const own = page.getByRole("region", { name: "Yours" });
  const card = own.getByRole("article", { name: "Salt pans", exact: true });
  await card.getByText("salt crust, brine").waitFor();
  await card.getByRole("button", { name: "Share" }).click();
  await page.getByText("The kit is shared with everybody").waitFor();
  const other = await aCaster(browser);
  const theirs = await other.open("/dashboard/studio/style-kits");
  const shared = theirs.getByRole("region", { name: "Shared by others" });
  await shared.getByRole("article", { name: "Salt pans" }).getByText("Ines Varga").waitFor();
  await card.getByRole("button", { name: "Duplicate" }).click();
  await own.getByRole("article", { name: "Salt pans copy" }).waitFor();
  await card.getByRole("button", { name: "Edit" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Brine");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  const changed = own.getByRole("article", { name: "Brine" });
  await changed.getByRole("button", { name: "Delete" }).click();
  await expect.poll(() => changed.count()).toBe(0);
});

test("WK-01 a thread is navigated by keys, collapsed, compared and branched from", async () => {
  const member = await aCaster(browser);
  const source = (await member.made({ prompt: "a coral arch" })).pictures[0];
  const from = { source: { pictureId: source.id } };
  const night = (await member.made({ prompt: "a coral arch by night", ...from })).pictures[0];
  await member.made({ prompt: "a coral arch in snow", ...from });
  const lamp = { source: { pictureId: night.id } };
  await member.made({ prompt: "a coral arch by night, indigo lamp", ...lamp });
  const page = await member.open(`/dashboard/work/threads?at=${source.id}`);
  const place = (name: string) => page.getByRole("treeitem", { name, exact: true });
  await place("Source: A coral arch").focus();
  await page.keyboard.press("ArrowDown");
  await expect.poll(() => place("night").getAttribute("aria-selected")).toBe("true");
  await page.keyboard.press("ArrowDown");
  await expect
    .poll(() => place("indigo lamp").evaluate((e) => e === document.activeElement))
    .toBe(true);
  await page.keyboard.press("ArrowLeft");
  await expect.poll(() => place("night").evaluate((e) => e === document.activeElement)).toBe(true);
  await page.keyboard.press("ArrowLeft");
  await expect.poll(() => place("night").getAttribute("aria-expanded")).toBe("false");
  await expect.poll(() => place("indigo lamp").count()).toBe(0);
  await page.keyboard.press("ArrowRight");
  await place("indigo lamp").waitFor();
  // While comparing, keys move without selecting: Enter selects.
  await page.getByRole("button", { name: "Compare" }).click();
  await place("night").focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect.poll(() => place("snow").evaluate((e) => e === document.activeElement)).toBe(true);
  expect(await place("night").getAttribute("aria-selected")).toBe("true");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "night and snow" });
  const slider = dialog.getByRole("slider");
  await slider.press("ArrowRight");
  expect(await slider.inputValue()).toBe("51");
  await dialog.getByRole("button", { name: "Close" }).click();
  await page.getByRole("link", { name: "Branch from here" }).click();
  await page.getByRole("img", { name: "Source: A coral arch by night" }).waitFor();
});

test("WK-01 the same thread is a list, which a narrow page shows by default", async () => {
  const member = await aCaster(browser);
  const source = (await member.made({ prompt: "a coral arch" })).pictures[0];
  await member.made({ prompt: "a coral arch by night", source: { pictureId: source.id } });
  const page = await member.open("/dashboard/work/threads", { width: 390 });
  await page.getByRole("button", { name: "Source: A coral arch" }).waitFor();
  await page.getByRole("button", { name: "night" }).waitFor();
  expect(await page.getByRole("tree").count()).toBe(0);
});

test.each(["/dashboard/studio/style-kits", log, "/dashboard/work/threads"])(
  "TH-04 %s has no findings of axe in both themes and widths",
  async (address) => {
    const member = await aCaster(browser);
    const source = (await member.made({ prompt: "a coral arch" })).pictures[0];
    await member.made({ prompt: "a coral arch by night", source: { pictureId: source.id } });
    for (const [width, theme] of [
      [1440, "light"],
      [390, "dark"],
    ] as const) {
      const page = await member.open(address, { width, theme });
      await page.getByRole("heading", { level: 1 }).waitFor();
      expect(await axeFindings(page)).toEqual([]);
    }
  },
);

test("WK-02 pictures of chosen casts go into a collection; days and kits filter the log", async () => {
  const member = await aCaster(browser);
  await member.made({ prompt: "a lake at dawn", count: 2, styleKit: "night-bus" });
  await member.made({ prompt: "a hill", styleKit: "low-tide" });
  const page = await member.open(log);
  await page.getByLabel("Select a lake at dawn").check({ force: true });
  const bar = page.getByRole("region", { name: "Selected casts" });
  await bar.getByRole("button", { name: "Collect" }).click();
  const dialog = page.getByRole("dialog", { name: "Collect 2 images" });
  await dialog.getByLabel("New collection").fill("Lakes");
  await dialog.getByRole("button", { name: "Create" }).click();
  await dialog.getByRole("list").getByText("2 images").waitFor();
  await dialog.getByRole("button", { name: "Done" }).click();
  await page.getByLabel("Style kit").selectOption("Night bus");
  await expect.poll(() => page.getByLabel("Select a hill").count()).toBe(0);
  await page.getByLabel("To day").fill("2020-01-31");
  await page.getByText("No casts match").waitFor();
  expect(page.url()).toContain("to=2020-01-31");
});
