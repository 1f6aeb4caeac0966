import { fallbackImage } from "#app/rules/fallback-image.ts";
import type { Tile } from "./tile.ts";

/** In place of a picture that cannot be looked up. Specification, section 8. */
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
