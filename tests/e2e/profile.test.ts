import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { axeFindings, testBrowser, type TestBrowser } from "../harness/browser.ts";
import { aPng } from "../harness/made-picture.ts";
import { cookieOf, goodPassword, type SignedUp } from "../harness/server.ts";

let browser: TestBrowser;
beforeAll(async () => {
  browser = await testBrowser();
});
afterEach(() => browser.finish());
afterAll(() => browser.close());

const firefox = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";

/** Opens another session of a member, as from another machine. @returns its cookie */
async function elsewhere({ email, password }: SignedUp): Promise<string> {
  const body = { email, password };
  const answer = await browser.server.post("/api/auth/sign-in/email", body, {
    "user-agent": firefox,
  });
  return cookieOf(answer);
}

const profileStatus = async (cookie: string) =>
  (await browser.server.fetch("/api/profile", { headers: { cookie } })).status;

const opened = (member: SignedUp, more: object = {}) =>
  browser.open("/dashboard/profile", { member, ...more });

async function save(page: Page) {
  await page.getByRole("button", { name: "Save profile" }).click();
}

test.each([
  { width: 1440, theme: "dark" },
  { width: 390, theme: "light" },
] as const)("CO-05 AU-16 the profile at $width in $theme passes axe", async (look) => {
  const member = await browser.server.signUp("Kenji Abe");
  await elsewhere(member);
  const page = await opened(member, look);
  await page.getByRole("heading", { name: "Profile", level: 1 }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(look.width);
});

test("CO-05 every field can be changed, and the bar shows the new name", async () => {
  const member = await browser.server.signUp("Kenji Abe");
  const page = await opened(member);
  const values = {
    Alias: "Kenji of Kobe",
    "Last name": "Abe",
    Username: `kenji-${randomUUID().slice(0, 8)}`,
    Profession: "Printer",
    Bio: "Ink,\nwater and light.",
    Website: "https://kenji.example.org/",
    "X username": "kenjiabe",
    City: "Kobe",
    Country: "Japan",
    Latitude: "34.69",
    Longitude: "135.2",
    "PayPal email": "pay@example.org",
  };
  await page.getByText("Coordinates, shown to nobody").click();
  for (const [label, value] of Object.entries(values)) {
    await page.getByLabel(label, { exact: true }).fill(value);
  }
  await save(page);
  await page.getByText("Profile saved").waitFor();
  await page.getByRole("button", { name: "Account of Kenji of Kobe" }).waitFor();
  await page.reload();
  for (const [label, value] of Object.entries(values)) {
    expect(await page.getByLabel(label, { exact: true }).inputValue()).toBe(value);
  }
  expect(await page.getByLabel("Username", { exact: true }).isDisabled()).toBe(true);
});

test("CO-05 errors are shown beside their fields, and nothing typed is lost", async () => {
  const member = await browser.server.signUp("Kenji Abe");
  const page = await opened(member, { expect: [400, 409] });
  const website = page.getByLabel("Website");
  await website.fill("not an address");
  await page.getByLabel("Bio").fill("kept");
  await save(page);
  await page.getByText("Give a whole http or https address").waitFor();
  expect(await website.getAttribute("aria-invalid")).toBe("true");
  await expect.poll(() => website.evaluate((input) => input === document.activeElement)).toBe(true);
  expect(await page.getByLabel("Bio").inputValue()).toBe("kept");
  await website.fill("");
  await page.getByText("Coordinates, shown to nobody").click();
  await page.getByLabel("Latitude").fill("north");
  await save(page);
  await page.getByText("Give a number of degrees").waitFor();
  await page.getByLabel("Latitude").fill("");
  const other = await browser.server.signUp("Rosa Taken");
  const taken = (await (await other.fetch("/api/profile")).json()) as { username: string };
  await page.getByLabel("Username", { exact: true }).fill(taken.username);
  await save(page);
  await page.getByText("This username is taken").waitFor();
});

test("CO-05 an avatar and a cover are chosen, shown, removed and restored", async () => {
  const member = await browser.server.signUp("Kenji Abe");
  const page = await opened(member, { expect: [415] });
  const file = { name: "me.png", mimeType: "image/png", buffer: await aPng(900, 600) };
  const you = page.getByRole("region", { name: "You" });
  const add = page.getByRole("button", { name: "Add a picture" });
  await expect.poll(() => add.isEnabled()).toBe(true);
  await page.getByLabel("Your picture").setInputFiles(file);
  await page.getByText("Your picture was changed").waitFor();
  await page.getByLabel("Your cover").setInputFiles(file);
  await page.getByText("Your cover was changed").waitFor();
  await expect.poll(() => you.locator("img").count()).toBe(2);
  await page.getByRole("button", { name: "Remove picture" }).click();
  await page.getByText("Your picture was removed").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("button", { name: "Remove picture" }).waitFor();
  await page.getByLabel("Your picture").setInputFiles({ ...file, buffer: Buffer.from("no") });
  await page.getByText("Only JPEG, PNG, WebP and AVIF pictures are accepted").waitFor();
  expect(await axeFindings(page)).toEqual([]);
});

test("AU-16 sessions are listed with their device, and one can be ended", async () => {
  const member = await browser.server.signUp("Kenji Abe");
  const cookie = await elsewhere(member);
  const page = await opened(member);
  const list = page.getByRole("region", { name: "Sessions" });
  const rows = list.getByRole("listitem");
  expect(await rows.count()).toBe(2);
  expect(await rows.first().innerText()).toContain("This one");
  expect(await rows.last().innerText()).toContain("Firefox on Windows");
  await list.getByRole("button", { name: "Sign out Firefox on Windows" }).click();
  await page.getByText("Signed out Firefox on Windows").waitFor();
  await expect.poll(() => rows.count()).toBe(1);
  expect(await profileStatus(cookie)).toBe(401);
  expect(await profileStatus(member.cookie)).toBe(200);
});

test("AU-16 all other sessions can be ended at once", async () => {
  const member = await browser.server.signUp("Kenji Abe");
  const cookies = [await elsewhere(member), await elsewhere(member)];
  const page = await opened(member);
  await page.getByRole("button", { name: "Sign out everywhere else" }).click();
  await page.getByText("Signed out everywhere else").waitFor();
  const rows = page.getByRole("region", { name: "Sessions" }).getByRole("listitem");
  await expect.poll(() => rows.count()).toBe(1);
  expect(await Promise.all(cookies.map(profileStatus))).toEqual([401, 401]);
});

test("AU-16 changing the password requires the current one, and ends the other sessions", async () => {
  const member = await browser.server.signUp("Kenji Abe");
  const cookie = await elsewhere(member);
  const page = await opened(member, { expect: [400, 422] });
  const change = page.getByRole("button", { name: "Change password" });
  await change.click();
  await page.getByText("Password is required").first().waitFor();
  await page.getByLabel("Current password").fill("not the password");
  await page.getByLabel("New password").fill("quiet-harbour-93");
  await change.click();
  await page.getByText("This is not your password").waitFor();
  await page.getByLabel("Current password").fill(goodPassword);
  await change.click();
  await page.getByText("Your other sessions have ended").waitFor();
  expect(await profileStatus(cookie)).toBe(401);
  const rows = page.getByRole("region", { name: "Sessions" }).getByRole("listitem");
  await expect.poll(() => rows.count()).toBe(1);
  await page.reload();
  await page.getByRole("heading", { name: "Profile", level: 1 }).waitFor();
});
