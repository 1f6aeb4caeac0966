import { readSnapshot, snapshotKey, snapshotOf } from "#app/rules/auth-snapshot.ts";
import { readStored, writeStored } from "#app/ui/stored.ts";
import type { SessionUser } from "../queries.ts";
import type { Auth } from "./auth-store.ts";
import { userFromAuth } from "./auth-user.ts";

/** signed-out: the visitor left on purpose, in every tab. changed: something about the session did; look again. */
export type AuthNotice = "signed-out" | "changed";

const channelName = "echoform-auth";
/** A page hears its own words too, where it listens by another channel than it speaks. */
const thisTab = Math.random();
type Message = { notice: AuthNotice; from: number };

/** Tells the other tabs of this browser. */
export function tellTabs(notice: AuthNotice): void {
  const channel = new BroadcastChannel(channelName);
  const message: Message = { notice, from: thisTab };
  // A channel reaches this origin alone and takes no target, unlike a window.
  // eslint-disable-next-line unicorn/require-post-message-target-origin
  channel.postMessage(message);
  channel.close();
}

/** Hears what other tabs tell, until the signal. */
export function hearTabs(listener: (notice: AuthNotice) => void, signal: AbortSignal): void {
  const channel = new BroadcastChannel(channelName);
  const hear = ({ data }: MessageEvent<Message>) => {
    if (data.from !== thisTab) listener(data.notice);
  };
  channel.addEventListener("message", hear, { signal });
  signal.addEventListener("abort", () => channel.close());
}

/** The user of the kept snapshot, or null; one that is too old is taken away. */
export function keptUser(): SessionUser | null {
  const snapshot = readSnapshot<SessionUser>(readStored(snapshotKey), Date.now());
  if (snapshot === null) writeStored(snapshotKey, null);
  return snapshot?.user ?? null;
}

/** What the header shows of a member; whoever else uses the browser reads no address in it. */
function shownOf(user: SessionUser): SessionUser {
  const { id, name, username, avatar, role, credits, plan } = user;
  return { ...userFromAuth({ id, name, username, avatar_url: avatar, role }), credits, plan };
}

/** Keeps what is sure: the member, or nothing once somebody is a guest. */
export function keep(auth: Auth): void {
  const shown = auth.user === null ? auth : { ...auth, user: shownOf(auth.user) };
  const snapshot = snapshotOf(shown, Date.now());
  if (snapshot !== null) writeStored(snapshotKey, JSON.stringify(snapshot));
  else if (auth.status === "guest") writeStored(snapshotKey, null);
}
