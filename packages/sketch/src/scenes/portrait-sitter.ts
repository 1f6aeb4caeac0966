/** A painted portrait in profile: skin, hair and clothes before a plain ground. */
import type { SKRSContext2D } from "@napi-rs/canvas";
import { type Rgb, adjust, css, hex, hypot, mixc } from "../core/color.ts";
import type { Frame } from "../core/frame.ts";
import { makeNoise } from "../core/noise.ts";
import { eachRow } from "../core/rows.ts";
import type { Rng, SceneState } from "../types.ts";
import { drawCrown } from "./portrait-crown.ts";
import { type HairStyle, drawHair } from "./portrait-hair.ts";
import { type Head, type Point, drawFeatures, traceOutline } from "./portrait-profile.ts";

const GROUNDS = ["#d9a441", "#2f7d7a", "#c4664a", "#8fa58a", "#3d4f7a", "#e0b7a6"] as const;
const SKINS = ["#f0c8a4", "#dca477", "#b57a4c", "#8a5635", "#643d28"] as const;
const HAIRS = ["#241915", "#4f2f1d", "#7d4423", "#b98a45", "#17171c", "#8d3b1f"] as const;
const CLOTHES = ["#b8472f", "#2f5d62", "#d9a441", "#43583e", "#3f4a7a", "#efe2c6"] as const;
const BLUSH = hex("#d8604f");
const LIPS = hex("#a83a3a");
const INK = hex("#2a1714");
const GREY: Rgb = [0.8, 0.8, 0.8];

/** The edge of the hair, from the brow over the ear to the nape and back around the skull. */
const HAIRLINE: readonly Point[] = [
  [0.672, 0.098],
  [0.585, 0.135],
  [0.548, 0.215],
  [0.522, 0.3],
  [0.497, 0.372],
  [0.474, 0.34],
  [0.455, 0.288],
  [0.41, 0.282],
  [0.388, 0.34],
  [0.39, 0.45],
  [0.372, 0.55],
  [0.335, 0.6],
  [0.262, 0.55],
  [0.182, 0.44],
  [0.148, 0.3],
  [0.178, 0.145],
  [0.265, 0.045],
  [0.37, -0.002],
  [0.52, -0.012],
  [0.625, 0.035],
];

type Colours = { ground: Rgb; skin: Rgb; hair: Rgb; clothes: Rgb };

export type Sitter = {
  head: Head;
  outline: readonly Point[];
  hair: HairStyle;
  male: boolean;
  mirrored: boolean;
};

function coloursOf(state: SceneState, rng: Rng): Colours {
  const { spec } = state;
  const [first, second] = spec.palette ?? [];
  const ground = hex(rng.pick(GROUNDS));
  const clothes = hex(rng.pick(CLOTHES));
  const skin = hex(rng.pick(SKINS));
  const hair = hex(rng.pick(HAIRS));
  return {
    ground: spec.background ?? (spec.dark ? adjust(ground, -0.38, 0.7) : (first ?? ground)),
    clothes: second ?? clothes,
    skin,
    hair,
  };
}

/** The ground, lighter behind the head. */
function paintGround(frame: Frame, state: SceneState, ground: Rgb, head: Head): void {
  const { w, h, rgb } = frame;
  const side = Math.min(w, h);
  const noise = makeNoise(state.seed, "sitter");
  eachRow(state, 0, h, (y) => {
    for (let x = 0, j = y * w * 3; x < w; x++, j += 3) {
      const away = hypot(x - w / 2, y - (head.y + head.size * 0.3)) / side;
      const weave = 1 + 0.07 * noise.fbm((x / side) * 3, (y / side) * 3, 4);
      const light = (0.78 + 0.42 * Math.exp(-away * away * 3.4)) * weave;
      for (let c = 0; c < 3; c++) rgb[j + c] = ground[c] * light;
    }
  });
}

const pixel = (head: Head, [x, y]: Point): [number, number] => [
  head.x + x * head.size,
  head.y + y * head.size,
];

function softSpot(
  context: SKRSContext2D,
  head: Head,
  at: Point,
  radius: number,
  color: Rgb,
  alpha: number,
): void {
  const [x, y] = pixel(head, at);
  const fill = context.createRadialGradient(x, y, 0, x, y, radius * head.size);
  fill.addColorStop(0, css(color, alpha));
  fill.addColorStop(1, css(color, 0));
  context.fillStyle = fill;
  context.fillRect(
    x - radius * head.size,
    y - radius * head.size,
    radius * head.size * 2,
    radius * head.size * 2,
  );
}

/** Face and neck, lit from the front, and the clothes below them. */
function paintBody(
  context: SKRSContext2D,
  { head, outline, male }: Sitter,
  colours: Colours,
): void {
  const { skin, clothes } = colours;
  context.save();
  context.beginPath();
  traceOutline(context, head, outline);
  context.clip();
  const [left] = pixel(head, [0.15, 0]);
  const [right] = pixel(head, [0.78, 0]);
  const fill = context.createLinearGradient(left, 0, right, 0);
  fill.addColorStop(0, css(adjust(skin, -0.16, 1.05, -8)));
  fill.addColorStop(0.6, css(adjust(skin, -0.03)));
  fill.addColorStop(1, css(adjust(skin, 0.06)));
  context.fillStyle = fill;
  context.fillRect(head.x - head.size, head.y - head.size, head.size * 3, head.size * 3);
  const shade = adjust(skin, -0.22, 1.1, -12);
  softSpot(context, head, [0.44, 0.7], 0.3, shade, 0.5);
  softSpot(context, head, [0.66, 0.29], 0.07, shade, 0.3);
  softSpot(context, head, [0.6, 0.44], 0.15, BLUSH, male ? 0.08 : 0.17);
  softSpot(context, head, [0.715, 0.34], 0.05, adjust(skin, 0.16), 0.5);
  paintLips(context, head);
  paintClothes(context, head, clothes);
  context.restore();
}

function paintLips(context: SKRSContext2D, head: Head): void {
  context.fillStyle = css(LIPS, 0.8);
  context.beginPath();
  context.moveTo(...pixel(head, [0.69, 0.479]));
  context.quadraticCurveTo(...pixel(head, [0.725, 0.443]), ...pixel(head, [0.77, 0.455]));
  context.lineTo(...pixel(head, [0.77, 0.497]));
  context.quadraticCurveTo(...pixel(head, [0.72, 0.512]), ...pixel(head, [0.69, 0.479]));
  context.fill();
}

function paintClothes(context: SKRSContext2D, head: Head, clothes: Rgb): void {
  const neckline = () => {
    context.moveTo(...pixel(head, [0.1, 0.76]));
    context.quadraticCurveTo(...pixel(head, [0.3, 0.78]), ...pixel(head, [0.34, 0.795]));
    context.quadraticCurveTo(...pixel(head, [0.46, 0.875]), ...pixel(head, [0.61, 0.8]));
    context.lineTo(...pixel(head, [1, 0.8]));
  };
  const fill = context.createLinearGradient(...pixel(head, [0, 0.78]), ...pixel(head, [0.4, 1.1]));
  fill.addColorStop(0, css(adjust(clothes, 0.05)));
  fill.addColorStop(1, css(adjust(clothes, -0.12)));
  context.fillStyle = fill;
  context.beginPath();
  neckline();
  context.lineTo(...pixel(head, [1, 1.2]));
  context.lineTo(...pixel(head, [-0.2, 1.2]));
  context.closePath();
  context.fill();
  context.strokeStyle = css(adjust(clothes, 0.16));
  context.lineWidth = head.size * 0.018;
  context.beginPath();
  neckline();
  context.stroke();
}

/** Long hair behind the neck as one mass, which its locks only loosen at the edge. */
function fillFall(context: SKRSContext2D, head: Head): void {
  context.beginPath();
  context.moveTo(...pixel(head, [0.4, -0.002]));
  context.bezierCurveTo(
    ...pixel(head, [0.02, 0]),
    ...pixel(head, [-0.02, 0.5]),
    ...pixel(head, [0, 0.7]),
  );
  context.bezierCurveTo(
    ...pixel(head, [0.0, 0.86]),
    ...pixel(head, [0.06, 0.92]),
    ...pixel(head, [0.14, 0.97]),
  );
  context.bezierCurveTo(
    ...pixel(head, [0.3, 0.95]),
    ...pixel(head, [0.39, 0.8]),
    ...pixel(head, [0.385, 0.45]),
  );
  context.closePath();
  context.fill();
}

/** The mass of the hair, then its locks, then lighter hairs over both. */
function paintHair(
  context: SKRSContext2D,
  { head, hair }: Sitter,
  color: Rgb,
  state: SceneState,
): void {
  const top = pixel(head, [0.6, 0]);
  const foot = pixel(head, [0.2, 0.6]);
  const fill = context.createLinearGradient(...top, ...foot);
  fill.addColorStop(0, css(adjust(color, 0.09)));
  fill.addColorStop(0.5, css(color));
  fill.addColorStop(1, css(adjust(color, -0.07)));
  context.fillStyle = fill;
  context.strokeStyle = css(color);
  context.beginPath();
  traceOutline(context, head, HAIRLINE);
  context.fill();
  if (hair === "long" || hair === "wave") fillFall(context, head);
  drawHair(context, head, hair, state.rng("hair"));
  context.save();
  context.beginPath();
  traceOutline(context, head, HAIRLINE);
  context.clip();
  const rng = state.rng("strands");
  for (let i = 0; i < 60; i++) {
    const across = rng.range(0.08, 1);
    const shift = rng.range(-0.01, 0.01);
    context.strokeStyle = css(adjust(color, rng.range(-0.05, 0.16)), 0.5);
    context.lineWidth = head.size * rng.range(0.002, 0.006);
    context.beginPath();
    context.ellipse(
      ...pixel(head, [0.5, 0.3 + shift]),
      head.size * 0.36 * across,
      head.size * 0.31 * across,
      -0.2,
      Math.PI * 0.75,
      Math.PI * 1.75,
    );
    context.stroke();
  }
  context.restore();
}

function paintEarring(context: SKRSContext2D, head: Head, color: Rgb): void {
  context.fillStyle = css(adjust(color, 0.12, 1.2));
  context.beginPath();
  context.arc(...pixel(head, [0.446, 0.462]), head.size * 0.02, 0, Math.PI * 2);
  context.fill();
}

/** Paints `sitter`; the scene's light and air are set for the stages after it. */
export function renderSitter(frame: Frame, state: SceneState, sitter: Sitter): void {
  const { w, h } = frame;
  const { spec } = state;
  const rng = state.rng("sitter");
  const colours = coloursOf(state, rng);
  const { head, mirrored, male } = sitter;
  const side = mirrored ? -1 : 1;
  state.sky = {
    name: "portrait",
    exposure: 1,
    ambient: mixc(colours.ground, GREY, 0.5),
    sun: GREY,
    sunStrength: 1.1,
    fog: colours.ground,
    night: 0,
    altitude: 0.6,
  };
  state.light = {
    sunX: w * (0.5 + 0.4 * side),
    sunY: h * 0.2,
    direction: [side * 0.6, 0.6, 0.4],
    horizon: h * 0.8,
    flip: side,
  };
  paintGround(frame, state, colours.ground, head);
  state.progress(0.4, "portrait");
  const { canvas, context } = frame.canvas();
  if (mirrored) {
    context.translate(w, 0);
    context.scale(-1, 1);
  }
  paintBody(context, sitter, colours);
  paintHair(context, sitter, colours.hair, state);
  context.strokeStyle = css(INK, 0.85);
  drawFeatures(context, head);
  if (!male) paintEarring(context, head, colours.ground);
  if (spec.flowers) drawCrown(context, head, spec.flowerKinds ?? [], state);
  frame.draw(canvas);
  state.progress(0.7, "portrait");
  state.groundY = () => h;
  state.noSubject = true;
}
