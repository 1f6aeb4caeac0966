import { greyPalette } from "#app/rules/fallback-image.ts";
import { oklabDistanceSquared, oklabToHex, rgbToOklab, type Oklab } from "#app/rules/oklab.ts";

export type Palette = [string, string, string, string, string];

/** Clusters to begin with; more than five, so that near ones can be joined. */
const startClusters = 9;
const rounds = 14;
/** Colours nearer than this are one colour to the eye. */
const apart = 0.06;

type Bin = { color: Oklab; weight: number };
type Cluster = { center: Oklab; weight: number };

/** Pixels gathered into 32 x 32 x 32 bins: a few hundred weighted colours stand for thousands of pixels. */
function histogram(pixels: Uint8Array): Bin[] {
  const bins = new Map<number, { red: number; green: number; blue: number; weight: number }>();
  for (let at = 0; at + 2 < pixels.length; at += 3) {
    const [red, green, blue] = [pixels[at], pixels[at + 1], pixels[at + 2]];
    const key = ((red >> 3) << 10) | ((green >> 3) << 5) | (blue >> 3);
    const bin = bins.get(key);
    if (bin === undefined) bins.set(key, { red, green, blue, weight: 1 });
    else {
      bin.red += red;
      bin.green += green;
      bin.blue += blue;
      bin.weight += 1;
    }
  }
  return Array.from(bins.values(), ({ red, green, blue, weight }) => ({
    color: rgbToOklab(red / weight, green / weight, blue / weight),
    weight,
  }));
}

function nearest(
  color: Oklab,
  clusters: readonly { center: Oklab }[],
): [index: number, distance: number] {
  let [best, least] = [0, Number.POSITIVE_INFINITY];
  clusters.forEach(({ center }, index) => {
    const distance = oklabDistanceSquared(color, center);
    if (distance < least) [best, least] = [index, distance];
  });
  return [best, least];
}

/** The heaviest bin first, then whatever is both heavy and far from those taken; no chance is involved. */
function firstCenters(bins: readonly Bin[]): { center: Oklab }[] {
  const heaviest = bins.reduce((a, b) => (b.weight > a.weight ? b : a));
  const centers = [{ center: heaviest.color }];
  while (centers.length < Math.min(startClusters, bins.length)) {
    let [next, score] = [bins[0], -1];
    for (const bin of bins) {
      const value = nearest(bin.color, centers)[1] * Math.sqrt(bin.weight);
      if (value > score) [next, score] = [bin, value];
    }
    if (score <= 0) break;
    centers.push({ center: next.color });
  }
  return centers;
}

const mix = (x: Cluster, y: Cluster): Cluster => {
  const weight = x.weight + y.weight;
  const part = (index: 0 | 1 | 2) =>
    (x.center[index] * x.weight + y.center[index] * y.weight) / weight;
  return { center: [part(0), part(1), part(2)], weight };
};

function kMeans(bins: readonly Bin[]): Cluster[] {
  let clusters: { center: Oklab }[] = firstCenters(bins);
  let filled: Cluster[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const sums: (Cluster | undefined)[] = clusters.map(() => undefined);
    for (const { color, weight } of bins) {
      const [index] = nearest(color, clusters);
      const bin = { center: color, weight };
      const sum = sums[index];
      sums[index] = sum === undefined ? bin : mix(sum, bin);
    }
    filled = sums.filter((sum) => sum !== undefined);
    clusters = filled;
  }
  return filled;
}

/** Joins the nearest pair again and again until five are left that the eye can tell apart. */
function joinNear(clusters: Cluster[]): Cluster[] {
  const left = [...clusters];
  while (left.length > 1) {
    let [first, second, least] = [0, 1, Number.POSITIVE_INFINITY];
    for (let i = 0; i < left.length; i += 1) {
      for (let j = i + 1; j < left.length; j += 1) {
        const distance = oklabDistanceSquared(left[i].center, left[j].center);
        if (distance < least) [first, second, least] = [i, j, distance];
      }
    }
    if (left.length <= 5 && least >= apart ** 2) break;
    const joined = mix(left[first], left[second]);
    left.splice(second, 1);
    left.splice(first, 1, joined);
  }
  return left;
}

/** Lighter and darker shades of the main colour, for pictures with fewer than five colours. */
function shades(main: Oklab): Oklab[] {
  return [0.14, -0.14, 0.28, -0.28, 0.42, -0.42, 0.56, -0.56].flatMap((step) => {
    const lightness = main[0] + step;
    return lightness < 0.03 || lightness > 0.99 ? [] : [[lightness, main[1], main[2]] as const];
  });
}

/**
 * Five colours of a picture, the largest share first: k-means in OKLab, near clusters joined.
 * A picture with fewer colours is filled up with shades of its main one.
 * @param pixels sRGB, three bytes each; none gives the greys of the fallback image
 */
export function paletteOf(pixels: Uint8Array): Palette {
  const bins = histogram(pixels);
  if (bins.length === 0) return [...greyPalette];
  const clusters = joinNear(kMeans(bins)).toSorted((a, b) => b.weight - a.weight);
  const colors = new Set(clusters.map(({ center }) => oklabToHex(center)));
  for (const shade of shades(clusters[0].center)) {
    if (colors.size >= 5) break;
    colors.add(oklabToHex(shade));
  }
  for (const grey of greyPalette) if (colors.size < 5) colors.add(grey);
  return [...colors].slice(0, 5) as Palette;
}
