/** Lights of the sky: stars, aurora, rays through gaps. */
import { type Rgb, clamp, mix, smooth } from "./core/color.ts";
import type { Frame } from "./core/frame.ts";
import type { Noise } from "./core/noise.ts";
import type { Rng } from "./core/rng.ts";

/** Clouds by pixel: density above `threshold` hides what is behind, fully past `softness` more. */
export type CloudCover = {
  at(x: number, y: number): number;
  threshold: number;
  softness: number;
  opacity: number;
};

/** Adds a soft point of light of radius `r` pixels. */
export function star(
  frame: Frame,
  x: number,
  y: number,
  intensity: number,
  color: Readonly<Rgb>,
  r = 0.8,
): void {
  const { w, h, rgb } = frame;
  const reach = Math.ceil(r * 3);
  for (let j = -reach; j <= reach; j++) {
    for (let i = -reach; i <= reach; i++) {
      const px = Math.round(x) + i;
      const py = Math.round(y) + j;
      if (px < 0 || py < 0 || px >= w || py >= h) continue;
      const k = intensity * Math.exp(-((px - x) ** 2 + (py - y) ** 2) / (r * r));
      const p = (py * w + px) * 3;
      rgb[p] += color[0] * k;
      rgb[p + 1] += color[1] * k;
      rgb[p + 2] += color[2] * k;
    }
  }
}

function starColor(kind: number): Rgb {
  if (kind < 0.2) return [1, 0.8, 0.6];
  return kind < 0.5 ? [0.7, 0.82, 1] : [1, 1, 1];
}

export type StarOptions = { horizon: number; rng: Rng; n: number; cover?: CloudCover | null };

/** Scatters `n` stars above the horizon, mostly faint, fading near it and behind clouds. */
export function paintStars(frame: Frame, { horizon, rng, n, cover = null }: StarOptions): void {
  const scale = Math.max(0.7, Math.min(frame.w, frame.h) / 1024);
  for (let i = 0; i < n; i++) {
    const x = rng() * frame.w;
    const y = rng() * horizon;
    const magnitude = Math.pow(rng(), 7);
    const color = starColor(rng());
    let fade = smooth(0, 0.3, 1 - y / horizon);
    if (cover)
      fade *= 1 - smooth(cover.threshold, cover.threshold + cover.softness, cover.at(x, y));
    star(frame, x, y, (0.1 + 1.6 * magnitude) * fade, color, (0.55 + magnitude * 0.9) * scale);
  }
}

const AURORA_GREEN: Rgb = [0.12, 1, 0.5];
const AURORA_TEAL: Rgb = [0.2, 0.85, 0.75];
const AURORA_CROWN: Rgb = [0.55, 0.15, 0.9];
const AURORA_BANDS = 3;

/** Three curtains of light, each a wavy lower edge with rays that fade upwards into violet. */
export function paintAurora(
  frame: Frame,
  { horizon, noise, rng }: { horizon: number; noise: Noise; rng: Rng },
): void {
  const { w, h, rgb } = frame;
  for (let band = 0; band < AURORA_BANDS; band++) {
    const base = horizon * (0.62 - band * 0.15);
    const phase = rng() * 50;
    const color = rng() < 0.55 ? AURORA_GREEN : AURORA_TEAL;
    for (let x = 0; x < w; x++) {
      const u = x / w;
      const edge = base + noise.fbm(u * 2.2 + phase, band * 3.1, 3) * 2.2 * h * 0.09;
      const folds = clamp(0.55 + 0.9 * noise.fbm(u * 9 + phase * 2, 7 + band, 4));
      const strength = folds * (0.5 + 0.5 * noise.n2(u * 46 + phase, band)) * 0.9;
      const height = h * (0.2 + 0.16 * (0.5 + noise.n2(u * 5 + phase, 31)));
      const top = Math.max(0, Math.floor(edge - height * 1.6));
      const bottom = Math.min(Math.floor(horizon), Math.floor(edge + h * 0.03));
      for (let y = top; y < bottom; y++) {
        const t = (edge - y) / height;
        const fall = t < 0 ? Math.exp(t * 14) : Math.exp(-t * 2.6);
        const light = strength * fall * (0.55 - band * 0.12);
        const crown = clamp(t * 0.9);
        const j = (y * w + x) * 3;
        for (let c = 0; c < 3; c++) rgb[j + c] += light * mix(color[c], AURORA_CROWN[c], crown);
      }
    }
  }
}

export type RayOptions = {
  /** Where the rays come from, in pixels; may lie outside the frame. */
  sx: number;
  sy: number;
  color: Readonly<Rgb>;
  noise: Noise;
  amount: number;
};

const RAY_ANGLES = 720;

/** Streaks of light around a point, uneven by angle, fading with distance. */
export function paintRays(frame: Frame, { sx, sy, color, noise, amount }: RayOptions): void {
  const { w, h, rgb } = frame;
  const side = Math.min(w, h);
  const byAngle = Float32Array.from({ length: RAY_ANGLES + 1 }, (_, i) => {
    const a = (i / RAY_ANGLES) * Math.PI * 2;
    return Math.pow(clamp(0.5 + 0.75 * noise.fbm(Math.cos(a) * 5 + 20, Math.sin(a) * 5, 3)), 2.2);
  });
  for (let y = 0, j = 0; y < h; y++) {
    for (let x = 0; x < w; x++, j += 3) {
      const dx = x - sx;
      const dy = y - sy;
      const d = Math.sqrt(dx * dx + dy * dy) / side;
      const angle = ((Math.atan2(dy, dx) / (Math.PI * 2) + 1) % 1) * RAY_ANGLES;
      const i = angle | 0;
      const ray = mix(byAngle[i], byAngle[i + 1], angle - i);
      const k = amount * ray * Math.exp(-d * 2.1) * smooth(0, 0.1, d) * 0.5;
      rgb[j] += color[0] * k;
      rgb[j + 1] += color[1] * k;
      rgb[j + 2] += color[2] * k;
    }
  }
}
