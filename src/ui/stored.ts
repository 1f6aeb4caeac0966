/**
 * localStorage for small settings. A browser may refuse it (blocked site data, a full disk): then a value lasts only as
 * long as the page.
 */
const unsaved = new Map<string, string | null>();

/** The value stored under a name, or null. */
export function readStored(name: string): string | null {
  const text = unsaved.get(name);
  if (text !== undefined) return text;
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** The names under which something is stored. */
export function storedNames(): string[] {
  try {
    return [...unsaved.keys(), ...Object.keys(localStorage)];
  } catch {
    return [...unsaved.keys()];
  }
}

/** Stores a value under a name; null removes it. */
export function writeStored(name: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(name);
    else localStorage.setItem(name, text);
    unsaved.delete(name);
  } catch {
    unsaved.set(name, text);
  }
}
