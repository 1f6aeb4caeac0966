import { useCallback, useEffect, useRef, useState } from "react";
import type { ApiResult, Problem } from "#app/ui/api-client.ts";
import { showToast } from "#app/ui/toast.ts";
import type { OwnCollection } from "../queries.ts";
import { api } from "./api.ts";

type Listed = Pick<OwnCollection, "id" | "name" | "isPublic" | "count" | "has" | "covers">;
type State =
  | { is: "loading" }
  | { is: "failed"; problem: Problem }
  | { is: "ready"; collections: Listed[] };

function put(id: string, pictureIds: readonly string[], into: boolean) {
  const input = { param: { id }, json: { picture_ids: [...pictureIds] } };
  return into
    ? api.put("/api/collections/:id/items", input)
    : api.delete("/api/collections/:id/items", input);
}

/** Says of each collection whether it holds the picture, where it is one. */
function readOwn(pictureIds: readonly string[]) {
  const picture = pictureIds.length === 1 ? pictureIds[0] : null;
  return api.get("/api/collections", { query: { picture } });
}

function notice(changed: readonly { name: string; into: boolean }[]): string {
  if (changed.length === 1) {
    const [{ name, into }] = changed;
    return into ? `Collected in ${name}` : `Taken out of ${name}`;
  }
  return `${changed.length} collections changed`;
}

/**
 * The member's collections, and putting pictures into them and out again: at once on the screen, then on the server.
 * @param pictureIds the same array for as long as it stands
 * @param open read again each time it becomes true
 */
export function useCollecting(pictureIds: readonly string[], open: boolean) {
  const [state, setState] = useState<State>({ is: "loading" });
  const [refusal, setRefusal] = useState<string | null>(null);
  /** What was in each collection when the dialog opened, and its name. */
  const before = useRef(new Map<string, { name: string; has: boolean }>());
  const latest = useRef<Listed[]>([]);

  const receive = useCallback((answer: ApiResult<{ items: Listed[] }>) => {
    if (!answer.ok) return setState({ is: "failed", problem: answer.problem });
    const collections = answer.data.items;
    before.current = new Map(collections.map(({ id, name, has }) => [id, { name, has }]));
    latest.current = collections;
    return setState({ is: "ready", collections });
  }, []);
  useEffect(() => {
    if (open) void readOwn(pictureIds).then(receive);
  }, [open, pictureIds, receive]);
  function read() {
    setState({ is: "loading" });
    void readOwn(pictureIds).then(receive);
  }

  function show(collections: Listed[]) {
    latest.current = collections;
    setState({ is: "ready", collections });
  }
  const replace = (id: string, change: Partial<Listed>) =>
    show(latest.current.map((one) => (one.id === id ? { ...one, ...change } : one)));

  async function toggle({ id, has, count }: Listed) {
    setRefusal(null);
    replace(id, { has: !has });
    const answer = await put(id, pictureIds, !has);
    if (answer.ok) {
      replace(id, { count: answer.data.count });
      return;
    }
    replace(id, { has, count });
    setRefusal(answer.problem.detail ?? answer.problem.title);
  }

  /** @returns what is wrong with the name, or null when the collection is there with the pictures in it */
  async function create(name: string): Promise<string | null> {
    const answer = await api.post("/api/collections", {
      json: { name, picture_ids: [...pictureIds] },
    });
    if (!answer.ok) {
      const { problem } = answer;
      return problem.errors?.[0]?.message ?? problem.detail ?? problem.title;
    }
    const { id, count, covers } = answer.data;
    before.current.set(id, { name: answer.data.name, has: false });
    show([
      { id, name: answer.data.name, count, covers, isPublic: false, has: true },
      ...latest.current,
    ]);
    return null;
  }

  /** Says what has changed since the dialog was opened, with a way back. */
  async function tellOfChanges() {
    const changed = latest.current.flatMap(({ id, has }) => {
      const was = before.current.get(id);
      return was === undefined || was.has === has ? [] : [{ id, name: was.name, into: has }];
    });
    if (changed.length === 0) return;
    const undo = () =>
      void Promise.all(changed.map(({ id, into }) => put(id, pictureIds, !into))).then((answers) =>
        answers.every((answer) => answer.ok)
          ? showToast("message", "As it was before")
          : showToast("error", "Not everything could be undone"),
      );
    await showToast("success", notice(changed), { action: { label: "Undo", onClick: undo } });
  }

  return { state, refusal, read, toggle, create, tellOfChanges };
}
