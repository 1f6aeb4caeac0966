import { useMemo } from "react";
import type { Asset } from "#app/features/pictures/queries.ts";
import { useOfferedList } from "#app/features/pictures/ui/picture-lists.ts";
import { toTile, type Tile } from "#app/features/pictures/ui/tile.ts";

type Shown = Pick<Asset, "id" | "slug" | "title" | "width" | "height" | "colors" | "creator">;

/** A picture of an admin list as a tile; these lists are read without placeholders and portraits. */
export function assetTile(asset: Shown): Tile {
  return toTile({ ...asset, placeholder: "", creator: { ...asset.creator, avatar: null } });
}

/** Offers the pictures of an admin list to the dialog, which steps through them. */
export function useOfferedAssets(name: string, assets: readonly Shown[]): void {
  const pictures = useMemo(() => assets.map(assetTile), [assets]);
  useOfferedList(name, { pictures, more: null });
}
