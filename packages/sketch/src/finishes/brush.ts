import { boxBlur, downsample } from "../core/blur.ts";
import {
  type Rgb,
  adjust,
  clamp,
  css,
  lin2byte,
  mix,
  oklab,
  smooth,
  unoklab,
} from "../core/color.ts";
import type { Frame, Layer } from "../core/frame.ts";
import { makeNoise } from "../core/noise.ts";
import type { Rng } from "../core/rng.ts";
import type { SceneState } from "../types.ts";
import { type Flow, type FlowField, emptyFlow, energyAt, flowField } from "./flow-field.ts";
import { embossGain, reliefLayer } from "./impasto.ts";
import { eachRow, settle } from "../core/rows.ts";
import { lightnessPlane, perceived, shortSide } from "./plane.ts";
import { type StrokeGround, drawStroke, drawThin, traceStroke } from "./strokes.ts";

export type BrushStyle = {
  /** Brush radii from the first coat to the last, as shares of the short side. */
  sizes: readonly number[];
  /** Distance between strokes after the first coat, in brush radii. */
  spacing: number;
  /** Random drift of colour from stroke to stroke. */
  drift: number;
  /** Segments of a stroke. */
  length: number;
  opacity: number;
  /** Fine bristle marks on each stroke of the first two coats. */
  bristles: number;
  /** Multiplies the colourfulness. */
  colour: number;
  /** Later coats skip places that differ less than this from the coat below. */
  threshold: number;
  /** Depth of the paint's relief; 0 is thin paint. */
  impasto: number;
  /** Whether strokes swirl in calm places. */
  swirls: boolean;
  /** How much of the source's detail is kept at its edges, 0 to 1. */
  keepDetail: number;
};

const UNDERPAINT_SCALE = 4;
/** Strokes between two checks for a cancel, about 30 ms; each check costs half a millisecond. */
const STROKES_BETWEEN_CHECKS = 512;
/** Share of the whole picture's progress at which finishing begins, and its span. */
const PROGRESS_START = 0.84;
const PROGRESS_SPAN = 0.1;

type Underpaint = { data: Float32Array; w: number; h: number };

function blurredGround(src: Float32Array, w: number, h: number): Underpaint {
  const small = downsample(src, w, h, UNDERPAINT_SCALE);
  boxBlur(small.data, small.w, small.h, 4, 3, 2);
  return small;
}

function underpaintIndex(ground: Underpaint, x: number, y: number): number {
  const column = Math.min(ground.w - 1, (x / UNDERPAINT_SCALE) | 0);
  const row = Math.min(ground.h - 1, (y / UNDERPAINT_SCALE) | 0);
  return (row * ground.w + column) * 3;
}

function layUnderpaint(layer: Layer, ground: Underpaint, { w, h }: Frame, state: SceneState): void {
  const image = layer.context.createImageData(w, h);
  eachRow(state, 0, h, (y) => {
    for (let x = 0, i = y * w * 4; x < w; x++, i += 4) {
      const p = underpaintIndex(ground, x, y);
      image.data[i] = lin2byte(ground.data[p]);
      image.data[i + 1] = lin2byte(ground.data[p + 1]);
      image.data[i + 2] = lin2byte(ground.data[p + 2]);
      image.data[i + 3] = 255;
    }
  });
  layer.context.putImageData(image, 0, 0);
}

/** Pixels between two strokes at least: in a tiny picture finer coats would have forty strokes a pixel. */
const LEAST_STEP = 1;

/** Points of a jittered grid in random order, x and y by turns. */
function scatter(w: number, h: number, wanted: number, rng: Rng): Float64Array {
  const step = Math.max(LEAST_STEP, wanted);
  const columns = Math.ceil(w / step);
  const rows = Math.ceil(h / step);
  const points = new Float64Array(columns * rows * 2);
  for (let row = 0, i = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, i += 2) {
      points[i] = (column + rng()) * step;
      points[i + 1] = (row + rng()) * step;
    }
  }
  for (let i = columns * rows - 1; i > 0; i--) {
    const k = (rng() * (i + 1)) | 0;
    const [x, y] = [points[i * 2], points[i * 2 + 1]];
    points[i * 2] = points[k * 2];
    points[i * 2 + 1] = points[k * 2 + 1];
    points[k * 2] = x;
    points[k * 2 + 1] = y;
  }
  return points;
}

/** Whether a later coat may leave this place as it is: calm, and near the colour below. */
function isCovered(
  src: Float32Array,
  p: number,
  ground: Underpaint,
  q: number,
  energy: number,
  coat: number,
  threshold: number,
  rng: Rng,
): boolean {
  const difference =
    Math.abs(perceived(src[p]) - perceived(ground.data[q])) +
    Math.abs(perceived(src[p + 1]) - perceived(ground.data[q + 1])) +
    Math.abs(perceived(src[p + 2]) - perceived(ground.data[q + 2]));
  const second = coat === 1;
  if (difference >= threshold * (second ? 0.5 : 1)) return false;
  if (energy >= 0.0016 * (second ? 0.3 : 1)) return false;
  return rng() > (second ? 0.35 : 0.05);
}

function strokeColour(src: Float32Array, p: number, style: BrushStyle, rng: Rng): Rgb {
  const [lightness, a, b] = oklab([src[p], src[p + 1], src[p + 2]]);
  return unoklab([
    clamp(lightness + rng.gauss() * style.drift * 0.5),
    a * style.colour + rng.gauss() * style.drift * 0.28,
    b * style.colour + rng.gauss() * style.drift * 0.28,
  ]);
}

type Easel = {
  ground: StrokeGround;
  underpaint: Underpaint;
  paint: Layer["context"];
  relief: Layer["context"] | null;
  style: BrushStyle;
  rng: Rng;
  flow: Flow;
};

function paintStroke(easel: Easel, coat: number, radius: number, x: number, y: number): void {
  const { ground, underpaint, paint, relief, style, rng } = easel;
  const column = clamp(x | 0, 0, ground.w - 1);
  const row = clamp(y | 0, 0, ground.h - 1);
  const p = (row * ground.w + column) * 3;
  if (coat > 0) {
    const energy = energyAt(ground.flow, column, row);
    const q = underpaintIndex(underpaint, column, row);
    if (isCovered(ground.src, p, underpaint, q, energy, coat, style.threshold, rng)) return;
  }
  const colour = strokeColour(ground.src, p, style, rng);
  const shape = { radius, length: style.length, swirls: style.swirls };
  const { path, angle } = traceStroke(ground, x, y, shape, easel.flow);
  paint.strokeStyle = css(colour, style.opacity);
  paint.lineWidth = radius * 1.25;
  drawStroke(paint, path, 0, 0);
  if (coat > 1) return;
  const acrossX = -Math.sin(angle);
  const acrossY = Math.cos(angle);
  // Finer strokes show fewer bristles.
  const bristles = Math.round(style.bristles / (coat * 2 + 1));
  paint.lineCap = "butt";
  for (let bristle = 0; bristle < bristles; bristle++) {
    const offset = rng.range(-0.5, 0.5) * radius;
    paint.strokeStyle = css(adjust(colour, rng.range(-0.045, 0.045)), 0.5);
    paint.lineWidth = radius * rng.range(0.08, 0.2);
    drawThin(paint, path, acrossX * offset, acrossY * offset);
  }
  paint.lineCap = "round";
  if (!relief) return;
  relief.strokeStyle = "rgba(150,150,150,.8)";
  relief.lineWidth = radius * 1.2;
  drawStroke(relief, path, 0, 0);
  // The furrow beside a fine stroke would be thinner than the relief can hold.
  if (coat > 0) return;
  relief.strokeStyle = "rgba(80,80,80,.6)";
  relief.lineWidth = radius * 0.2;
  drawThin(relief, path, acrossX * radius * 0.55, acrossY * radius * 0.55);
}

function restoreDetail(
  frame: Frame,
  src: Float32Array,
  flow: FlowField,
  amount: number,
  state: SceneState,
): void {
  const { w, h, rgb } = frame;
  eachRow(state, 0, h, (y) => {
    for (let x = 0, j = y * w * 3; x < w; x++, j += 3) {
      const share = amount * smooth(0.0006, 0.012, energyAt(flow, x, y));
      if (share <= 0.01) continue;
      for (let k = 0; k < 3; k++) rgb[j + k] = mix(rgb[j + k], src[j + k], share);
    }
  });
}

/**
 * Paints the picture over in strokes that follow its flow: a blurred underpainting, then one coat
 * per brush size, finer brushes only where the coat below is not enough.
 */
export function paintWithBrush(frame: Frame, state: SceneState, style: BrushStyle): void {
  const { w, h } = frame;
  const side = shortSide(frame);
  const src = frame.rgb.slice();
  const flow = flowField(lightnessPlane(frame), w, h, Math.max(2, side * 0.003));
  state.check();
  const underpaint = blurredGround(src, w, h);
  state.check();
  const layer = frame.canvas();
  layUnderpaint(layer, underpaint, frame, state);
  layer.context.lineCap = "round";
  layer.context.lineJoin = "round";
  const relief = style.impasto > 0 ? reliefLayer(frame) : null;
  const easel: Easel = {
    ground: { src, w, h, flow, noise: makeNoise(state.seed, "brush") },
    underpaint,
    paint: layer.context,
    relief: relief?.context ?? null,
    style,
    rng: state.rng("paint"),
    flow: emptyFlow(),
  };
  style.sizes.forEach((size, coat) => {
    const radius = size * side;
    const points = scatter(w, h, radius * (coat === 0 ? 1.05 : style.spacing), easel.rng);
    for (let i = 0; i < points.length; i += 2) {
      if (i % (STROKES_BETWEEN_CHECKS * 2) === 0) {
        settle(state, easel.paint);
        if (easel.relief) settle(state, easel.relief);
      }
      paintStroke(easel, coat, radius, points[i], points[i + 1]);
    }
    const done = (coat + 1) / style.sizes.length;
    state.progress(PROGRESS_START + PROGRESS_SPAN * done, "painting");
  });
  frame.fromCanvas(layer.canvas, () => state.check());
  state.check();
  if (style.keepDetail > 0) restoreDetail(frame, src, flow, style.keepDetail, state);
  if (relief) embossGain(frame, relief, style.impasto, state);
}
