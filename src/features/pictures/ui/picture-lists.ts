import { useEffect, useSyncExternalStore } from "react";
import type { Tile } from "./tile.ts";

/** The pictures of one wall or strip, for stepping from one to the next in the dialog. */
export type PictureList = {
  pictures: readonly Tile[];
  /** Reads the next page; null on the last one. */
  more: (() => void) | null;
};

/**
 * Lists of this tab by name. The last ones are kept after unmounting: a strip is unmounted when its picture is closed.
 */
const lists = new Map<string, PictureList>();
const mostKept = 6;
const listeners = new Set<() => void>();

function offer(name: string, list: PictureList): void {
  lists.delete(name);
  lists.set(name, list);
  for (const old of [...lists.keys()].slice(0, -mostKept)) lists.delete(old);
  for (const listener of listeners) listener();
}

/** Registers a list under its name; the list registered last is used. */
export function useOfferedList(name: string, list: PictureList): void {
  const { pictures, more } = list;
  useEffect(() => offer(name, { pictures, more }), [name, pictures, more]);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The current list of this name, or null. */
export function usePictureList(name: string | null): PictureList | null {
  return useSyncExternalStore(
    subscribe,
    () => (name === null ? null : (lists.get(name) ?? null)),
    () => null,
  );
}
