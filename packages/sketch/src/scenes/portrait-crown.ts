/** A crown of flowers and leaves on a head in profile. */
import type { SKRSContext2D } from "@napi-rs/canvas";
import { type Rgb, adjust, hex, mix } from "../core/color.ts";
import { settle } from "../core/rows.ts";
import type { SceneState } from "../types.ts";
import { flower } from "./botanical-flowers.ts";
import { FLOWER_COLORS, type FlowerKind } from "./botanical-kinds.ts";
import { type LeafKind, leaf } from "./botanical-leaves.ts";
import type { PetalColors } from "./botanical-petals.ts";
import type { Head } from "./portrait-profile.ts";

const FLOWERS = 11;
const LEAVES = 25;
const USUAL_KINDS: readonly FlowerKind[] = ["peony", "cosmos", "anemone", "cherry"];
const LEAF_KINDS: readonly LeafKind[] = ["oval", "long", "eucalyptus"];
const GREENS = ["#4f7a52", "#6b8f4a", "#3f6b60"].map(hex);
/** The band of the crown: centre and radii in units of the head, angles from nape to brow. */
const BAND = { x: 0.42, y: 0.25, across: 0.262, down: 0.232, from: 2.95, to: 5.5 };

function isFlowerKind(name: string): name is FlowerKind {
  return name in FLOWER_COLORS;
}

function petalColours(kind: FlowerKind): PetalColors {
  const [heart, middle, tip] = FLOWER_COLORS[kind].map((code): Rgb => hex(code));
  return [heart, middle, tip];
}

/** Draws leaves, then flowers along the band of the crown; `asked` are flower kinds by name. */
export function drawCrown(
  context: SKRSContext2D,
  head: Head,
  asked: readonly string[],
  state: SceneState,
): void {
  const rng = state.rng("crown");
  const side = head.line * 1000;
  const named = asked.filter(isFlowerKind);
  const kinds = named.length > 0 ? named : USUAL_KINDS;
  const onBand = (angle: number, drift: number): [x: number, y: number] => [
    head.x + (BAND.x + Math.cos(angle) * (BAND.across + drift)) * head.size,
    head.y + (BAND.y + Math.sin(angle) * (BAND.down + drift)) * head.size,
  ];
  for (let i = 0; i < LEAVES; i++) {
    const angle = mix(BAND.from, BAND.to, rng());
    const [x, y] = onBand(angle, 0);
    // Leaves point up at angle 0: a quarter turn makes that outwards.
    const turn = angle + Math.PI / 2 + rng.range(-0.8, 0.8);
    const green = adjust(rng.pick(GREENS), rng.range(-0.04, 0.04));
    const length = head.size * rng.range(0.07, 0.13);
    leaf(context, x, y, length, turn, green, side, rng.pick(LEAF_KINDS));
  }
  for (let i = 0; i < FLOWERS; i++) {
    const angle = mix(BAND.from, BAND.to, (i + 0.5) / FLOWERS);
    const [x, y] = onBand(angle, rng.gauss() * 0.012);
    const kind = rng.pick(kinds);
    const radius = head.size * rng.range(0.045, 0.085);
    // Petals draw as many numbers as their kind has: a stream for each keeps its neighbours.
    const petals = state.rng(`crown:${i}`);
    flower(context, petals, kind, x, y, radius, petalColours(kind), side, rng.range(0.85, 1));
    settle(state, context);
  }
}
