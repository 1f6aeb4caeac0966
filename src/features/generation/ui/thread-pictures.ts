import { toTile, type Tile } from "#app/features/pictures/ui/tile.ts";
import type { ThreadNode } from "../queries/threads.ts";

/** The picture of a node as a tile; null where none is shown. */
export function placeTile({ id, width, height, picture }: ThreadNode): Tile | null {
  if (picture === null) return null;
  return toTile({ ...picture, id, width, height, creator: { ...picture.creator, avatar: null } });
}
