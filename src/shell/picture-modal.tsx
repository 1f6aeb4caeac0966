import { asCarriedPicture } from "#app/features/pictures/ui/open-picture.ts";
import { PictureDialog } from "#app/features/pictures/ui/picture-dialog.tsx";
import { PictureSlotsOf, CardActionsOf } from "#app/features/social/ui/picture-slots.tsx";

type PictureModalProps = {
  /** What the address shows; null closes the dialog. */
  address: string | null;
  carried: unknown;
  onClose: () => void;
};

/** The picture dialog with what other slices put into it. */
export function PictureModal({ address, carried, onClose }: PictureModalProps) {
  const shown = address === null ? null : { address, carried: asCarriedPicture(carried) };
  return (
    <PictureDialog shown={shown} onClose={onClose} Slots={PictureSlotsOf} Actions={CardActionsOf} />
  );
}
