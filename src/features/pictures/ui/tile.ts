import type { WallPicture } from "../queries.ts";

/** What a print on a wall needs of its picture; the prompts would double the page. */
export type Tile = Pick<
  WallPicture,
  "id" | "slug" | "title" | "width" | "height" | "placeholder" | "creator"
> & { colors: string[] };

/** The picture without what no print shows; of the palette only the ground. */
export function toTile(picture: WallPicture): Tile {
  const { id, slug, title, width, height, placeholder, creator, colors } = picture;
  return { id, slug, title, width, height, placeholder, creator, colors: colors.slice(0, 1) };
}
