/** What stands and hangs in a street: lamps, signs, wires and lights across it. */
import { adjust, css, hex, mul } from "../core/color.ts";
import { makeRng } from "../core/rng.ts";
import type { Rgb, Rng, SceneState } from "../types.ts";
import { shining } from "./city-light.ts";
import { drawGlyph } from "./city-signs.ts";
import { fillFacing, fillShining, glow, line, type Place, type StreetPen } from "./street-pen.ts";
import { type House, project, type Street } from "./street-plan.ts";

const IRON = hex("#26272c");
const LAMP = hex("#ffd9a0");
const BOARDS = ["#e8e2d4", "#c23b30", "#2c5f8a", "#e0b03c", "#2f7a58"].map(hex);

const front = (x1: number, x2: number, y1: number, y2: number, z: number): Place[] => [
  [x1, y1, z],
  [x2, y1, z],
  [x2, y2, z],
  [x1, y2, z],
];

/** Lamps on both sides, the farthest first. */
export function drawLamps(pen: StreetPen, street: Street): void {
  const { lamps, end, narrow } = street;
  const count = Math.floor((end - lamps.first) / lamps.every) + 1;
  for (let i = count - 1; i >= 0; i--) {
    const z = lamps.first + i * lamps.every;
    for (const hand of [-1, 1] as const) {
      const offset = hand < 0 ? z + lamps.every * 0.5 : z;
      if (narrow) drawWallLamp(pen, hand * street.half, hand, offset);
      else if (street.look === "old") drawLantern(pen, hand * (street.road + 0.3), offset);
      else drawMast(pen, hand * (street.road + 0.35), hand, offset);
    }
  }
}

function shine(pen: StreetPen, place: Place, size: number): void {
  const { own } = pen.light;
  if (own < 0.4) return;
  glow(pen, place, size * 4.5, LAMP, 1.1 * own);
}

function drawLantern(pen: StreetPen, x: number, z: number): void {
  const height = 3.3;
  line(pen, [x, 0, z], [x, height, z], 0.1, IRON);
  line(pen, [x, 0, z], [x, 0.7, z], 0.22, IRON);
  drawHead(pen, x, height, z);
}

/** A lantern of glass: wider at its top, under a cap. */
function drawHead(pen: StreetPen, x: number, y: number, z: number): void {
  const head: Place[] = [
    [x - 0.14, y, z],
    [x + 0.14, y, z],
    [x + 0.24, y + 0.5, z],
    [x - 0.24, y + 0.5, z],
  ];
  shine(pen, [x, y + 0.3, z], 0.7);
  if (pen.light.own > 0.4) fillShining(pen, head, LAMP);
  else fillFacing(pen, head, hex("#d9dcd4"), "viewer");
  const cap: Place[] = [
    [x - 0.3, y + 0.5, z],
    [x + 0.3, y + 0.5, z],
    [x, y + 0.8, z],
  ];
  fillFacing(pen, cap, IRON, "viewer");
}

function drawWallLamp(pen: StreetPen, x: number, hand: number, z: number): void {
  const y = 2.9;
  const to = x - hand * 0.5;
  line(pen, [x, y + 0.85, z], [to, y + 0.85, z], 0.06, IRON);
  drawHead(pen, to, y, z);
}

function drawMast(pen: StreetPen, x: number, hand: number, z: number): void {
  const height = 6.4;
  const to = x - hand * 1.7;
  line(pen, [x, 0, z], [x, height, z], 0.13, IRON);
  line(pen, [x, height, z], [to, height + 0.35, z], 0.1, IRON);
  const head = front(to - 0.4, to + 0.4, height + 0.22, height + 0.36, z);
  shine(pen, [to, height + 0.2, z], 0.8);
  if (pen.light.own > 0.4) fillShining(pen, head, LAMP);
  else fillFacing(pen, head, IRON, "viewer");
}

/** Signs that stand out from the houses, the farthest first; by night they shine in `neon` or white. */
export function drawSigns(
  pen: StreetPen,
  street: Street,
  state: SceneState,
  neon: readonly Rgb[] | null,
): void {
  const far = street.houses.toSorted((a, b) => b.z - a.z);
  for (const house of far) {
    const rng = state.rng(`sign:${house.key}`);
    if (street.look === "signs") {
      for (let i = 0; i < 2; i++) drawUprightSign(pen, street, house, rng, neon);
    } else if (house.shop) drawHangingSign(pen, street, house, rng);
  }
}

function drawUprightSign(
  pen: StreetPen,
  { half, narrow }: Street,
  house: House,
  rng: Rng,
  neon: readonly Rgb[] | null,
): void {
  const { context, view, light } = pen;
  const z = house.z + house.width * rng.range(0.1, 0.9);
  const wide = rng.range(0.65, 1.1) * (narrow ? 0.5 : 1);
  const tall = wide * rng.range(2.2, 4.6);
  const lowest = narrow ? 2.7 : 3.3;
  const foot = lowest + rng() * Math.max(0, house.height - tall - lowest - 0.6);
  const inner = house.hand * (half - 0.12);
  const outer = house.hand * (half - 0.12 - wide);
  const color = rng.pick(neon ?? BOARDS);
  const isOn = light.own > 0.4 && rng.chance(0.85);
  const isFilled = rng.chance(0.45);
  const glyphs = Math.max(2, Math.round(tall / wide));
  const strokes = rng.int(0, 1_000_000);
  if (z < half * 0.9) return;
  const box = front(inner, outer, foot, foot + tall, z);
  const body = neon ? hex("#15141f") : isFilled ? color : BOARDS[0];
  if (isOn) glow(pen, [(inner + outer) / 2, foot + tall / 2, z], tall * 0.75, color, 0.4);
  if (isOn && (isFilled || !neon))
    fillShining(pen, box, mul(body === BOARDS[0] ? body : color, neon ? 0.9 : 0.42));
  else fillFacing(pen, box, body, "viewer");
  const [x1, y1] = project(view, Math.min(inner, outer), foot + tall, z);
  const cell = (wide * view.focal) / z;
  if (cell < view.side * 0.004) return;
  const onLight = isFilled || !neon;
  const ink: Rgb = onLight ? (body === BOARDS[0] ? color : [0.95, 0.93, 0.86]) : color;
  context.strokeStyle = css(
    isOn && !onLight ? shining(light, ink, z) : mul(ink, isOn ? 1 : light.own > 0.4 ? 0.15 : 0.75),
  );
  context.lineCap = "round";
  const stroke = makeRng(strokes, "glyphs");
  for (let i = 0; i < glyphs; i++) {
    const step = (cell * (tall / wide)) / glyphs;
    drawGlyph(context, stroke, {
      x: x1 + cell * 0.24,
      y: y1 + step * (i + 0.2),
      w: cell * 0.52,
      h: step * 0.6,
    });
  }
}

/** A board on an iron arm, as shops of an old town have it. */
function drawHangingSign(pen: StreetPen, { half, narrow }: Street, house: House, rng: Rng): void {
  const z = house.z + house.width * rng.range(0.55, 0.9);
  const y = rng.range(3.1, 3.5);
  const color = rng.pick(BOARDS.slice(1));
  const isRound = rng.chance(0.4);
  if (z < half * (narrow ? 2.4 : 0.8)) return;
  const inner = house.hand * half;
  const outer = house.hand * (half - 1);
  line(pen, [inner, y + 0.75, z], [outer, y + 0.75, z], 0.06, IRON);
  const middle = house.hand * (half - 0.62);
  const round = Array.from({ length: 20 }, (_, i): Place => {
    const turn = (i / 20) * Math.PI * 2;
    return [middle + Math.cos(turn) * 0.36, y + 0.3 + Math.sin(turn) * 0.36, z];
  });
  const board = isRound ? round : front(middle - 0.34, middle + 0.34, y - 0.05, y + 0.62, z);
  fillFacing(pen, board, color, "viewer");
  const ring = board.map(([x, v]): Place => [
    middle + (x - middle) * 0.72,
    y + 0.3 + (v - y - 0.3) * 0.72,
    z,
  ]);
  fillFacing(pen, ring, adjust(color, 0.07), "viewer");
}

const BULBS = 13;

/** Wires across the street, by night with lights on them. */
export function drawLines(pen: StreetPen, { half, lines, narrow, look }: Street): void {
  const y = narrow ? 5 : 6.2;
  for (const z of lines.toReversed()) {
    const sag = half * 0.16;
    const place = (t: number): Place => [
      half * (t * 2 - 1),
      y - sag * (1 - (t * 2 - 1) ** 2),
      z + (t - 0.5) * half * 0.5,
    ];
    for (let i = 0; i < BULBS - 1; i++)
      line(pen, place(i / (BULBS - 1)), place((i + 1) / (BULBS - 1)), 0.03, IRON);
    if (look === "signs") continue;
    for (let i = 1; i < BULBS - 1; i++) {
      const [px, py, pz] = place(i / (BULBS - 1));
      const bulb = front(px - 0.06, px + 0.06, py - 0.2, py, pz);
      if (pen.light.own > 0.4) {
        glow(pen, [px, py - 0.1, pz], 0.5, LAMP, 0.9);
        fillShining(pen, bulb, LAMP);
      } else fillFacing(pen, bulb, hex("#efe6cf"), "viewer");
    }
  }
}

/** What closes the view: a tower in the distance, over the last houses. */
export function drawEnd(pen: StreetPen, { half, end, look, tower }: Street, rng: Rng): void {
  const wall = hex("#a08f82");
  const z = end + 2;
  const width = half * rng.range(0.7, 0.95);
  const tall = look === "old" ? half * rng.range(3.4, 4.4) : half * rng.range(4, 6);
  const shift = half * rng.range(-0.35, 0.35);
  const roofs = Array.from({ length: 7 }, () => rng.range(0.75, 1.25));
  const row = half * 4;
  for (const [i, share] of roofs.entries()) {
    const x = (i - 3.5) * half * 0.9;
    const top = half * 1.25 * share;
    const house: Place[] = [
      [x, 0, z + 6],
      [x + half * 0.9, 0, z + 6],
      [x + half * 0.9, top, z + 6],
      [x + half * 0.45, look === "old" ? top + half * 0.4 : top, z + 6],
      [x, top, z + 6],
    ];
    fillFacing(pen, house, adjust(wall, (share - 1) * 0.12), "viewer");
  }
  if (!tower) return;
  const far = z + row;
  const left = shift - width / 2;
  fillFacing(pen, front(left, left + width, 0, tall, far), wall, "viewer");
  fillFacing(pen, front(left, left + width * 0.4, 0, tall, far), adjust(wall, -0.05), "viewer");
  if (look !== "old") return;
  const spire: Place[] = [
    [left - width * 0.06, tall, far],
    [left + width * 1.06, tall, far],
    [shift, tall + width * 1.9, far],
  ];
  fillFacing(pen, spire, hex("#5f6d72"), "viewer");
  const bell = front(shift - width * 0.16, shift + width * 0.16, tall * 0.78, tall * 0.92, far);
  if (pen.light.own > 0.9) fillShining(pen, bell, LAMP);
  else fillFacing(pen, bell, hex("#3e3a3c"), "viewer");
}
