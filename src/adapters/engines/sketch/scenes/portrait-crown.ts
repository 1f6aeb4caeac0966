/** A crown of flowers and leaves on a head in profile. */
import type { SKRSContext2D } from "@napi-rs/canvas";
import { type Rgb, adjust, css, hex, mix, mixc } from "../core/color.ts";
import type { Rng } from "../core/rng.ts";
import type { SceneState } from "../types.ts";
import { FLOWER_COLORS, type FlowerKind } from "./botanical-kinds.ts";
import type { Head } from "./portrait-profile.ts";

const FLOWERS = 11;
const LEAVES = 26;
const USUAL_KINDS: readonly FlowerKind[] = ["peony", "cosmos", "anemone", "cherry"];
const GREENS = ["#4f7a52", "#6b8f4a", "#3f6b60"].map(hex);
/** The band of the crown: centre and radii in units of the head, angles from nape to brow. */
const BAND = { x: 0.42, y: 0.25, across: 0.262, down: 0.232, from: 2.95, to: 5.5 };

type Petal = { angle: number; length: number; width: number; heart: Rgb; tip: Rgb };

/** One petal from the origin outwards, darker at the heart, with a fold along its middle. */
function drawPetal(context: SKRSContext2D, { angle, length, width, heart, tip }: Petal): void {
  context.save();
  context.rotate(angle);
  const fill = context.createLinearGradient(0, 0, length, 0);
  fill.addColorStop(0, css(heart));
  fill.addColorStop(0.75, css(tip));
  fill.addColorStop(1, css(adjust(tip, 0.04)));
  context.fillStyle = fill;
  context.beginPath();
  context.moveTo(0, 0);
  context.bezierCurveTo(length * 0.25, -width, length * 0.95, -width, length, 0);
  context.bezierCurveTo(length * 0.95, width, length * 0.25, width, 0, 0);
  context.fill();
  context.strokeStyle = css(adjust(heart, -0.08), 0.35);
  context.lineWidth = length * 0.025;
  context.stroke();
  context.beginPath();
  context.moveTo(length * 0.2, 0);
  context.quadraticCurveTo(length * 0.6, width * 0.12, length * 0.85, 0);
  context.stroke();
  context.restore();
}

/** Rings of petals by kind: full flowers have many, open ones a single ring and a dark eye. */
const RINGS: Readonly<Partial<Record<FlowerKind, { rings: number; petals: number; eye: string }>>> =
  {
    peony: { rings: 4, petals: 9, eye: "#f4d9a0" },
    rose: { rings: 5, petals: 7, eye: "#7a0f22" },
    dahlia: { rings: 5, petals: 13, eye: "#7a2a12" },
    cosmos: { rings: 1, petals: 8, eye: "#e8b23a" },
    anemone: { rings: 2, petals: 8, eye: "#15142a" },
    poppy: { rings: 1, petals: 5, eye: "#1c1410" },
    daisy: { rings: 1, petals: 16, eye: "#f0b52e" },
    sunflower: { rings: 2, petals: 18, eye: "#4a2c14" },
  };
const OPEN_FLOWER = { rings: 1, petals: 5, eye: "#d9a441" };

function drawFlower(
  context: SKRSContext2D,
  kind: FlowerKind,
  x: number,
  y: number,
  radius: number,
  rng: Rng,
): void {
  const { rings, petals, eye } = RINGS[kind] ?? OPEN_FLOWER;
  const [dark, middle, light] = FLOWER_COLORS[kind].map((code) => hex(code));
  context.save();
  context.translate(x, y);
  context.rotate(rng.range(0, Math.PI * 2));
  context.scale(1, rng.range(0.8, 1));
  context.shadowColor = "rgba(20,10,20,.35)";
  context.shadowBlur = radius * 0.12;
  for (let ring = 0; ring < rings; ring++) {
    const inward = rings === 1 ? 0 : ring / rings;
    const length = radius * mix(1, 0.32, inward);
    for (let petal = 0; petal < petals; petal++) {
      drawPetal(context, {
        angle: ((petal + ring * 0.5 + rng.range(-0.12, 0.12)) / petals) * Math.PI * 2,
        length: length * rng.range(0.9, 1.06),
        width: ((length * 2.9) / petals) * rng.range(0.9, 1.15),
        heart: adjust(ring % 2 ? middle : dark, rng.range(-0.03, 0.03)),
        tip: adjust(mixc(light, middle, 0.25 + 0.6 * inward), rng.range(-0.05, 0.02)),
      });
    }
  }
  context.fillStyle = eye;
  context.beginPath();
  context.arc(0, 0, radius * (rings > 2 ? 0.1 : 0.2), 0, Math.PI * 2);
  context.fill();
  context.restore();
}

function drawLeaf(
  context: SKRSContext2D,
  x: number,
  y: number,
  length: number,
  angle: number,
  rng: Rng,
): void {
  const green = adjust(rng.pick(GREENS), rng.range(-0.05, 0.05));
  const width = length * rng.range(0.16, 0.3);
  context.save();
  context.translate(x, y);
  context.rotate(angle);
  const fill = context.createLinearGradient(0, -width, 0, width);
  fill.addColorStop(0, css(adjust(green, 0.07)));
  fill.addColorStop(0.49, css(green));
  fill.addColorStop(0.51, css(adjust(green, -0.06)));
  fill.addColorStop(1, css(adjust(green, -0.1)));
  context.fillStyle = fill;
  context.beginPath();
  context.moveTo(0, 0);
  context.bezierCurveTo(length * 0.25, -width, length * 0.72, -width * 0.9, length, 0);
  context.bezierCurveTo(length * 0.72, width * 0.9, length * 0.25, width, 0, 0);
  context.fill();
  context.strokeStyle = css(adjust(green, 0.14), 0.6);
  context.lineWidth = Math.max(0.6, length * 0.018);
  context.beginPath();
  context.moveTo(0, 0);
  context.lineTo(length * 0.92, 0);
  context.stroke();
  context.restore();
}

function isFlowerKind(name: string): name is FlowerKind {
  return name in FLOWER_COLORS;
}

/** Draws leaves, then flowers along the band of the crown. */
export function drawCrown(
  context: SKRSContext2D,
  head: Head,
  asked: readonly string[],
  state: SceneState,
): void {
  const rng = state.rng("crown");
  const named = asked.filter(isFlowerKind);
  const kinds = named.length > 0 ? named : USUAL_KINDS;
  const onBand = (angle: number, drift: number): [x: number, y: number] => [
    head.x + (BAND.x + Math.cos(angle) * (BAND.across + drift)) * head.size,
    head.y + (BAND.y + Math.sin(angle) * (BAND.down + drift)) * head.size,
  ];
  for (let i = 0; i < LEAVES; i++) {
    const angle = mix(BAND.from, BAND.to, rng());
    const [x, y] = onBand(angle, 0);
    const outwards = angle + rng.range(-0.9, 0.9);
    drawLeaf(context, x, y, head.size * rng.range(0.07, 0.14), outwards, rng);
  }
  for (let i = 0; i < FLOWERS; i++) {
    const angle = mix(BAND.from, BAND.to, (i + 0.5) / FLOWERS);
    const [x, y] = onBand(angle, rng.gauss() * 0.012);
    const radius = head.size * rng.range(0.045, 0.085);
    drawFlower(context, rng.pick(kinds), x, y, radius, rng);
    state.check();
  }
}
