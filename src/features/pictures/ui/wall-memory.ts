import type { Tile } from "./tile.ts";

/** The state of a wall: its pictures, the cursor of the next page, and the scroll position. */
export type WallMemory = {
  wall: string;
  items: Tile[];
  next: string | null;
  /** Pages added by scrolling. */
  added: number;
  scrollY: number;
};

/** A wall with more pictures is not stored for a reload: a tab's storage holds about 5 MB. */
const mostStored = 2_000;
/** Number of walls stored for a reload; older ones start at their first page. */
const wallsStored = 3;
const prefix = "wall:";
const order = "walls";

/** Walls of this tab by the key of their history entry, for going back. */
const walls = new Map<string, WallMemory>();

/** Stores a wall for going back to its history entry. */
export function rememberWall(key: string, memory: WallMemory): void {
  walls.set(key, memory);
}

/** Stores the scroll position of the wall. */
export function noteScroll(key: string, scrollY: number): void {
  const memory = walls.get(key);
  if (memory !== undefined) memory.scrollY = scrollY;
}

function stored(key: string): WallMemory | null {
  try {
    const text = sessionStorage.getItem(prefix + key);
    return text === null ? null : (JSON.parse(text) as WallMemory);
  } catch {
    return null;
  }
}

/** The wall stored for this history entry, also from before a reload; else null. */
export function recallWall(key: string, wall: string): WallMemory | null {
  const memory = walls.get(key) ?? stored(key);
  if (memory === null || memory.wall !== wall) return null;
  walls.set(key, memory);
  return memory;
}

/** Writes the wall to session storage; called when the page is left or hidden. */
export function storeWall(key: string): void {
  const memory = walls.get(key);
  if (memory === undefined || memory.items.length > mostStored) return;
  try {
    const keys = (JSON.parse(sessionStorage.getItem(order) ?? "[]") as string[]).filter(
      (one) => one !== key,
    );
    keys.push(key);
    for (const old of keys.splice(0, Math.max(0, keys.length - wallsStored))) {
      sessionStorage.removeItem(prefix + old);
    }
    sessionStorage.setItem(prefix + key, JSON.stringify(memory));
    sessionStorage.setItem(order, JSON.stringify(keys));
  } catch {
    // Storage is full or blocked: after a reload the wall starts at its first page.
  }
}
