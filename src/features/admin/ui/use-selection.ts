import { useState } from "react";

export type Selection = {
  /** The selected ids in the order of the list. */
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
 * @param known the ids of all rows that can be selected, where some of other pages stay selected too
 */
export function useSelection(
  shown: readonly string[],
  known: readonly string[] = shown,
): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [last, setLast] = useState<string | null>(null);
  const ids = known.filter((id) => chosen.has(id));
  const count = shown.filter((id) => chosen.has(id)).length;
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
    state: count === 0 ? "none" : count === shown.length ? "all" : "some",
  };
}
