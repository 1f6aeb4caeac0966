/** Grass and flowers at the viewer's feet, drawn as a vector layer. */
import { type Rgb, adjust, css, hex, mix } from "../core/color.ts";
import type { Frame, Layer } from "../core/frame.ts";
import { makeNoise } from "../core/noise.ts";
import type { Rng } from "../core/rng.ts";
import type { SceneSpec, SceneState } from "../types.ts";
import { hasForeground } from "./landscape-holds.ts";
import type { Land } from "./landscape-view.ts";

const WILDFLOWERS = ["#f4d35e", "#e56b6f", "#f8f4ff", "#b388eb", "#ff8fab"];
const BLADES = 2600;
const FLOWERS = 520;
const TURN = Math.PI * 2;

const toRgb = (color: string | Rgb): Rgb => (typeof color === "string" ? hex(color) : color);

function grassColors(spec: SceneSpec, snow: boolean): Rgb[] {
  if (snow) return ["#8f8672", "#b8ae98", "#6d6656"].map(hex);
  if (spec.season === "autumn") return ["#a9772f", "#7c5522", "#c79a46", "#5e4420"].map(hex);
  if (spec.groundTint) {
    return [
      adjust(spec.groundTint, -0.12, 0.8),
      adjust(spec.groundTint, -0.2, 0.9, 20),
      adjust(spec.groundTint, -0.05, 0.9),
    ];
  }
  return ["#5d7a2e", "#3e5a24", "#7f9a40", "#2c4220"].map(hex);
}

type Meadow = {
  layer: Layer;
  frame: Frame;
  rng: Rng;
  /** Colour in this light, scaled, as CSS. */
  tint: (color: Rgb, k: number) => string;
  grass: Rgb[];
};

/** Blades in tufts, far to near, thinner in the middle so that the view stays open. */
function drawGrass(
  { layer, frame, rng, tint, grass }: Meadow,
  state: SceneState,
  density: number,
): void {
  const { w, h } = frame;
  const { context } = layer;
  const side = Math.min(w, h);
  const top = h * (0.86 - 0.06 * density);
  const tufts = makeNoise(state.seed, "grass");
  const flip = state.light?.flip ?? 1;
  const blades: { u: number; near: number; size: number; bend: number }[] = [];
  for (let i = 0; i < Math.round(BLADES * density * (w / side)); i++) {
    const u = rng();
    const near = rng();
    const size = rng();
    const bend = rng();
    const tuft = tufts.fbm(u * 3.1, near * 2.2, 3) + Math.abs(u - 0.5) * 0.9 - 0.12;
    if (tuft > (size - 0.5) * 0.5) blades.push({ u, near, size, bend });
  }
  blades.sort((a, b) => a.near - b.near);
  for (const { u, near, size, bend } of blades) {
    const x = u * w * 1.04 - w * 0.02;
    const y = mix(top, h * 1.06, near);
    const length = side * mix(0.016, 0.085, near) * (0.5 + 0.8 * size);
    const lean = (bend - 0.5 + 0.18 * flip) * length * 0.9;
    context.strokeStyle = tint(
      grass[(size * grass.length) | 0],
      mix(0.9, 0.4, near) * (0.7 + 0.5 * bend),
    );
    context.lineWidth = Math.max(0.7, side * mix(0.0011, 0.0036, near));
    context.beginPath();
    context.moveTo(x, y);
    context.quadraticCurveTo(x + lean * 0.25, y - length * 0.65, x + lean, y - length);
    context.stroke();
  }
}

function drawFlowers(
  { layer, frame, rng, tint, grass }: Meadow,
  amount: number,
  colors: Rgb[],
): void {
  const { w, h } = frame;
  const { context } = layer;
  const side = Math.min(w, h);
  const heart = hex("#f2c14e");
  const flowers = Array.from({ length: Math.round(FLOWERS * amount * (w / side)) }, () => ({
    u: rng(),
    near: Math.pow(rng(), 0.8),
    size: rng(),
    shape: rng(),
    hue: rng(),
  }));
  flowers.sort((a, b) => a.near - b.near);
  for (const { u, near, size, shape, hue } of flowers) {
    const x = u * w;
    const y = mix(h * 0.66, h * 1.03, near);
    const r = side * mix(0.0022, 0.0165, near * near) * (0.7 + 0.6 * size);
    const light = 1.35 * (0.75 + 0.4 * shape);
    const color = colors[(hue * colors.length) | 0];
    if (near > 0.35) {
      context.strokeStyle = tint(grass[1], 0.8);
      context.lineWidth = r * 0.16;
      context.beginPath();
      context.moveTo(x, y);
      context.quadraticCurveTo(
        x + r * (shape - 0.5),
        y + r * 2,
        x + r * (size - 0.5) * 2,
        y + r * 5.5,
      );
      context.stroke();
    }
    const petals = 5 + ((shape * 3) | 0);
    const tilt = 0.55 + 0.4 * size;
    for (let petal = 0; petal < petals; petal++) {
      const angle = (petal / petals) * TURN + size * 6;
      context.fillStyle = tint(color, light * (0.82 + 0.25 * Math.sin(angle + 1)));
      context.beginPath();
      context.ellipse(
        x + Math.cos(angle) * r * 0.62,
        y + Math.sin(angle) * r * 0.62 * tilt,
        r * 0.52,
        r * 0.36 * tilt + r * 0.1,
        angle,
        0,
        TURN,
      );
      context.fill();
    }
    context.fillStyle = tint(heart, 1.2);
    context.beginPath();
    context.ellipse(x, y, r * 0.28, r * 0.24 * tilt + (0.3 * side) / 1024, 0, 0, TURN);
    context.fill();
  }
}

/** Grass and, where asked for, flowers. */
export function drawForeground(frame: Frame, state: SceneState, land: Land): void {
  const { spec } = state;
  if (!hasForeground(land.kind, spec.flowers)) return;
  const light = land.ambient.map((ambient, c) => ambient * 0.75 + land.sun[c] * 0.45);
  const meadow: Meadow = {
    layer: frame.canvas(),
    frame,
    rng: state.rng("fg"),
    tint: (c, k) => css([c[0] * light[0] * k, c[1] * light[1] * k, c[2] * light[2] * k]),
    grass: grassColors(spec, land.snow),
  };
  drawGrass(
    meadow,
    state,
    spec.grass ?? (land.kind === "hills" || land.kind === "plains" ? 1 : 0.55),
  );
  state.check();
  if (spec.flowers)
    drawFlowers(meadow, spec.flowers, (spec.flowerColors ?? WILDFLOWERS).map(toRgb));
  frame.draw(meadow.layer.canvas);
}
