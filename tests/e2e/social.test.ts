import type { Locator, Request } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { axeFindings, testBrowser, type TestBrowser } from "../harness/browser.ts";
import { aMember, aPicture, type TestPicture } from "../harness/factories.ts";
import type { SignedUp } from "../harness/server.ts";

let browser: TestBrowser;
let creator: SignedUp;
let fan: SignedUp;
let username: string;
let picture: TestPicture;

beforeAll(async () => {
  browser = await testBrowser();
  creator = await browser.server.signUp("Mira Lund");
  fan = await browser.server.signUp("Kenji Abe");
  const profile = await creator.fetch("/api/profile", {
    method: "PATCH",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ bio: "Rooms at dusk.", website: "https://example.org/mira" }),
  });
  ({ username } = (await profile.json()) as { username: string });
  const owner = { id: creator.userId };
  picture = await aPicture(browser.services, owner, { title: "Someone stayed in" });
  await aPicture(browser.services, owner, { title: "Nobody sees this", is_public: false });
});
afterEach(() => browser.finish());
afterAll(() => browser.close());

const likesOf = async () => {
  const answer = await browser.server.fetch(`/api/picture/${picture.id}`);
  return ((await answer.json()) as { likes: number }).likes;
};

/** How many creators the fan follows. */
const followedCount = async () => {
  const answer = await fan.fetch("/api/follows?of=following");
  return ((await answer.json()) as { items: unknown[] }).items.length;
};

test("CO-03 a like shows at once, appears on the likes page, and is undone there", async () => {
  const page = await browser.open("/", { member: fan });
  const card = page.getByRole("article").filter({
    has: page.getByRole("link", { name: "Someone stayed in, by Mira Lund" }),
  });
  await card.hover();
  const like = card.getByRole("button", { name: "Like Someone stayed in" });
  await like.click();
  await expect.poll(() => like.getAttribute("aria-pressed")).toBe("true");
  await expect.poll(likesOf).toBe(1);
  const likes = await browser.beside(page, "/dashboard/likes");
  await likes.getByRole("link", { name: "Someone stayed in, by Mira Lund" }).hover();
  const liked = likes.getByRole("button", { name: "Like Someone stayed in" });
  expect(await liked.getAttribute("aria-pressed")).toBe("true");
  await liked.click();
  await expect.poll(likesOf).toBe(0);
  await likes.reload();
  await likes.getByRole("heading", { name: "No likes yet" }).waitFor();
});

test("CO-03 quick presses end in the last state, and a refused like is rolled back", async () => {
  const page = await browser.open("/", { member: fan, expect: [500] });
  const card = page.getByRole("article").filter({
    has: page.getByRole("link", { name: "Someone stayed in, by Mira Lund" }),
  });
  await card.hover();
  const like = card.getByRole("button", { name: "Like Someone stayed in" });
  // Each press may have a request of its own: the last one must be over before the next is refused.
  let running = 0;
  const count = (step: number) => (request: Request) => {
    if (request.url().endsWith("/like")) running += step;
  };
  page.on("request", count(1));
  page.on("requestfinished", count(-1));
  for (let press = 0; press < 5; press += 1) await like.click();
  expect(await like.getAttribute("aria-pressed")).toBe("true");
  await expect.poll(async () => [running, await likesOf()]).toEqual([0, 1]);
  await page.route("**/like", (route) => route.fulfill({ status: 500, body: "{}" }));
  await like.click();
  await page.getByText("Your like was not removed").waitFor();
  await expect.poll(() => like.getAttribute("aria-pressed")).toBe("true");
  await page.unroute("**/like");
  await like.click();
  await expect.poll(likesOf).toBe(0);
});

test("RT-11 CO-04 a creator's page works without JavaScript, and following from it counts on both sides", async () => {
  const bare = await browser.open(`/@${username}`, { javaScript: false });
  expect(await bare.getByRole("heading", { level: 1 }).textContent()).toBe("Mira Lund");
  await bare.getByText("Rooms at dusk.").waitFor();
  await bare.getByRole("link", { name: "Someone stayed in, by Mira Lund" }).waitFor();
  expect(await bare.getByText("Nobody sees this").count()).toBe(0);
  const website = bare.getByRole("link", { name: /example\.org\/mira/ });
  expect(await website.getAttribute("rel")).toBe("nofollow ugc noopener");
  expect(await bare.locator("link[rel=canonical]").getAttribute("href")).toContain(`/@${username}`);

  const page = await browser.open(`/@${username}`, { member: fan });
  await page.getByRole("button", { name: "Follow" }).click();
  const following = page.getByRole("button", { name: "Following" });
  await following.waitFor();
  expect(await following.getAttribute("aria-pressed")).toBe("true");
  await page.getByText("1 follower", { exact: true }).waitFor();
  // The page shows it before the server has it.
  await expect.poll(followedCount).toBe(1);
  await page.getByRole("link", { name: "Collections" }).first().click();
  await page.getByRole("heading", { name: "No public collections yet" }).waitFor();

  const followers = await browser.open("/dashboard/followers", { member: creator });
  await followers.getByRole("link", { name: "Kenji Abe" }).waitFor();
  const list = await browser.beside(page, "/dashboard/following");
  await list.getByRole("button", { name: "Following Mira Lund" }).click();
  await list.getByRole("button", { name: "Follow Mira Lund" }).waitFor();
  await expect.poll(followedCount).toBe(0);
  await list.reload();
  await list.getByRole("heading", { name: "You follow nobody yet" }).waitFor();
});

test("RT-11 a creator's own page has no follow button, and unknown usernames are 404", async () => {
  const page = await browser.open(`/@${username}`, { member: creator });
  await page.getByRole("heading", { level: 1, name: "Mira Lund" }).waitFor();
  expect(await page.getByRole("button", { name: "Follow" }).count()).toBe(0);
  for (const address of ["/@nobody-at-all", "/nobody-at-all", `/${username}`]) {
    expect((await browser.server.fetch(address)).status).toBe(404);
  }
});

test("CO-04 the feed of followed creators shows their public images, and says what to do without any", async () => {
  const page = await browser.open("/creators", { member: fan });
  await page.getByRole("link", { name: "Following", exact: true }).click();
  await page.getByRole("heading", { name: "You follow nobody yet" }).waitFor();
  await page.getByRole("link", { name: "Find creators" }).waitFor();
  const put = await fan.fetch(`/api/users/${username}/follow`, { method: "PUT" });
  expect(put.status).toBe(200);
  await page.reload();
  await page.getByRole("link", { name: "Someone stayed in, by Mira Lund" }).waitFor();
  expect(await page.getByText("Nobody sees this").count()).toBe(0);
  const removed = await fan.fetch(`/api/users/${username}/follow`, { method: "DELETE" });
  expect(removed.status).toBe(200);
  const guest = await (await browser.server.fetch("/creators?sort=following")).text();
  expect(guest).toContain("/login?next=%2Fcreators%3Fsort%3Dfollowing");
  expect(guest).not.toContain("Someone stayed in");
});

test("the directory finds creators by a part of their name", async () => {
  const page = await browser.open("/creators");
  const field = page.getByRole("searchbox", { name: "Name of a creator" });
  // The response to the first search arrives while the next one is typed.
  let answer = () => {};
  const isTyped = new Promise<void>((resolve) => (answer = resolve));
  await page.route(/creators\.data\?.*q=mira/, async (route) => {
    await isTyped;
    await route.continue();
  });
  await field.fill("mira");
  await field.press("Enter");
  await field.fill("100%");
  answer();
  await page.waitForURL(/q=mira/);
  await page.getByRole("link", { name: "Mira Lund" }).waitFor();
  expect(await field.inputValue()).toBe("100%");
  await field.press("Enter");
  await page.getByRole("heading", { name: 'Nobody by the name "100%"' }).waitFor();
  expect(new URL(page.url()).searchParams.get("q")).toBe("100%");
  await page.goBack();
  await expect.poll(() => field.inputValue()).toBe("mira");
});

test("DB-06 the overview has the member's own figures, echoes and next steps", async () => {
  expect((await fan.fetch(`/api/picture/${picture.id}/like`, { method: "POST" })).status).toBe(200);
  const page = await browser.open("/dashboard", { member: creator });
  await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
  const reach = page.getByRole("region", { name: "Reach" });
  expect((await reach.locator("dd").allTextContents()).map(Number)).toEqual([0, 1, 0, 0]);
  await page.getByRole("region", { name: "Plan & usage" }).getByText("of 5 credits left").waitFor();
  const echoes = page.getByRole("region", { name: "Echoes of your work" });
  await echoes.getByRole("link", { name: "Kenji Abe" }).waitFor();
  await page.getByRole("region", { name: "Next steps" }).getByText("Cast your first").waitFor();
  await page.getByRole("link", { name: "7 days" }).click();
  await reach.getByText("last 7 days", { exact: true }).waitFor();
});

test.each([
  ["light", 1440],
  ["dark", 390],
] as const)(
  "axe finds nothing on the pages of creators and the overview, %s at %i px",
  async (theme, width) => {
    for (const address of [
      "/dashboard",
      "/dashboard/likes",
      "/dashboard/followers",
      "/creators",
      "/creators?sort=following",
      `/@${username}`,
    ]) {
      const page = await browser.open(address, { member: fan, theme, width });
      expect(await axeFindings(page)).toEqual([]);
      const wider = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
      expect(wider).toBe(false);
      await page.close();
    }
  },
);

test("CO-03 CO-04 changes made elsewhere after a press show on the next page and in the next dialog", async () => {
  const owner = { id: creator.userId };
  const quiet = await aPicture(browser.services, owner, { title: "A quiet room" });
  const others = [await browser.server.signUp("Ines Varga"), await browser.server.signUp("Ada")];
  const like = `/api/picture/${quiet.id}/like`;
  const page = await browser.open(`/i/${quiet.slug}`, { member: fan });
  const main = page.getByRole("main");
  const about = (within: Locator) => {
    const info = within.getByRole("complementary", { name: "About this image" });
    const button = info.getByRole("button", { name: "Like", exact: true });
    const shown = async () => [
      await info.getByText(/^\d+ likes?$/).innerText(),
      await button.getAttribute("aria-pressed"),
    ];
    return { button, shown };
  };
  const { button, shown } = about(main);
  const follow = main.getByRole("button", { name: "Follow", exact: true });
  const toHomeAndBack = async () => {
    await page.getByRole("link", { name: "Echoform, home" }).click();
    await page.getByRole("heading", { level: 1, name: "Where fragments echo" }).waitFor();
    await page.goBack();
    await button.waitFor();
  };
  const answered = Promise.all([
    page.waitForResponse(/\/like$/),
    page.waitForResponse(/\/follow$/),
  ]);
  await button.click();
  await main.getByRole("button", { name: "Follow", exact: true }).click();
  await main.getByRole("button", { name: "Following", exact: true }).waitFor();
  await expect.poll(shown).toEqual(["1 like", "true"]);
  // The page shows both before the server has them.
  await answered;
  for (const other of others) await other.fetch(like, { method: "POST" });
  // The page is still as it was rendered.
  expect(await shown()).toEqual(["1 like", "true"]);
  await toHomeAndBack();
  await expect.poll(shown).toEqual(["3 likes", "true"]);
  // The member undoes both on another device.
  await fan.fetch(like, { method: "DELETE" });
  await fan.fetch(`/api/users/${username}/follow`, { method: "DELETE" });
  await toHomeAndBack();
  await expect.poll(shown).toEqual(["2 likes", "false"]);
  await follow.waitFor();

  await page.getByRole("link", { name: "Echoform, home" }).click();
  const card = page.getByRole("article").filter({
    has: page.getByRole("link", { name: "A quiet room, by Mira Lund" }),
  });
  await card.hover();
  const small = card.getByRole("button", { name: "Like A quiet room" });
  const saved = page.waitForResponse(/\/like$/);
  await small.click();
  await expect.poll(() => small.getAttribute("aria-pressed")).toBe("true");
  await saved;
  const likes = async () =>
    ((await (await browser.server.fetch(`/api/picture/${quiet.id}`)).json()) as { likes: number })
      .likes;
  await expect.poll(likes).toBe(3);
  await others[0].fetch(like, { method: "DELETE" });
  await card.getByRole("link", { name: "A quiet room, by Mira Lund" }).click();
  await expect.poll(about(page.getByRole("dialog")).shown).toEqual(["2 likes", "true"]);
  await page.keyboard.press("Escape");
  // The wall below was rendered before the press, which still counts there.
  await card.hover();
  expect(await small.getAttribute("aria-pressed")).toBe("true");
});

test("pictures of demonstration accounts say so on their card, in the dialog and on their page", async () => {
  const demo = await aMember(browser.services, { name: "Far Orbit", columns: { is_demo: true } });
  const orbit = await aPicture(browser.services, demo, { title: "Ringed planet" });
  const page = await browser.open("/");
  const cardOf = (name: string) =>
    page.getByRole("article").filter({ has: page.getByRole("link", { name }) });
  const badge = (name: string) =>
    cardOf(name)
      .locator(".card-overlay-creator")
      .evaluate((one) => getComputedStyle(one, "::after").content);
  expect(await badge("Ringed planet, by Far Orbit")).toBe('"Demo"');
  expect(await badge("Someone stayed in, by Mira Lund")).toBe("none");
  await page.getByRole("link", { name: "Ringed planet, by Far Orbit" }).click();
  await page.getByRole("dialog").getByText("Demo", { exact: true }).waitFor();
  await browser.go(page, `/i/${orbit.slug}`);
  await page.getByRole("main").getByText("Demo", { exact: true }).waitFor();
  await browser.go(page, `/i/${picture.slug}`);
  expect(await page.getByRole("main").getByText("Demo", { exact: true }).count()).toBe(0);
});
