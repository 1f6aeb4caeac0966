import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { testBrowser, type TestBrowser } from "../harness/browser.ts";
import { aPicture, type TestPicture } from "../harness/factories.ts";
import { goodPassword, type SignedUp } from "../harness/server.ts";

let browser: TestBrowser;
let fan: SignedUp;
let picture: TestPicture;

beforeAll(async () => {
  browser = await testBrowser();
  const creator = await browser.server.signUp("Mira Lund");
  fan = await browser.server.signUp("Kenji Abe");
  const owner = { id: creator.userId };
  picture = await aPicture(browser.services, owner, { title: "Someone stayed in" });
});
afterEach(() => browser.finish());
afterAll(() => browser.close());

const likesOf = async () => {
  const answer = await browser.server.fetch(`/api/picture/${picture.id}`);
  return ((await answer.json()) as { likes: number }).likes;
};

test("CO-03 B22 a guest's like is made once they have signed up, without leaving the page", async () => {
  const page = await browser.open("/");
  const card = page.getByRole("article").filter({
    has: page.getByRole("link", { name: "Someone stayed in, by Mira Lund" }),
  });
  await card.hover();
  const like = card.getByRole("button", { name: "Like Someone stayed in" });
  await like.click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Sign in to like this image.").waitFor();
  expect(await likesOf()).toBe(0);
  await dialog.getByRole("button", { name: "Create account", exact: true }).click();
  await dialog.getByText("Create an account to like this image.").waitFor();
  await dialog.getByLabel("Name", { exact: true }).fill("Newcomer");
  await dialog.getByLabel("Email").fill(`${randomUUID()}@example.org`);
  await dialog.getByLabel("Password", { exact: true }).fill(goodPassword);
  await dialog.getByRole("button", { name: "Create account" }).click();
  await expect.poll(() => like.getAttribute("aria-pressed")).toBe("true");
  await expect.poll(likesOf).toBe(1);
  await expect
    .poll(() => {
      const { pathname, search } = new URL(page.url());
      return pathname + search;
    })
    .toBe("/");
  await like.click();
  await expect.poll(likesOf).toBe(0);
});

test("CO-01 B22 a guest who collects gets the dialog with their collections after signing in", async () => {
  const page = await browser.open(`/i/${picture.slug}`);
  await page.getByRole("main").getByRole("button", { name: "Collect", exact: true }).click();
  const signIn = page.getByRole("dialog", { name: "Welcome back" });
  await signIn.getByLabel("Email").fill(fan.email);
  await signIn.getByLabel("Password", { exact: true }).fill(fan.password);
  await signIn.getByRole("button", { name: "Sign in" }).click();
  const collect = page.getByRole("dialog", { name: "Collect" });
  await collect.getByText("Name your first collection above").waitFor();
  expect(new URL(page.url()).pathname).toBe(`/i/${picture.slug}`);
});

test("CO-03 B22 a link made by somebody else likes nothing for a member who is signed in", async () => {
  const { db } = browser.services;
  const then = encodeURIComponent(`/i/${picture.slug}?then=like.${picture.id}`);
  const callback = `/auth/callback?from=google&next=${then}`;
  // Right after a sign-in the page would do what was pressed before it.
  const form = 'action="/auth/callback?next=';
  expect(await (await fan.fetch(callback)).text()).toContain(form);
  await db
    .updateTable("sessions")
    .set({ created_at: new Date(Date.now() - 120_000) })
    .where("user_id", "=", fan.userId)
    .execute();
  for (const address of [callback, `/login?next=${then}`]) {
    const page = await browser.open(address, { member: fan });
    await page.waitForURL(`**/i/${picture.slug}`);
    await page.getByRole("heading", { level: 1, name: "Someone stayed in" }).waitFor();
  }
  expect(await likesOf()).toBe(0);
});
