import { useState } from "react";
import { t } from "#app/language/message.ts";
import { images } from "#app/rules/counted.ts";
import type { ApiResult } from "#app/ui/api-client.ts";
import { useMutation } from "#app/ui/data/use-mutation.ts";
import { useQuery } from "#app/ui/data/use-query.ts";
import { showToast } from "#app/ui/toast.ts";
import type { Tile } from "#app/features/pictures/ui/tile.ts";
import type { ApiCollection } from "../http.ts";
import { api } from "./api.ts";

/** Maximum number of pictures in one request. */
const pageSize = 100;

/** Reads all pages, one after the other. */
async function readAll(id: string, signal: AbortSignal): Promise<ApiResult<readonly Tile[]>> {
  const pictures: Tile[] = [];
  let cursor: string | null = null;
  do {
    const answer: ApiResult<ApiCollection> = await api.get("/api/collections/:id", {
      param: { id },
      query: { cursor, limit: pageSize },
      signal,
    });
    if (!answer.ok) return answer;
    pictures.push(...answer.data.items);
    cursor = answer.data.next;
  } while (cursor !== null);
  return { ok: true, data: pictures };
}

/** Moves a picture to the given index. */
export function moved<Item>(list: readonly Item[], from: number, to: number): Item[] {
  const rest = list.toSpliced(from, 1);
  return rest.toSpliced(Math.max(0, Math.min(rest.length, to)), 0, list[from]);
}

/** The removed pictures and the previous order. */
type Removal = { before: readonly Tile[]; removed: readonly Tile[] };

const idsOf = (pictures: readonly Tile[]) => pictures.map(({ id }) => id);

/** All pictures of one's own collection, to reorder and remove: optimistically in the browser, then on the server. */
export function useArrangement(id: string) {
  // A refetch on window focus must not overwrite unsaved changes.
  const query = useQuery(`arrangement ${id}`, (signal) => readAll(id, signal), {
    freshMs: 0,
    onFocus: false,
  });
  const { data, isLoading, failure, again, change } = query;
  const [said, say] = useState("");
  const pictures = data ?? [];
  const param = { id };
  /** After a refusal the server's state is shown. */
  const shared = {
    parallel: true,
    refusedTitle: t`The collection was not changed`,
    onRefused: () => again(),
  };

  const moving = useMutation(
    ({ pictureId, before }: { pictureId: string; before: string | null }) =>
      api.patch("/api/collections/:id/items/:pictureId", {
        param: { id, pictureId },
        json: { before },
      }),
    shared,
  );
  async function move(from: number, to: number) {
    const place = Math.max(0, Math.min(pictures.length - 1, to));
    if (place === from) return;
    const list = moved(pictures, from, place);
    change(() => list);
    say(t`${pictures[from].title}: place ${place + 1} of ${list.length}`);
    await moving.run({ pictureId: list[place].id, before: list[place + 1]?.id ?? null });
  }

  const restoring = useMutation(
    async ({ before, removed }: Removal) => {
      const added = await api.put("/api/collections/:id/items", {
        param,
        json: { picture_ids: idsOf(removed) },
      });
      if (!added.ok) return added;
      return api.put("/api/collections/:id/order", {
        param,
        json: { picture_ids: idsOf(before) },
      });
    },
    { ...shared, onDone: () => again() },
  );

  const removal = useMutation(
    ({ removed }: Removal) =>
      api.delete("/api/collections/:id/items", {
        param,
        json: { picture_ids: idsOf(removed) },
      }),
    {
      ...shared,
      onDone(_, removal) {
        const { removed } = removal;
        const count = removed.length === 1 ? removed[0].title : images(removed.length);
        say(t`${count} taken out`);
        void showToast("success", t`Taken out: ${count}`, {
          action: { label: t`Undo`, onClick: () => void restoring.run(removal) },
        });
      },
    },
  );
  async function remove(ids: ReadonlySet<string>) {
    const removed = pictures.filter((picture) => ids.has(picture.id));
    change((now) => now.filter((picture) => !ids.has(picture.id)));
    await removal.run({ before: pictures, removed });
  }

  const isFailed = data === null && failure !== null;
  return { pictures, isLoading, isFailed, said, again, move, remove };
}
