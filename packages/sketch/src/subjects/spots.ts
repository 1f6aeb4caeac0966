/** Chooses spots for several things so that they overlap as little as they can. */
import { clamp } from "../core/color.ts";
import type { Rng } from "../types.ts";

/** A spot: middle, foot and size in pixels; `scale` 1 is the nearest. */
export type Spot = { cx: number; baseY: number; height: number; scale: number };

export type Crowd = {
  w: number;
  h: number;
  /** Width by height of the thing. */
  aspect: number;
  height: number;
  baseY: number;
  horizon: number;
  free: boolean;
  count: number;
  /** Share of the width at which the first one stands. */
  middle: number;
};

/** Spots tried for each further thing; the best is taken. */
const CANDIDATES = 28;
/** Empty space kept around a thing, as a share of its size. */
const CLEARANCE = 0.08;
/** So many stand side by side; more of them go back into the distance. */
const FEW = 4;
const OUTSIDE_COST = 2;

/** Spots for a crowd, nearest first, avoiding `taken`. The number of draws depends on the count alone. */
export function chooseSpots(
  rng: Rng,
  crowd: Crowd,
  taken: readonly (Spot & { aspect: number })[],
): Spot[] {
  const { w, aspect, height, baseY } = crowd;
  const halfWidth = (height * aspect) / 2;
  const edge = Math.min(0.5, (halfWidth / w) * 0.8);
  const first: Spot = { cx: w * clamp(crowd.middle, edge, 1 - edge), baseY, height, scale: 1 };
  const spots = [first];
  for (let i = 1; i < crowd.count; i++) {
    const candidates = Array.from({ length: CANDIDATES }, () => candidate(rng, crowd));
    const others = [...taken, ...spots.map((spot) => ({ ...spot, aspect }))];
    const costs = candidates.map((spot) => cost(spot, crowd, others));
    spots.push(candidates[costs.indexOf(Math.min(...costs))]);
  }
  return spots;
}

function candidate(rng: Rng, { w, h, height, baseY, horizon, free, aspect, count }: Crowd): Spot {
  const far = count <= FEW ? 0.78 : 0.5;
  const scale = free ? rng.range(0.4, 0.8) : rng.range(far, count <= FEW ? 0.96 : 0.86);
  const across = rng();
  const rise = rng();
  const size = height * scale;
  const half = Math.min(w / 2, (size * aspect) / 2);
  const cx = half + across * (w - 2 * half);
  // On the ground a smaller one stands as much nearer the horizon; free ones hang anywhere.
  const onGround = horizon + (baseY - horizon) * scale;
  const band = h * 0.5;
  const hanging = clamp(baseY + (rise - 0.6) * band, size * 1.08, h * 0.94);
  return { cx, baseY: free ? hanging : onGround, height: size, scale };
}

type Box = { left: number; right: number; top: number; bottom: number };

function boxOf({ cx, baseY, height }: Spot, aspect: number): Box {
  const half = ((height * aspect) / 2) * (1 + CLEARANCE);
  return {
    left: cx - half,
    right: cx + half,
    top: baseY - height * (1 + CLEARANCE),
    bottom: baseY,
  };
}

function cost(
  spot: Spot,
  { w, h, aspect }: Crowd,
  others: readonly (Spot & { aspect: number })[],
): number {
  const box = boxOf(spot, aspect);
  const area = (box.right - box.left) * (box.bottom - box.top);
  const inside = overlap(box, { left: 0, right: w, top: 0, bottom: h });
  let total = OUTSIDE_COST * (1 - inside / area);
  for (const other of others) {
    const theirs = boxOf(other, other.aspect);
    const smaller = Math.min(area, (theirs.right - theirs.left) * (theirs.bottom - theirs.top));
    total += overlap(box, theirs) / smaller;
  }
  return total;
}

function overlap(a: Box, b: Box): number {
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return Math.max(0, width) * Math.max(0, height);
}
