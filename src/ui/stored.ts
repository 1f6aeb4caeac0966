/**
 * The browser's storage for small settings. A browser may refuse it (blocked site data, a full disk): then what is
 * written lasts as long as the page, and nothing else changes.
 */
const unsaved = new Map<string, string | null>();

/** The text kept under a name; null where there is none. */
export function readStored(name: string): string | null {
  const text = unsaved.get(name);
  if (text !== undefined) return text;
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Keeps a text under a name; null removes it. */
export function writeStored(name: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(name);
    else localStorage.setItem(name, text);
    unsaved.delete(name);
  } catch {
    unsaved.set(name, text);
  }
}
