/** What the address of the studio has it begin with. */
import type { Cast } from "#app/features/generation/queries.ts";
import type { GridSettings } from "#app/features/generation/queries/grids.ts";
import type { StyleKit } from "#app/features/generation/queries/kits.ts";
import { draftOfCast, draftOfGrid } from "#app/features/generation/ui/draft.ts";
import { pictureToAdd } from "#app/features/generation/ui/draft-references.ts";
import type { RemixSource } from "#app/features/generation/ui/source.ts";
import type { Start } from "#app/features/generation/ui/use-draft.ts";

type Loaded = {
  words: string | null;
  kit: string | null;
  reused: Cast | null;
  grid: GridSettings | null;
  kits: readonly StyleKit[];
  reference: RemixSource | null;
  draws: { engine: string; model: string | null } | null;
};

/** The start values in the URL; null where it has none. */
export function startOf(loaded: Loaded): Start | null {
  const { words, kit, reused, grid, kits, reference, draws } = loaded;
  const chosen = kits.find(({ id }) => id === kit);
  const isBare = words === null && reused === null && grid === null && draws === null;
  if (isBare && !chosen && !reference) return null;
  return {
    ...(reused && draftOfCast(reused)),
    ...(grid && draftOfGrid(grid.cast)),
    ...(words !== null && { prompt: words }),
    ...(chosen && { kit: chosen.id }),
    ...(reference && { adds: pictureToAdd(reference) }),
    ...(draws && { engine: draws.engine, model: draws.model ?? "" }),
  };
}
