import type { Tile } from "./tile.ts";

/** A wall as it was left: its pictures, where the next page begins, and how far it was scrolled. */
export type WallMemory = {
  wall: string;
  items: Tile[];
  next: string | null;
  /** Pages added by scrolling. */
  added: number;
  scrollY: number;
};

/** More pictures than this are not kept through a reload: a tab's storage holds about 5 MB. */
const mostStored = 2_000;
/** Walls kept through a reload; of older ones the first page is shown again. */
const wallsStored = 3;
const prefix = "wall:";
const order = "walls";

/** Walls of this tab by the key of their history entry: going back finds each as it was left. */
const walls = new Map<string, WallMemory>();

/** Keeps a wall for going back to its entry of the history. */
export function rememberWall(key: string, memory: WallMemory): void {
  walls.set(key, memory);
}

/** Notes how far the wall was scrolled. */
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

/** The wall as it was left at this entry of the history, also before the page was loaded anew; else null. */
export function recallWall(key: string, wall: string): WallMemory | null {
  const memory = walls.get(key) ?? stored(key);
  if (memory === null || memory.wall !== wall) return null;
  walls.set(key, memory);
  return memory;
}

/** Writes the wall where a reload finds it; called when the page is left or hidden. */
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
    // Storage is full or refused: after a reload the wall begins at its first page, as without it.
  }
}
