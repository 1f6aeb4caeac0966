import { hearTabs, keep, keptUser, tellTabs, type AuthNotice } from "./auth-channel.ts";
import { showToast } from "#app/ui/toast.ts";
import type { AuthStore } from "./auth-store.ts";
import { readSession, takeSession } from "./session.ts";

export type AuthSyncOptions = {
  store: AuthStore;
  /** Called when the viewer differs from the one the page was rendered for: its data must be reloaded. */
  onChange: () => void;
  /** Called when the visitor signed out in another tab. */
  onSignedOut: () => void;
};

/**
 * Synchronises this page's viewer and its snapshot with storage, the other tabs and the server. Returns a function that
 * stops it. See docs/product.md 4.1.
 */
export function startAuthSync({ store, onChange, onSignedOut }: AuthSyncOptions): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  /** Whether the server said what the store is told: without an answer a visitor counts as a guest too. */
  let isSure = true;

  /** Reads the session; the current state is kept until the server itself says otherwise. */
  async function check() {
    const before = store.now().user?.id ?? null;
    const answer = await readSession();
    if (signal.aborted) return;
    const isKnown = store.now().status === "authenticated";
    if (answer.kind === "session") await takeSession(store, answer.user);
    else if (answer.kind === "failed" && (answer.sure || !isKnown)) {
      store.dispatch({ type: "failed", message: answer.message });
      const { error } = store.now();
      if (error !== null) void showToast("error", error, { id: "session-failed" });
    } else if (answer.kind === "none" && (answer.sure || !isKnown)) {
      isSure = answer.sure;
      store.dispatch({ type: "no-session" });
      isSure = true;
    }
    const said = answer.kind === "session" || (answer.kind === "none" && answer.sure);
    if (said && (store.now().user?.id ?? null) !== before) onChange();
  }

  function hear(notice: AuthNotice) {
    if (notice === "changed") void check();
    else if (store.now().status !== "guest") onSignedOut();
  }

  // Notifies older tabs of a change that only this page knows, e.g. after returning from Google.
  const kept = keptUser();
  const { user } = store.now();
  void keep(store.now());
  if (user !== null && kept?.id !== user.id) tellTabs("changed");

  const unsubscribe = store.subscribe(() => void keep(store.now(), isSure));
  hearTabs(hear, signal);
  addEventListener(
    "pageshow",
    ({ persisted }) => {
      if (!persisted) return;
      store.dispatch({ type: "restored", user: keptUser() });
      void check();
    },
    { signal },
  );
  document.addEventListener(
    "visibilitychange",
    () => {
      const isOld = store.now().status === "authenticated" && keptUser() === null;
      if (document.visibilityState === "visible" && isOld) void check();
    },
    { signal },
  );
  addEventListener("online", () => store.now().error !== null && void check(), { signal });
  return () => {
    unsubscribe();
    stop.abort();
  };
}
