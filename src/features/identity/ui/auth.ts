import { createContext, use, useSyncExternalStore } from "react";
import { createAuthStore, type Auth, type AuthStore } from "./auth-store.ts";

/** The store of this page; outside its provider everybody is a guest. */
export const AuthContext = createContext<AuthStore>(createAuthStore(null));

/** The store itself, for code that changes it; components that only read use `useAuth`. */
export function useAuthStore(): AuthStore {
  return use(AuthContext);
}

/**
 * The current viewer: `status` ("loading", "authenticated" or "guest"), `user`, `role`, `initialised`, `error`. The
 * status is "loading" while a new session, or a page restored from the back-forward cache, is being checked. See
 * docs/product.md 4.1.
 */
export function useAuth(): Auth {
  const { subscribe, now } = useAuthStore();
  return useSyncExternalStore(subscribe, now, now);
}
