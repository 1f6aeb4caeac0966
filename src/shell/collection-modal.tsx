import { asCarriedCollection } from "#app/features/collections/ui/open-collection.ts";
import { CardActionsOf } from "#app/features/social/ui/picture-slots.tsx";
import { CollectionDialog } from "#app/features/collections/ui/collection-dialog.tsx";

type CollectionModalProps = {
  /** The collection at the URL; null closes the dialog. */
  target: { username: string; id: string } | null;
  carried: unknown;
  onClose: () => void;
};

/** The dialog of the collection in the URL. */
export function CollectionModal({ target, carried, onClose }: CollectionModalProps) {
  const shown = target === null ? null : { target, carried: asCarriedCollection(carried) };
  return <CollectionDialog shown={shown} onClose={onClose} Actions={CardActionsOf} />;
}
