import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { axeFindingsInBothThemes, testBrowser, type TestBrowser } from "../harness/browser.ts";
import { aPicture } from "../harness/factories.ts";
import type { SignedUp } from "../harness/server.ts";

let browser: TestBrowser;
let admin: SignedUp;
beforeAll(async () => {
  browser = await testBrowser();
  admin = await browser.server.signUp("Ada Admin");
  await browser.services.db
    .updateTable("users")
    .set({ role: "admin" })
    .where("id", "=", admin.userId)
    .execute();
});
afterEach(() => browser.finish());
afterAll(() => browser.close());

const usernameOf = async ({ userId }: SignedUp) => {
  const query = browser.services.db.selectFrom("users").select("username");
  return (await query.where("id", "=", userId).executeTakeFirstOrThrow()).username;
};

async function signIn(page: Page, { email, password }: SignedUp) {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

const clean = async (page: Page) => {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect({ wide, findings: await axeFindingsInBothThemes(page) }).toEqual({
    wide: 0,
    findings: [],
  });
};

test.each([1440, 390] as const)(
  "AD-03 AD-11 an admin suspends a member, the member reads why and answers, and the admin lifts it, at %i",
  async (width) => {
    const member = await browser.server.signUp(`Mira Moderated ${width}`);
    const picture = await aPicture(browser.services, { id: member.userId });
    const username = await usernameOf(member);
    const desk = await browser.open(`/dashboard/admin/promptsmiths?q=${username}`, {
      width,
      member: admin,
    });
    await desk.getByRole("link", { name: member.name, exact: true }).click();
    await desk.getByRole("heading", { level: 1, name: member.name }).waitFor();
    await desk.getByLabel("Decision", { exact: true }).selectOption("suspension");
    await desk.getByLabel("Reason", { exact: true }).selectOption("rights");
    await desk.getByLabel("Days").fill("5");
    await desk.getByLabel("Words to the member").fill("Three pictures of another artist.");
    await clean(desk);
    await desk.getByRole("button", { name: "Suspend", exact: true }).click();
    await desk.getByRole("heading", { level: 3, name: "Suspension" }).waitFor();
    await desk.getByText("Suspended", { exact: true }).waitFor();
    await clean(desk);
    expect((await browser.server.fetch(`/i/${picture.slug}`)).status).toBe(404);

    const page = await browser.open("/login", { width, expect: [403] });
    await signIn(page, member);
    const refusal = page.getByRole("alert");
    await refusal.getByText("Your account is suspended until").waitFor();
    await clean(page);
    await refusal.getByRole("link").click();
    await page.getByRole("heading", { level: 1, name: /^Your account is suspended/ }).waitFor();
    await page.getByText("Three pictures of another artist.").waitFor();
    await clean(page);
    const answer = page.getByLabel("Your answer");
    await page.getByRole("button", { name: "Send the answer" }).click();
    await page.getByText("Write why the decision should be changed", { exact: true }).waitFor();
    await answer.fill("I am that artist.");
    await page.getByRole("button", { name: "Send the answer" }).click();
    await page.getByText("Your answer was sent. An admin answers by mail.").waitFor();
    expect(await answer.count()).toBe(0);

    await browser.go(desk, "/dashboard/admin/appeals");
    const entry = desk.getByRole("listitem").filter({ hasText: "I am that artist." });
    await clean(desk);
    await entry.getByLabel(`Answer to ${member.name}`).fill("So you are. We are sorry.");
    await entry.getByRole("button", { name: "Lift the decision" }).click();
    await desk.getByText("No appeals here").waitFor();
    expect((await browser.server.fetch(`/i/${picture.slug}`)).status).toBe(200);

    await browser.go(page, "/login");
    await signIn(page, member);
    await page.waitForURL("**/dashboard");
    await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
    await page.getByRole("button", { name: /^Notifications/ }).click();
    await page.getByRole("link", { name: /^Your suspension has ended/ }).click();
    await page.getByText("So you are. We are sorry.").waitFor();
    await page.getByText("This decision does not count any more").waitFor();
  },
);

test("an appeal is sent without JavaScript", async () => {
  const member = await browser.server.signUp("Nia Noscript");
  await admin.fetch(`/api/admin/members/${member.userId}/sanctions`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ kind: "strike", reason: "hate" }),
  });
  const { appeal_key: key } = await browser.services.db
    .selectFrom("sanctions")
    .select("appeal_key")
    .where("member_id", "=", member.userId)
    .executeTakeFirstOrThrow();
  const page = await browser.open(`/appeal/${key}`, { javaScript: false });
  await page.getByRole("heading", { level: 1, name: /^You have a strike until/ }).waitFor();
  await page.getByLabel("Your answer").fill("It was a quotation.");
  await page.getByRole("button", { name: "Send the answer" }).click();
  await page.getByText("Your answer was sent. An admin answers by mail.").waitFor();
  await expect.poll(() => page.getByText("It was a quotation.").isVisible()).toBe(true);
});

test("the page of an unknown decision is 404, and an admin's own page has no form", async () => {
  const unknown = "/appeal/0198c0de-0000-7000-8000-00000000dead";
  expect((await browser.server.fetch(unknown)).status).toBe(404);
  const own = await browser.open(`/dashboard/admin/members/${await usernameOf(admin)}`, {
    member: admin,
  });
  await own.getByText("Nobody decides about themselves: ask another admin.").waitFor();
  expect((await admin.fetch("/dashboard/admin/members/nobody-here")).status).toBe(404);
});

test.each([1440, 390] as const)(
  "AD-11 pictures are reviewed one by one, with keys on wide screens and by touch on narrow ones, at %i",
  async (width) => {
    const member = await browser.server.signUp(`Rita Reviewed ${width}`);
    const made = [];
    for (const title of ["Fourth", "Third", "Second", "First"]) {
      made.push(
        await aPicture(
          browser.services,
          { id: member.userId },
          {
            title: `${title} ${width}`,
            prompt: `a ${title} lake`,
            approved: false,
            status: "waiting",
          },
        ),
      );
    }
    const [fourth, third, second, first] = made;
    const page = await browser.open("/dashboard/admin/review", { width, member: admin });
    const at = (title: string) =>
      page.getByRole("heading", { level: 2, name: `${title} ${width}` });
    const act = (name: string, key: string) =>
      width === 390
        ? page.getByRole("button", { name, exact: true }).click()
        : page.keyboard.press(key);
    await at("First").waitFor();
    await page.getByText("a First lake").waitFor();
    const preloaded = () =>
      page.evaluate((file) => {
        const entries = performance.getEntriesByType("resource").map((entry) => entry.name);
        return entries.some((name) => name.includes(file));
      }, second.slug);
    await expect.poll(preloaded).toBe(true);
    await clean(page);
    await act("Approve", "a");
    await at("Second").waitFor();
    await act("Reject", "r");
    await page.getByRole("group", { name: "Reason" }).waitFor();
    await clean(page);
    await act("Spam or misleading", "6");
    await at("Third").waitFor();
    await act("Skip", "s");
    await at("Fourth").waitFor();
    await act("Undo", "u");
    await at("Third").waitFor();
    await act("Undo", "u");
    await at("Second").waitFor();
    await act("Approve", "a");
    await at("Third").waitFor();
    await act("Reject", "r");
    await act("Hate or harassment", "3");
    await act("Approve", "a");
    await page.getByRole("heading", { name: "That was the last one" }).waitFor();
    const statusOf = async ({ slug }: { slug: string }) =>
      (await browser.server.fetch(`/i/${slug}`)).status;
    const all = () => Promise.all([first, second, third, fourth].map(statusOf));
    await expect.poll(all).toEqual([200, 200, 404, 200]);
    // Pictures that waited are 404 too: that the third was rejected is seen in the sanctions alone.
    const reasons = async () => {
      const rows = await browser.services.db
        .selectFrom("sanctions")
        .select(["reason", "lifted_at"])
        .where("member_id", "=", member.userId)
        .orderBy("created_at")
        .execute();
      return rows.map(({ reason, lifted_at: lifted }) => [reason, lifted !== null]);
    };
    await expect.poll(reasons).toEqual([
      ["spam", true],
      ["hate", false],
    ]);
  },
);
