import { t } from "#app/language/message.ts";
import { creatorOf } from "#app/rules/creator.ts";
import { fallbackImage, greyPalette, hydrationSize } from "#app/rules/fallback-image.ts";
import { imageIdFromPath, modalAddresses } from "#app/rules/image-address.ts";
import type { Tile } from "./tile.ts";

/** Shown instead of a picture that cannot be read. See docs/product.md 8.3. */
export const fallbackTile: Tile = {
  id: fallbackImage.id,
  slug: fallbackImage.id,
  title: fallbackImage.title,
  width: fallbackImage.width,
  height: fallbackImage.height,
  placeholder: "",
  creator: fallbackImage.author,
  colors: [...fallbackImage.colors],
};

/**
 * A picture of which only the URL is known, until its details arrive: for a history entry without a tile, or a dialog
 * opened outside a wall. See docs/product.md 7.4 and 9.3.
 */
export function addressedTile(address: string): Tile {
  const id = imageIdFromPath(address);
  const { name, username } = creatorOf({ id: "" });
  const creator = { name, username, avatar: null };
  return {
    id,
    slug: id,
    title: t`Image`,
    ...hydrationSize,
    placeholder: "",
    creator,
    colors: [...greyPalette],
  };
}

/** The URLs of a picture's sizes in the dialog; the fallback has no file and shows its own drawing. */
export function shownAddresses(
  imageHost: string,
  { id, slug }: Pick<Tile, "id" | "slug">,
): ReturnType<typeof modalAddresses> {
  const { webp } = fallbackImage.images;
  if (id === fallbackImage.id) return { blur: webp, small: webp, large: webp };
  return modalAddresses(imageHost, slug);
}
