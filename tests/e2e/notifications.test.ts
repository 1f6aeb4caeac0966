import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { addNotification, type NewNotification } from "#app/features/notifications/commands.ts";
import { likePicture } from "#app/features/social/commands.ts";
import { notifyOfActivity } from "#app/features/social/jobs.ts";
import { axeFindings, testBrowser, type TestBrowser } from "../harness/browser.ts";
import { aPicture } from "../harness/factories.ts";
import { actorFor } from "../harness/made-picture.ts";
import { quickEngine } from "../harness/quick-engine.ts";
import type { SignedUp } from "../harness/server.ts";

let browser: TestBrowser;
const release = Promise.withResolvers<void>();
beforeAll(async () => {
  const quick = quickEngine({ held: { after: release.promise } });
  browser = await testBrowser({ engines: new Map([[quick.id, quick]]) });
});
afterEach(() => browser.finish());
afterAll(() => browser.close());

/** Notifies the member, as the worker does. */
async function tell(member: SignedUp, change: Partial<NewNotification> = {}) {
  const notice: NewNotification = {
    userId: member.userId,
    type: "generation_completed",
    title: "Still life",
    description: "Successfully created 4 image(s)",
    generationId: null,
    imageUrl: null,
    imageId: null,
    imageCount: 4,
    imageTitle: null,
    metadata: {},
    r2Key: null,
    ...change,
  };
  await browser.services.db.transaction().execute((tx) => addNotification(tx, notice));
}

const failure = {
  type: "generation_failed",
  title: "Generation failed",
  description: "Your image generation encountered an error",
  imageCount: null,
} as const;

const bell = (page: Page, name: string | RegExp = /^Notifications/) =>
  page.getByRole("banner").getByRole("button", { name, exact: true });
const panelOf = (page: Page) => page.getByRole("dialog", { name: "Notifications" });

async function openPanel(page: Page) {
  await bell(page).click();
  await panelOf(page).waitFor();
  return panelOf(page);
}

test.each([
  { width: 1440, theme: "light" },
  { width: 390, theme: "dark" },
] as const)(
  "NT-02 the panel lists the notifications, 400 px high at most, at $width in $theme",
  async (look) => {
    const member = await browser.server.signUp("Ines Varga");
    for (let count = 1; count < 12; count += 1) await tell(member, { title: `Study ${count}` });
    await tell(member, failure);
    const page = await browser.open("/pages/about", { ...look, member });
    await bell(page, "Notifications, 12 unread").waitFor();
    const panel = await openPanel(page);
    await panel.getByRole("link", { name: /Study 11/ }).waitFor();
    const titles = await panel.getByRole("listitem").locator("b").allInnerTexts();
    expect(titles).toHaveLength(12);
    expect(titles.slice(0, 2)).toEqual(["Generation failed", "Study 11"]);
    const box = await panel.boundingBox();
    expect(box?.height).toBe(400);
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(look.width);
    expect(await axeFindings(page)).toEqual([]);
    await panel.getByRole("button", { name: "Mark all as read" }).click();
    await bell(page, "Notifications").waitFor();
    expect(await panel.getByText("Unread").count()).toBe(0);
    await panel.getByRole("button", { name: "Clear Study 11" }).click();
    await expect.poll(() => panel.getByRole("listitem").count()).toBe(11);
    await panel.getByRole("button", { name: "Clear all" }).click();
    await panel.getByText("No notifications yet").waitFor();
    await panel.getByText("Your generation updates will appear here").waitFor();
    expect(await axeFindings(page)).toEqual([]);
    // A reload would cancel a request that is still on its way.
    const left = async () => (await member.fetch("/api/notifications")).json();
    await expect.poll(left).toMatchObject({ items: [] });
    await page.reload();
    await openPanel(page);
    await panel.getByText("No notifications yet").waitFor();
  },
);

test("NT-01 a new notification is first and unread; a click marks it read, opens the cast log and closes the panel", async () => {
  const member = await browser.server.signUp("Ines Varga");
  await tell(member, { title: "Earlier" });
  const page = await browser.open("/pages/about", { member, expect: [404] });
  await bell(page, "Notifications, 1 unread").waitFor();
  await page.waitForFunction(() => localStorage.length > 0);
  await tell(member, { title: "Later" });
  await bell(page, "Notifications, 2 unread").waitFor();
  const panel = await openPanel(page);
  await expect.poll(() => panel.getByRole("listitem").count()).toBe(2);
  expect(await panel.getByRole("listitem").first().locator("b").innerText()).toBe("Later");
  await panel.getByRole("link", { name: /Earlier/ }).click();
  await page.waitForURL(/\/dashboard\/work\/cast-log$/);
  await panelOf(page).waitFor({ state: "hidden" });
  await bell(page, "Notifications, 1 unread").waitFor();
});

test("a like leads to the image, and its kind can be turned off from the panel", async () => {
  const member = await browser.server.signUp("Ines Varga");
  const fan = await browser.server.signUp("Kenji Abe");
  const picture = await aPicture(browser.services, { id: member.userId }, { title: "Harbour" });
  await likePicture(browser.services, actorFor({ id: fan.userId }), picture.id);
  await notifyOfActivity(browser.services);
  const page = await browser.open("/pages/about", { member });
  await bell(page, "Notifications, 1 unread").waitFor();
  const panel = await openPanel(page);
  await panel.getByRole("link", { name: "Harbour Kenji Abe liked your image" }).click();
  await page.waitForURL(new RegExp(`/i/${picture.slug}$`));
  await panel.waitFor({ state: "hidden" });
  await openPanel(page);
  await panelOf(page).getByRole("link", { name: "Notification settings" }).click();
  await page.waitForURL(/\/dashboard\/profile#notifications$/);
  const region = page.getByRole("region", { name: "Notifications" });
  const likes = region.getByRole("group", { name: "Likes" });
  await likes.getByRole("checkbox", { name: "On this site" }).uncheck();
  await region.getByRole("radio", { name: "Once a week" }).check();
  await region.getByRole("button", { name: "Save notifications" }).click();
  await page.getByText("Notification settings saved").waitFor();
  const settings = await member.fetch("/api/notifications/settings");
  expect(await settings.json()).toEqual({
    site: ["follow", "remix", "collection"],
    mail: ["like", "follow", "remix", "collection"],
    digest: "weekly",
  });
  await page.reload();
  expect(await likes.getByRole("checkbox", { name: "On this site" }).isChecked()).toBe(false);
});

test("NT-03 fifty are in memory, ten and the count are stored, and the server has them for other devices", async () => {
  const member = await browser.server.signUp("Ines Varga");
  for (let count = 1; count <= 55; count += 1) await tell(member, { title: `Study ${count}` });
  const page = await browser.open("/pages/about", { member });
  await bell(page, "Notifications, 55 unread").waitFor();
  const panel = await openPanel(page);
  await expect.poll(() => panel.getByRole("listitem").count()).toBe(50);
  const kept = () =>
    page.evaluate((id) => {
      const text = localStorage.getItem(`notifications-${id}`) ?? '{"items":[]}';
      const { items, unreadCount } = JSON.parse(text);
      return [items.length, items.at(0)?.title, unreadCount];
    }, member.userId);
  await expect.poll(kept).toEqual([10, "Study 55", 55]);
  // The stored list is shown when the server is unreachable.
  await page.route("**/api/notifications", (route) => route.abort());
  await page.reload();
  await openPanel(page);
  await expect.poll(() => panel.getByRole("listitem").count()).toBe(10);
});

test("NT-06 a change in one tab appears in another", async () => {
  const member = await browser.server.signUp("Ines Varga");
  await tell(member);
  await tell(member, { title: "Second" });
  const page = await browser.open("/pages/about", { member });
  await bell(page, "Notifications, 2 unread").waitFor();
  const other = await browser.beside(page, "/pages/privacy");
  await bell(other, "Notifications, 2 unread").waitFor();
  const panel = await openPanel(page);
  await panel.getByRole("button", { name: "Mark all as read" }).click();
  await bell(other, "Notifications").waitFor();
  await panel.getByRole("button", { name: "Clear Second" }).click();
  await openPanel(other);
  await expect.poll(() => panelOf(other).getByRole("listitem").count()).toBe(1);
});

test("NT-06 notifications from before the stream was open are announced when it opens", async () => {
  const member = await browser.server.signUp("Ines Varga");
  const page = await browser.open("/pages/about", { member });
  // The first page has read its list: the next response is the next page's.
  await (await openPanel(page)).getByText("No notifications yet").waitFor();
  const streams = "**/api/notifications/stream*";
  await page.route(streams, (route) => route.abort());
  const listed = page.waitForResponse(/\/api\/notifications$/);
  await page.reload();
  await listed;
  await bell(page, "Notifications").waitFor();
  await tell(member);
  await page.unroute(streams);
  const said = page.getByRole("status").filter({ hasText: "1 new" });
  await expect.poll(() => said.count()).toBe(1);
  await bell(page, "Notifications, 1 unread").waitFor();
  const panel = await openPanel(page);
  await expect.poll(() => panel.getByRole("listitem").count()).toBe(1);
});

test("NT-02 a failed change is reported and rolled back", async () => {
  const member = await browser.server.signUp("Ines Varga");
  await tell(member);
  const page = await browser.open("/pages/about", { member, expect: [503] });
  const panel = await openPanel(page);
  await panel.getByRole("listitem").waitFor();
  await page.route("**/api/notifications", (route) =>
    route.request().method() === "DELETE"
      ? route.fulfill({ status: 503, json: { title: "Not available right now" } })
      : route.fallback(),
  );
  await panel.getByRole("button", { name: "Clear all" }).click();
  await page.getByText("Not available right now").waitFor();
  await expect.poll(() => panel.getByRole("listitem").count()).toBe(1);
});

test.each([
  ["done", {}, "Gen done", "complete", ["shake", "1.2s"], true],
  ["failed", failure, "Gen failed", "failed", ["none", "0s"], false],
] as const)(
  "NT-05 a cast that is %s is announced at the bell for 4 seconds; only a finished one shakes and glows",
  async (_what, notice, word, face, moves, glows) => {
    const member = await browser.server.signUp("Ines Varga");
    const page = await browser.open("/pages/about", { member, motion: true });
    await bell(page).waitFor();
    const said = page.getByRole("status").filter({ hasText: word });
    // The clock is stopped, so that nothing disappears during the assertions.
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    // The stream may not be open yet: notify until the page receives it.
    await expect
      .poll(
        async () => {
          await tell(member, notice);
          return said.count();
        },
        { interval: 500 },
      )
      .toBe(1);
    expect(await bell(page).getAttribute("data-face")).toBe(face);
    const animation = (pseudo: string | null) =>
      bell(page).evaluate((one, part) => {
        const { animationName, animationDuration } = getComputedStyle(
          part === null ? (one.querySelector("svg") ?? one) : one,
          part,
        );
        return [animationName, animationDuration];
      }, pseudo);
    expect(await animation("::after")).toEqual(["ripple", "1.2s"]);
    expect(await animation(null)).toEqual(moves);
    const shadow = await bell(page).evaluate((one) => getComputedStyle(one).boxShadow);
    expect(shadow !== "none").toBe(glows);
    // More notifications than needed may have been sent, and each rings again.
    const later = <T>(ms: number, look: () => Promise<T>) => page.clock.runFor(ms).then(look);
    const ping = () => bell(page).getAttribute("data-ping");
    await expect.poll(() => later(1300, ping)).toBeNull();
    await expect.poll(() => later(4100, () => said.count())).toBe(0);
    await expect.poll(() => later(4100, () => bell(page).getAttribute("data-face"))).toBe("rest");
  },
);

test("NT-05 opening the panel hides the message", async () => {
  const member = await browser.server.signUp("Ines Varga");
  const page = await browser.open("/pages/about", { member });
  const said = page.getByRole("status").filter({ hasText: "Gen done" });
  await bell(page).waitFor();
  await page.clock.install();
  await expect
    .poll(
      async () => {
        await tell(member);
        return said.count();
      },
      { interval: 500 },
    )
    .toBe(1);
  await openPanel(page);
  await expect.poll(() => said.count()).toBe(0);
});

test("NT-05 while a cast is running the bell pulses, and it announces the result", async () => {
  const member = await browser.server.signUp("Ines Varga");
  const page = await browser.open("/pages/about", { member });
  await bell(page).waitFor();
  const answer = await member.fetch("/api/generate", {
    method: "POST",
    headers: { "content-type": "application/json", "idempotency-key": randomUUID() },
    body: JSON.stringify({ prompt: "held lake at dawn", quality: "standard", count: 2 }),
  });
  expect(answer.status).toBe(202);
  await expect
    .poll(() => bell(page).getAttribute("data-face"), { interval: 50 })
    .toBe("generating");
  release.resolve();
  await page.getByText("Gen done").waitFor();
  await bell(page, "Notifications, 1 unread").waitFor();
});
