import { t } from "#app/language/message.ts";
import { apiClient, type ApiResult } from "#app/ui/api-client.ts";
import type { NotificationRoutes } from "./api.ts";

/** Whether this browser shows the member's notifications. */
export type PushState = "unsupported" | "blocked" | "off" | "on";

// Its own client, as in settings-form.tsx.
const api = apiClient<NotificationRoutes>();

const is = (data: PushState): ApiResult<PushState> => ({ ok: true, data });

const isSupported = () =>
  "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

async function ownSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration("/");
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** Asks the browser and the server, and nobody for permission. */
export async function readPush(signal: AbortSignal): Promise<ApiResult<PushState>> {
  if (!isSupported()) return is("unsupported");
  if (Notification.permission === "denied") return is("blocked");
  const subscription = Notification.permission === "granted" ? await ownSubscription() : null;
  if (subscription === null) return is("off");
  const known = await api.get("/api/notifications/push", { signal });
  if (!known.ok) return known;
  // The subscription may be that of an earlier sign-in.
  return is(known.data.endpoint === subscription.endpoint ? "on" : "off");
}

const bytesOf = (text: string) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));

function isSame(bytes: Uint8Array, other: ArrayBuffer | null): boolean {
  const others = new Uint8Array(other ?? new ArrayBuffer(0));
  return bytes.length === others.length && bytes.every((byte, at) => byte === others[at]);
}

/** A subscription under the site's present key. @throws Error from the browser */
async function newSubscription(publicKey: string): Promise<PushSubscription> {
  await navigator.serviceWorker.register("/sw.js");
  const { pushManager } = await navigator.serviceWorker.ready;
  const applicationServerKey = bytesOf(publicKey);
  const old = await pushManager.getSubscription();
  // One under another key would be refused, and receives nothing.
  if (old !== null && !isSame(applicationServerKey, old.options.applicationServerKey)) {
    await old.unsubscribe();
  }
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
}

/** Asks for permission, subscribes and tells the server. @returns the state after it */
export async function turnPushOn(): Promise<ApiResult<PushState>> {
  const permission = await Notification.requestPermission();
  if (permission !== "granted") return is(permission === "denied" ? "blocked" : "off");
  const known = await api.get("/api/notifications/push");
  if (!known.ok) return known;
  try {
    const subscription = await newSubscription(known.data.publicKey);
    const { p256dh = "", auth = "" } = subscription.toJSON().keys ?? {};
    const json = { endpoint: subscription.endpoint, p256dh, auth };
    const answer = await api.put("/api/notifications/push", { json });
    return answer.ok ? is("on") : answer;
  } catch (error) {
    const title = t`This browser could not subscribe to notifications`;
    const detail = error instanceof Error ? error.message : undefined;
    return { ok: false, status: 0, problem: { title, detail }, retryAfterSeconds: null };
  }
}

/** The server first: it must not send to a browser whose switch is off. @returns the state after it */
export async function turnPushOff(): Promise<ApiResult<PushState>> {
  const answer = await api.delete("/api/notifications/push");
  if (!answer.ok) return answer;
  // What the browser keeps takes no messages of anybody any more.
  await ownSubscription()
    .then((subscription) => subscription?.unsubscribe())
    .catch(() => false);
  return is("off");
}
