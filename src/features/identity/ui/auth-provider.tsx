import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from "react";
import { useLocation, useNavigate, useRevalidator } from "react-router";
import { t } from "#app/language/message.ts";
import { paths } from "#app/paths.ts";
import { loadSetAside } from "#app/ui/load-set-aside.ts";
import { showToast } from "#app/ui/toast.ts";
import type { SessionUser } from "../queries.ts";
import { AuthContext } from "./auth.ts";
import { createAuthStore, type AuthStore } from "./auth-store.ts";
import { LeaveContext } from "./leave-context.ts";

/** Passes the member of each server-rendered page to the store. */
function useRendered(store: AuthStore, rendered: SessionUser | null) {
  const known = useRef(rendered);
  useLayoutEffect(() => {
    if (known.current === rendered) return;
    known.current = rendered;
    store.dispatch({ type: "rendered", user: rendered });
  }, [store, rendered]);
}

const forget = async () => (await loadSetAside()).forgetMembers();

/**
 * What every open tab does after sign-out: go home, become a guest, show a toast. Only once home is shown, because a
 * page for members would send a guest to the sign-in page.
 */
function useLeave(store: AuthStore): () => void {
  const navigate = useNavigate();
  const location = useLocation();
  /** The member who signs out; the next page is rendered without them. */
  const leaving = useRef(false);
  useEffect(() => {
    if (!leaving.current || location.pathname !== paths.home()) return;
    leaving.current = false;
    store.dispatch({ type: "no-session" });
    // Home is shown, so no page of the member can write to storage again.
    void forget();
    void showToast("success", t`Signed out successfully`);
  }, [store, location]);
  return () => {
    leaving.current = true;
    // This also reloads the page's data, even if home was shown already.
    void navigate(paths.home());
  };
}

/** Synchronises the store with the other tabs, storage and the server after hydration. */
function useSync(store: AuthStore, leave: () => void) {
  const { revalidate } = useRevalidator();
  const latest = useRef({ leave, revalidate });
  useEffect(() => {
    latest.current = { leave, revalidate };
  });
  useEffect(() => {
    let stop: (() => void) | null = null;
    let left = false;
    const start = async () => {
      const { startAuthSync } = await import("./auth-sync.ts");
      if (left) return;
      stop = startAuthSync({
        store,
        onChange: () => void latest.current.revalidate(),
        onSignedOut: () => latest.current.leave(),
      });
    };
    void start();
    return () => {
      left = true;
      stop?.();
    };
  }, [store]);
}

type AuthProviderProps = {
  /** The member the page was rendered for; null for a guest. */
  rendered: SessionUser | null;
  children: ReactNode;
};

/** Provides the current viewer: as rendered by the server, then updated by sessions, tabs and storage. */
export function AuthProvider({ rendered, children }: AuthProviderProps) {
  const [store] = useState(() => createAuthStore(rendered));
  useRendered(store, rendered);
  const leave = useLeave(store);
  useSync(store, leave);
  return (
    <AuthContext value={store}>
      <LeaveContext value={leave}>{children}</LeaveContext>
    </AuthContext>
  );
}
