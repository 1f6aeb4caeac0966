import type { BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openPush } from "#app/adapters/push/open.ts";
import { pushKeys } from "#app/features/notifications/commands/push.ts";
import { likePicture } from "#app/features/social/commands.ts";
import { draftKey } from "#app/rules/member-storage.ts";
import { axeFindings, testBrowser, type TestBrowser } from "../harness/browser.ts";
import { testDatabase } from "../harness/database.ts";
import { aPicture } from "../harness/factories.ts";
import { actorFor } from "../harness/made-picture.ts";
import { pushService, type PushService, type Subscription } from "../harness/push-service.ts";
import { testEnv } from "../harness/services.ts";
import { aCaster } from "../harness/studio.ts";

let service: PushService;
let browser: TestBrowser;
beforeAll(async () => {
  service = await pushService();
  const { url } = await testDatabase();
  const push = openPush(testEnv(url, "data"), { connect: service.connector });
  browser = await testBrowser({ databaseUrl: url, push }, true);
});
afterEach(() => browser.finish());
afterAll(async () => {
  await browser.close();
  await browser.services.push.close();
  await service.close();
});

const workerReady = (page: Page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    // The worker that controls the page answers its next navigation.
    if (navigator.serviceWorker.controller !== null) return;
    await new Promise((resolve) => {
      navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true });
    });
  });

/** Paths of everything that the service worker keeps. */
const keptPaths = (page: Page) =>
  page.evaluate(async () => {
    const opened = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const requests = await Promise.all(opened.map((cache) => cache.keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });

test("the site can be installed, and says without a connection that there is none; nothing of a member is kept", async () => {
  const member = await browser.server.signUp("Ines Varga");
  const page = await browser.open("/", { member, serviceWorker: true });
  const session = await page.context().newCDPSession(page);
  const { url, errors, data = "{}" } = await session.send("Page.getAppManifest");
  expect([new URL(url).pathname, errors]).toEqual(["/manifest.webmanifest", []]);
  expect(JSON.parse(data)).toMatchObject({ name: "Echoform", display: "standalone" });
  const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
  // A profile of a test is like a private window, which installs nothing.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== "in-incognito")).toEqual([]);
  await workerReady(page);
  await browser.go(page, "/dashboard/profile");
  const context = page.context();
  await context.setOffline(true);
  await page.goto(new URL("/dashboard/likes", browser.server.url).href);
  await page.getByRole("heading", { name: "No connection" }).waitFor();
  expect(page.url()).toMatch(/\/dashboard\/likes$/);
  expect(await page.content()).not.toContain("Ines");
  expect(await axeFindings(page)).toEqual([]);
  // The page takes the theme that was chosen on the site.
  await page.evaluate(() => localStorage.setItem("theme", "dark"));
  await page.reload({ waitUntil: "load" });
  await page.locator("html[data-theme=dark]").waitFor();
  expect(await axeFindings(page)).toEqual([]);
  const paths = await keptPaths(page);
  expect(paths).toContain("/offline");
  expect(paths.filter((path) => path !== "/offline" && !path.startsWith("/assets/"))).toEqual([]);
  await context.setOffline(false);
  await page.getByRole("heading", { name: "Likes", exact: true }).waitFor();
});

/** The browser says that the site runs as an installed app, which a profile of a test cannot. */
const asInstalled = (context: BrowserContext) =>
  context.addInitScript(() => {
    const real = globalThis.matchMedia.bind(globalThis);
    globalThis.matchMedia = (query) => real(query === "(display-mode: standalone)" ? "all" : query);
  });

test("the installed app shows the draft and one's own latest pictures without a connection, until the sign-out", async () => {
  const member = await aCaster(browser);
  const {
    pictures: [picture],
  } = await member.made({ prompt: "a teal fox" });
  const page = await member.open("/dashboard", { serviceWorker: true, expect: [401] });
  const context = page.context();
  await workerReady(page);
  // A tab of a browser keeps no pictures.
  expect((await keptPaths(page)).filter((path) => path.startsWith("/i/"))).toEqual([]);
  await asInstalled(context);
  await page.evaluate(
    ({ key }) => localStorage.setItem(key, JSON.stringify({ prompt: "a fox in the snow" })),
    { key: draftKey(member.userId) },
  );
  await browser.go(page, "/dashboard/likes");
  await expect
    .poll(async () => (await keptPaths(page)).filter((path) => path.startsWith("/i/")))
    .toEqual([`/i/512x0/q75/${picture.slug}.webp`]);
  await expect.poll(() => keptPaths(page)).toContain("/offline/pictures");

  await context.setOffline(true);
  await page.goto(new URL("/dashboard/likes", browser.server.url).href);
  const draft = page.getByRole("region", { name: "Your draft in the studio" });
  await draft.getByText("a fox in the snow").waitFor();
  const pictures = page.getByRole("region", { name: "Your latest pictures" });
  const shown = pictures.getByRole("img", { name: "a teal fox" });
  await expect
    .poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBe(512);
  expect(await axeFindings(page)).toEqual([]);

  await context.setOffline(false);
  await page.getByRole("heading", { name: "Likes", exact: true }).waitFor();
  await browser.go(page, "/dashboard/likes");
  await page.getByRole("button", { name: "Account of Ines Varga" }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByText("Signed out successfully").waitFor();
  await expect
    .poll(async () => (await keptPaths(page)).filter((path) => !path.startsWith("/assets/")))
    .toEqual(["/offline"]);
});

/** Stands in for the browser vendor's push service, which a test cannot reach: the browser subscribes to ours. */
async function subscribesTo(context: BrowserContext, { endpoint, p256dh, auth }: Subscription) {
  await context.addInitScript(
    (json) => {
      const subscription = {
        endpoint: json.endpoint,
        options: { applicationServerKey: null },
        toJSON: () => json,
        unsubscribe: () => Promise.resolve(true),
      };
      const flag = "test-subscribed";
      PushManager.prototype.subscribe = async () => {
        localStorage.setItem(flag, "yes");
        return subscription as unknown as PushSubscription;
      };
      PushManager.prototype.getSubscription = async () =>
        localStorage.getItem(flag) ? (subscription as unknown as PushSubscription) : null;
    },
    { endpoint, keys: { p256dh, auth } },
  );
}

test("a member turns notifications of the browser on, gets one, and turns them off", async () => {
  const { publicKey } = await pushKeys(browser.services);
  const member = await browser.server.signUp("Ines Varga");
  const fan = await browser.server.signUp("Kenji Abe");
  const page = await browser.open("/dashboard/profile", { member, serviceWorker: true });
  const region = page.getByRole("region", { name: "Notifications" });
  const label = region.getByText("Notifications in this browser");
  const control = region.getByRole("switch", { name: "Notifications in this browser" });
  await region.getByText(/^Blocked: allow notifications/).waitFor();
  expect(await control.isDisabled()).toBe(true);

  const context = page.context();
  await subscribesTo(context, service.browser(publicKey));
  await context.grantPermissions(["notifications"]);
  await page.reload();
  await region.getByText(/^Finished casts/).waitFor();
  await label.click();
  await region.getByText(/^On until you sign out/).waitFor();
  await page.reload();
  await region.getByText(/^On until you sign out/).waitFor();
  expect(await control.isChecked()).toBe(true);

  const picture = await aPicture(browser.services, { id: member.userId }, { title: "Harbour" });
  await likePicture(browser.services, actorFor({ id: fan.userId }), picture.id);
  await expect.poll(() => service.messages.length).toBe(1);
  const [{ text }] = service.messages;
  expect(service.refused).toEqual([]);

  // From here the vendor's service would wake the worker.
  const session = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const [registration] = registrations;
      if (registration !== undefined) resolve(registration.registrationId);
    });
  });
  await session.send("ServiceWorker.enable");
  await session.send("ServiceWorker.deliverPushMessage", {
    origin: browser.server.url,
    registrationId: await registered,
    data: text,
  });
  const shown = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      const notices = await registration.getNotifications();
      return notices.map(({ title, body, data }) => ({ title, body, link: data.link as string }));
    });
  const wanted = {
    title: "Kenji Abe liked your image",
    body: "Harbour",
    link: `/i/${picture.slug}`,
  };
  await expect.poll(shown).toEqual([wanted]);

  // Signing out takes what is shown away; here only the request is looked at.
  await page.route("**/api/auth/sign-out", (route) => route.fulfill({ json: {} }));
  await page.evaluate(() => fetch("/api/auth/sign-out", { method: "POST" }));
  await expect.poll(shown).toEqual([]);

  await label.click();
  await region.getByText(/^Finished casts/).waitFor();
  const left = browser.services.db.selectFrom("push_subscriptions").select("endpoint").execute();
  expect(await left).toEqual([]);
});
