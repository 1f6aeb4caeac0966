import { v7 as uuidv7 } from "uuid";
import { requestGrid } from "#app/features/generation/commands/grids.ts";
import { gridInput, type GridRequest } from "#app/features/generation/inputs/grids.ts";
import type { CastPrice } from "#app/rules/credit-costs.ts";
import { gridCells, gridQuote, type GridBase, type GridQuote } from "#app/rules/grid.ts";
import type { Services } from "#app/services.ts";
import type { aCaster } from "./caster.ts";

export type Caster = Awaited<ReturnType<typeof aCaster>>;
export type Axes = Pick<GridRequest, "columns" | "rows">;

/** What the browser would show for a grid of the quick engine, by the same rule. */
export function quoteOf(cast: GridBase, axes: Axes, lists = new Map<string, string[]>()) {
  const made = gridCells(cast, axes, lists);
  if ("fault" in made) throw new Error(made.fault.message);
  return gridQuote(
    made.cells.map(({ settings }): CastPrice => ({
      mode: "text-to-image",
      quality: settings.quality ?? "high",
      aspect: settings.aspect ?? "1:1",
      model: settings.model ?? "quick-1",
      count: 1,
    })),
  );
}

/** Asks for a grid as a member does who sees its price. */
export function askGrid(
  services: Services,
  member: Caster,
  { cast, axes }: { cast: GridRequest["cast"]; axes: Axes },
  { key = uuidv7(), quoted = quoteOf(cast, axes) }: { key?: string; quoted?: GridQuote } = {},
) {
  const input = gridInput.parse({ cast, ...axes, quoted });
  return requestGrid(services, member.actor, input, key);
}

/** The casts of a grid in their places. */
export const cellsOfGrid = ({ db }: Pick<Services, "db">, id: string) =>
  db.selectFrom("generations").selectAll().where("grid_id", "=", id).orderBy("grid_cell").execute();
