import { greyPalette } from "#app/rules/fallback-image.ts";
import { oklabDistanceSquared, oklabToHex, rgbToOklab, type Oklab } from "#app/rules/oklab.ts";

export type Palette = [string, string, string, string, string];

/** Clusters to begin with; more than five, so that near ones can be joined. */
const startClusters = 9;
const rounds = 14;
/** Colours nearer than this are one colour to the eye. */
const apart = 0.06;

type Cluster = { center: Oklab; weight: number };

/** Weighted colours, four numbers each (OKLab and weight): a noisy picture has thousands, which as objects fill the heap. */
type Bins = Float64Array;

/** Pixels gathered into 32 x 32 x 32 bins, in the order of their first pixels. */
function histogram(pixels: Uint8Array): Bins {
  const places = new Int32Array(32 ** 3);
  const bins = new Float64Array(Math.min(places.length, Math.ceil(pixels.length / 3)) * 4);
  let length = 0;
  for (let at = 0; at + 2 < pixels.length; at += 3) {
    const [red, green, blue] = [pixels[at], pixels[at + 1], pixels[at + 2]];
    const key = ((red >> 3) << 10) | ((green >> 3) << 5) | (blue >> 3);
    if (places[key] === 0) {
      length += 4;
      places[key] = length;
    }
    const bin = places[key] - 4;
    bins[bin] += red;
    bins[bin + 1] += green;
    bins[bin + 2] += blue;
    bins[bin + 3] += 1;
  }
  for (let bin = 0; bin < length; bin += 4) {
    const weight = bins[bin + 3];
    bins.set(rgbToOklab(bins[bin] / weight, bins[bin + 1] / weight, bins[bin + 2] / weight), bin);
  }
  return bins.subarray(0, length);
}

/** Squared distance of a bin from a center. */
const distanceOf = (bins: Bins, bin: number, center: Oklab) =>
  (bins[bin] - center[0]) ** 2 +
  (bins[bin + 1] - center[1]) ** 2 +
  (bins[bin + 2] - center[2]) ** 2;

const colorOf = (bins: Bins, bin: number): Oklab => [bins[bin], bins[bin + 1], bins[bin + 2]];

/** The index of the center that is nearest to a bin. */
function nearest(bins: Bins, bin: number, centers: readonly Oklab[]): number {
  let [best, least] = [0, Number.POSITIVE_INFINITY];
  for (let index = 0; index < centers.length; index += 1) {
    const distance = distanceOf(bins, bin, centers[index]);
    if (distance < least) [best, least] = [index, distance];
  }
  return best;
}

/** The heaviest bin first, then whatever is both heavy and far from those taken; no chance is involved. */
function firstCenters(bins: Bins): Oklab[] {
  let heaviest = 0;
  for (let bin = 4; bin < bins.length; bin += 4) {
    if (bins[bin + 3] > bins[heaviest + 3]) heaviest = bin;
  }
  const centers = [colorOf(bins, heaviest)];
  while (centers.length < Math.min(startClusters, bins.length / 4)) {
    let [next, score] = [0, -1];
    for (let bin = 0; bin < bins.length; bin += 4) {
      const distance = distanceOf(bins, bin, centers[nearest(bins, bin, centers)]);
      const value = distance * Math.sqrt(bins[bin + 3]);
      if (value > score) [next, score] = [bin, value];
    }
    if (score <= 0) break;
    centers.push(colorOf(bins, next));
  }
  return centers;
}

const mix = (x: Cluster, y: Cluster): Cluster => {
  const weight = x.weight + y.weight;
  const part = (index: 0 | 1 | 2) =>
    (x.center[index] * x.weight + y.center[index] * y.weight) / weight;
  return { center: [part(0), part(1), part(2)], weight };
};

/** The means of the bins nearest to each center, four numbers each as of a bin; without weight where there are none. */
function meansOf(bins: Bins, centers: readonly Oklab[]): Bins {
  const means = new Float64Array(centers.length * 4);
  for (let bin = 0; bin < bins.length; bin += 4) {
    const mean = nearest(bins, bin, centers) * 4;
    const [share, weight] = [bins[bin + 3], means[mean + 3] + bins[bin + 3]];
    for (let part = 0; part < 3; part += 1) {
      means[mean + part] =
        (means[mean + part] * means[mean + 3] + bins[bin + part] * share) / weight;
    }
    means[mean + 3] = weight;
  }
  return means;
}

function kMeans(bins: Bins): Cluster[] {
  let centers = firstCenters(bins);
  let filled: Cluster[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const means = meansOf(bins, centers);
    filled = centers
      .map((_, index) => ({ center: colorOf(means, index * 4), weight: means[index * 4 + 3] }))
      .filter(({ weight }) => weight > 0);
    centers = filled.map(({ center }) => center);
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
