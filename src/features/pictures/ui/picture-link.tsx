import type { ComponentProps } from "react";
import { paths } from "#app/paths.ts";
import { Link } from "#app/ui/link.tsx";
import { useOpenPicture } from "./open-picture.ts";
import { isPlainPress } from "./picture-card.tsx";
import type { Tile } from "./tile.ts";

type PictureLinkProps = Omit<ComponentProps<typeof Link>, "to" | "onClick"> & {
  picture: Tile;
  /** Name of the list that the dialog steps through, as offered by useOfferedList. */
  list: string;
};

/** A link to a picture. A plain click opens its dialog over the page, any other click its page. */
export function PictureLink({ picture, list, ...rest }: PictureLinkProps) {
  const open = useOpenPicture(list);
  return (
    <Link
      {...rest}
      to={paths.picture(picture.slug)}
      onClick={(event) => {
        if (!isPlainPress(event)) return;
        event.preventDefault();
        open(picture);
      }}
    />
  );
}
