/** What an edit may ask for (docs/product.md 10.1). */
import { t } from "#app/language/message.ts";

export const editLimits = {
  /** Pixels of the source. */
  grow: { min: -64, max: 64 },
  feather: { min: 0, max: 64 },
  extend: { min: 0, max: 2048 },
  /** Of the result. */
  side: 4096,
  pixels: 16_000_000,
} as const;

type Size = { width: number; height: number };

/** Pixels of the source's own size that are added at each side. */
export type Extension = { left: number; top: number; right: number; bottom: number };

/** How a source is changed: where a mask is white, grown and with a soft edge, and what is added at its sides. */
export type EditShape = { grow: number; feather: number; extend: Extension };

export const noExtension: Extension = { left: 0, top: 0, right: 0, bottom: 0 };

/** Whether anything is added at all. */
export const isExtended = ({ left, top, right, bottom }: Extension): boolean =>
  left + top + right + bottom > 0;

/** The size of what an edit makes. */
export function editedSize({ width, height }: Size, extend: Extension): Size {
  return {
    width: width + extend.left + extend.right,
    height: height + extend.top + extend.bottom,
  };
}

const written = ({ width, height }: Size) => `${width} × ${height}`;

/** Why a picture of this size cannot be the result of an edit; null where it can. */
export function sizeFault(size: Size): string | null {
  const { side, pixels } = editLimits;
  if (Math.max(size.width, size.height) <= side && size.width * size.height <= pixels) return null;
  const megapixels = pixels / 1_000_000;
  return t`The result would have ${written(size)} pixels: at most ${side} a side and ${megapixels} megapixels are possible`;
}

/** Why a mask of this size cannot be laid over a source; null where it can. */
export function maskFault(mask: Size, source: Size): string | null {
  if (mask.width === source.width && mask.height === source.height) return null;
  return t`The mask has ${written(mask)} pixels and the picture ${written(source)}: they must be the same`;
}
