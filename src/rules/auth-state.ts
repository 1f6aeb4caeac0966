/** The browser's own view of who is signed in. See docs/product.md 4.1, 7.1 and 9.2. The server never trusts it. */

import { t } from "#app/language/message.ts";

export type MemberRole = "member" | "user" | "admin";
/** The user fields that the rules need; others are carried along. */
export type Known = { id: string; role: MemberRole };

export type AuthState<User extends Known> = {
  status: "loading" | "authenticated" | "guest";
  /** False until the server or the session look-up has reported; a snapshot alone does not count. */
  initialised: boolean;
  user: User | null;
  role: MemberRole | "guest";
  /** Id of the user whose profile is being loaded; null when none is. */
  refreshing: string | null;
  /** Why the visitor was marked a guest. */
  error: string | null;
};

export type AuthEvent<User extends Known> =
  /** A page came from the server, which knows. */
  | { type: "rendered"; user: User | null }
  /** A page came back from the browser's memory; `user` is that of a fresh snapshot. */
  | { type: "restored"; user: User | null }
  /** There is a session: signed in, token refreshed, user updated. */
  | { type: "session"; userId: string }
  /** The one profile refresh that a new session asks for has ended. */
  | { type: "profile"; user: User }
  /** There is no session: signed out here or elsewhere, expired, or timed out. */
  | { type: "no-session" }
  | { type: "failed"; message: string };

/** A session look-up that takes longer than this, in ms, counts as no session. */
export const sessionTimeoutMs = 5000;

function guest<User extends Known>(error: string | null): AuthState<User> {
  return { status: "guest", initialised: true, user: null, role: "guest", refreshing: null, error };
}

function member<User extends Known>(user: User, initialised: boolean): AuthState<User> {
  return {
    status: "authenticated",
    initialised,
    user,
    role: user.role,
    refreshing: null,
    error: null,
  };
}

function loading<User extends Known>(refreshing: string | null): AuthState<User> {
  return {
    status: "loading",
    initialised: false,
    user: null,
    role: "guest",
    refreshing,
    error: null,
  };
}

/** The state a page from the server begins with. */
export function renderedAuth<User extends Known>(user: User | null): AuthState<User> {
  return user === null ? guest(null) : member(user, true);
}

/**
 * The state after an event; the same object when nothing changes. A session asks for a profile refresh by
 * `refreshing`; the same session again does not ask twice.
 */
export function reduceAuth<User extends Known>(
  state: AuthState<User>,
  event: AuthEvent<User>,
): AuthState<User> {
  switch (event.type) {
    case "rendered":
      return renderedAuth(event.user);
    case "restored":
      return event.user === null ? loading(null) : member(event.user, false);
    case "session":
      if (state.refreshing === event.userId) return state;
      if (state.user?.id !== event.userId) return loading(event.userId);
      return state.initialised ? state : member(state.user, true);
    case "profile":
      return state.refreshing === event.user.id ? member(event.user, true) : state;
    case "no-session":
      return state.status === "guest" && state.error === null ? state : guest(null);
    case "failed":
      return guest(event.message || t`Failed to initialize authentication`);
    default:
      return event satisfies never;
  }
}
