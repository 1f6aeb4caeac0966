import { fallbackImage } from "#app/rules/fallback-image.ts";
import { modalAddresses } from "#app/rules/image-address.ts";
import type { Tile } from "./tile.ts";

/** In place of a picture that cannot be looked up. See docs/product.md 8.3. */
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

/** The addresses of a picture's sizes in the dialog; the fallback has no file and is its own drawing. */
export function shownAddresses(
  imageHost: string,
  { id, slug }: Pick<Tile, "id" | "slug">,
): ReturnType<typeof modalAddresses> {
  const { webp } = fallbackImage.images;
  if (id === fallbackImage.id) return { blur: webp, small: webp, large: webp };
  return modalAddresses(imageHost, slug);
}
