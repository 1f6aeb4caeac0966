import type { Locator } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { axeFindings, testBrowser, type TestBrowser } from "../harness/browser.ts";
import { aPicture, type TestPicture } from "../harness/factories.ts";
import type { SignedUp } from "../harness/server.ts";

let browser: TestBrowser;
let owner: SignedUp;
let other: SignedUp;
let username: string;
const pictures: TestPicture[] = [];

beforeAll(async () => {
  browser = await testBrowser();
  owner = await browser.server.signUp("Tobi Okafor");
  other = await browser.server.signUp("Ines Varga");
  const profile = await owner.fetch("/api/profile");
  ({ username } = (await profile.json()) as { username: string });
  for (const title of ["Harbour", "Glacier", "Lantern", "Meadow"]) {
    pictures.push(await aPicture(browser.services, { id: other.userId }, { title }));
  }
});
afterEach(() => browser.finish());
afterAll(() => browser.close());

async function aCollection(name: string, isPublic: boolean): Promise<string> {
  const answer = await owner.fetch("/api/collections", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      name,
      is_public: isPublic,
      picture_ids: pictures.map((picture) => picture.id),
    }),
  });
  return ((await answer.json()) as { id: string }).id;
}
const titlesIn = (list: Locator) =>
  list.locator("img").evaluateAll((all) => all.map((one) => one.getAttribute("alt")));
const namesOnWall = ["Harbour", "Glacier", "Lantern", "Meadow"].map(
  (title) => `${title}, by Ines Varga`,
);

test("CO-01 a collection is created, filled with many images, arranged, published and deleted with undo", async () => {
  const page = await browser.open("/dashboard/collections", { member: owner });
  await page.getByRole("heading", { name: "No collections yet" }).waitFor();
  await page.getByRole("button", { name: "New collection" }).click();
  const form = page.getByRole("dialog", { name: "New collection" });
  await form.getByLabel("Name").fill("Water studies");
  await form.getByLabel("Description").fill("Ponds, harbours and ice.");
  await form.getByRole("button", { name: "Create" }).click();
  await page.getByRole("heading", { level: 1, name: "Water studies" }).waitFor();
  await page.getByText("Private", { exact: true }).waitFor();
  const address = page.url();

  // The liked images are offered, and several can be chosen.
  for (const { id } of pictures) {
    expect((await owner.fetch(`/api/picture/${id}/like`, { method: "POST" })).status).toBe(200);
  }
  await page.getByRole("button", { name: "Add images" }).click();
  await page.getByRole("button", { name: "Add images" }).click();
  const picker = page.getByRole("dialog", { name: "Add images" });
  await picker.getByRole("radio", { name: "Your likes" }).check();
  for (const title of ["Harbour", "Glacier", "Lantern"]) {
    await picker.getByRole("checkbox", { name: title }).check();
  }
  await picker.getByRole("button", { name: "Add 3" }).click();
  const list = page.getByRole("list", { name: "Images in order" });
  await expect.poll(() => titlesIn(list)).toEqual(["Harbour", "Glacier", "Lantern"]);

  await page.getByRole("button", { name: "Move Lantern earlier" }).click();
  await expect.poll(() => titlesIn(list)).toEqual(["Harbour", "Lantern", "Glacier"]);
  const grip = page.getByRole("button", { name: "Drag Glacier" });
  await grip.focus();
  await page.keyboard.press("Home");
  await expect.poll(() => titlesIn(list)).toEqual(["Glacier", "Harbour", "Lantern"]);
  await page.getByText("Glacier: place 1 of 3").waitFor({ state: "attached" });
  await page
    .getByRole("listitem")
    .filter({ has: page.getByRole("img", { name: "Lantern" }) })
    .dragTo(page.getByRole("listitem").filter({ has: page.getByRole("img", { name: "Harbour" }) }));
  await expect.poll(() => titlesIn(list)).toEqual(["Glacier", "Lantern", "Harbour"]);
  await page.getByRole("button", { name: "Make Harbour the cover" }).click();
  await page.getByRole("button", { name: "Harbour is the cover" }).waitFor();

  const written: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() !== "GET")
      written.push(`${request.method()} ${pathname.split("/").at(-1)}`);
  });
  await page.getByRole("checkbox", { name: "Select Lantern" }).check();
  await page.getByRole("checkbox", { name: "Select Glacier" }).check();
  await page.getByRole("button", { name: "Remove" }).click();
  await expect.poll(() => titlesIn(list)).toEqual(["Harbour"]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => titlesIn(list)).toEqual(["Glacier", "Lantern", "Harbour"]);
  // Several restored pictures are put in order at once.
  await expect.poll(() => written).toEqual(["DELETE items", "PUT items", "PUT order"]);
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("link", { name: "Harbour, by Ines Varga" }).waitFor();

  await page.getByRole("button", { name: "Edit", exact: true }).click();
  const edit = page.getByRole("dialog", { name: "Edit collection" });
  await edit.getByLabel("Name").fill("Still water");
  await edit.getByRole("button", { name: "Save" }).click();
  await page.getByRole("heading", { level: 1, name: "Still water" }).waitFor();
  await page.getByRole("button", { name: "Publish" }).click();
  await page.getByText("Still water is public").waitFor();
  // A second press in the same place meets the same button, not the one that deletes.
  const privately = page.getByRole("button", { name: "Make private" });
  await privately.waitFor();
  await expect.poll(() => privately.evaluate((button) => button.matches(":hover"))).toBe(true);
  const shown = await browser.open(new URL(address).pathname, { javaScript: false });
  expect(await shown.getByRole("heading", { level: 1 }).textContent()).toBe("Still water");

  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByText("Deleted Still water").waitFor();
  await expect.poll(() => page.url()).toContain("/dashboard/collections");
  await page.getByRole("heading", { name: "No collections yet" }).waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("heading", { level: 1, name: "Still water" }).waitFor();
});

test("CO-01 a finger drags a picture by its grip to another position, and scrolls everywhere else", async () => {
  const id = await aCollection("By hand", false);
  const page = await browser.open(`/@${username}/collections/${id}`, { member: owner, width: 390 });
  await page.getByRole("button", { name: "Arrange" }).click();
  const list = page.getByRole("list", { name: "Images in order" });
  await expect.poll(() => titlesIn(list)).toEqual(["Harbour", "Glacier", "Lantern", "Meadow"]);
  const fingers = await page.context().newCDPSession(page);
  const touch = (type: string, at: { x: number; y: number } | null) =>
    fingers.send("Input.dispatchTouchEvent", {
      type: type as "touchStart",
      touchPoints: at === null ? [] : [at],
    });
  async function drag(from: Locator, to: Locator) {
    const [a, b] = [await from.boundingBox(), await to.boundingBox()];
    if (a === null || b === null) throw new Error("not in sight");
    const start = { x: a.x + a.width / 2, y: a.y + a.height / 2 };
    const end = { x: b.x + 20, y: b.y + 60 };
    await touch("touchStart", start);
    for (const part of [0.1, 0.5, 1]) {
      await touch("touchMove", {
        x: start.x + (end.x - start.x) * part,
        y: start.y + (end.y - start.y) * part,
      });
    }
    await touch("touchEnd", null);
  }
  const item = (title: string) =>
    list.getByRole("listitem").filter({ has: page.getByRole("img", { name: title }) });
  const saved = page.waitForResponse((answer) => answer.request().method() === "PATCH");
  await drag(page.getByRole("button", { name: "Drag Lantern" }), item("Harbour"));
  await expect.poll(() => titlesIn(list)).toEqual(["Lantern", "Harbour", "Glacier", "Meadow"]);
  await page.getByText("Lantern: place 1 of 4").waitFor({ state: "attached" });
  expect((await saved).ok()).toBe(true);

  await drag(item("Glacier").locator("img"), item("Lantern"));
  await page.getByRole("button", { name: "Move Meadow earlier" }).tap();
  await expect.poll(() => titlesIn(list)).toEqual(["Lantern", "Harbour", "Meadow", "Glacier"]);
});

test("CO-01 a picture is added from a wall to a new collection, and the toast undoes it", async () => {
  const page = await browser.open("/", { member: other });
  const card = page.getByRole("article").filter({
    has: page.getByRole("link", { name: "Meadow, by Ines Varga" }),
  });
  await card.hover();
  await card.getByRole("button", { name: "Collect Meadow" }).click();
  const dialog = page.getByRole("dialog", { name: "Collect" });
  await dialog.getByText("Name your first collection above").waitFor();
  await dialog.getByRole("textbox", { name: "New collection" }).fill("Fields");
  await dialog.getByRole("button", { name: "Create" }).click();
  const box = dialog.getByRole("checkbox", { name: /^Fields/ });
  await box.waitFor();
  await expect.poll(() => box.isChecked()).toBe(true);
  await dialog.getByRole("button", { name: "Done" }).click();
  await page.getByText("Collected in Fields").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("Undone", { exact: true }).waitFor();
  await card.hover();
  await card.getByRole("button", { name: "Collect Meadow" }).click();
  await dialog.getByRole("checkbox", { name: /^Fields.*0 images/ }).waitFor();
  expect(await box.isChecked()).toBe(false);
});

test("RT-04 CO-02 the page of a public collection works without JavaScript in the owner's order, a private one is missing", async () => {
  const id = await aCollection("Cold light", true);
  const page = await browser.open(`/@${username}/collections/${id}`, { javaScript: false });
  expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Cold light");
  await page.getByText("4 images, updated just now").waitFor();
  expect(await titlesIn(page.getByRole("main").locator(".wall"))).toEqual(namesOnWall);
  const canonical = page.locator("link[rel=canonical]");
  expect(await canonical.getAttribute("href")).toContain(`/@${username}/collections/${id}`);
  const secret = await aCollection("Kept to myself", false);
  const hidden = `/@${username}/collections/${secret}`;
  for (const member of [undefined, other]) {
    const missing = await browser.open(hidden, { member, expect: [404] });
    await missing.getByRole("heading", { name: "Collection not found" }).waitFor();
  }
  const own = await browser.open(hidden, { member: owner });
  await own.getByRole("heading", { level: 1, name: "Kept to myself" }).waitFor();
  const wrong = await browser.server.fetch(`/@somebody.else/collections/${id}`);
  expect(wrong.status).toBe(404);
});

test("CO-02 a collection opens in a dialog over Fragments, and closing it restores the page", async () => {
  const id = await aCollection("Dialog light", true);
  const page = await browser.open("/collections");
  await page.getByRole("link", { name: /Dialog light/ }).click();
  const dialog = page.getByRole("dialog", { name: "Dialog light" });
  await dialog.getByRole("link", { name: "Harbour, by Ines Varga" }).waitFor();
  await expect.poll(() => new URL(page.url()).pathname).toBe(`/@${username}/collections/${id}`);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  await expect.poll(() => new URL(page.url()).pathname).toBe("/collections");
});

test("MO-04 a collection that is gone closes its dialog, says so and is logged as an error", async () => {
  const id = await aCollection("Soon gone", true);
  const page = await browser.open("/collections", { expect: [404] });
  const errors: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  await page.getByRole("link", { name: /Soon gone/ }).waitFor();
  await owner.fetch(`/api/collections/${id}`, { method: "DELETE" });
  await page.getByRole("link", { name: /Soon gone/ }).click();
  await page.getByText("Collection not found").waitFor();
  await expect.poll(() => errors).toContain(`Collection not found: ${id}, status 404`);
  await page.getByRole("dialog", { name: "Soon gone" }).waitFor({ state: "hidden" });
  await expect.poll(() => new URL(page.url()).pathname).toBe("/collections");
});

test.each([
  ["light", 1440],
  ["dark", 390],
] as const)("axe finds nothing on the pages of collections, %s at %i px", async (theme, width) => {
  const id = await aCollection("Checked", true);
  for (const address of [
    "/collections",
    "/dashboard/collections",
    `/@${username}/collections/${id}`,
  ]) {
    const page = await browser.open(address, { member: owner, theme, width });
    if (address.includes("@")) {
      await page.getByRole("button", { name: "Arrange" }).click();
      await page.getByRole("button", { name: "Move Meadow earlier" }).waitFor();
    }
    expect(await axeFindings(page)).toEqual([]);
    const wider = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    expect(wider).toBe(false);
    await page.close();
  }
});
