/** Lays a cut-out thing into a scene: halo, shadow, mirror image and the light of the scene. */
import { clamp, mix, smooth } from "../core/color.ts";
import { boxBlur } from "../core/blur.ts";
import { eachRow } from "../core/rows.ts";
import type { Atmosphere, Frame, Light, SceneState } from "../types.ts";
import type { Cutout } from "./cutout.ts";

export type Placement = {
  /** Middle and foot in pixels. */
  cx: number;
  baseY: number;
  /** Air between viewer and thing, 0 to 1. */
  fog: number;
  /** 1 is a silhouette against the light. */
  backlit: number;
  /** Strength of the shadow on the ground and of the image in water. */
  shadow: number;
  reflect: number;
  /** Share of the height that fades into grass or water. */
  sink: number;
};

const USUAL_HALO = 0.22;
/** The mirror image is a little shorter than the thing. */
const MIRROR_SHORTENING = 0.92;

/** Draws one thing; `state.light` and `state.sky` must be set by the scene. */
export function layIn(frame: Frame, state: SceneState, cutout: Cutout, placement: Placement): void {
  const { light, sky } = state;
  if (!light || !sky)
    throw new Error("A scene must set its light and air before subjects are laid in");
  drawHalo(frame, state, cutout, placement, sky);
  if (placement.shadow > 0) drawShadow(frame, state, cutout, placement, light);
  const lit = relight(cutout, placement, light, sky);
  if (placement.reflect > 0) drawMirrored(frame, state, cutout, lit, placement);
  drawUpright(frame, state, cutout, lit, placement);
}

/** A breath of light behind the thing, so that it stands off its background. */
function drawHalo(
  { w, h, rgb }: Frame,
  state: SceneState,
  cutout: Cutout,
  { cx, baseY, fog }: Placement,
  sky: Atmosphere,
): void {
  const strength = (state.halo ?? USUAL_HALO) * (1 - fog);
  if (strength <= 0) return;
  const width = cutout.w - 2 * cutout.margin;
  const height = cutout.h - 2 * cutout.margin;
  const radiusX = width * 0.5 + height * 0.3;
  const radiusY = height * 0.85;
  const dim = sky.night > 0 ? 0.55 : 1;
  const glow = [0, 1, 2].map((c) => mix(sky.fog[c], sky.sun[c], 0.45) * dim);
  const left = Math.max(0, Math.floor(cx - radiusX * 1.6));
  const right = Math.min(w, cx + radiusX * 1.6);
  const middle = baseY - height * 0.55;
  eachRow(state, middle - radiusY * 1.6, Math.min(h, middle + radiusY * 1.6), (y) => {
    for (let x = left; x < right; x++) {
      const d2 = ((x - cx) / radiusX) ** 2 + ((y - middle) / radiusY) ** 2;
      if (d2 > 2.56) continue;
      const share = strength * Math.exp(-d2 * 2.4);
      const j = (y * w + x) * 3;
      for (let c = 0; c < 3; c++) {
        rgb[j + c] = mix(rgb[j + c], Math.max(rgb[j + c], glow[c]), share);
      }
    }
  });
}

/** A soft shadow at the foot, drawn away from the light. */
function drawShadow(
  { w, h, rgb }: Frame,
  state: SceneState,
  cutout: Cutout,
  { cx, baseY, shadow }: Placement,
  { sunX }: Light,
): void {
  const width = cutout.w - 2 * cutout.margin;
  const height = cutout.h - 2 * cutout.margin;
  const away = sunX > cx ? -1 : 1;
  const left = Math.max(0, Math.floor(cx - width));
  const right = Math.min(w, cx + width);
  const middle = baseY - height * 0.015;
  eachRow(state, middle - height * 0.12, Math.min(h, middle + height * 0.12), (y) => {
    for (let x = left; x < right; x++) {
      const u = (x - cx - away * width * 0.14) / (width * 0.62);
      const v = (y - middle) / (height * 0.075);
      const dark = 1 - shadow * Math.exp(-(u * u + v * v) * 1.9) * 0.85;
      const j = (y * w + x) * 3;
      for (let c = 0; c < 3; c++) rgb[j + c] *= dark;
    }
  });
}

/** The thing's colours in the light of the scene, three floats a pixel. */
function relight(
  cutout: Cutout,
  { cx, baseY, fog, backlit }: Placement,
  light: Light,
  sky: Atmosphere,
): Float32Array {
  const { w, h, margin, alpha, color } = cutout;
  const height = h - 2 * margin;
  // A blurred outline stands for the roundness of the body, a sharper one for its edge.
  const roundness = boxBlur(alpha.slice(), w, h, Math.max(2, height * 0.05), 1, 2);
  const outline = boxBlur(alpha.slice(), w, h, Math.max(1, height * 0.012), 1, 2);
  const towards = [light.sunX - cx, light.sunY - (baseY - height / 2)];
  const distance = Math.hypot(towards[0], towards[1]) || 1;
  const lx = towards[0] / distance;
  const ly = towards[1] / distance;
  const night = sky.night > 0;
  const sunStrength = Math.min(1.6, sky.sunStrength) * (night ? 0.75 : 1);
  const level = (sky.ambient[0] + sky.ambient[1] + sky.ambient[2]) / 3 + 0.02;
  const ambient = sky.ambient.map(
    (v) => mix(v / level, 1, 0.55) * (night ? 0.3 : clamp(0.35 + level * 0.7, 0.3, 0.85)),
  );
  const sun = sky.sun.map((v) => mix(v, 1, 0.35) * sunStrength * (1 - backlit * 0.75));
  const body = mix(1, 0.16, backlit);
  const lit = new Float32Array(color.length);
  const steep = height * 0.05;
  for (let i = w; i < w * (h - 1); i++) {
    if (alpha[i] === 0) continue;
    const facing =
      -(roundness[i + 1] - roundness[i - 1]) * steep * lx -
      (roundness[i + w] - roundness[i - w]) * steep * ly;
    const shine = 0.12 + 0.62 * clamp(0.5 + facing * 1.5);
    const edge = (1 - smooth(0.35, 0.98, outline[i])) ** 1.3;
    const rim = edge * clamp(facing * 3.2 + 0.15) * 1.1 * sunStrength * (0.28 + backlit * 1.15);
    const rise = 1 - (Math.floor(i / w) - margin) / height;
    const occlusion = mix(0.72, 1, smooth(0, 0.5, rise));
    for (let c = 0; c < 3; c++) {
      const surface = color[i * 3 + c] * (ambient[c] * occlusion + sun[c] * shine) * body;
      const air = sky.fog[c] * 0.85 + sky.sun[c] * 0.08;
      lit[i * 3 + c] = mix(surface + sky.sun[c] * rim, air, fog);
    }
  }
  return lit;
}

function drawUpright(
  frame: Frame,
  state: SceneState,
  cutout: Cutout,
  lit: Float32Array,
  { cx, baseY, sink }: Placement,
): void {
  const { w, h, margin, alpha } = cutout;
  const height = h - 2 * margin;
  const left = Math.round(cx - w / 2);
  const top = Math.round(baseY - h + margin);
  eachRow(state, top, Math.min(frame.h, top + h), (y) => {
    const row = y - top;
    const rise = 1 - (row - margin) / height;
    const fade = sink > 0 ? smooth(0, sink, rise) : 1;
    blendRow(frame, y, left, row * w, w, alpha, lit, fade);
  });
}

function drawMirrored(
  frame: Frame,
  state: SceneState,
  cutout: Cutout,
  lit: Float32Array,
  { cx, baseY, reflect }: Placement,
): void {
  const { w, h, margin, alpha } = cutout;
  const height = h - 2 * margin;
  const left = Math.round(cx - w / 2);
  const side = Math.min(frame.w, frame.h);
  // Ripples are measured in shares of the frame, so that every size wobbles alike.
  const wave = (y: number) =>
    (Math.sin((y / side) * 360) * 2.2 + Math.sin((y / side) * 113) * 2) / 1024;
  const end = Math.min(frame.h, baseY + height * MIRROR_SHORTENING);
  eachRow(state, Math.round(baseY), end, (y) => {
    const rise = (y - baseY) / (height * MIRROR_SHORTENING);
    const row = clamp(Math.round(margin + height * (1 - rise)), 0, h - 1);
    const share = reflect * (0.35 + 0.5 * (1 - rise));
    blendRow(frame, y, left + Math.round(wave(y) * side), row * w, w, alpha, lit, share);
  });
}

function blendRow(
  { w: frameWidth, rgb }: Frame,
  y: number,
  left: number,
  from: number,
  width: number,
  alpha: Float32Array,
  lit: Float32Array,
  share: number,
): void {
  const first = Math.max(0, -left);
  const last = Math.min(width, frameWidth - left);
  for (let x = first; x < last; x++) {
    const a = alpha[from + x] * share;
    if (a < 0.01) continue;
    const i = (from + x) * 3;
    const j = (y * frameWidth + left + x) * 3;
    for (let c = 0; c < 3; c++) rgb[j + c] = mix(rgb[j + c], lit[i + c], a);
  }
}
