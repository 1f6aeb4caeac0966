/** Box filters and scaling of interleaved float images: cheap stand-ins for wide Gaussians. */
import { clamp } from "./color.ts";

/** An interleaved float image of `w` by `h` pixels. */
export type Plane = { data: Float32Array; w: number; h: number };

/** Keeps the lower of two samples inside the image when reading bilinearly. */
const EDGE = 1.001;

/** Shrinks by the whole factor `k`, each pixel the mean of k by k; a rest at the edge is dropped. */
export function downsample(
  source: Float32Array,
  w: number,
  h: number,
  k: number,
  channels = 3,
): Plane {
  const outW = Math.max(1, Math.floor(w / k));
  const outH = Math.max(1, Math.floor(h / k));
  const data = new Float32Array(outW * outH * channels);
  const share = 1 / (k * k);
  for (let y = 0; y < outH; y++) {
    for (let x = 0; x < outW; x++) {
      for (let c = 0; c < channels; c++) {
        let sum = 0;
        for (let j = 0; j < k; j++) {
          let p = ((y * k + j) * w + x * k) * channels + c;
          for (let i = 0; i < k; i++, p += channels) sum += source[p];
        }
        data[(y * outW + x) * channels + c] = sum * share;
      }
    }
  }
  return { data, w: outW, h: outH };
}

function blurRows(
  source: Float32Array,
  target: Float32Array,
  w: number,
  h: number,
  r: number,
  channels: number,
): void {
  const share = 1 / (2 * r + 1);
  for (let y = 0; y < h; y++) {
    for (let c = 0; c < channels; c++) {
      const o = y * w * channels + c;
      let sum = 0;
      for (let i = -r; i <= r; i++) sum += source[o + clamp(i, 0, w - 1) * channels];
      for (let x = 0; x < w; x++) {
        target[o + x * channels] = sum * share;
        const entering = x + r + 1 < w ? x + r + 1 : w - 1;
        const leaving = x - r > 0 ? x - r : 0;
        sum += source[o + entering * channels] - source[o + leaving * channels];
      }
    }
  }
}

function blurColumns(
  source: Float32Array,
  target: Float32Array,
  stride: number,
  h: number,
  r: number,
): void {
  const share = 1 / (2 * r + 1);
  const sums = new Float64Array(stride);
  for (let i = -r; i <= r; i++) {
    const o = clamp(i, 0, h - 1) * stride;
    for (let x = 0; x < stride; x++) sums[x] += source[o + x];
  }
  for (let y = 0; y < h; y++) {
    const o = y * stride;
    const entering = (y + r + 1 < h ? y + r + 1 : h - 1) * stride;
    const leaving = (y - r > 0 ? y - r : 0) * stride;
    for (let x = 0; x < stride; x++) {
      target[o + x] = sums[x] * share;
      sums[x] += source[entering + x] - source[leaving + x];
    }
  }
}

/**
 * Blurs in place with a running box of `radius` pixels (rounded, at least 1), edges held; two
 * passes are near a Gaussian. Returns the same array.
 */
export function boxBlur(
  image: Float32Array,
  w: number,
  h: number,
  radius: number,
  channels = 3,
  passes = 2,
): Float32Array {
  const r = Math.max(1, Math.round(radius));
  const scratch = new Float32Array(image.length);
  for (let pass = 0; pass < passes; pass++) {
    blurRows(image, scratch, w, h, r, channels);
    blurColumns(scratch, image, w * channels, h, r);
  }
  return image;
}

/** Reads a three-channel plane shrunk by `k` at full-size pixel (x, y), bilinearly, into `out`. */
export function upsampleAt(
  plane: Plane,
  x: number,
  y: number,
  k: number,
  out: number[] | Float32Array,
): void {
  const { data, w, h } = plane;
  const fx = clamp((x + 0.5) / k - 0.5, 0, Math.max(0, w - EDGE));
  const fy = clamp((y + 0.5) / k - 0.5, 0, Math.max(0, h - EDGE));
  const i = fx | 0;
  const j = fy | 0;
  const u = fx - i;
  const v = fy - j;
  const right = w > 1 ? 3 : 0;
  const p = (j * w + i) * 3;
  const q = h > 1 ? p + w * 3 : p;
  for (let c = 0; c < 3; c++) {
    const top = data[p + c] + (data[p + right + c] - data[p + c]) * u;
    const bottom = data[q + c] + (data[q + right + c] - data[q + c]) * u;
    out[c] = top + (bottom - top) * v;
  }
}

/** Adds a three-channel plane shrunk by `k` to a full-size image of `w` by `h`, bilinearly. */
export function addUpsampled(
  target: { rgb: Float32Array; w: number; h: number },
  plane: Plane,
  k: number,
): void {
  const { w, h, rgb } = target;
  const { data, w: planeW, h: planeH } = plane;
  const left = new Int32Array(w);
  const weight = new Float32Array(w);
  for (let x = 0; x < w; x++) {
    const fx = clamp((x + 0.5) / k - 0.5, 0, planeW - EDGE);
    left[x] = (fx | 0) * 3;
    weight[x] = fx - (fx | 0);
  }
  for (let y = 0, j = 0; y < h; y++) {
    const fy = clamp((y + 0.5) / k - 0.5, 0, planeH - EDGE);
    const topRow = (fy | 0) * planeW * 3;
    const bottomRow = topRow + planeW * 3;
    const v = fy - (fy | 0);
    for (let x = 0; x < w; x++, j += 3) {
      const p = topRow + left[x];
      const q = bottomRow + left[x];
      const u = weight[x];
      for (let c = 0; c < 3; c++) {
        const top = data[p + c] + (data[p + 3 + c] - data[p + c]) * u;
        const bottom = data[q + c] + (data[q + 3 + c] - data[q + c]) * u;
        rgb[j + c] += top + (bottom - top) * v;
      }
    }
  }
}
