/** What the address of the studio has it begin with. */
import { castLimits } from "#app/rules/cast-limits.ts";
import type { Cast } from "#app/features/generation/queries.ts";
import type { StyleKit } from "#app/features/generation/queries/kits.ts";
import { draftOfCast } from "#app/features/generation/ui/draft.ts";
import type { ReferenceToAdd } from "#app/features/generation/ui/draft-references.ts";
import type { RemixSource } from "#app/features/generation/ui/source.ts";
import type { Start } from "#app/features/generation/ui/use-draft.ts";
import type { Tile } from "#app/features/pictures/ui/tile.ts";

/** The initial prompt, which links from the prompt guide contain. */
export function wordsOf(query: URLSearchParams): string | null {
  const words = Array.from(query.get("prompt")?.trim() ?? "").slice(0, castLimits.prompt.max);
  return words.join("") || null;
}

type Loaded = {
  words: string | null;
  kit: string | null;
  reused: Cast | null;
  kits: readonly StyleKit[];
  reference: RemixSource | null;
};

/** A picture as a reference of the draft. */
export const toAdd = ({ id, slug, title, colors }: Tile | RemixSource): ReferenceToAdd => ({
  kind: "picture",
  id,
  slug,
  title,
  color: colors[0] ?? "",
});

/** The start values in the URL; null where it has none. */
export function startOf({ words, kit, reused, kits, reference }: Loaded): Start | null {
  const chosen = kits.find(({ id }) => id === kit);
  if (words === null && reused === null && !chosen && !reference) return null;
  return {
    ...(reused && draftOfCast(reused)),
    ...(words !== null && { prompt: words }),
    ...(chosen && { kit: chosen.id }),
    ...(reference && { adds: toAdd(reference) }),
  };
}
