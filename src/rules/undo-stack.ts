/** The states of something that is edited, with those that undo and redo lead to. */
export type UndoStack<T> = {
  present: T;
  /** Earlier states, the latest last. */
  past: readonly T[];
  /** States that were undone, the next one first. */
  future: readonly T[];
  /** What the latest change was part of: a following one with the same key is undone together with it. */
  key: string | null;
};

/** How many changes can be undone. */
export const mostUndone = 200;

export function undoStack<T>(present: T): UndoStack<T> {
  return { present, past: [], future: [], key: null };
}

/**
 * A change, after which nothing can be redone.
 * @param key of changes that are undone as one, e.g. all moves of a slider; null for a change of its own
 */
export function changed<T>(stack: UndoStack<T>, next: T, key: string | null = null): UndoStack<T> {
  if (Object.is(next, stack.present)) return stack;
  const isSame = key !== null && key === stack.key;
  const past = isSame ? stack.past : [...stack.past, stack.present].slice(-mostUndone);
  return { present: next, past, future: [], key };
}

/** The state before; the same stack if there is none. */
export function undone<T>(stack: UndoStack<T>): UndoStack<T> {
  const before = stack.past.at(-1);
  if (before === undefined) return stack;
  const future = [stack.present, ...stack.future];
  return { present: before, past: stack.past.slice(0, -1), future, key: null };
}

/** The state that was undone last; the same stack if there is none. */
export function redone<T>(stack: UndoStack<T>): UndoStack<T> {
  const [next, ...future] = stack.future;
  if (next === undefined) return stack;
  return { present: next, past: [...stack.past, stack.present], future, key: null };
}
