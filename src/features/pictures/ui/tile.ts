import { placeholderAvatar } from "#app/rules/creator.ts";
import type { WallPicture } from "../queries.ts";

/** What a card on a wall needs of its picture, and what its dialog shows at once; the prompts would double the page. */
export type Tile = Pick<
  WallPicture,
  "id" | "slug" | "title" | "width" | "height" | "placeholder" | "colors"
> & { creator: { name: string; username: string; avatar: string | null } };

/** The picture without what no card shows. */
export function toTile(picture: Tile): Tile {
  const { id, slug, title, width, height, placeholder, colors } = picture;
  const { name, username, avatar } = picture.creator;
  const creator = { name, username, avatar: avatar === placeholderAvatar ? null : avatar };
  return { id, slug, title, width, height, placeholder, creator, colors };
}
