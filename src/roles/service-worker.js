/**
 * The site's service worker. It shows notifications (Web Push) and the page for times without a connection. Pages and
 * answers of the API always come from the server and are never kept: nobody sees an old page, or what belongs to
 * whoever was signed in before. What it keeps are files of the release, which are the same for everybody. The installed
 * app keeps a member's latest pictures beside them (features/generation/ui/offline-pictures.ts).
 *
 * `self.app` is written before it by app-files.ts.
 */

const { release, kept, offline, ownPictures } = self.app;
const cacheName = `release-${release}`;

async function install() {
  const cache = await caches.open(cacheName);
  await cache.addAll(kept.map((address) => new Request(address, { cache: "reload" })));
  await self.skipWaiting();
}

async function activate() {
  const names = await caches.keys();
  const old = names.filter((name) => name !== cacheName && name !== ownPictures);
  await Promise.all(old.map((name) => caches.delete(name)));
  // The request for a page does not wait for this worker to start.
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(activate()));

/** The page from the server; without a connection the page that says so. */
async function page(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return (await caches.match(offline)) ?? Response.error();
  }
}

/** A file with the hash of its content in its name. */
async function asset(event) {
  const { request } = event;
  const cache = await caches.open(cacheName);
  const known = await cache.match(request);
  if (known !== undefined) return known;
  const answer = await fetch(request);
  // A full disk keeps nothing, and the file is shown all the same.
  if (answer.status === 200) event.waitUntil(cache.put(request, answer.clone()).catch(() => {}));
  return answer;
}

/** What was shown to a member who signs out, and kept for them, is for nobody else. */
async function forgetMember() {
  await caches.delete(ownPictures);
  for (const notification of await self.registration.getNotifications()) notification.close();
}

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin) return;
  if (pathname === "/api/auth/sign-out") event.waitUntil(forgetMember());
  if (request.method !== "GET") return;
  if (request.mode === "navigate") event.respondWith(page(event));
  else if (pathname.startsWith("/assets/")) event.respondWith(asset(event));
});

/** What a message says; a general text for one that cannot be read, because a browser must show something. */
function messageOf(data) {
  const general = { title: "New notification", body: "", link: "/dashboard?tab=notifications" };
  try {
    return { ...general, ...data?.json() };
  } catch {
    return general;
  }
}

addEventListener("push", (event) => {
  const { id, title, body, link } = messageOf(event.data);
  const shown = self.registration.showNotification(title, {
    body,
    tag: id,
    icon: "/icon-192.png",
    badge: "/badge-96.png",
    data: { id, link },
  });
  event.waitUntil(shown);
});

async function openLink(link) {
  const to = new URL(link, self.location.origin);
  // Only pages of this site.
  if (to.origin !== self.location.origin) return;
  const tabs = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const tab = tabs.find(({ url }) => url === to.href);
  // Other tabs stay as they are: one may hold a draft.
  await (tab ? tab.focus() : self.clients.openWindow(to.href));
}

const json = { "content-type": "application/json" };

async function markRead(id) {
  if (typeof id !== "string") return;
  const body = JSON.stringify({ ids: [id] });
  // It stays unread where nobody is signed in any more, or there is no connection.
  await fetch("/api/notifications/read", { method: "POST", headers: json, body }).catch(() => {});
}

addEventListener("notificationclick", (event) => {
  const { notification } = event;
  notification.close();
  const { id, link } = notification.data;
  event.waitUntil(Promise.all([openLink(link), markRead(id)]));
});

/** The browser has ended a subscription: the sign-in that had it gets a new one. */
async function renew() {
  const answer = await fetch("/api/notifications/push");
  if (!answer.ok) return;
  const { publicKey, endpoint } = await answer.json();
  if (endpoint === null) return;
  const subscription = await self.registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  });
  const { keys } = subscription.toJSON();
  const body = JSON.stringify({ endpoint: subscription.endpoint, ...keys });
  await fetch("/api/notifications/push", { method: "PUT", headers: json, body });
}

addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renew()));
