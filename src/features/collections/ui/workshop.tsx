import { useState } from "react";
import { plural, t } from "#app/language/message.ts";
import { useMutation } from "#app/ui/data/use-mutation.ts";
import { showToast } from "#app/ui/toast.ts";
import type { CollectionPage } from "../queries.ts";
import { api } from "./api.ts";
import { Arrange } from "./arrange.tsx";
import { PicturePicker, type PictureSource } from "./picture-picker.tsx";

type WorkshopProps = {
  collection: Pick<CollectionPage, "id" | "coverPictureId">;
  /** Lists from which pictures can be added. */
  sources: readonly PictureSource[];
  onDone: () => void;
};

/** The owner's editor of a collection: arrange and add pictures. */
export function Workshop({ collection, sources, onDone }: WorkshopProps) {
  const { id } = collection;
  const [coverId, setCoverId] = useState(collection.coverPictureId);
  const [picking, setPicking] = useState(false);
  /** A new value reloads the collection. */
  const [edition, setEdition] = useState(0);

  const cover = useMutation(
    (pictureId: string | null) =>
      api.patch("/api/collections/:id", { param: { id }, json: { cover_picture_id: pictureId } }),
    {
      optimistic(pictureId) {
        setCoverId(pictureId);
        return () => setCoverId(coverId);
      },
      refusedTitle: t`The cover was not changed`,
    },
  );

  return (
    <>
      <Arrange
        key={edition}
        collectionId={id}
        coverId={coverId}
        onCover={(pictureId) => void cover.run(pictureId)}
        onAdd={() => setPicking(true)}
        onDone={onDone}
      />
      <PicturePicker
        collectionId={id}
        sources={sources}
        open={picking}
        onClose={() => setPicking(false)}
        onAdded={(count) => {
          setPicking(false);
          setEdition(edition + 1);
          void showToast("success", plural(count, "1 image added", "# images added"));
        }}
      />
    </>
  );
}
