import {
  type Oklab,
  type Rgb,
  clamp,
  mix,
  oklab,
  ramp,
  smooth,
  unoklab,
  hypot,
} from "./core/color.ts";
import type { Frame } from "./core/frame.ts";
import { eachRow } from "./core/rows.ts";
import type { Sky } from "./sky.ts";
import type { SceneState } from "./types.ts";

const SAMPLE_STEP = 17;
/** Share of the source's own colour differences that survives a full change of light. */
const KEPT_CONTRAST = 0.7;
const TONES = 64;
/** Night swallows the shadows: how far its lightness is bent below a straight line. */
const NIGHT_CONTRAST = 0.3;

/** How bright a picture is in the light of a sky, against full day. */
function brightnessIn(sky: Sky): number {
  if (sky.night > 0) return mix(0.78, 0.52, sky.night);
  return sky.name === "storm" || sky.name === "dusk" || sky.name === "fire" ? 0.78 : 1;
}

type Tones = { mean: Oklab; spread: number };

function measure(rgb: Float32Array): Tones {
  const mean: Oklab = [0, 0, 0];
  let square = 0;
  let count = 0;
  for (let j = 0; j + 2 < rgb.length; j += 3 * SAMPLE_STEP, count++) {
    const lab = oklab([rgb[j], rgb[j + 1], rgb[j + 2]]);
    for (let k = 0; k < 3; k++) mean[k] += lab[k];
    square += lab[0] * lab[0];
  }
  for (let k = 0; k < 3; k++) mean[k] /= count;
  return { mean, spread: Math.sqrt(Math.max(0, square / count - mean[0] ** 2)) };
}

/** Hues of the sky's light from shadow to highlight, as [a, b] pairs. */
function splitTones(sky: Sky): Float32Array {
  const light: Rgb = [sky.sun[0], sky.sun[1], sky.sun[2]];
  const table = ramp(
    [
      [0, sky.ambient],
      [0.4, sky.fog],
      [0.75, sky.horizon],
      [1, light],
    ],
    TONES,
  );
  const hues = new Float32Array(TONES * 2);
  for (let i = 0; i < TONES; i++) {
    const lab = oklab([table[i * 3], table[i * 3 + 1], table[i * 3 + 2]]);
    hues[i * 2] = lab[1] * 0.85;
    hues[i * 2 + 1] = lab[2] * 0.85;
  }
  return hues;
}

/** Adds the glow of a low sun above the picture's middle. */
function addSunGlow(frame: Frame, sky: Sky, amount: number, state: SceneState): void {
  const { w, h, rgb } = frame;
  const side = Math.min(w, h);
  const x0 = state.light?.sunX ?? w * 0.7;
  const y0 = state.light?.sunY ?? h * 0.12;
  eachRow(state, 0, h, (y) => {
    for (let x = 0, j = y * w * 3; x < w; x++, j += 3) {
      const away = hypot(x - x0, y - y0) / side;
      const glow = amount * (0.16 * Math.exp(-away * 1.8) + 0.2 * Math.exp(-away * 5));
      for (let k = 0; k < 3; k++) rgb[j + k] += sky.sun[k] * glow * (0.35 + rgb[j + k]);
    }
  });
}

/**
 * Brings a picture into the light of a sky by `amount` (0 to 1): its mean colour moves to the
 * sky's, shadows to the ambient hue and highlights to the sun's, and night darkens it.
 */
export function relight(frame: Frame, sky: Sky, amount: number, state: SceneState): void {
  const { w, h, rgb } = frame;
  const { mean, spread } = measure(rgb);
  const hues = splitTones(sky);
  const brightness = mix(1, brightnessIn(sky), amount);
  const contrast = 1 + NIGHT_CONTRAST * sky.night * amount;
  const low = mean[0] - 1.6 * spread - 0.02;
  const high = mean[0] + 1.8 * spread + 0.02;
  const pull = amount * 0.85;
  eachRow(state, 0, h, (y) => {
    for (let x = 0, j = y * w * 3; x < w; x++, j += 3) {
      const [lightness, a, b] = oklab([rgb[j], rgb[j + 1], rgb[j + 2]]);
      const tone = smooth(low, high, lightness);
      const hue = (clamp(tone) * (TONES - 1) + 0.5) | 0;
      const lit = unoklab([
        Math.max(0, lightness) ** contrast * brightness,
        mix(a, (a - mean[1]) * KEPT_CONTRAST + hues[hue * 2], pull),
        mix(b, (b - mean[2]) * KEPT_CONTRAST + hues[hue * 2 + 1], pull),
      ]);
      rgb[j] = lit[0];
      rgb[j + 1] = lit[1];
      rgb[j + 2] = lit[2];
    }
  });
  const lowSun = sky.night === 0 && sky.altitude < 0.25;
  if (lowSun) addSunGlow(frame, sky, amount, state);
}
