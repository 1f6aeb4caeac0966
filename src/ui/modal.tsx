import { createContext, use, useEffect, useMemo, useRef, type ReactNode } from "react";
import {
  createPath,
  useLocation,
  useNavigate,
  type ShouldRevalidateFunctionArgs,
} from "react-router";
import {
  depthAfterOpening,
  modalAt,
  modalExit,
  type ModalState,
} from "#app/rules/modal-history.ts";

type OpenOptions = {
  /** "gallery" (the default) only masks the URL, "direct" navigates to it. */
  mode?: "gallery" | "direct";
  /** Replaces the open dialog, as stepping to the next picture does. */
  replace?: boolean;
  /**
   * Data that the dialog shows before it has read anything; stored in the history entry, so it must be serialisable.
   */
  carry?: unknown;
};

export type Modal = {
  state: ModalState;
  /** As passed by the caller. */
  carried: unknown;
  /** Key of the history entry below the dialog; of the page itself if no dialog is open. */
  pageKey: string;
  /** path: of a picture or a collection, from paths.ts. */
  open: (path: string, options?: OpenOptions) => void;
  /** Restores the previous path, or goes back. */
  close: () => void;
};

/**
 * The history entry of a closed dialog, until the history has gone back from it, and what was to be opened meanwhile: its
 * entry must follow the page's.
 */
type Left = { key: string; next?: { target: string; carry: unknown } };

type EntryState = { modalDepth?: number; modalCarry?: unknown; pageKey?: string } | null;

/** A dialog over a page changes only the hash: no loader runs when it opens, and keepsData detects that it closes. */
const modalHash = "#open";

/**
 * For routes over which dialogs open: their data is not reloaded when a dialog closes. Otherwise stepping through a
 * wall would find new pictures in it. `export { keepsData as shouldRevalidate }`
 */
export function keepsData({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: Pick<ShouldRevalidateFunctionArgs, "currentUrl" | "nextUrl" | "defaultShouldRevalidate">) {
  const isSamePage =
    currentUrl.pathname === nextUrl.pathname && currentUrl.search === nextUrl.search;
  const hasClosed = currentUrl.hash === modalHash && nextUrl.hash !== modalHash;
  return isSamePage && hasClosed ? false : defaultShouldRevalidate;
}

const ModalContext = createContext<Modal | null>(null);

/**
 * Derives the open picture or collection from the history alone, so that back and forward work without further code.
 */
export function ModalProvider({ children }: { children: ReactNode }) {
  const location = useLocation();
  const navigate = useNavigate();
  const left = useRef<Left>(null);
  const modal = useMemo<Modal>(() => {
    const isMasked = location.mask !== undefined;
    const path = createPath(isMasked ? { ...location, hash: "" } : location);
    const mask = location.mask ? createPath(location.mask) : null;
    const entry = location.state as EntryState;
    const state = modalAt({ path, mask, depth: entry?.modalDepth ?? 0 });
    const pageKey = (isMasked && entry?.pageKey) || location.key;
    return {
      state,
      carried: entry?.modalCarry ?? null,
      pageKey,
      open(target, { mode = "gallery", replace = false, carry = null } = {}) {
        if (mode === "direct") {
          void navigate(target, { replace });
          return;
        }
        if (left.current) {
          left.current.next = { target, carry };
          return;
        }
        const { pathname, search } = location;
        const modalDepth = depthAfterOpening(state, replace);
        void navigate(
          { pathname, search, hash: modalHash },
          {
            replace,
            mask: target,
            state: { ...entry, modalDepth, modalCarry: carry, pageKey },
            preventScrollReset: true,
          },
        );
      },
      close() {
        if (left.current) return;
        const { key } = location;
        const exit = modalExit(state, key !== "default");
        if (exit?.go === "back") {
          left.current = { key };
          void navigate(-exit.entries);
        }
        if (exit?.go === "to") void navigate(exit.path, { replace: true });
      },
    };
  }, [location, navigate]);
  useEffect(() => {
    if (left.current?.key === location.key) return;
    const { next } = left.current ?? {};
    left.current = null;
    if (next) modal.open(next.target, { carry: next.carry });
  }, [location, modal]);
  return <ModalContext value={modal}>{children}</ModalContext>;
}

/**
 * The dialog over the page. See docs/product.md 4.10.
 * @throws Error outside its provider (section 8)
 */
export function useModal(): Modal {
  const modal = use(ModalContext);
  if (modal === null) throw new Error("useModal must be used within a ModalProvider");
  return modal;
}
