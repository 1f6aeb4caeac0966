import type { CSSProperties, FocusEvent } from "react";
import { t } from "#app/language/message.ts";
import { Table } from "#app/ui/table.tsx";
import { toTile, type Tile } from "#app/features/pictures/ui/tile.ts";
import type { Grid } from "../queries/grids.ts";
import { GridCell } from "./grid-cell.tsx";
import { sideName, sideValue } from "./grid-words.ts";
import "./grid-table.css";

type TableProps = {
  grid: Grid;
  list: string;
  /** 0 to 100. */
  zoom: number;
};

const sizes = { least: 76, most: 420 };

/** The pictures of a grid in their order, for the viewer. */
export const gridTiles = ({ cells }: Pick<Grid, "cells">): Tile[] =>
  cells.flatMap((cell) => (cell ? [toTile(cell)] : []));

/** Brings a cell that is reached by the keyboard into sight whole: browsers leave it under the headers, or cut off. */
function showWhole({ target, currentTarget }: FocusEvent<HTMLElement>) {
  const scroller = currentTarget.firstElementChild;
  const corner = scroller?.querySelector("th");
  // What is pressed stays where it is.
  if (!(scroller instanceof HTMLElement) || !corner || !target.matches("a:focus-visible")) return;
  const margin = 8;
  scroller.style.scrollPadding = `${margin}px`;
  scroller.style.scrollPaddingBlockStart = `${corner.offsetHeight + margin}px`;
  scroller.style.scrollPaddingInlineStart = `${corner.offsetWidth + margin}px`;
  const isWider = target.offsetWidth > scroller.clientWidth - corner.offsetWidth;
  target.scrollIntoView({ block: "nearest", inline: isWider ? "start" : "nearest" });
}

/** Rows and columns with their values; headers stay in sight. */
export function GridTable({ grid, list, zoom }: TableProps) {
  const { columns, rows, cells, casts } = grid;
  const size = Math.round(sizes.least + ((sizes.most - sizes.least) * zoom) / 100);
  const castAt = new Map(casts.map(({ cell, cast }) => [cell, cast]));
  const down = rows?.values ?? [""];
  return (
    <div
      className="grid-table"
      style={{ "--cell": `${size}px` } as CSSProperties}
      onFocus={showWhole}
    >
      <Table label={t`Pictures of the grid`} low>
        <thead>
          <tr>
            <th scope="col">
              <span className="grid-corner">
                {rows && <span>{sideName(rows)} ↓</span>}
                <span>{sideName(columns)} →</span>
              </span>
            </th>
            {columns.values.map((value) => (
              <th key={value} scope="col" dir="auto">
                <span className="grid-name">{sideValue(columns.by, value)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {down.map((value, row) => (
            <tr key={value}>
              <th scope="row" dir="auto">
                {rows && sideValue(rows.by, value)}
              </th>
              {columns.values.map((own, column) => {
                const cell = row * columns.values.length + column;
                const found = cells[cell];
                const names = [
                  `${sideName(columns)}: ${sideValue(columns.by, own)}`,
                  ...(rows ? [`${sideName(rows)}: ${sideValue(rows.by, value)}`] : []),
                ];
                return (
                  <td key={own}>
                    <GridCell
                      picture={found && toTile(found)}
                      cast={castAt.get(cell)}
                      list={list}
                      label={names.join(", ")}
                    />
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}
