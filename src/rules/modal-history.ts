/** The image and collection dialogs over a page, and the address after closing them. See docs/product.md 4.10. */

export type ModalTarget =
  | { kind: "image"; address: string }
  | { kind: "collection"; username: string; id: string };

export type ModalState =
  | { open: null }
  /** Opened over a page: the address is only pushed, the path of the page beneath is remembered. */
  | { open: ModalTarget; mode: "gallery"; previous: string; depth: number }
  /** Navigated to directly: the page itself shows it. */
  | { open: ModalTarget; mode: "direct" };

/** State of the current history entry. */
export type ModalEntry = {
  /** Path of the page that the router shows. */
  path: string;
  /** What the address bar shows instead; null where it shows the path. */
  mask: string | null;
  /** Entries pushed since the remembered path. */
  depth: number;
};

export const closedModal: ModalState = { open: null };

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The dialog of an address; null for addresses without one, e.g. after leaving /i/. */
export function modalTarget(path: string): ModalTarget | null {
  const pathname = path.replace(/[?#].*$/, "");
  const image = /^\/i\/([^/]+)\/?$/.exec(pathname)?.[1];
  if (image !== undefined) return { kind: "image", address: decoded(image) };
  const [, username, id] = /^\/@([^/]+)\/collections\/([^/]+)\/?$/.exec(pathname) ?? [];
  if (username === undefined || id === undefined) return null;
  return { kind: "collection", username: decoded(username), id: decoded(id) };
}

/** The dialog that belongs to an entry of the history; any other address closes it. */
export function modalAt({ path, mask, depth }: ModalEntry): ModalState {
  const target = modalTarget(mask ?? path);
  if (target === null) return closedModal;
  if (mask === null) return { open: target, mode: "direct" };
  return { open: target, mode: "gallery", previous: path, depth: Math.max(1, depth) };
}

/** History entries that opening adds to the remembered path: none when the address replaces another. */
export function depthAfterOpening(state: ModalState, replace: boolean): number {
  const depth = state.open !== null && state.mode === "gallery" ? state.depth : 0;
  return replace ? Math.max(1, depth) : depth + 1;
}

export type ModalExit = { go: "back"; entries: number } | { go: "to"; path: string };

/**
 * Where closing leads: to the remembered path, or else back; null when nothing is open.
 * @param arrived true when the visitor came to a direct address from another page of the site
 */
export function modalExit(state: ModalState, arrived: boolean): ModalExit | null {
  if (state.open === null) return null;
  if (state.mode === "gallery") return { go: "back", entries: state.depth };
  return arrived ? { go: "back", entries: 1 } : { go: "to", path: "/" };
}
