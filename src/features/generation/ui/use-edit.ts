import { useEffect, useState } from "react";
import { emptyEdit, keptWith, readKept, type EditDocument } from "#app/rules/edit-document.ts";
import { editsKey } from "#app/rules/member-storage.ts";
import { changed, redone, undone, undoStack } from "#app/rules/undo-stack.ts";
import { readOwn } from "#app/ui/set-aside.ts";
import { writeStored } from "#app/ui/stored.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";

/**
 * The edit of one source with its undo and redo, stored in this browser for this member.
 * @param start an edit that is opened again; undo leads back to what was stored
 */
export function useEdit(memberId: string, source: string, start: EditDocument | null) {
  const hydrated = useHydrated();
  const [stack, setStack] = useState(() => undoStack(emptyEdit));
  const [readFor, setReadFor] = useState<string | null>(null);
  const key = editsKey(memberId);
  const due = `${key} ${source} ${JSON.stringify(start)}`;
  if (hydrated && readFor !== due) {
    setReadFor(due);
    const kept = readKept(readOwn(key)).find((one) => one.source === source);
    const before = readFor?.startsWith(`${key} ${source} `)
      ? stack
      : undoStack(kept?.edit ?? emptyEdit);
    setStack(start === null ? before : changed(before, start));
  }
  const edit = stack.present;
  const isRead = readFor !== null;
  useEffect(() => {
    if (!isRead) return;
    writeStored(key, JSON.stringify(keptWith(readKept(readOwn(key)), source, edit)));
  }, [isRead, source, key, edit]);
  return {
    edit,
    /** Whether what was stored is in it. */
    isRead,
    /** Whether the edit that is opened again is in it. */
    startTaken: start !== null && readFor === due,
    change: (next: EditDocument, of: string | null = null) =>
      setStack((now) => changed(now, next, of)),
    undo: () => setStack(undone),
    redo: () => setStack(redone),
    canUndo: stack.past.length > 0,
    canRedo: stack.future.length > 0,
  };
}

export type Editing = ReturnType<typeof useEdit>;
