/** Flower studies: a bouquet, three flowers, one flower, or leaves alone. */
import type { SKRSContext2D } from "@napi-rs/canvas";
import { type Rgb, adjust, css, hex, mul } from "../core/color.ts";
import type { Rng, SceneRenderer, SceneSpec, SceneState } from "../types.ts";
import { backdropColor, paintBackdrop } from "./botanical-backdrop.ts";
import { flower } from "./botanical-flowers.ts";
import { FLOWER_COLORS, FLOWER_KINDS, type FlowerKind } from "./botanical-kinds.ts";
import { type LeafKind, leaf } from "./botanical-leaves.ts";
import type { PetalColors } from "./botanical-petals.ts";
import { settle } from "../core/rows.ts";
import { zoomOf } from "../lens.ts";

type Arrangement = "bouquet" | "single" | "trio";
type Head = { x: number; y: number; radius: number };
type Study = {
  w: number;
  h: number;
  side: number;
  /** Middle of the heads. */
  cx: number;
  cy: number;
  /** Where the stems meet. */
  foot: { x: number; y: number };
  green: Rgb;
};

const VASE_TOP = 0.74;
const GOLDEN_ANGLE = 2.39996;
const LEAF_SCATTER: readonly LeafKind[] = ["monstera", "oval", "long", "oval"];
const STEM_LEAVES: readonly LeafKind[] = ["oval", "oval", "long", "eucalyptus"];
const CREAM = mul(hex("#f2ead8"), 0.9);

/** Flowers and leaves before a plain ground. */
export const renderBotanical: SceneRenderer = (frame, state) => {
  const { w, h } = frame;
  const { spec } = state;
  const rng = state.rng("botanical");
  const side = Math.min(w, h) * zoomOf(spec);
  const backdrop = spec.backdrop ?? "dark";
  const ground = spec.background ?? backdropColor(backdrop, rng);
  const lamp = { x: w * 0.22, y: h * 0.26 };
  paintBackdrop(frame, state, backdrop, ground, lamp);
  state.light = { sunX: lamp.x, sunY: lamp.y, horizon: h, flip: -1, direction: [-0.5, 0.6, 0.6] };
  state.sky = {
    name: "studio",
    exposure: 1.05,
    ambient: ground,
    sun: hex("#fff0d8"),
    sunStrength: 1,
    fog: ground,
    night: 0,
    altitude: 0.6,
  };
  state.groundY = () => h * 0.8;

  state.progress(0.2, "leaves");
  const anyKind = rng.pick(FLOWER_KINDS);
  const anyArrangement = rng.pick(["bouquet", "single", "trio"] as const);
  const kinds = flowerKinds(spec, anyKind);
  const arrangement = spec.arrangement ?? (kinds.length > 1 ? "bouquet" : anyArrangement);
  const cx = w * 0.5;
  const study: Study = {
    w,
    h,
    side,
    cx,
    cy: h * (arrangement === "single" ? 0.43 : 0.5),
    foot: spec.vase
      ? { x: cx, y: h * VASE_TOP + side * 0.04 }
      : { x: cx + side * rng.range(-0.05, 0.05), y: h * 1.06 },
    green: spec.leafColor ?? hex(backdrop === "dark" ? "#3f6048" : "#5c7f4a"),
  };
  const { canvas, context } = frame.canvas();
  if (spec.leavesOnly) {
    scatterLeaves(context, rng, state, study);
    frame.draw(canvas);
    return;
  }
  const heads = placeHeads(rng, arrangement, study);
  drawStems(context, heads, study);
  drawStemLeaves(context, rng, arrangement, study, spec.vase ?? false);
  if (spec.vase) drawVase(context, study, spec.vaseColor ?? hex("#7a8fa6"));
  if (arrangement === "bouquet") scatterBuds(context, rng, study);
  state.progress(0.4, "petals");
  const petals = state.rng("petals");
  for (const [i, { x, y, radius }] of heads.entries()) {
    settle(state, context);
    const kind = kinds[i % kinds.length];
    const colors = petalColors(petals, kind, spec.flowerTint);
    const tilt = petals.range(0.82, 1);
    flower(context, petals, kind, x, y, radius, colors, side, arrangement === "single" ? 1 : tilt);
  }
  frame.draw(canvas, { gain: backdrop === "dark" ? 1.12 : 1.05 });
};

function flowerKinds({ flowerKinds: named = [] }: SceneSpec, anyKind: FlowerKind): FlowerKind[] {
  const known = FLOWER_KINDS.filter((kind) => named.includes(kind));
  return known.length > 0 ? known : [anyKind];
}

function petalColors(
  rng: Rng,
  kind: FlowerKind,
  tint: readonly Rgb[] | null | undefined,
): PetalColors {
  const turn = rng.range(-14, 14);
  const chosen = tint && tint.length > 0 ? rng.pick(tint) : null;
  if (chosen) return [adjust(chosen, -0.1, 1.1), chosen, adjust(chosen, 0.16, 0.6)];
  const [heart, middle, tip] = FLOWER_COLORS[kind].map((code) => adjust(hex(code), 0, 1, turn));
  return [heart, middle, tip];
}

/** Heads of an arrangement, those drawn first first. */
function placeHeads(rng: Rng, arrangement: Arrangement, { cx, cy, side }: Study): Head[] {
  if (arrangement === "single") return [{ x: cx, y: cy, radius: side * rng.range(0.29, 0.34) }];
  if (arrangement === "trio") {
    return [
      { x: cx - side * 0.17, y: cy - side * 0.02, radius: side * 0.19 },
      { x: cx + side * 0.18, y: cy + side * 0.05, radius: side * 0.17 },
      { x: cx + side * 0.02, y: cy - side * 0.24, radius: side * 0.15 },
    ];
  }
  const count = rng.int(8, 11);
  const heads = Array.from({ length: count }, (_, i) => {
    const angle = i * GOLDEN_ANGLE + rng() * 0.3;
    const reach = 0.29 * Math.sqrt((i + 0.3) / count);
    return {
      x: cx + Math.cos(angle) * side * reach * 1.08,
      y: cy + Math.sin(angle) * side * reach * 0.92 - side * 0.03,
      radius: side * rng.range(0.09, 0.165) * (1.22 - reach),
    };
  });
  const off = ({ x, y }: Head) => Math.hypot(x - cx, y - cy);
  return heads.toSorted((a, b) => off(b) - off(a));
}

function drawStems(
  context: SKRSContext2D,
  heads: readonly Head[],
  { cx, foot, green, side }: Study,
): void {
  context.strokeStyle = css(adjust(green, -0.06));
  context.lineWidth = side * 0.0075;
  context.lineCap = "round";
  for (const { x, y } of heads) {
    context.beginPath();
    context.moveTo(x, y);
    context.bezierCurveTo(
      x + (foot.x - x) * 0.1,
      y + (foot.y - y) * 0.45,
      foot.x + (x - foot.x) * 0.2,
      y + (foot.y - y) * 0.7,
      foot.x + (x - cx) * 0.1,
      foot.y,
    );
    context.stroke();
  }
}

function drawStemLeaves(
  context: SKRSContext2D,
  rng: Rng,
  arrangement: Arrangement,
  { cx, cy, h, side, foot, green }: Study,
  vase: boolean,
): void {
  const single = arrangement === "single";
  const count = single ? 5 : 24;
  for (let i = 0; i < count; i++) {
    const along = 0.25 + 0.6 * (i / count);
    const hand = i % 2 ? 1 : -1;
    const around = (i / count) * Math.PI * 2 + rng.range(-0.2, 0.2);
    const reach = side * rng.range(0.14, 0.3);
    const spread = hand * rng.range(0.7, 1.3);
    const size = rng();
    const turn = rng.range(-0.3, 0.3);
    const tone = adjust(green, rng.range(-0.1, 0.1), rng.range(0.8, 1.2), rng.range(-20, 30));
    const kind = rng.pick(STEM_LEAVES);
    if (single) {
      const x = cx + (foot.x - cx) * along;
      const y = cy + (h - cy) * (0.42 + 0.5 * along);
      leaf(context, x, y, side * (0.17 + 0.1 * size), spread + turn, tone, side, kind);
    } else if (!(vase && Math.cos(around) < -0.75)) {
      const x = cx + Math.sin(around) * reach;
      const y = cy - Math.cos(around) * reach * 0.9;
      leaf(context, x, y, side * (0.14 + 0.11 * size), around + turn, tone, side, kind);
    }
  }
}

function scatterLeaves(
  context: SKRSContext2D,
  rng: Rng,
  state: SceneState,
  { cx, cy, side, green, w, h }: Study,
): void {
  const reachX = (w / side) * 1.1;
  const reachY = (h / side) * 1.1;
  for (let i = 0; i < 48; i++) {
    const angle = i * GOLDEN_ANGLE;
    const reach = side * 0.62 * Math.sqrt(1 - i / 48);
    const x = cx + Math.cos(angle) * reach * reachX;
    const y = cy + Math.sin(angle) * reach * reachY;
    const length = side * rng.range(0.24, 0.5);
    const turn = angle + Math.PI / 2 + rng.range(-0.8, 0.8);
    const tone = adjust(green, rng.range(-0.14, 0.12), rng.range(0.8, 1.3), rng.range(-25, 25));
    leaf(context, x, y, length, turn, tone, side, rng.pick(LEAF_SCATTER));
    settle(state, context);
  }
}

/** Small cream buds that fill the gaps of a bouquet. */
function scatterBuds(context: SKRSContext2D, rng: Rng, { cx, cy, side }: Study): void {
  context.fillStyle = css(CREAM, 0.85);
  for (let i = 0; i < 60; i++) {
    const angle = rng() * Math.PI * 2;
    const reach = side * rng.range(0.2, 0.4);
    const radius = side * rng.range(0.003, 0.007);
    context.beginPath();
    context.arc(cx + Math.cos(angle) * reach, cy + Math.sin(angle) * reach * 0.9, radius, 0, 7);
    context.fill();
  }
}

function drawVase(context: SKRSContext2D, { cx, h, side }: Study, color: Rgb): void {
  const width = side * 0.15;
  const height = h * 0.24;
  const top = h * VASE_TOP;
  const glaze = context.createLinearGradient(cx - width, 0, cx + width, 0);
  glaze.addColorStop(0, css(adjust(color, 0.1)));
  glaze.addColorStop(0.3, css(adjust(color, 0.22)));
  glaze.addColorStop(0.6, css(color));
  glaze.addColorStop(1, css(adjust(color, -0.25)));
  const waist = top + height * 0.2;
  const belly = top + height * 0.35;
  const foot = top + height;
  context.fillStyle = glaze;
  context.beginPath();
  context.moveTo(cx - width * 0.5, top);
  context.bezierCurveTo(cx - width * 0.4, waist, cx - width * 1.25, belly, cx - width * 0.8, foot);
  context.lineTo(cx + width * 0.8, foot);
  context.bezierCurveTo(cx + width * 1.25, belly, cx + width * 0.4, waist, cx + width * 0.5, top);
  context.fill();
}
