import { useEffect, useState, type RefObject } from "react";
import type { ApiResult } from "#app/ui/api-client.ts";
import { useMutation } from "#app/ui/data/use-mutation.ts";
import { isSingleKeyPress } from "#app/ui/single-keys.ts";
import type { Asset, AssetState } from "#app/features/pictures/queries.ts";
import { api } from "./api.ts";
import { useSelection } from "./use-selection.ts";

/** Pictures that one request may change. */
export const mostChosen = 500;
const pageSize = 100;

type Filter = { state: AssetState; q: string };

type Page = { items: Asset[]; next: string | null };

/** The first pictures of a list, page by page. */
async function firstAssets({ state, q }: Filter): Promise<ApiResult<Asset[]>> {
  const items: Asset[] = [];
  let cursor: Page["next"] = null;
  const words = q === "" ? null : q;
  while (true) {
    const answer: ApiResult<Page> = await api.get("/api/admin/images", {
      query: { state, q: words, cursor, limit: pageSize },
    });
    if (!answer.ok) return answer;
    items.push(...answer.data.items);
    cursor = answer.data.next;
    if (cursor === null || items.length >= mostChosen) {
      return { ok: true, data: items.slice(0, mostChosen) };
    }
  }
}

const byId = (assets: readonly Asset[]) => assets.map((asset) => [asset.id, asset] as const);

/** The chosen pictures, which stay chosen from page to page of the list. */
export function useChosenAssets(items: readonly Asset[], filter: Filter) {
  const [shown, setShown] = useState(items);
  const [known, setKnown] = useState<ReadonlyMap<string, Asset>>(() => new Map(byId(items)));
  const learn = (assets: readonly Asset[]) =>
    setKnown((before) => new Map([...before, ...byId(assets)]));
  if (shown !== items) {
    setShown(items);
    learn(items);
  }
  const selection = useSelection(
    items.map(({ id }) => id),
    [...known.keys()],
  );
  const { run: addAll, busy } = useMutation(() => firstAssets(filter), {
    onDone(all) {
      learn(all);
      selection.take(all.map(({ id }) => id));
    },
  });
  return {
    selection,
    chosen: selection.ids.flatMap((id) => known.get(id) ?? []),
    /** Chooses the first pictures of the list, also those of further pages. */
    addAll,
    isAdding: busy,
  };
}

/** The key E leads to the first field of the form. */
export function useEditKey(isOn: boolean, field: RefObject<HTMLInputElement | null>) {
  useEffect(() => {
    if (!isOn) return undefined;
    function onKey(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== "e" || !isSingleKeyPress(event)) return;
      if (document.querySelector("dialog:modal")) return;
      event.preventDefault();
      field.current?.focus();
      field.current?.select();
    }
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [isOn, field]);
}
