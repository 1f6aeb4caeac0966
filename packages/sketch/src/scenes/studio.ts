/** A studio sweep for single things: backdrop, pool of light, soft discs of unsharp light. */
import { type Rgb, adjust, clamp, css, hex, lch, mix, mixc, smooth, hypot } from "../core/color.ts";
import type { Frame } from "../core/frame.ts";
import { makeNoise, type Noise } from "../core/noise.ts";
import type { Rng } from "../core/rng.ts";
import type { SceneState } from "../types.ts";
import { eachRow } from "../core/rows.ts";

/** Where the backdrop bends into the table, from the top. */
const BEND = 0.72;
const DISCS = 22;
const LAMP = hex("#fff2df");
/** Boards of a wooden table: colour, and how many lie between its far edge and the viewer. */
const OAK = hex("#8d5f3a");
const BOARDS = 5;
const GREY: Rgb = [0.8, 0.8, 0.8];

/** The backdrop's colour and its accent; the draws are made whatever the prompt says. */
function chooseColours(state: SceneState, rng: Rng): { base: Rgb; accent: Rgb } {
  const { spec } = state;
  const drawn = lch(rng.range(0.5, 0.78), rng.range(0.04, 0.1), rng() * 360);
  const turn = rng.range(-50, 50);
  const [first, second] = spec.palette ?? [];
  const base = spec.background ?? (first ? adjust(first, 0.05) : drawn);
  return { base, accent: second ?? adjust(base, 0.14, 1.2, turn) };
}

/** Wall and table as one sweep, lit from above one shoulder, with a pool of light on the table. */
function paintSweep(frame: Frame, state: SceneState, base: Rgb, accent: Rgb, flip: number): void {
  const { w, h, rgb } = frame;
  const side = Math.min(w, h);
  const noise = makeNoise(state.seed, "studio");
  const bend = h * (state.spec.horizon ?? BEND);
  const wooden = state.spec.surface === "table";
  eachRow(state, 0, h, (y) => {
    const edge = wooden ? 0.004 : 0.075;
    const fold = wooden ? bend - h * 0.06 : bend - h * 0.015;
    const table = smooth(fold - h * edge, fold + h * edge, y);
    // Rows of a table lie closer together towards its far edge.
    const near = Math.max(0, (y - fold) / (h - fold));
    const across = 1 / (0.45 + near);
    const along = near / (0.25 + near);
    const towardsAccent = clamp(table * 0.55 + (y / h) * 0.15);
    for (let x = 0, j = y * w * 3; x < w; x++, j += 3) {
      const away = hypot(x / w - (0.5 - 0.1 * flip), y / h - 0.42);
      const wall = 0.5 + 0.75 * Math.exp(-away * away * 5.5);
      const weave = 1 + 0.05 * noise.fbm((x / side) * 2.4, (y / side) * 2.4, 4);
      const acrossPool = (x / w - 0.5) / 0.36;
      const downPool = (y - bend - h * 0.1) / (h * 0.16);
      const pool = 0.82 + 0.5 * Math.exp(-acrossPool * acrossPool - downPool * downPool);
      const light = wall * weave * mix(1, pool, table);
      const wood = wooden && table > 0 ? woodAt(noise, ((x / w) * 2 - 1) * across, along) : 0;
      for (let k = 0; k < 3; k++) {
        const cloth = mix(base[k], accent[k], towardsAccent);
        rgb[j + k] = mix(cloth, wooden ? OAK[k] * wood : cloth, table) * light;
      }
    }
  });
}

/** Brightness of wood at a point of the table: boards, seams and fibres. */
function woodAt(noise: Noise, u: number, v: number): number {
  const board = v * BOARDS;
  const own = noise.n2(Math.floor(board) * 7.3, 2.1) * 0.14;
  const wave = noise.n2(u * 1.1, v * 3);
  const fibre = noise.fbm(u * 1.6 + Math.floor(board) * 5, v * 46 + wave * 2, 3) * 0.22;
  const seam = smooth(0, 0.03, Math.abs(board - Math.round(board)));
  return (1.05 + own + fibre) * mix(0.55, 1, seam);
}

function drawDiscs(frame: Frame, accent: Rgb, bend: number, rng: Rng): void {
  const { w, h } = frame;
  const side = Math.min(w, h);
  const { canvas, context } = frame.canvas();
  for (let i = 0; i < DISCS; i++) {
    const radius = side * rng.range(0.015, 0.07);
    const x = rng() * w;
    const y = rng() * h * bend * 0.9;
    const colour = adjust(accent, rng.range(0, 0.2), 1.3, rng.range(-30, 30));
    const fill = context.createRadialGradient(x, y, radius * 0.5, x, y, radius);
    fill.addColorStop(0, css(colour, 0.14));
    fill.addColorStop(0.9, css(colour, 0.22));
    fill.addColorStop(1, css(colour, 0));
    context.fillStyle = fill;
    context.beginPath();
    context.arc(x, y, radius, 0, Math.PI * 2);
    context.fill();
  }
  frame.draw(canvas);
}

/** Draws the sweep and says where things stand on it; the things themselves come later. */
export function renderStudio(frame: Frame, state: SceneState): void {
  const { w, h } = frame;
  const rng = state.rng("studio");
  const { base, accent } = chooseColours(state, rng);
  const flip = rng.sign();
  state.sky = {
    name: "studio",
    exposure: 1,
    ambient: mixc(base, GREY, 0.5),
    sun: LAMP,
    sunStrength: 1.25,
    fog: base,
    night: 0,
    altitude: 0.6,
  };
  state.light = {
    sunX: w * (0.5 - 0.32 * flip),
    sunY: h * 0.14,
    direction: [-flip * 0.6, 0.6, 0.4],
    horizon: h * (state.spec.horizon ?? BEND),
    flip: flip === 1 ? -1 : 1,
  };
  state.groundY = () => Math.max(h * 0.82, h * ((state.spec.horizon ?? BEND) + 0.1));
  paintSweep(frame, state, base, accent, flip);
  state.progress(0.6, "studio");
  // A ground that the prompt names is plain.
  if (!state.spec.background) drawDiscs(frame, accent, state.spec.horizon ?? BEND, rng);
}
