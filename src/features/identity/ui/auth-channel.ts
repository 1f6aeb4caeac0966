import { readSnapshot, snapshotKey, snapshotOf } from "#app/rules/auth-snapshot.ts";
import { memberKey, ownPicturesCache, searchesKey } from "#app/rules/member-storage.ts";
import { loadSetAside } from "#app/ui/load-set-aside.ts";
import { readStored, storedNames, writeStored } from "#app/ui/stored.ts";
import type { SessionUser } from "../queries.ts";
import type { Auth } from "./auth-store.ts";
import { userFromAuth } from "./auth-user.ts";

/** signed-out: the visitor signed out, which affects every tab. changed: the session changed; read it again. */
export type AuthNotice = "signed-out" | "changed";

const channelName = "echoform-auth";
/** A page receives its own messages too if it listens on another channel object than it posts on. */
const thisTab = Math.random();
type Message = { notice: AuthNotice; from: number };

/** Notifies the other tabs of this browser. */
export function tellTabs(notice: AuthNotice): void {
  const channel = new BroadcastChannel(channelName);
  const message: Message = { notice, from: thisTab };
  try {
    // A BroadcastChannel reaches only this origin and takes no target, unlike a window.
    // eslint-disable-next-line unicorn/require-post-message-target-origin
    channel.postMessage(message);
  } catch (error) {
    // A page that is being left has its channels closed.
    if (!(error instanceof DOMException && error.name === "InvalidStateError")) throw error;
  }
  channel.close();
}

/** Listens to other tabs until the signal aborts. */
export function hearTabs(listener: (notice: AuthNotice) => void, signal: AbortSignal): void {
  const channel = new BroadcastChannel(channelName);
  const hear = ({ data }: MessageEvent<Message>) => {
    if (data.from !== thisTab) listener(data.notice);
  };
  channel.addEventListener("message", hear, { signal });
  signal.addEventListener("abort", () => channel.close());
}

/** The user of the stored snapshot, or null; not from an expired one. */
export const keptUser = (): SessionUser | null =>
  readSnapshot<SessionUser>(readStored(snapshotKey), Date.now())?.user ?? null;

/** The data of a member that the header shows; it contains no email address, because others may use the browser. */
function shownOf(user: SessionUser): SessionUser {
  const { id, name, username, avatar, role, credits, plan } = user;
  return { ...userFromAuth({ id, name, username, avatar_url: avatar, role }), credits, plan };
}

/**
 * Stores a confirmed state: the member, or nothing for a guest. A guest after a member signed out, or the session ended
 * in whatever way: what the member searched for, and pictures kept for times without a connection, go too. Even an expired
 * snapshot says that there was one. What is stored for a member by their id stays where the session could not be read: a
 * draft is nowhere else.
 * @param isSure the server said so; it may also not have answered in time
 */
export async function keep(auth: Auth, isSure = true): Promise<void> {
  const shown = auth.user === null ? auth : { ...auth, user: shownOf(auth.user) };
  const snapshot = snapshotOf(shown, Date.now());
  if (snapshot !== null) writeStored(snapshotKey, JSON.stringify(snapshot));
  else if (auth.status === "guest" && readStored(snapshotKey) !== null) {
    for (const key of [snapshotKey, searchesKey]) writeStored(key, null);
    // Only a secure address has caches.
    void globalThis.caches?.delete(ownPicturesCache);
  }
  // Most guests were never members here, and do not need the code.
  const isNeeded =
    snapshot !== null ||
    (isSure &&
      auth.status === "guest" &&
      auth.error === null &&
      storedNames().some((name) => memberKey.test(name)));
  if (isNeeded) (await loadSetAside()).settleStored(snapshot?.user.id);
}
