import { useCallback, useEffect, useRef, useState } from "react";
import type { ApiResult } from "#app/ui/api-client.ts";
import { showToast } from "#app/ui/toast.ts";
import type { Tile } from "#app/features/pictures/ui/tile.ts";
import type { ApiCollection } from "../http.ts";
import { api } from "./api.ts";

/** Most pictures in one request. */
const pageSize = 100;

type State = { is: "loading" | "failed" } | { is: "ready"; pictures: Tile[] };

async function readAll(id: string): Promise<Tile[] | null> {
  const pictures: Tile[] = [];
  let cursor: string | null = null;
  do {
    const answer: ApiResult<ApiCollection> = await api.get("/api/collections/:id", {
      param: { id },
      query: { cursor, limit: pageSize },
    });
    if (!answer.ok) return null;
    pictures.push(...answer.data.items);
    cursor = answer.data.next;
  } while (cursor !== null);
  return pictures;
}

/** The list with the picture moved so that it stands at the given index. */
export function moved<Item>(list: readonly Item[], from: number, to: number): Item[] {
  const rest = list.toSpliced(from, 1);
  return rest.toSpliced(Math.max(0, Math.min(rest.length, to)), 0, list[from]);
}

/** All pictures of one's own collection, to be put in order and taken out: at once here, then on the server. */
export function useArrangement(id: string) {
  const [state, setState] = useState<State>({ is: "loading" });
  const [said, say] = useState("");
  const turn = useRef(0);
  const load = useCallback(async () => {
    turn.current += 1;
    const own = turn.current;
    const pictures = await readAll(id);
    if (own !== turn.current) return;
    setState(pictures === null ? { is: "failed" } : { is: "ready", pictures });
  }, [id]);
  useEffect(() => {
    void load();
  }, [load]);

  const param = { id };
  const pictures = state.is === "ready" ? state.pictures : [];
  const show = (list: Tile[]) => setState({ is: "ready", pictures: list });
  const read = () => {
    setState({ is: "loading" });
    void load();
  };

  async function refused(answer: ApiResult<unknown>) {
    if (answer.ok) return false;
    read();
    await showToast("error", "The collection was not changed", {
      description: answer.problem.detail ?? answer.problem.title,
    });
    return true;
  }

  async function move(from: number, to: number) {
    const place = Math.max(0, Math.min(pictures.length - 1, to));
    if (place === from) return;
    const list = moved(pictures, from, place);
    show(list);
    say(`${pictures[from].title}: place ${place + 1} of ${list.length}`);
    const json = { before: list[place + 1]?.id ?? null };
    await refused(
      await api.patch("/api/collections/:id/items/:pictureId", {
        param: { id, pictureId: list[place].id },
        json,
      }),
    );
  }

  async function restore(before: readonly Tile[], removed: readonly Tile[]) {
    const picture_ids = removed.map((picture) => picture.id);
    const added = await api.put("/api/collections/:id/items", { param, json: { picture_ids } });
    if (await refused(added)) return;
    const order = { picture_ids: before.map((picture) => picture.id) };
    if (await refused(await api.put("/api/collections/:id/order", { param, json: order }))) return;
    read();
  }

  async function remove(ids: ReadonlySet<string>) {
    const removed = pictures.filter((picture) => ids.has(picture.id));
    const before = pictures;
    show(pictures.filter((picture) => !ids.has(picture.id)));
    const picture_ids = removed.map((picture) => picture.id);
    const answer = await api.delete("/api/collections/:id/items", { param, json: { picture_ids } });
    if (await refused(answer)) return;
    const count = removed.length === 1 ? removed[0].title : `${removed.length} images`;
    say(`${count} taken out`);
    await showToast("success", `Taken out: ${count}`, {
      action: { label: "Undo", onClick: () => void restore(before, removed) },
    });
  }

  return { state, pictures, said, read, move, remove };
}
