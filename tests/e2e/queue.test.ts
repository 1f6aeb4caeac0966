import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Locator, Page } from "playwright-core";
import { axeFindingsInBothThemes, testBrowser, type TestBrowser } from "../harness/browser.ts";
import { quickEngine } from "../harness/quick-engine.ts";
import { aCaster, type Caster } from "../harness/studio.ts";

/** The queue of a member whose two running casts do not end, so that all others wait. */

let browser: TestBrowser;
beforeAll(async () => {
  const hour = 3_600_000;
  const engine = { ...quickEngine({ endless: { pictureMs: hour } }), deadlineMs: hour };
  browser = await testBrowser({
    engines: new Map([[engine.id, engine]]),
    // Room for all endless casts of this file.
    env: { WORKER_CONCURRENCY: "20" },
  });
});
afterEach(() => browser.finish());
afterAll(() => browser.close());

const widths = [1440, 390] as const;
const titles = ["Harbour", "Glacier", "Lantern", "Meadow"];

async function cast(member: Caster, body: object): Promise<string> {
  const answer = await member.fetch("/api/generate", {
    method: "POST",
    headers: { "content-type": "application/json", "idempotency-key": crypto.randomUUID() },
    body: JSON.stringify({ quality: "standard", ...body }),
  });
  expect(answer.status).toBe(202);
  return ((await answer.json()) as { id: string }).id;
}

const cancel = (member: Caster, id: string) =>
  member.fetch(`/api/generations/${id}/cancel`, { method: "POST" });

/** What waits, as the server says. */
async function queued(member: Caster) {
  const answer = await member.fetch("/api/queue");
  return (await answer.json()) as {
    held: number;
    items: { id: string; prompt: string; cost: number; isPaused: boolean; whenIdle: boolean }[];
  };
}

const order = async (member: Caster) => (await queued(member)).items.map(({ prompt }) => prompt);

/** @returns the member, and the ids of the two casts that are being drawn */
async function aQueue(credits = 40) {
  const member = await aCaster(browser, credits);
  const drawn = [
    await cast(member, { prompt: "endless one" }),
    await cast(member, { prompt: "endless two" }),
  ];
  await expect.poll(async () => (await queued(member)).items.length).toBe(0);
  for (const prompt of titles) await cast(member, { prompt });
  const end = async () => {
    for (const { id } of (await queued(member)).items) await cancel(member, id);
    for (const id of drawn) await cancel(member, id);
  };
  return { member, drawn, end };
}

const listOf = (page: Page) => page.getByRole("list", { name: "Waiting casts in order" });
const shown = async (page: Page) =>
  (await listOf(page).locator(".queue-words > p").allTextContents()).map((text) => text.trim());
const rowOf = (page: Page, title: string) =>
  listOf(page).getByRole("listitem", { name: `Cast: ${title}` });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

async function middle(of: Locator) {
  const box = await of.boundingBox();
  if (box === null) throw new Error("not in sight");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2, top: box.y + 4 };
}

test("ST-05 by mouse: the studio leads to the queue; casts are dragged, paused, changed at a new price, made idle and cancelled", async () => {
  const { member, end } = await aQueue();
  const page = await member.open("/dashboard/studio/remix");
  await page.getByRole("main").getByRole("link", { name: "Queue", exact: true }).click();
  await page.getByText("4 casts wait · 4 credits set aside").waitFor();
  await expect.poll(() => shown(page)).toEqual(titles);

  const from = await middle(button(page, "Drag, or move with the arrow keys: Lantern"));
  const to = await middle(rowOf(page, "Harbour"));
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x, (from.y + to.y) / 2, { steps: 4 });
  await page.mouse.move(from.x, to.top, { steps: 4 });
  await page.mouse.up();
  await expect.poll(() => shown(page)).toEqual(["Lantern", "Harbour", "Glacier", "Meadow"]);
  await expect.poll(() => order(member)).toEqual(["Lantern", "Harbour", "Glacier", "Meadow"]);
  await button(page, "Move down: Lantern").click();
  await expect.poll(() => order(member)).toEqual(["Harbour", "Lantern", "Glacier", "Meadow"]);

  await button(page, "Pause: Glacier").click();
  await rowOf(page, "Glacier").getByText("paused").waitFor();
  await button(page, "Let it go on: Glacier").click();
  await button(page, "Pause: Glacier").waitFor();

  await button(page, "Change: Meadow").click();
  const dialog = page.getByRole("dialog", { name: "Change the cast" });
  await dialog.getByLabel("Prompt").fill("Meadow at dusk");
  await dialog.getByRole("group", { name: "Quality" }).getByText("High").click();
  await dialog.getByText("3 credits instead of 1.").waitFor();
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByText("4 casts wait · 6 credits set aside").waitFor();
  await rowOf(page, "Meadow at dusk").getByText("When the engine is idle, for 2 credits").click();
  await page.getByText("4 casts wait · 5 credits set aside").waitFor();
  await rowOf(page, "Meadow at dusk").getByText("waiting for idle time").waitFor();

  await button(page, "Cancel: Harbour").click();
  await page.getByText("3 casts wait · 4 credits set aside").waitFor();
  await button(page, "Pause all").click();
  await expect
    .poll(async () => (await queued(member)).items.every(({ isPaused }) => isPaused))
    .toBe(true);
  await button(page, "Let all go on").click();
  await button(page, "Pause all").waitFor();
  await end();
  // What was cancelled elsewhere goes by itself.
  await page.getByRole("heading", { name: "Nothing waits" }).waitFor();
});

test.each(widths)(
  "ST-05 by keyboard at %i: a cast is moved, paused and changed, and keeps the focus",
  async (width) => {
    const { member, end } = await aQueue();
    const page = await member.open("/dashboard/studio/queue", { width });
    const grip = button(page, "Drag, or move with the arrow keys: Glacier");
    await grip.focus();
    const hasFocus = (one: Locator) => () =>
      one.evaluate((element) => element === document.activeElement);
    for (const [key, after] of [
      ["ArrowDown", ["Harbour", "Lantern", "Glacier", "Meadow"]],
      ["End", ["Harbour", "Lantern", "Meadow", "Glacier"]],
      ["Home", ["Glacier", "Harbour", "Lantern", "Meadow"]],
      ["ArrowDown", ["Harbour", "Glacier", "Lantern", "Meadow"]],
    ] as const) {
      await page.keyboard.press(key);
      await page
        .getByText(`Glacier: place ${after.indexOf("Glacier") + 1} of 4`)
        .waitFor({ state: "attached" });
      await expect.poll(() => shown(page)).toEqual(after);
      await expect.poll(hasFocus(grip)).toBe(true);
    }
    expect(await order(member)).toEqual(["Harbour", "Glacier", "Lantern", "Meadow"]);
    await button(page, "Pause: Glacier").press("Enter");
    await rowOf(page, "Glacier").getByText("paused").waitFor();
    await button(page, "Change: Glacier").press("Enter");
    const dialog = page.getByRole("dialog", { name: "Change the cast" });
    await dialog.getByLabel("Prompt").fill("Blue glacier");
    await page.keyboard.press("Tab");
    await dialog.getByLabel("Exclude").press("Enter");
    await rowOf(page, "Blue glacier").waitFor();
    await end();
  },
);

test("ST-05 by touch: a finger drags a cast by its grip, and taps do the rest", async () => {
  const { member, end } = await aQueue();
  const page = await member.open("/dashboard/studio/queue", { width: 390 });
  const fingers = await page.context().newCDPSession(page);
  // A finger that rests before it lifts: after a fling, Chromium takes the next tap for the one that stops it.
  let seconds = Date.now() / 1000 - 2;
  const touch = (type: string, at: { x: number; y: number } | null) =>
    fingers.send("Input.dispatchTouchEvent", {
      type: type as "touchStart",
      touchPoints: at === null ? [] : [at],
      timestamp: (seconds += 0.3),
    });
  await expect.poll(() => shown(page)).toEqual(titles);
  const from = await middle(button(page, "Drag, or move with the arrow keys: Glacier"));
  const to = await middle(rowOf(page, "Harbour"));
  await touch("touchStart", from);
  for (const part of [0.2, 0.6, 1]) {
    await touch("touchMove", { x: from.x, y: from.y + (to.top - from.y) * part });
  }
  await touch("touchEnd", null);
  await expect.poll(() => order(member)).toEqual(["Glacier", "Harbour", "Lantern", "Meadow"]);
  await page.getByText("Glacier: place 1 of 4").waitFor({ state: "attached" });
  await button(page, "Move up: Meadow").tap();
  await expect.poll(() => order(member)).toEqual(["Glacier", "Harbour", "Meadow", "Lantern"]);
  await button(page, "Pause: Harbour").tap();
  await rowOf(page, "Harbour").getByText("paused").waitFor();
  await button(page, "Cancel: Lantern").tap();
  await rowOf(page, "Lantern").waitFor({ state: "hidden" });
  await end();
});

test("ST-05 a change that cannot be paid for or comes too late is refused in the form, with what was typed", async () => {
  const { member, end } = await aQueue(5);
  const page = await member.open("/dashboard/studio/queue", { expect: [402, 409] });
  await button(page, "Change: Harbour").click();
  const dialog = page.getByRole("dialog", { name: "Change the cast" });
  await dialog.getByLabel("Prompt").fill("Harbour of gold");
  await dialog.getByRole("group", { name: "Quality" }).getByText("High").click();
  await dialog.getByRole("group", { name: "Count" }).getByText("8").click();
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByRole("alert").getByText("Changed like this it costs 24 credits").waitFor();
  expect(await dialog.getByLabel("Prompt").inputValue()).toBe("Harbour of gold");
  const { items, held } = await queued(member);
  expect({ held, first: items[0].prompt }).toEqual({ held: 4, first: "Harbour" });

  // Another tab is faster.
  const other = await browser.beside(page, "/dashboard/studio/queue");
  await button(other, "Pause: Harbour").click();
  await rowOf(other, "Harbour").getByText("paused").waitFor();
  await dialog.getByRole("group", { name: "Count" }).getByText("1").click();
  await dialog.getByRole("group", { name: "Quality" }).getByText("Standard").click();
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByRole("alert").getByText("This cast was changed elsewhere").waitFor();
  expect(await dialog.getByLabel("Prompt").inputValue()).toBe("Harbour of gold");
  await end();
});

test.each(widths)("TH-04 axe finds nothing in the queue and its form at %i", async (width) => {
  const { member, end } = await aQueue();
  const page = await member.open("/dashboard/studio/queue", { width });
  await button(page, "Pause: Glacier").click();
  await rowOf(page, "Glacier").getByText("paused").waitFor();
  expect(await axeFindingsInBothThemes(page)).toEqual([]);
  await button(page, "Change: Harbour").click();
  await page.getByRole("dialog", { name: "Change the cast" }).waitFor();
  expect(await axeFindingsInBothThemes(page)).toEqual([]);
  await end();
  await browser.go(page, "/dashboard/studio/queue");
  await page.getByRole("heading", { name: "Nothing waits" }).waitFor();
  expect(await axeFindingsInBothThemes(page)).toEqual([]);
});

test("ST-05 the studio's settings mark a cast for idle time at its lower price", async () => {
  const member = await aCaster(browser);
  const page = await member.open("/dashboard/studio/remix");
  await page.getByLabel("Prompt").fill("a harbour");
  await page.getByRole("button", { name: "Show all settings" }).click();
  await page.getByText("When the engine is idle, for less").click();
  await button(page, "Cast 1 for 2 credits").click();
  // Nobody else waits for the engine: it is drawn at once.
  await page.getByRole("article", { name: "Cast: a harbour" }).getByRole("img").first().waitFor();
  const log = (await (await member.fetch("/api/generations")).json()) as { items: object[] };
  expect(log.items).toMatchObject([{ prompt: "a harbour", whenIdle: true, cost: 2, delivered: 1 }]);
  await page.getByRole("button", { name: "Change settings:" }).getByText("When idle").waitFor();
});
