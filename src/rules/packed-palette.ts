import { measureOf, othersWanted, paletteLength, type Target } from "./palette-cells.ts";

/** A colour in 30 bits: lightness from 0 on, and the two parts of its hue from 512 below nothing on, in thousandths. */
const partBits = 10;
const zero = 512;
const mask = 2 ** partBits - 1;

/** As the database packs them: (l << 20) | ((a + 512) << 10) | (b + 512). @param palette fifteen whole numbers */
export function packPalette(palette: readonly number[]): Int32Array {
  return Int32Array.from({ length: paletteLength }, (_, index) => {
    const [l, a, b] = palette.slice(3 * index, 3 * index + 3);
    return (l << (2 * partBits)) | ((a + zero) << partBits) | (b + zero);
  });
}

/** Whether the packed palette that begins at a place has what is wanted. */
type Matches = (packed: Int32Array, from: number) => boolean;

function hasColor(target: Target): Matches {
  const { l, a, b, weight, reaches } = measureOf(target);
  const weightSquare = weight ** 2;
  const squares = reaches.map((reach) => (reach < 0 ? -1 : reach ** 2));
  return (packed, from) => {
    for (let index = 0; index < paletteLength; index += 1) {
      const color = packed[from + index];
      const dl = (color >> (2 * partBits)) - l;
      const da = ((color >> partBits) & mask) - zero - a;
      const db = (color & mask) - zero - b;
      if (dl * dl * weightSquare + da * da + db * db <= squares[index]) return true;
    }
    return false;
  };
}

/** Whether a palette has the first colour and at least half of them all: the same as the database's condition of a palette. */
export function hasPalette([first, ...others]: readonly Target[]): Matches {
  const hasFirst = hasColor(first);
  const hasOther = others.map(hasColor);
  const enough = othersWanted(others.length + 1);
  return (packed, from) => {
    if (!hasFirst(packed, from)) return false;
    let found = 0;
    for (const has of hasOther) if (has(packed, from)) found += 1;
    return found >= enough;
  };
}
