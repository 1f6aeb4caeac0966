import type { MouseEvent } from "react";
import { paths } from "#app/paths.ts";
import { useModal } from "#app/ui/modal.tsx";
import type { CollectionCard } from "../queries.ts";

/** The collection data with which the dialog opens; stored in the history entry. */
export type CarriedCollection = { collection: CollectionCard };

/** Loads the dialog's code before the click. */
export const loadCollectionDialog = () => import("./collection-dialog.tsx");

/** Validates the state of a history entry. */
export function asCarriedCollection(carried: unknown): CarriedCollection | null {
  const isOne = typeof carried === "object" && carried !== null && "collection" in carried;
  return isOne ? (carried as CarriedCollection) : null;
}

/** Click handler for links to a collection: a plain click opens its dialog over the page (docs/product.md 4.10). */
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
