import type { CSSProperties } from "react";
import {
  columnCounts,
  layWall,
  type Density,
  type Depth,
  type Place,
} from "#app/rules/wall-layout.ts";

type Size = { width: number; height: number };
export type WallStyle = { wall: CSSProperties; tiles: CSSProperties[] };

const short = (value: number) => Number(value.toFixed(4));

/** Height-to-width ratio of a tile; very tall pictures are cropped. */
export function tileRatio({ width, height }: Size): number {
  return Math.min(2.2, Math.max(0.4, height / width));
}

function length({ ratios, gutters, texts }: Depth): string {
  const text = texts ? " + var(--text-h)" : "";
  return `calc(${short(ratios)} * var(--col) + ${gutters - 1} * var(--gutter)${text})`;
}

/** Height of a wall, from the heights of its columns. */
export function wallHeight(ends: readonly Depth[]): string {
  return `max(0px, ${ends.map(length).join(", ")})`;
}

/**
 * The custom properties from which the style sheet positions the tiles, for every number of columns. Zeros are left
 * out, because they are the defaults.
 */
export function wallStyle(
  sizes: readonly Size[],
  withText: boolean,
  density: Density = "comfortable",
): WallStyle {
  const ratios = sizes.map(tileRatio);
  const tiles: Record<string, number>[] = ratios.map((ratio) => ({ "--r": short(ratio) }));
  const wall: Record<string, string> = {};
  for (const columns of columnCounts(density)) {
    const { places, ends } = layWall(ratios, columns, withText);
    wall[`--h${columns}`] = wallHeight(ends);
    places.forEach((place, index) => {
      const tile = tiles[index];
      if (place.column > 0) tile[`--c${columns}`] = place.column;
      if (place.ratios > 0) tile[`--a${columns}`] = short(place.ratios);
      if (place.gutters > 0) tile[`--b${columns}`] = place.gutters;
      if (place.texts > 0) tile[`--t${columns}`] = 1;
    });
  }
  return { wall, tiles };
}

/** A tile's position for a known number of columns. */
export function tileStyle({ column, ratios, gutters, texts }: Place, ratio: number): CSSProperties {
  return {
    "--r": short(ratio),
    "--c": column,
    "--a": short(ratios),
    "--b": gutters,
    "--t": texts,
  } as CSSProperties;
}
