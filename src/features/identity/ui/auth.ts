import { createContext, use, useSyncExternalStore } from "react";
import { createAuthStore, type Auth, type AuthStore } from "./auth-store.ts";

/** The store of this page; outside the site's root everybody is a guest. */
export const AuthContext = createContext<AuthStore>(createAuthStore(null));

/** The store itself, for what changes it; to show something, use `useAuth`. */
export function useAuthStore(): AuthStore {
  return use(AuthContext);
}

/**
 * Who is looking: `status` ("loading", "authenticated" or "guest"), `user`, `role`, `initialised`, `error`.
 * See docs/product.md 4.1. "loading" lasts while a session that has just appeared, or a page that came back
 * from the browser's memory, is being looked into.
 */
export function useAuth(): Auth {
  const { subscribe, now } = useAuthStore();
  return useSyncExternalStore(subscribe, now, now);
}
