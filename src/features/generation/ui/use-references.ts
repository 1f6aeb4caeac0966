import { useState } from "react";
import { t } from "#app/language/message.ts";
import { useMutation } from "#app/ui/data/use-mutation.ts";
import { showToast } from "#app/ui/toast.ts";
import { api as pictures } from "#app/features/pictures/ui/api.ts";
import { referenceLimits } from "#app/rules/references.ts";
import type { Draft } from "./draft.ts";
import {
  type DraftReference,
  pictureToAdd,
  type ReferenceToAdd,
  withReference,
} from "./draft-references.ts";
import type { EngineChoice } from "./engines.ts";
import { useFoundPicture } from "./use-source.ts";

/** How long a removal can be undone, in ms. */
const undoMs = 10_000;

type Change = (change: (draft: Draft) => Partial<Draft>) => void;

/** The references of the draft, and ways to add some. While their part is open, what is dropped or pasted is added. */
export function useReferences(
  references: readonly DraftReference[],
  change: Change,
  choice: EngineChoice | null,
) {
  const [isOpen, setOpen] = useState(false);
  const [isPicking, setPicking] = useState(false);
  const [said, setSaid] = useState("");
  const offer = choice?.can.references ?? null;
  const set = (next: (now: readonly DraftReference[]) => readonly DraftReference[]) =>
    change((draft) => ({ references: next(draft.references) }));

  function add(added: ReferenceToAdd) {
    setOpen(true);
    set((now) => withReference(now, added, offer));
  }
  const upload = useMutation((file: File) => pictures.post("/api/uploads", { file }), {
    parallel: true,
    tells: "form",
    onDone: ({ id }) => add({ kind: "upload", id, slug: null, title: t`your picture`, color: "" }),
  });
  const lookup = useFoundPicture((found) => add(pictureToAdd(found)));

  function remove(index: number) {
    const before = references;
    set((now) => now.filter((_, at) => at !== index));
    void showToast("message", t`The reference is removed`, {
      duration: undoMs,
      action: { label: t`Undo`, onClick: () => set(() => before) },
    });
  }
  function move(from: number, to: number) {
    if (to < 0 || to >= references.length) return;
    const next = [...references];
    const [moved] = next.splice(from, 1);
    next.splice(to, 0, moved);
    set(() => next);
    setSaid(t`${moved.title}: place ${to + 1} of ${next.length}`);
  }
  const update = (index: number, changes: Partial<DraftReference>) =>
    set((now) => now.map((one, at) => (at === index ? { ...one, ...changes } : one)));

  const refused = upload.problem ?? lookup.problem;
  return {
    items: references,
    isFull: references.length >= referenceLimits.count,
    isOpen,
    setOpen,
    isPicking,
    setPicking,
    busy: upload.busy || lookup.busy,
    problem: refused && (refused.detail ?? refused.title),
    said,
    add,
    remove,
    move,
    update,
    takeFile(file: File) {
      lookup.clear();
      void upload.run(file);
    },
    takeAddress(address: string) {
      upload.clear();
      void lookup.run(address);
    },
  };
}

export type References = ReturnType<typeof useReferences>;
