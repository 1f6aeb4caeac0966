/** Further planets and moons by number, apart from one another. */
import type { Frame, PlanetKind, Rng } from "../types.ts";
import { PLANET_COLORS, type Planet } from "./space-planet.ts";

const KINDS = Object.keys(PLANET_COLORS) as PlanetKind[];
export const MOON_KINDS: readonly PlanetKind[] = ["rocky", "ice", "violet"];
const CANDIDATES = 60;
/** A ring reaches this far, in radii. */
const RING_REACH = 2.1;
const MARGIN = 0.06;

const reachOf = ({ radius, ring }: Pick<Planet, "radius" | "ring">): number =>
  radius * (ring ? RING_REACH : 1);

/** As many planets and moons beside `main`, each wholly in the frame where there is room. */
export function furtherPlanets(
  { w, h }: Frame,
  rng: Rng,
  main: Planet,
  { planets, moons }: { planets: number; moons: number },
): Planet[] {
  const side = Math.min(w, h);
  const crowd = 1 / Math.sqrt(1 + (planets + moons) / 5);
  const others = KINDS.filter((kind) => kind !== main.kind);
  const placed: Planet[] = [main];
  for (let i = 0; i < planets + moons; i++) {
    const isMoon = i >= planets;
    const radius = side * crowd * (isMoon ? rng.range(0.03, 0.06) : rng.range(0.07, 0.14));
    const turn = rng.int(0, others.length - 1);
    const kind = isMoon ? rng.pick(MOON_KINDS) : others[(i + turn) % others.length];
    const inset = radius + side * MARGIN;
    const spots = Array.from({ length: CANDIDATES }, () => ({
      cx: rng.range(inset, w - inset),
      cy: rng.range(inset, h - inset),
    }));
    const gapOf = ({ cx, cy }: { cx: number; cy: number }): number =>
      Math.min(
        ...placed.map(
          (other) => Math.hypot(cx - other.cx, cy - other.cy) - radius - reachOf(other),
        ),
      );
    const gaps = spots.map(gapOf);
    const { cx, cy } = spots[gaps.indexOf(Math.max(...gaps))];
    placed.push({ cx, cy, radius, kind, light: main.light, longitude: rng() * 90, ring: null });
  }
  return placed.slice(1);
}
