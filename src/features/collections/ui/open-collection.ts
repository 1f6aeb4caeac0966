import type { MouseEvent } from "react";
import { paths } from "#app/paths.ts";
import { useModal } from "#app/ui/modal.tsx";
import type { CollectionCard } from "../queries.ts";

/** A collection as its dialog begins: carried by the entry of the history. */
export type CarriedCollection = { collection: CollectionCard };

/** The dialog's code, loaded when the press is near. */
export const loadCollectionDialog = () => import("./collection-dialog.tsx");

/** Narrows what an entry of the history carries. */
export function asCarriedCollection(carried: unknown): CarriedCollection | null {
  const isOne = typeof carried === "object" && carried !== null && "collection" in carried;
  return isOne ? (carried as CarriedCollection) : null;
}

/** For the link of a collection: a plain press opens its dialog over the page (docs/product.md 4.10). */
export function useOpenCollection() {
  const modal = useModal();
  return (event: MouseEvent, collection: CollectionCard) => {
    const { button, metaKey, ctrlKey, shiftKey, altKey } = event;
    if (button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return;
    event.preventDefault();
    modal.open(paths.collection(collection.owner.username, collection.id), {
      carry: { collection } satisfies CarriedCollection,
    });
  };
}
