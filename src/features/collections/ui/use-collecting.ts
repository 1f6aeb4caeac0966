import { useEffect, useRef } from "react";
import { plural, t } from "#app/language/message.ts";
import { useMutation } from "#app/ui/data/use-mutation.ts";
import { useQuery } from "#app/ui/data/use-query.ts";
import { showToast } from "#app/ui/toast.ts";
import type { OwnCollection } from "../queries.ts";
import { api } from "./api.ts";

type Listed = Pick<OwnCollection, "id" | "name" | "isPublic" | "count" | "has" | "covers">;
function put(id: string, pictureIds: readonly string[], into: boolean) {
  const input = { param: { id }, json: { picture_ids: [...pictureIds] } };
  return into
    ? api.put("/api/collections/:id/items", input)
    : api.delete("/api/collections/:id/items", input);
}

function notice(changed: readonly { name: string; into: boolean }[]): string {
  if (changed.length === 1) {
    const [{ name, into }] = changed;
    return into ? t`Collected in ${name}` : t`Taken out of ${name}`;
  }
  return plural(changed.length, "# collections changed", "# collections changed");
}

/**
 * The member's collections, to which pictures are added or removed: optimistically in the browser, then on the server.
 * @param pictureIds must keep its identity between renders
 * @param open refetches each time it becomes true
 */
export function useCollecting(pictureIds: readonly string[], open: boolean) {
  const picture = pictureIds.length === 1 ? pictureIds[0] : null;
  const own = useQuery<{ items: Listed[] }>(
    open ? `own collections ${pictureIds.join(" ")}` : null,
    (signal) => api.get("/api/collections", { query: { picture }, signal }),
    // Refetches each time the dialog opens, but not on window focus, which would overwrite unsaved changes.
    { freshMs: 0, onFocus: false },
  );
  const { data, change } = own;
  /** The name of each collection and whether it contained the pictures when the dialog opened. */
  const before = useRef(new Map<string, { name: string; has: boolean }>());
  const latest = useRef<readonly Listed[]>([]);
  useEffect(() => {
    if (data === null) return;
    latest.current = data.items;
    for (const { id, name, has } of data.items) {
      if (!before.current.has(id)) before.current.set(id, { name, has });
    }
  }, [data]);
  useEffect(() => {
    if (open) before.current = new Map();
  }, [open]);

  const replace = (id: string, now: Partial<Listed>) =>
    change(({ items }) => ({
      items: items.map((one) => (one.id === id ? { ...one, ...now } : one)),
    }));
  const toggling = useMutation(({ id, has }: Listed) => put(id, pictureIds, !has), {
    tells: "form",
    optimistic({ id, has, count }) {
      replace(id, { has: !has });
      return () => replace(id, { has, count });
    },
    onDone: ({ count }, { id }) => replace(id, { count }),
  });
  const creation = useMutation(
    (name: string) =>
      api.post("/api/collections", { json: { name, picture_ids: [...pictureIds] } }),
    {
      tells: "form",
      onDone({ id, name, count, covers }) {
        before.current.set(id, { name, has: false });
        change(({ items }) => ({
          items: [{ id, name, count, covers, isPublic: false, has: true }, ...items],
        }));
      },
    },
  );

  /** Reports what has changed since the dialog was opened, with an undo action. */
  async function tellOfChanges() {
    const changed = latest.current.flatMap(({ id, has }) => {
      const was = before.current.get(id);
      return was === undefined || was.has === has ? [] : [{ id, name: was.name, into: has }];
    });
    if (changed.length === 0) return;
    const undo = () =>
      void Promise.all(changed.map(({ id, into }) => put(id, pictureIds, !into))).then((answers) =>
        answers.every((answer) => answer.ok)
          ? showToast("message", t`Undone`)
          : showToast("error", t`Not everything could be undone`),
      );
    await showToast("success", notice(changed), { action: { label: t`Undo`, onClick: undo } });
  }

  return { own, toggling, creation, tellOfChanges };
}
