import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { testBrowser, type TestBrowser } from "../harness/browser.ts";
import { aPicture, type TestPicture } from "../harness/factories.ts";
import type { SignedUp } from "../harness/server.ts";

let browser: TestBrowser;
let member: SignedUp;
let study: TestPicture;

beforeAll(async () => {
  browser = await testBrowser();
  member = await browser.server.signUp("Ines Varga");
  study = await aPicture(browser.services, { id: member.userId }, { title: "Study" });
});
afterEach(() => browser.finish());
afterAll(() => browser.close());

const link = (page: Page) =>
  page.getByRole("main").getByRole("link", { name: "Study, by Ines Varga" });
const pathOf = (page: Page) => new URL(page.url()).pathname + new URL(page.url()).search;

test("MO-04 the dialog of a missing picture closes", async () => {
  const gone = await aPicture(browser.services, { id: member.userId }, { title: "Gone soon" });
  const page = await browser.open("/", { expect: [404] });
  const link = page.getByRole("link", { name: "Gone soon, by Ines Varga" });
  await link.waitFor();
  await browser.services.db.deleteFrom("pictures").where("id", "=", gone.id).execute();
  await link.click();
  await page.getByText("This image is not here").waitFor();
  await expect.poll(() => pathOf(page)).toBe("/");
  await expect.poll(() => page.getByRole("dialog", { name: "Gone soon" }).count()).toBe(0);
});

/** Errors that the page logs itself. */
function logged(page: Page): string[] {
  const found: string[] = [];
  page.on("console", (message) => {
    const text = message.text();
    if (message.type() === "error" && !text.startsWith("Failed to load")) found.push(text);
  });
  return found;
}

/** Clears the state of the history entry, like one of an earlier version, and returns to it. */
async function comeBackBare(page: Page) {
  await page.evaluate(() => {
    const { usr, ...rest } = history.state as { usr: object };
    history.replaceState({ ...rest, usr: { ...usr, modalCarry: null } }, "");
  });
  await page.goBack();
  // A closed dialog keeps its content briefly while it fades.
  await page.locator("dialog .stage-small").waitFor({ state: "detached" });
  await page.goForward();
}

test("a dialog that has only a URL shows the picture of that URL, as a square until it is read", async () => {
  const page = await browser.open("/");
  const looked = Promise.withResolvers<void>();
  await page.route("**/api/picture/*?*", async (route) => {
    await looked.promise;
    // The first dialog's lookup has been cancelled by then.
    await route.continue().catch(() => undefined);
  });
  await link(page).click();
  await page.getByRole("dialog", { name: "Study", exact: true }).waitFor();
  await comeBackBare(page);
  const small = page.getByRole("dialog", { name: "Image", exact: true }).locator(".stage-small");
  await small.waitFor();
  expect(await small.getAttribute("src")).toContain(`/i/512x0/q75/${study.slug}.webp`);
  expect([await small.getAttribute("width"), await small.getAttribute("height")]).toEqual([
    "1024",
    "1024",
  ]);
  looked.resolve();
  await page.getByRole("dialog", { name: "Study", exact: true }).waitFor();
});

test("an incomplete picture is not shown, and is logged", async () => {
  const page = await browser.open("/", { expect: [200] });
  const errors = logged(page);
  await page.route("**/api/picture/*?*", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), title: " " } });
  });
  await link(page).click();
  await page
    .getByRole("dialog", { name: "Study", exact: true })
    .getByRole("button", { name: "Try again" })
    .waitFor();
  await expect
    .poll(() => errors)
    .toEqual([`Image lookup failed: ${study.slug}, incomplete, status 200`]);
  await comeBackBare(page);
  await page
    .getByRole("dialog", { name: "Fallback Image" })
    .getByText("System", { exact: true })
    .first()
    .waitFor();
});

test.each([
  ["at 500", 500, { status: 500, contentType: "application/problem+json", body: "{}" }],
  ["offline", 0, null],
] as const)(
  "a lookup %s is logged, and without a carried tile the Fallback Image by System is its own drawing",
  async (_kind, status, answer) => {
    const page = await browser.open("/", { expect: [status] });
    const errors = logged(page);
    const missing: string[] = [];
    page.on("request", (one) => {
      if (one.url().includes("fallback")) missing.push(new URL(one.url()).pathname);
    });
    await page.route("**/api/picture/*?*", (route) =>
      answer === null ? route.abort() : route.fulfill(answer),
    );
    await link(page).click();
    await page
      .getByRole("dialog", { name: "Study", exact: true })
      .getByRole("button", { name: "Try again" })
      .waitFor();
    await expect
      .poll(() => errors)
      .toEqual([`Image lookup failed: ${study.slug}, status ${status}`]);
    await comeBackBare(page);
    const dialog = page.getByRole("dialog", { name: "Fallback Image" });
    await dialog.getByText("System", { exact: true }).first().waitFor();
    const sources = await dialog
      .locator(".stage img")
      .evaluateAll((all) => all.map((one) => (one as HTMLImageElement).src.slice(0, 18)));
    expect(new Set(sources)).toEqual(new Set(["data:image/svg+xml"]));
    expect(missing.filter((path) => path.startsWith("/"))).toEqual([]);
  },
);
