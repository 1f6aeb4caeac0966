import { reduceAuth, renderedAuth, type AuthEvent, type AuthState } from "#app/rules/auth-state.ts";
import type { SessionUser } from "../queries.ts";

export type Auth = AuthState<SessionUser>;

/** The viewer's state of one page; every change goes through the pure rule. */
export type AuthStore = {
  now: () => Auth;
  dispatch: (event: AuthEvent<SessionUser>) => void;
  /** Calls the listener after each change; returns an unsubscribe function. */
  subscribe: (listener: () => void) => () => void;
};

/** Creates a store with the state that the server rendered. */
export function createAuthStore(rendered: SessionUser | null): AuthStore {
  let state = renderedAuth(rendered);
  const listeners = new Set<() => void>();
  return {
    now: () => state,
    dispatch(event) {
      const next = reduceAuth(state, event);
      if (next === state) return;
      state = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
