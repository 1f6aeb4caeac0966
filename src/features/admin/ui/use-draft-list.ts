import { useRef, useState } from "react";
import { plural, t } from "#app/language/message.ts";
import type { Unit } from "#app/rules/counted.ts";
import { useMutation } from "#app/ui/data/use-mutation.ts";
import { showToast } from "#app/ui/toast.ts";
import type { Draft } from "#app/features/pictures/queries.ts";
import { api } from "./api.ts";

/** How long an offer to undo stays, in ms. */
const undoMs = 30_000;

const published: Unit = (count) => plural(count, "# image published", "# images published");
const removed: Unit = (count) => plural(count, "# image removed", "# images removed");
const approved: Unit = (count) => plural(count, "# image approved", "# images approved");

type Save = () => Promise<boolean>;

/** What is done with drafts: publish and remove, both with undo. Nothing is published with an edit that was refused. */
export function useDraftList(drafts: readonly Draft[]) {
  const saves = useRef(new Map<string, Save>());
  const [unpublished, setUnpublished] = useState(0);

  const undo = useMutation(
    (token: string) => api.post("/api/admin/images/undo", { json: { undo: token } }),
    {
      reloads: true,
      onDone: ({ changed }) =>
        void showToast(
          "success",
          plural(changed, "# image back among the drafts", "# images back among the drafts"),
        ),
    },
  );
  function offerUndo(changed: number, token: string, say: Unit) {
    if (changed === 0) {
      void showToast("message", t`Nothing had to change`);
      return;
    }
    void showToast("success", say(changed), {
      duration: undoMs,
      action: { label: t`Undo`, onClick: () => void undo.run(token) },
    });
  }
  const publishing = useMutation(
    (ids: string[]) => api.post("/api/admin/drafts/publish", { json: { ids } }),
    {
      reloads: true,
      onDone: ({ changed, undo: token }) => offerUndo(changed, token, published),
    },
  );
  const deciding = useMutation(
    ({ id, action }: { id: string; action: "remove" | "approve" }) =>
      api.post("/api/admin/images/bulk", { json: { ids: [id], action } }),
    {
      reloads: true,
      onDone: ({ changed, undo: token }, { action }) =>
        offerUndo(changed, token, action === "remove" ? removed : approved),
    },
  );

  /** Publishes these drafts once their edits are saved. */
  async function publish(ids: readonly string[]) {
    const results = await Promise.all(
      ids.map(async (id) => ({ id, isSaved: (await saves.current.get(id)?.()) ?? true })),
    );
    const ready = results.filter(({ isSaved }) => isSaved).map(({ id }) => id);
    setUnpublished(ids.length - ready.length);
    if (ready.length > 0) await publishing.run(ready);
  }

  return {
    busy: publishing.busy || deciding.busy,
    /** How many were not published, because an edit of theirs was refused. */
    unpublished,
    /** Registers the function that saves a draft; @returns one that forgets it. */
    mount: (id: string, save: Save) => {
      saves.current.set(id, save);
      return () => void saves.current.delete(id);
    },
    publish,
    publishAll: () => publish(drafts.map(({ id }) => id)),
    remove: (id: string) => deciding.run({ id, action: "remove" }),
    approve: (id: string) => deciding.run({ id, action: "approve" }),
  };
}
