import type { GridAxes, GridAxis, GridCell } from "#app/rules/grid.ts";
import type { PricedPlan } from "../commands.ts";
import type { GridSideShown, GridSides } from "../queries/grids.ts";

/** What a value is called, as the picture at its place was planned. */
function nameOf(
  axis: Exclude<GridAxis, { by: "words" }>,
  index: number,
  { choice, kit }: PricedPlan,
): string {
  switch (axis.by) {
    case "model": {
      const { models, label } = choice.can;
      const own = models.find(({ id }) => id === choice.model)?.label ?? choice.model;
      return models.length > 1 ? `${label}, ${own}` : label;
    }
    case "kit":
      return kit?.name ?? "";
    case "strength":
      return String(Math.round(axis.values[index] * 100));
    case "param": {
      const value = axis.values[index];
      const param = choice.can.params.find(({ id }) => id === axis.id);
      const choices = param?.kind === "choice" ? param.choices : [];
      return choices.find((one) => one.value === value)?.label ?? String(value);
    }
    default:
      return String(axis.values[index]);
  }
}

function sideOf(
  axis: GridAxis,
  texts: (place: number) => readonly string[],
  planAt: (index: number) => PricedPlan,
): GridSideShown {
  if (axis.by === "words") return { by: axis.by, values: [...texts(axis.place)] };
  const values = Array.from({ length: axis.values.length }, (_, index) =>
    nameOf(axis, index, planAt(index)),
  );
  if (axis.by !== "param") return { by: axis.by, values };
  const param = planAt(0).choice.can.params.find(({ id }) => id === axis.id);
  return { by: axis.by, id: axis.id, name: param?.label ?? axis.id, values };
}

/**
 * Rows and columns with the names of their values, as they are kept.
 * @param texts of the prompt's places, for sides that vary words
 */
export function sidesOf(
  { columns, rows }: GridAxes,
  texts: (place: number) => readonly string[],
  cells: readonly GridCell[],
  plans: readonly PricedPlan[],
): GridSides {
  const planAt = (column: number, row: number) =>
    plans[cells.findIndex((cell) => cell.column === column && cell.row === row)];
  return {
    columns: sideOf(columns, texts, (index) => planAt(index, 0)),
    rows: rows ? sideOf(rows, texts, (index) => planAt(0, index)) : null,
  };
}
