/** Portraits in profile: painted ones, and double exposures with a scene inside the silhouette. */
import type { Canvas } from "@napi-rs/canvas";
import { type Rgb, clamp, hex, lum, mix, smooth, hypot } from "../core/color.ts";
import { type Frame, type Layer, createFrame } from "../core/frame.ts";
import { coarseField, makeNoise } from "../core/noise.ts";
import { blur } from "../finishes/plane.ts";
import { zoomOf } from "../lens.ts";
import type { SceneRenderer, SceneState } from "../types.ts";
import { drawCrown } from "./portrait-crown.ts";
import { type HairStyle, drawHair } from "./portrait-hair.ts";
import { type Head, drawFeatures, profileOutline, traceOutline } from "./portrait-profile.ts";
import { renderSitter } from "./portrait-sitter.ts";
import { eachRow } from "../core/rows.ts";

const NIGHT_PAPER = hex("#12141c");
const PAPERS = ["#f3ece1", "#e9eef0", "#f6e9e2", "#ece7f2"] as const;
const HAIR_STYLES: readonly HairStyle[] = ["bun", "long", "wave"];
/** Mean light of the inner scene: darker than light paper, lighter than dark. */
const INNER_ON_LIGHT = 0.2;
const INNER_ON_DARK = 0.26;
/** A line of shade or light inside the outline lets the profile read. */
const DARK_EDGE = hex("#16141c");
const LIGHT_EDGE: Rgb = [0.95, 0.86, 0.74];
const EDGE_WIDTH = 0.009;
const EDGE_STRENGTH = 0.55;
/** The inner scene takes this share of the picture's progress. */
const INNER_PROGRESS = 0.62;

function isHairStyle(name: string | undefined): name is HairStyle {
  return name === "short" || name === "bun" || name === "long" || name === "wave";
}

/** The head fills the height; in narrow frames it shrinks and keeps its shoulders on the edge. */
function placeHead({ w, h }: Frame, crowned: boolean, zoom: number): Head {
  const size = Math.min(h * 1.02, w * 1.2) * zoom ** 0.6;
  const line = Math.min(w, h) / 1000;
  return {
    x: w / 2 - size * 0.47,
    y: Math.max(h * (crowned ? 0.1 : 0.06), h - size * 0.98),
    size,
    line,
  };
}

/** A layer whose drawing faces left when `mirrored`. */
function facingLayer(frame: Frame, mirrored: boolean): Layer {
  const layer = frame.canvas();
  if (mirrored) {
    layer.context.translate(frame.w, 0);
    layer.context.scale(-1, 1);
  }
  return layer;
}

/** Draws the inner scene on its own frame; its light becomes the portrait's. */
async function drawInner(frame: Frame, state: SceneState, draw: SceneRenderer): Promise<Frame> {
  const { inner } = state.spec;
  if (!inner) throw new Error("A portrait needs an inner scene.");
  const inside = createFrame(frame.w, frame.h);
  const innerState: SceneState = {
    seed: state.seed,
    spec: inner,
    rng: (label) => state.rng(label),
    progress: (fraction, stage) => state.progress(fraction * INNER_PROGRESS, stage),
    check: () => state.check(),
  };
  await draw(inside, innerState);
  state.sky = innerState.sky;
  state.light = innerState.light;
  return inside;
}

/** What brings the inner scene's mean light to `target` under the exposure it will get. */
function innerGain({ rgb }: Frame, exposure: number, target: number): number {
  let sum = 0;
  let count = 0;
  for (let j = 0; j + 2 < rgb.length; j += 3 * 13, count++) {
    sum += Math.min(1.5, lum([rgb[j], rgb[j + 1], rgb[j + 2]]) * exposure);
  }
  return clamp(target / Math.max(0.01, sum / count), 0.5, 1.7);
}

/** How far each pixel is covered, and how far its neighbourhood is: they differ at the outline. */
function readMask(mask: Canvas, { w, h }: Frame, state: SceneState) {
  const pixels = mask.getContext("2d").getImageData(0, 0, w, h).data;
  const cover = new Float32Array(w * h);
  for (let i = 0; i < cover.length; i++) cover[i] = pixels[i * 4 + 3] / 255;
  const around = blur(cover.slice(), w, h, Math.min(w, h) * EDGE_WIDTH, 1, state);
  return { cover, around };
}

type Sheet = { paper: Rgb; dark: boolean };

/** Lays the inner scene into the mask, bleeding a little into the paper around the head. */
function blendExposures(
  frame: Frame,
  state: SceneState,
  inside: Frame,
  mask: Canvas,
  { paper, dark }: Sheet,
): void {
  const { w, h, rgb } = frame;
  const side = Math.min(w, h);
  const noise = makeNoise(state.seed, "portrait");
  const step = Math.max(2, Math.round(side / 256));
  const slow = (frequency: number, octaves: number) =>
    coarseField(w, h, step, (x, y) =>
      noise.fbm((x / side) * frequency, (y / side) * frequency, octaves),
    );
  const stain = slow(5, 3);
  const wash = slow(2.6, 4);
  const tear = slow(4, 3);
  const { cover, around } = readMask(mask, frame, state);
  const edge = dark ? LIGHT_EDGE : DARK_EDGE;
  const exposure = state.sky?.exposure ?? 1;
  const gain = innerGain(inside, exposure, dark ? INNER_ON_DARK : INNER_ON_LIGHT);
  eachRow(state, 0, h, (y) => {
    for (let x = 0, i = y * w; x < w; x++, i++) {
      const texture = 1 + 0.05 * stain(x, y) + 0.02 * noise.n2(x * 0.8, y * 0.8);
      const away = hypot(x - w / 2, y - h * 0.42) / side;
      const falloff = dark ? 0.55 + 1.1 * Math.exp(-away * 2.6) : 1 - 0.16 * away;
      const nearness = Math.exp(-Math.max(0, away - 0.1) * 2.6) * 0.55;
      const bleed = clamp((0.12 + wash(x, y)) * 1.5) * nearness;
      const held = smooth(h, h * 0.72, y + tear(x, y) * h * 0.16);
      const share = cover[i] * (0.25 + 0.75 * held);
      const rim = cover[i] * smooth(0.86, 0.42, around[i]);
      for (let k = 0; k < 3; k++) {
        const scene = inside.rgb[i * 3 + k] * gain;
        const sheet = (paper[k] * falloff * texture) / exposure;
        const stained = dark
          ? sheet + scene * 0.35 * bleed
          : mix(sheet, Math.min(sheet, scene * 0.6 + sheet * 0.45), bleed);
        const light = mix(stained, scene, share);
        rgb[i * 3 + k] = mix(light, edge[k] / exposure, rim * EDGE_STRENGTH);
      }
    }
  });
}

/** Draws a portrait; `drawScene` draws the scene inside it. */
export async function renderPortrait(
  frame: Frame,
  state: SceneState,
  drawScene: SceneRenderer,
): Promise<void> {
  const { spec } = state;
  const rng = state.rng("portrait");
  const inside = spec.painted ? null : await drawInner(frame, state, drawScene);
  state.progress(spec.painted ? 0 : INNER_PROGRESS, "portrait");

  const anyPaper = hex(rng.pick(PAPERS));
  const paper = spec.background ?? (spec.dark ? NIGHT_PAPER : anyPaper);
  const dark = lum(paper) < 0.2;
  const mirrored = rng.chance(0.5);
  const head = placeHead(frame, Boolean(spec.flowers), zoomOf(spec));
  const male = spec.male ?? false;
  const outline = profileOutline(male, rng);
  const anyHair = rng.pick(HAIR_STYLES);
  const hair = isHairStyle(spec.hair) ? spec.hair : male ? "short" : anyHair;
  if (inside === null) {
    renderSitter(frame, state, { head, outline, hair, male, mirrored });
    return;
  }

  const mask = facingLayer(frame, mirrored);
  mask.context.fillStyle = "#fff";
  mask.context.strokeStyle = "#fff";
  mask.context.beginPath();
  traceOutline(mask.context, head, outline);
  mask.context.fill();
  drawHair(mask.context, head, hair, state.rng("hair"));
  state.check();
  blendExposures(frame, state, inside, mask.canvas, { paper, dark });
  const features = facingLayer(frame, mirrored);
  features.context.strokeStyle = dark ? "rgba(255,245,230,.8)" : "rgba(18,14,22,.75)";
  drawFeatures(features.context, head);
  frame.draw(features.canvas);
  state.progress(0.7, "portrait");
  if (spec.flowers) {
    const layer = facingLayer(frame, mirrored);
    drawCrown(layer.context, head, spec.flowerKinds ?? [], state);
    frame.draw(layer.canvas);
  }
  state.groundY = () => frame.h;
  state.noSubject = true;
}
