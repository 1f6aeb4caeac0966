/** What other pictures give a drawing: their colours, and where they have their horizon and their subject. */
import sharp from "sharp";
import { type Oklab, lin2byte, oklab, unoklab } from "./core/color.ts";
import { type Frame, createFrame } from "./core/frame.ts";
import { makeRng } from "./core/rng.ts";
import { SketchError } from "./errors.ts";
import { inkPalette, nearestInk } from "./finishes/ink-palette.ts";
import type { Layout } from "./types.ts";

/** `weight` 0 has no effect, 1 the most. */
export type Reference = { bytes: Uint8Array; role: "palette" | "composition"; weight: number };

export type Given = { palette?: string[]; pull?: number; layout?: Layout };

/** Pixels a side at which a reference is looked at. */
const SIDE = 96;
const MOST_INPUT_PIXELS = 50_000_000;
const COLOURS = 5;
/** Colours with a smaller share of the pixels are chance finds. */
const LEAST_SHARE = 0.03;
/** The most that a palette pulls: hues that are wholly its own look flat. */
const MOST_PULL = 0.98;
const HUE_WEIGHT = 3;

async function decodeSmall(bytes: Uint8Array): Promise<Frame> {
  try {
    const pixels = await sharp(bytes, { limitInputPixels: MOST_INPUT_PIXELS, failOn: "error" })
      .rotate()
      .resize(SIDE, SIDE, { fit: "fill" })
      .flatten({ background: "#ffffff" })
      .toColourspace("srgb")
      .raw()
      .toBuffer({ resolveWithObject: true });
    if (pixels.info.channels !== 3) throw new Error(`${pixels.info.channels} channels`);
    return createFrame(SIDE, SIDE).fromRGB8(pixels.data);
  } catch (cause) {
    throw new SketchError("invalid-request", "A reference could not be read.", { cause });
  }
}

const hexOf = (lab: Oklab): string =>
  `#${unoklab(lab)
    .map((channel) => lin2byte(channel).toString(16).padStart(2, "0"))
    .join("")}`;

const labsOf = ({ rgb }: Pick<Frame, "rgb">): Oklab[] =>
  Array.from({ length: rgb.length / 3 }, (_, i) =>
    oklab([rgb[i * 3], rgb[i * 3 + 1], rgb[i * 3 + 2]]),
  );

/** The pixels of several pictures, as many of each as its weight says. */
function blend(pictures: readonly { frame: Frame; weight: number }[]): Float32Array {
  const sum = pictures.reduce((all, { weight }) => all + weight, 0);
  const parts = pictures.map(({ frame, weight }) => {
    const pixels = Math.max(1, Math.round((SIDE * SIDE * weight) / sum));
    const part = new Float32Array(pixels * 3);
    for (let i = 0; i < pixels; i++) {
      const from = Math.floor((i * SIDE * SIDE) / pixels) * 3;
      part.set(frame.rgb.subarray(from, from + 3), i * 3);
    }
    return part;
  });
  const all = new Float32Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

function paletteOf(rgb: Float32Array): string[] {
  const inks = inkPalette(rgb, COLOURS, makeRng(1, "reference-palette"));
  const pixels = labsOf({ rgb });
  const counts = inks.map(() => 0);
  for (const lab of pixels) counts[nearestInk(inks, lab, HUE_WEIGHT)] += 1;
  return inks
    .map((lab, i) => ({ lab, count: counts[i] }))
    .filter(({ count }) => count >= pixels.length * LEAST_SHARE)
    .toSorted((a, b) => b.count - a.count)
    .map(({ lab }) => hexOf(lab));
}

const apart = (a: Oklab, b: Oklab): number =>
  Math.sqrt((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2);

function meanOf(labs: readonly Oklab[]): Oklab {
  const sum: Oklab = [0, 0, 0];
  for (const lab of labs) for (let k = 0; k < 3; k++) sum[k] += lab[k] / labs.length;
  return sum;
}

/** Rows on each side of a horizon that are compared. */
const BAND = 4;
/** Shares of the height between which a horizon is looked for. */
const HIGHEST = 0.12;
const LOWEST = 0.9;

/** The row, as a share of the height, at which most of the width changes most from above to below. */
function horizonOf(rows: readonly Oklab[][]): number {
  let best = 0;
  let most = -1;
  for (let y = Math.ceil(SIDE * HIGHEST); y < SIDE * LOWEST; y++) {
    const above = rows.slice(y - BAND, y);
    const below = rows.slice(y, y + BAND);
    const changes = above[0].map((_, x) =>
      apart(meanOf(above.map((row) => row[x])), meanOf(below.map((row) => row[x]))),
    );
    // The median: a thing that stands in the picture changes a part of the width alone.
    const change = changes.toSorted((a, b) => a - b)[SIDE / 2];
    if (change > most) [best, most] = [y, change];
  }
  return best / SIDE;
}

/** Pixels that differ most from their row, as a share of all: what draws the eye. */
const STRIKING = 0.08;

/** The middle, as a share of the width, of what differs most from the rest of its row. */
function placeOf(rows: readonly Oklab[][]): number {
  const found = rows.flatMap((row) => {
    const usual = meanOf(row);
    return row.map((lab, x) => ({ x, strength: apart(lab, usual) }));
  });
  const striking = found
    .toSorted((a, b) => b.strength - a.strength)
    .slice(0, SIDE * SIDE * STRIKING);
  const sum = striking.reduce((all, { strength }) => all + strength, 0);
  if (sum === 0) return 0.5;
  return striking.reduce((all, { x, strength }) => all + x * strength, 0) / sum / (SIDE - 1);
}

/** Where a picture has its horizon and what draws the eye, as shares of its height and width. */
export type Seen = Omit<Layout, "weight">;

function layoutOf(frame: Frame): Seen {
  const labs = labsOf(frame);
  const rows = Array.from({ length: SIDE }, (_, y) => labs.slice(y * SIDE, (y + 1) * SIDE));
  return { horizon: horizonOf(rows), place: placeOf(rows) };
}

/** The layout of a picture of any size. */
export function seenIn({ w, h, rgb }: Frame): Seen {
  const small = createFrame(SIDE, SIDE);
  for (let y = 0, j = 0; y < SIDE; y++) {
    const row = Math.floor(((y + 0.5) * h) / SIDE) * w;
    for (let x = 0; x < SIDE; x++, j += 3) {
      const at = (row + Math.floor(((x + 0.5) * w) / SIDE)) * 3;
      small.rgb.set(rgb.subarray(at, at + 3), j);
    }
  }
  return layoutOf(small);
}

/**
 * Reads pictures for what they give: one palette of all that have this role, and the layout of the first that has that.
 * @throws SketchError "invalid-request" for bytes that are not a whole picture within 50 megapixels
 */
export async function readReferences(references: readonly Reference[]): Promise<Given> {
  const pictures = await Promise.all(
    references.map(async ({ bytes, role, weight }) => ({
      frame: await decodeSmall(bytes),
      role,
      weight,
    })),
  );
  const colours = pictures.filter(({ role, weight }) => role === "palette" && weight > 0);
  const laidOut = pictures.find(({ role, weight }) => role === "composition" && weight > 0);
  const most = Math.max(0, ...colours.map(({ weight }) => weight));
  return {
    ...(colours.length > 0
      ? { palette: paletteOf(blend(colours)), pull: Math.sqrt(most) * MOST_PULL }
      : {}),
    ...(laidOut ? { layout: { ...layoutOf(laidOut.frame), weight: laidOut.weight } } : {}),
  };
}
