import { placeholderAvatar } from "#app/rules/creator.ts";
import type { WallPicture } from "../queries.ts";

/** The picture data that a card and the first view of its dialog need; prompts would double the page's size. */
export type Tile = Pick<
  WallPicture,
  "id" | "slug" | "title" | "width" | "height" | "placeholder" | "colors"
> & {
  creator: { name: string; username: string; avatar: string | null };
  /** Its creator is a demonstration account. */
  isDemo?: boolean;
};

/** Reduces a picture to the fields of a tile. */
export function toTile(picture: Tile): Tile {
  const { id, slug, title, width, height, placeholder, colors } = picture;
  const { name, username, avatar } = picture.creator;
  const creator = { name, username, avatar: avatar === placeholderAvatar ? null : avatar };
  const tile = { id, slug, title, width, height, placeholder, creator, colors };
  return picture.isDemo ? { ...tile, isDemo: true } : tile;
}
