import { asCarriedCollection } from "../features/collections/ui/open-collection.ts";
import { PrintActionsOf } from "../features/social/ui/picture-slots.tsx";
import { CollectionDialog } from "../features/collections/ui/collection-dialog.tsx";

type CollectionModalProps = {
  /** What the address shows; null closes the dialog. */
  target: { username: string; id: string } | null;
  carried: unknown;
  onClose: () => void;
};

/** The dialog of the collection in the address. */
export function CollectionModal({ target, carried, onClose }: CollectionModalProps) {
  const shown = target === null ? null : { target, carried: asCarriedCollection(carried) };
  return <CollectionDialog shown={shown} onClose={onClose} Actions={PrintActionsOf} />;
}
