/** Letters of the shipped font on signs, posters, shirts and in neon. */
import { type Canvas, createCanvas } from "@napi-rs/canvas";
import { boxBlur } from "./core/blur.ts";
import { LIN8, lum, mix } from "./core/color.ts";
import type { Frame } from "./core/frame.ts";
import { eachRow } from "./core/rows.ts";
import type { Lettering } from "./prompt/lettering.ts";
import { makeSky } from "./sky.ts";
import type { Cutout } from "./subjects/cutout.ts";
import type { Stood } from "./subjects/place.ts";
import { aspectOf, openFont, write } from "./typesetting.ts";
import { layIn } from "./subjects/relight.ts";
import type { SceneState } from "./types.ts";

function toCutout(canvas: Canvas, margin: number): Cutout {
  const { width: w, height: h } = canvas;
  const { data } = canvas.getContext("2d").getImageData(0, 0, w, h);
  const alpha = new Float32Array(w * h);
  const color = new Float32Array(w * h * 3);
  for (let i = 0; i < w * h; i++) {
    alpha[i] = data[i * 4 + 3] / 255;
    for (let c = 0; c < 3; c++) color[i * 3 + c] = LIN8[data[i * 4 + c]];
  }
  return { w, h, margin, alpha, color };
}

const WOODS = ["#7a5433", "#5c4630", "#8a6a45", "#6b3f2a"];
const ENAMELS = ["#1f5c4a", "#24466e", "#8f2f2a", "#2b2b2e"];

/** A board on one or two posts, outdoors of wood, in a city of enamel. */
function board(text: string, width: number, state: SceneState): Cutout {
  const rng = state.rng("sign");
  const isCity = state.spec.scene === "city" || state.spec.scene === "synthwave";
  const ground = rng.pick(isCity ? ENAMELS : WOODS);
  const aspect = aspectOf(text);
  const inner: [number, number] = [width * 0.84, (width * 0.84) / aspect];
  const height = inner[1] + width * 0.16;
  const posts = width * 0.34;
  const margin = Math.ceil(width * 0.06);
  const canvas = createCanvas(
    Math.ceil(width) + 2 * margin,
    Math.ceil(height + posts) + 2 * margin,
  );
  const context = canvas.getContext("2d");
  context.translate(margin, margin);
  context.fillStyle = isCity ? "#3a3b3f" : "#4a3423";
  for (const share of [0.2, 0.8])
    context.fillRect(width * (share - 0.025), height * 0.5, width * 0.05, height * 0.5 + posts);
  context.fillStyle = ground;
  context.beginPath();
  context.roundRect(0, 0, width, height, width * 0.035);
  context.fill();
  context.globalAlpha = 0.22;
  if (!isCity) {
    context.fillStyle = "#000";
    for (let y = 1; y < 4; y++)
      context.fillRect(0, (height * y) / 4, width, Math.max(1, height * 0.012));
  }
  context.globalAlpha = 1;
  context.strokeStyle = "#f1e7d0";
  context.lineWidth = Math.max(1, width * 0.014);
  context.beginPath();
  context.roundRect(width * 0.03, width * 0.03, width * 0.94, height - width * 0.06, width * 0.02);
  context.stroke();
  write(context, text, { weight: 800, colour: "#fbf4e2", box: inner, at: [width / 2, height / 2] });
  return toCutout(canvas, margin);
}

const NEONS = ["#ff3b6b", "#2fd6ff", "#ff9d2f", "#7dff5a"];

/** Bare letters, `width` pixels wide at the most and no higher than `high`. */
function letters(
  text: string,
  width: number,
  high: number,
  weight: number,
  colour: string,
): Cutout {
  const box: [number, number] = [width, Math.min(high, width / aspectOf(text))];
  const margin = Math.ceil(width * 0.14);
  const canvas = createCanvas(Math.ceil(box[0]) + 2 * margin, Math.ceil(box[1]) + 2 * margin);
  const at: [number, number] = [canvas.width / 2, canvas.height / 2];
  write(canvas.getContext("2d"), text, { weight, colour, box, at });
  return toCutout(canvas, margin);
}

/** How bright the gas in a tube of neon is. */
const TUBE = 2.4;

/** Letters that stay on the picture as they are, with a glow of `glow` around them. */
function lay(
  frame: Frame,
  state: SceneState,
  { w, h, alpha, color }: Cutout,
  { cx, cy, glow, strength }: { cx: number; cy: number; glow: number; strength: number },
): void {
  const left = Math.round(cx - w / 2);
  const top = Math.round(cy - h / 2);
  const halo = glow > 0 ? boxBlur(alpha.slice(), w, h, Math.max(2, h * 0.06), 1, 3) : null;
  const tint = color.subarray(alpha.indexOf(Math.max(...sampled(alpha))) * 3);
  eachRow(state, Math.max(0, top), Math.min(frame.h, top + h), (y) => {
    for (let x = Math.max(0, -left); x < Math.min(w, frame.w - left); x++) {
      const i = (y - top) * w + x;
      const j = (y * frame.w + left + x) * 3;
      for (let c = 0; c < 3; c++) {
        if (halo) frame.rgb[j + c] += tint[c] * halo[i] * glow;
        frame.rgb[j + c] = mix(
          frame.rgb[j + c],
          glow > 0 ? mix(color[i * 3 + c], 1, 0.6) * TUBE : color[i * 3 + c],
          alpha[i] * strength,
        );
      }
    }
  });
}

/** Every sixteenth value: enough to find a full letter. */
const sampled = (values: Float32Array): Float32Array => values.filter((_, i) => i % 16 === 0);

/** How light a part of the picture is, 0 to 1. */
function lightAt({ w, h, rgb }: Frame, cx: number, cy: number, radius: number): number {
  let sum = 0;
  let count = 0;
  for (let y = Math.max(0, Math.round(cy - radius / 2)); y < Math.min(h, cy + radius / 2); y += 5)
    for (
      let x = Math.max(0, Math.round(cx - radius));
      x < Math.min(w, cx + radius);
      x += 5, count++
    ) {
      const j = (y * w + x) * 3;
      sum += lum([rgb[j], rgb[j + 1], rgb[j + 2]]);
    }
  return count === 0 ? 0.5 : sum / count;
}

/** Letters as they were laid, so that a medium that blurs them can be followed by them once more. */
export type Laid = { cutout: Cutout; cx: number; cy: number };

/**
 * Writes what the scene says into it. `first` is where its first thing stands.
 * @returns the letters that are to be gone over again after the medium
 */
export function writeLetters(
  frame: Frame,
  state: SceneState,
  { text, on }: Lettering,
  first: Stood | undefined,
): Laid {
  openFont();
  const { w, h } = frame;
  const side = Math.min(w, h);
  state.check();
  if (on === "board") {
    const spot =
      first && Math.abs(first.cx / w - 0.5) < 0.5 ? (first.cx < w / 2 ? 0.72 : 0.28) : 0.5;
    const cutout = board(text, side * (first ? 0.4 : 0.56), state);
    const cx = w * spot;
    const baseY = h * 0.93;
    const lit = {
      ...state,
      sky: state.sky ?? makeSky("noon"),
      light: state.light ?? {
        sunX: w * 0.7,
        sunY: 0,
        direction: [0.5, 0.6, 0.5] as [number, number, number],
        horizon: h * 0.5,
        flip: 1 as const,
      },
    };
    layIn(frame, lit, cutout, {
      cx,
      baseY,
      fog: 0,
      backlit: 0,
      shadow: 0.4,
      reflect: 0,
      sink: 0.02,
    });
    return { cutout, cx, cy: baseY - (cutout.h - 2 * cutout.margin) / 2 };
  }
  if (on === "shirt") {
    const spot = first ?? {
      cx: w / 2,
      baseY: h * 0.86,
      height: side * 0.5,
      aspect: 1,
      person: false,
    };
    const width = spot.height * (spot.person ? 0.15 : spot.aspect * 0.44);
    const cy = spot.baseY - spot.height * (spot.person ? 0.6 : 0.55);
    const dark = lightAt(frame, spot.cx, cy, width / 2) > 0.2;
    const cutout = letters(text, width, width, 800, dark ? "#1d1b22" : "#fbf7ee");
    lay(frame, state, cutout, { cx: spot.cx, cy, glow: 0, strength: 1 });
    return { cutout, cx: spot.cx, cy };
  }
  const isNeon = on === "neon";
  const cx = w / 2;
  const cy = h * (isNeon ? 0.3 : 0.19);
  const light = lightAt(frame, cx, cy, w * 0.4);
  const colour = isNeon
    ? state.rng("neon letters").pick(NEONS)
    : light > 0.3
      ? "#1f1c24"
      : "#fdf8ea";
  const cutout = letters(text, w * 0.8, h * (isNeon ? 0.34 : 0.26), isNeon ? 500 : 900, colour);
  const exposure = state.sky?.exposure ?? 1;
  lay(frame, state, cutout, { cx, cy, glow: isNeon ? 0.9 / exposure : 0, strength: 1 });
  return { cutout, cx, cy };
}

/** How much of the plain letters is seen over the medium. */
const OVER_MEDIUM = 0.8;

/** Goes over letters again that a medium has blurred; the ground of a sign stays the medium's. */
export function sharpenLetters(frame: Frame, state: SceneState, { cutout, cx, cy }: Laid): void {
  const { alpha, color } = cutout;
  const isGround = (i: number): boolean => {
    const light = lum([color[i * 3], color[i * 3 + 1], color[i * 3 + 2]]);
    return light < 0.6;
  };
  const onSign = state.spec.lettering?.on === "board";
  const kept = alpha.map((value, i) => (onSign && isGround(i) ? 0 : value));
  lay(frame, state, { ...cutout, alpha: kept }, { cx, cy, glow: 0, strength: OVER_MEDIUM });
}
