import type { Json } from "#app/db/schema.ts";

/** A delivered picture, as tiles need it. */
export type TilePicture = {
  id: string;
  slug: string;
  filename: string;
  width: number;
  height: number;
  colors: string[];
  placeholder: string;
};

/** One picture of a cast in the column `generations.progress`. */
export type ProgressEntry = {
  index: number;
  state: "queued" | "running" | "done" | "failed";
  /** 0 to 1. */
  fraction: number;
  stage: string;
  /** Address of the preview, while there is one. */
  preview?: string;
  picture?: TilePicture;
};

/** Entries of a cast of which nothing is drawn yet. */
export function freshProgress(count: number): ProgressEntry[] {
  return Array.from({ length: count }, (_, index) => ({
    index,
    state: "queued",
    fraction: 0,
    stage: "queued",
  }));
}

/** The column as entries; it was written by freshProgress and the functions below. */
export function progressOf(column: Json): ProgressEntry[] {
  return column as unknown as ProgressEntry[];
}

/** Delivered entries stay, the others are put to a state without a preview. */
export function withoutOpen(
  entries: readonly ProgressEntry[],
  state: "queued" | "failed",
): ProgressEntry[] {
  return entries.map((entry) =>
    entry.state === "done"
      ? entry
      : {
          index: entry.index,
          state,
          fraction: state === "queued" ? 0 : entry.fraction,
          stage: state,
        },
  );
}
