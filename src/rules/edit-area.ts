/** Which part of a picture an engine is given for an edit, and how large (docs/engines.md, Edits). */
import type { Extension } from "./edit-limits.ts";

type Size = { width: number; height: number };

/** A rectangle in whole pixels. */
export type Box = Size & { left: number; top: number };

/** How much of each pixel of a picture is new, one byte each: what is 0 stays bit for bit. */
export type ChangeMap = Size & { pixels: Uint8Array };

/** Sizes that an engine draws; `SizeRule` of its port. */
export type DrawableSizes =
  | { kind: "list"; list: readonly (readonly [width: number, height: number])[] }
  | { kind: "range"; min: number; max: number; multipleOf: number; maxPixels?: number };

/** About what a cast from words has: larger would be more work than is paid for. */
const usualPixels = 1_048_576;
/** Pixels around what changes that an engine sees at least. */
const leastContext = 64;
/** The same as a share of the longer side of what changes. */
const context = 0.5;

const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));

/** A span of `length` around the middle of another, moved into 0 to `whole`. */
function spanAround(start: number, size: number, length: number, whole: number) {
  const long = Math.min(whole, Math.max(size, Math.round(length)));
  const from = clamp(Math.round(start + (size - long) / 2), 0, whole - long);
  // A span that touches what changes at an edge of the canvas still holds all of it.
  return { from: clamp(from, start + size - long, start), long };
}

function around(changed: Box, wished: Size, canvas: Size): Box {
  const x = spanAround(changed.left, changed.width, wished.width, canvas.width);
  const y = spanAround(changed.top, changed.height, wished.height, canvas.height);
  return { left: x.from, top: y.from, width: x.long, height: y.long };
}

function drawnSize(area: Size, sizes: Extract<DrawableSizes, { kind: "range" }>): Size {
  const { min, max, multipleOf, maxPixels = usualPixels } = sizes;
  const pixels = Math.min(usualPixels, maxPixels);
  const scale = Math.min(
    Math.sqrt(pixels / (area.width * area.height)),
    max / Math.max(area.width, area.height),
  );
  const most = max - (max % multipleOf);
  const least = Math.ceil(min / multipleOf) * multipleOf;
  // Rounded down, so that the product stays within the limit.
  const side = (value: number) =>
    clamp(Math.floor((value * scale) / multipleOf) * multipleOf, least, most);
  return { width: side(area.width), height: side(area.height) };
}

function nearestListed(area: Size, list: readonly (readonly [number, number])[]): Size {
  const distance = ([w, h]: readonly [number, number]) =>
    Math.abs(Math.log((w / h) * (area.height / area.width)));
  const [width, height] = list.toSorted((a, b) => distance(a) - distance(b))[0];
  return { width, height };
}

/**
 * The part of the canvas that is given to an engine: what changes with what is around it, and the size at which the engine draws
 * it. The two may differ a little in ratio.
 * @param changed the box of all that changes, in pixels of the canvas
 */
export function workAreaOf(
  canvas: Size,
  changed: Box,
  sizes: DrawableSizes,
): { area: Box; size: Size } {
  const margin = Math.max(leastContext, context * Math.max(changed.width, changed.height));
  const wished = { width: changed.width + 2 * margin, height: changed.height + 2 * margin };
  const area = around(changed, wished, canvas);
  if (sizes.kind === "range") return { area, size: drawnSize(area, sizes) };
  const size = nearestListed(area, sizes.list);
  const ratio = size.width / size.height;
  // As near to the ratio of the size as the canvas lets it.
  const fitting = {
    width: Math.max(area.width, area.height * ratio),
    height: Math.max(area.height, area.width / ratio),
  };
  return { area: around(changed, fitting, canvas), size };
}

/** What is new in an area, at each side of it, in pixels of the size at which it is drawn. */
export function newSidesOf(canvas: Size, extend: Extension, area: Box, size: Size): Extension {
  const [x, y] = [size.width / area.width, size.height / area.height];
  const right = area.left + area.width - (canvas.width - extend.right);
  const bottom = area.top + area.height - (canvas.height - extend.bottom);
  return {
    left: Math.round(clamp(extend.left - area.left, 0, area.width) * x),
    top: Math.round(clamp(extend.top - area.top, 0, area.height) * y),
    right: Math.round(clamp(right, 0, area.width) * x),
    bottom: Math.round(clamp(bottom, 0, area.height) * y),
  };
}
