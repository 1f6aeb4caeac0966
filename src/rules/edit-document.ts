import {
  editLimits,
  isExtended,
  noExtension,
  type EditShape,
  type Extension,
} from "./edit-limits.ts";
import { sides } from "./edit-frame.ts";

/** One change of a mask, in pixels of the source. Numbers of points are flat lists. See docs/product.md 4.20. */
export type MaskOp =
  /** x, y and radius of each point. */
  | { kind: "stroke"; erases: boolean; points: readonly number[] }
  /** x and y of each corner. */
  | { kind: "lasso"; erases: boolean; points: readonly number[] }
  | { kind: "rectangle"; erases: boolean; x: number; y: number; width: number; height: number }
  | { kind: "invert" };

/** An edit before it is cast: a mask as the changes that make it, and the rest as it is sent. */
export type EditDocument = EditShape & {
  /** Id of a kept mask that the changes are made to; null for an empty one. */
  base: string | null;
  ops: readonly MaskOp[];
};

export const emptyEdit: EditDocument = {
  base: null,
  ops: [],
  grow: 0,
  feather: 0,
  extend: noExtension,
};

/** The edit of a cast, to be changed: its mask is the first state. */
export const editOfStored = ({
  maskId,
  ...shape
}: EditShape & { maskId: string | null }): EditDocument => ({ ...shape, base: maskId, ops: [] });

/** The document with one more change of its mask. */
export const withOp = (edit: EditDocument, op: MaskOp): EditDocument => ({
  ...edit,
  ops: [...edit.ops, op],
});

/** The document with an empty mask. */
export const cleared = (edit: EditDocument): EditDocument => ({ ...edit, base: null, ops: [] });

/** Whether nothing was drawn at all; a mask may also have become empty by erasing. */
export const isUntouched = ({ base, ops }: EditDocument) => base === null && ops.length === 0;

/** Whether there is nothing to lose. */
export const isEmptyEdit = (edit: EditDocument) =>
  isUntouched(edit) && !isExtended(edit.extend) && edit.grow === 0 && edit.feather === 0;

type Point = { x: number; y: number };
type Size = { width: number; height: number };

/** The rectangle between two corners as far as it is on the source, in whole pixels; null if nothing of it is. */
export function rectangleBetween(a: Point, b: Point, source: Size) {
  const [left, right] = [Math.min(a.x, b.x), Math.max(a.x, b.x)].map((at) =>
    Math.round(Math.min(source.width, Math.max(0, at))),
  );
  const [top, bottom] = [Math.min(a.y, b.y), Math.max(a.y, b.y)].map((at) =>
    Math.round(Math.min(source.height, Math.max(0, at))),
  );
  if (right <= left || bottom <= top) return null;
  return { x: left, y: top, width: right - left, height: bottom - top };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;
const numbers = (value: unknown, by: number): number[] | null =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.length % by === 0 &&
  value.every((one) => Number.isFinite(one))
    ? (value as number[])
    : null;
const whole = (value: unknown, { min, max }: { min: number; max: number }) =>
  typeof value === "number" && value >= min && value <= max ? Math.round(value) : 0;

function readOp(value: unknown): MaskOp[] {
  if (!isRecord(value)) return [];
  const { kind } = value;
  const erases = value.erases === true;
  if (kind === "invert") return [{ kind }];
  if (kind === "stroke" || kind === "lasso") {
    const points = numbers(value.points, kind === "stroke" ? 3 : 2);
    return points === null ? [] : [{ kind, erases, points }];
  }
  const sizes = numbers([value.x, value.y, value.width, value.height], 4);
  if (kind !== "rectangle" || sizes === null) return [];
  const [x, y, width, height] = sizes;
  return [{ kind, erases, x, y, width, height }];
}

/** A document from what was stored; tolerates what is damaged or of another release. */
export function readEdit(value: unknown): EditDocument | null {
  if (!isRecord(value) || !Array.isArray(value.ops)) return null;
  const given = isRecord(value.extend) ? value.extend : {};
  const extend = Object.fromEntries(
    sides.map((side) => [side, whole(given[side], editLimits.extend)]),
  ) as Extension;
  return {
    base: typeof value.base === "string" ? value.base : null,
    ops: value.ops.flatMap(readOp),
    grow: whole(value.grow, editLimits.grow),
    feather: whole(value.feather, editLimits.feather),
    extend,
  };
}

/** The edits of a member that are kept in the browser, by the ids of their sources, the latest last. */
export type KeptEdits = readonly { source: string; edit: EditDocument }[];
const mostKept = 5;

export function readKept(stored: string | null): KeptEdits {
  try {
    const parsed: unknown = JSON.parse(stored ?? "[]");
    if (!Array.isArray(parsed)) return [];
    return parsed.flatMap((one: unknown) => {
      const edit = isRecord(one) ? readEdit(one.edit) : null;
      return isRecord(one) && typeof one.source === "string" && edit
        ? [{ source: one.source, edit }]
        : [];
    });
  } catch {
    return [];
  }
}

/** The kept edits with that of one source; an empty one is not kept. */
export function keptWith(kept: KeptEdits, source: string, edit: EditDocument): KeptEdits {
  const others = kept.filter((one) => one.source !== source);
  return (isEmptyEdit(edit) ? others : [...others, { source, edit }]).slice(-mostKept);
}
