import { useState } from "react";
import { paths } from "#app/paths.ts";
import { send } from "#app/ui/send.ts";
import { showToast } from "#app/ui/toast.ts";
import type { CollectionPage } from "../queries.ts";
import { Arrange } from "./arrange.tsx";
import { PicturePicker } from "./picture-picker.tsx";

type WorkshopProps = {
  collection: Pick<CollectionPage, "id" | "owner" | "coverPictureId">;
  onDone: () => void;
};

/** The owner arranges a collection and adds to it. */
export function Workshop({ collection, onDone }: WorkshopProps) {
  const { id, owner } = collection;
  const [coverId, setCoverId] = useState(collection.coverPictureId);
  const [picking, setPicking] = useState(false);
  /** Another one reads the collection anew. */
  const [edition, setEdition] = useState(0);

  async function chooseCover(pictureId: string | null) {
    setCoverId(pictureId);
    const json = { cover_picture_id: pictureId };
    const answer = await send("PATCH", paths.api.collection(id), { json });
    if (answer.ok) return;
    setCoverId(coverId);
    await showToast("error", "The cover was not changed", {
      description: answer.problem.detail ?? answer.problem.title,
    });
  }

  return (
    <>
      <Arrange
        key={edition}
        collectionId={id}
        coverId={coverId}
        onCover={(pictureId) => void chooseCover(pictureId)}
        onAdd={() => setPicking(true)}
        onDone={onDone}
      />
      <PicturePicker
        collectionId={id}
        username={owner.username}
        open={picking}
        onClose={() => setPicking(false)}
        onAdded={(count) => {
          setPicking(false);
          setEdition(edition + 1);
          void showToast("success", count === 1 ? "1 image added" : `${count} images added`);
        }}
      />
    </>
  );
}
