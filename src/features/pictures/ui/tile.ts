import type { WallPicture } from "../queries.ts";

/** What a print on a wall needs of its picture, and what its dialog shows at once; the prompts would double the page. */
export type Tile = Pick<
  WallPicture,
  "id" | "slug" | "title" | "width" | "height" | "placeholder" | "creator" | "colors"
>;

/** The picture without what no print shows. */
export function toTile(picture: Tile): Tile {
  const { id, slug, title, width, height, placeholder, creator, colors } = picture;
  return { id, slug, title, width, height, placeholder, creator, colors };
}
