import { sessionTimeoutMs } from "#app/rules/auth-state.ts";
import { api } from "./api.ts";
import type { AuthStore } from "./auth-store.ts";
import { userFromAuth, type AuthUser } from "./auth-user.ts";

export type SessionResult =
  | { kind: "session"; user: AuthUser }
  /** sure: the server said so; otherwise it did not answer in time. */
  | { kind: "none"; sure: boolean }
  /** sure: the server answered, although with an error. */
  | { kind: "failed"; message: string; sure: boolean };

/** Reads the current session; no answer within 5 s counts as no session. See docs/product.md 7.1. */
export async function readSession(): Promise<SessionResult> {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), sessionTimeoutMs);
  const answer = await api.get("/api/auth/get-session", { signal: patience.signal });
  clearTimeout(timer);
  if (patience.signal.aborted) return { kind: "none", sure: false };
  if (answer.ok) {
    const user = answer.data?.user;
    return user ? { kind: "session", user } : { kind: "none", sure: true };
  }
  if (answer.status === 401) return { kind: "none", sure: true };
  // The server's message if it sent one; else the store uses its own.
  const message = answer.problem.requestId ? answer.problem.title : "";
  return { kind: "failed", message, sure: answer.status !== 0 };
}

/**
 * Handles a session: reads the profile once if the session is new to this page, and not if it is known. If the profile
 * cannot be read the user is built from the session (docs/product.md 8.1).
 */
export async function takeSession(store: AuthStore, user: AuthUser): Promise<void> {
  const before = store.now();
  store.dispatch({ type: "session", userId: user.id });
  const isNew = store.now() !== before && store.now().refreshing === user.id;
  if (!isNew) return;
  const answer = await api.get("/api/profile");
  if (!answer.ok && answer.status === 401) store.dispatch({ type: "no-session" });
  else store.dispatch({ type: "profile", user: answer.ok ? answer.data : userFromAuth(user) });
}
