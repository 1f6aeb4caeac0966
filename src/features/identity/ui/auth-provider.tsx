import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from "react";
import { useLocation, useNavigate, useRevalidator } from "react-router";
import { paths } from "#app/paths.ts";
import { memberKeys } from "#app/rules/member-storage.ts";
import { writeStored } from "#app/ui/stored.ts";
import { showToast } from "#app/ui/toast.ts";
import type { SessionUser } from "../queries.ts";
import { AuthContext } from "./auth.ts";
import { createAuthStore, type AuthStore } from "./auth-store.ts";
import { LeaveContext } from "./sign-out.ts";

/** Takes what each page of the server says of the member. */
function useRendered(store: AuthStore, rendered: SessionUser | null) {
  const known = useRef(rendered);
  useLayoutEffect(() => {
    if (known.current === rendered) return;
    known.current = rendered;
    store.dispatch({ type: "rendered", user: rendered });
  }, [store, rendered]);
}

/**
 * What every open tab does once the visitor has signed out: home, then a guest, and says so. Only once home is on the
 * screen: a page for members alone would send a guest to the sign-in page.
 */
function useLeave(store: AuthStore): () => void {
  const navigate = useNavigate();
  const location = useLocation();
  /** Who is leaving; the page that arrives knows them no more. */
  const leaving = useRef<{ memberId: string | null } | null>(null);
  useEffect(() => {
    if (leaving.current === null || location.pathname !== paths.home()) return;
    const { memberId } = leaving.current;
    leaving.current = null;
    store.dispatch({ type: "no-session" });
    // Home is on the screen, so nothing of the member's pages writes them again.
    for (const key of memberId === null ? [] : memberKeys(memberId)) writeStored(key, null);
    void showToast("success", "Signed out successfully");
  }, [store, location]);
  return () => {
    leaving.current = { memberId: store.now().user?.id ?? null };
    // Its data are read again by this too, also where it is shown already.
    void navigate(paths.home());
  };
}

/** Keeps the store in step with the other tabs, storage and the server; read once the page is alive. */
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
  /** The member the page was made for; null for a guest. */
  rendered: SessionUser | null;
  children: ReactNode;
};

/** Knows who is looking: what the server rendered, then what sessions, tabs and storage tell. */
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
