import { asCarriedPicture } from "#app/features/pictures/ui/open-picture.ts";
import { PictureDialog } from "#app/features/pictures/ui/picture-dialog.tsx";
import { PictureSlotsOf, CardActionsOf } from "#app/features/social/ui/picture-slots.tsx";

type PictureModalProps = {
  /** The picture at the URL; null closes the dialog. */
  address: string | null;
  carried: unknown;
  onClose: () => void;
};

/** The picture dialog with the controls of other slices. */
export function PictureModal({ address, carried, onClose }: PictureModalProps) {
  const shown = address === null ? null : { address, carried: asCarriedPicture(carried) };
  return (
    <PictureDialog shown={shown} onClose={onClose} Slots={PictureSlotsOf} Actions={CardActionsOf} />
  );
}
