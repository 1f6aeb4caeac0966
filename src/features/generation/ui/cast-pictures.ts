import { useMemo } from "react";
import { titleFromPrompt } from "#app/rules/picture-title.ts";
import { useMember } from "#app/features/identity/ui/member.ts";
import { useOfferedList } from "#app/features/pictures/ui/picture-lists.ts";
import { toTile, type Tile } from "#app/features/pictures/ui/tile.ts";
import type { Cast } from "../queries.ts";
import { textOf } from "./typed-prompt.ts";

type Creator = Tile["creator"];
type CastPicture = NonNullable<Cast["progress"][number]["picture"]>;

/** A picture of a cast as a tile. Until its details are read, it has the title that it got from the prompt. */
export function castTile(
  cast: Pick<Cast, "prompt" | "texts">,
  { picture, index }: { picture: CastPicture; index: number },
  creator: Creator,
): Tile {
  return toTile({ ...picture, title: titleFromPrompt(textOf(cast, index)), creator });
}

/** The finished pictures of casts in the order of the page. */
export function castTiles(
  casts: readonly Pick<Cast, "prompt" | "texts" | "progress">[],
  creator: Creator,
): Tile[] {
  return casts.flatMap((cast) =>
    cast.progress.flatMap(({ picture, index }) =>
      picture ? [castTile(cast, { picture, index }, creator)] : [],
    ),
  );
}

/** The member as the creator of their pictures. */
export function useOwnCreator(): Creator {
  const member = useMember();
  const { name = "", username = "", avatar = null } = member ?? {};
  return useMemo(() => ({ name, username, avatar }), [name, username, avatar]);
}

/**
 * Offers the pictures of casts to the dialog, which steps through them.
 * @param more reads the next page; must keep its identity between renders; null on the last page
 */
export function useOfferedCasts(
  name: string,
  casts: readonly Cast[],
  more: (() => Promise<void>) | null,
): void {
  const creator = useOwnCreator();
  const pictures = useMemo(() => castTiles(casts, creator), [casts, creator]);
  const readMore = useMemo(() => more && (() => void more()), [more]);
  useOfferedList(name, { pictures, more: readMore });
}
