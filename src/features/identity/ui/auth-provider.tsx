import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from "react";
import { useNavigate, useRevalidator } from "react-router";
import type { SessionUser } from "../queries.ts";
import { AuthContext } from "./auth.ts";
import { createAuthStore } from "./auth-store.ts";
import { endHere } from "./sign-out.ts";

/** Knows who is looking: what the server rendered, then what sessions, tabs and storage tell. */
export function AuthProvider({
  rendered,
  children,
}: {
  /** The member the page was made for; null for a guest. */
  rendered: SessionUser | null;
  children: ReactNode;
}) {
  const [store] = useState(() => createAuthStore(rendered));
  const known = useRef(rendered);
  useLayoutEffect(() => {
    if (known.current === rendered) return;
    known.current = rendered;
    store.dispatch({ type: "rendered", user: rendered });
  }, [store, rendered]);

  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const ways = useRef({ navigate, revalidate });
  useEffect(() => {
    ways.current = { navigate, revalidate };
  });
  useEffect(() => {
    let stop: (() => void) | null = null;
    let left = false;
    // Nothing of it is needed for the first look at the page.
    const start = async () => {
      const { startAuthSync } = await import("./auth-sync.ts");
      if (left) return;
      stop = startAuthSync({
        store,
        onChange: () => void ways.current.revalidate(),
        onSignedOut: () => void endHere(store, ways.current),
      });
    };
    void start();
    return () => {
      left = true;
      stop?.();
    };
  }, [store]);
  return <AuthContext value={store}>{children}</AuthContext>;
}
