import { createContext, use, useMemo, type ReactNode } from "react";
import { createPath, useLocation, useNavigate } from "react-router";
import { depthAfterOpening, modalAt, modalExit, type ModalState } from "../rules/modal-history.ts";

type OpenOptions = {
  /** "gallery" (the default) only pushes the address, "direct" goes to it. */
  mode?: "gallery" | "direct";
  /** Takes the place of the dialog that is open, as stepping to the next picture does. */
  replace?: boolean;
};

export type Modal = {
  state: ModalState;
  /** path: of a picture or a collection, from paths.ts. */
  open: (path: string, options?: OpenOptions) => void;
  /** Restores the remembered path, or goes back. */
  close: () => void;
};

type EntryState = { modalDepth?: number } | null;

const ModalContext = createContext<Modal | null>(null);

/** Knows which picture or collection is open, from the history alone: back and forward need nothing more. */
export function ModalProvider({ children }: { children: ReactNode }) {
  const location = useLocation();
  const navigate = useNavigate();
  const modal = useMemo<Modal>(() => {
    const path = createPath(location);
    const mask = location.mask ? createPath(location.mask) : null;
    const entry = location.state as EntryState;
    const state = modalAt({ path, mask, depth: entry?.modalDepth ?? 0 });
    return {
      state,
      open(target, { mode = "gallery", replace = false } = {}) {
        if (mode === "direct") {
          void navigate(target, { replace });
          return;
        }
        void navigate(path, {
          replace,
          mask: target,
          state: { ...entry, modalDepth: depthAfterOpening(state, replace) },
          preventScrollReset: true,
          defaultShouldRevalidate: false,
        });
      },
      close() {
        const exit = modalExit(state, location.key !== "default");
        if (exit?.go === "back") void navigate(-exit.entries);
        if (exit?.go === "to") void navigate(exit.path, { replace: true });
      },
    };
  }, [location, navigate]);
  return <ModalContext value={modal}>{children}</ModalContext>;
}

/**
 * The dialog over the page. Specification, section 4: Modal.
 * @throws Error outside its provider (section 8)
 */
export function useModal(): Modal {
  const modal = use(ModalContext);
  if (modal === null) throw new Error("useModal must be used within a ModalProvider");
  return modal;
}
