import { useState } from "react";

export type Selection = {
  /** The selected ids of the list that is shown, in its order. */
  ids: readonly string[];
  has: (id: string) => boolean;
  /** Selects or deselects one row; with `isRange` all rows from the last one that was pressed to this one. */
  set: (id: string, isChosen: boolean, isRange?: boolean) => void;
  /** Selects these too. */
  take: (ids: readonly string[]) => void;
  setAll: (isChosen: boolean) => void;
  clear: () => void;
  state: "none" | "some" | "all";
};

/**
 * The rows that are selected in a list. Rows that leave the list, as on another page, are not selected any more.
 * @param shown the ids of all rows that are shown
 */
export function useSelection(shown: readonly string[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [last, setLast] = useState<string | null>(null);
  const ids = shown.filter((id) => chosen.has(id));
  const change = (changed: readonly string[], isChosen: boolean) => {
    const after = new Set(ids);
    for (const id of changed) {
      if (isChosen) after.add(id);
      else after.delete(id);
    }
    setChosen(after);
  };
  return {
    ids,
    has: (id) => ids.includes(id),
    set(id, isChosen, isRange = false) {
      const [from, to] = [last === null ? -1 : shown.indexOf(last), shown.indexOf(id)];
      const isKnown = isRange && from >= 0 && to >= 0;
      const rows = isKnown ? shown.slice(Math.min(from, to), Math.max(from, to) + 1) : [id];
      change(rows, isChosen);
      setLast(id);
    },
    take: (taken) => change(taken, true),
    setAll: (isChosen) => change(shown, isChosen),
    clear: () => setChosen(new Set()),
    state: ids.length === 0 ? "none" : ids.length === shown.length ? "all" : "some",
  };
}
