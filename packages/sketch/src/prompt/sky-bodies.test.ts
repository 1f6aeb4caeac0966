import { expect, test } from "vitest";
import { renderSpec } from "../render.ts";
import { makeRng } from "../core/rng.ts";
import { type Frame, createFrame } from "../core/frame.ts";
import { makeNoise } from "../core/noise.ts";
import { makeSky, paintSky } from "../sky.ts";
import type { Bodies } from "./sky-bodies.ts";
import { furtherPlanets } from "../scenes/space-planets.ts";
import { parsePrompt } from "./parse.ts";

const SIDE = 256;
const HORIZON = 140;
const SEEDS = [1, 2, 3, 4, 5, 6];

/** A clear sky with so many suns or moons. */
function skyWith(bodies: Bodies, night: boolean, seed: number): Frame {
  const frame = createFrame(SIDE, SIDE);
  paintSky(frame, makeSky(night ? "moonlit" : "noon"), {
    horizon: HORIZON,
    sx: 150,
    sy: 50,
    noise: makeNoise(seed, "clouds"),
    clouds: 0,
    moon: night,
    check: () => {},
    rng: makeRng(seed, "sky"),
    bodies: { counts: bodies, rng: makeRng(seed, "bodies") },
  });
  return frame;
}

/** Separate spots in which one picture is lighter than another by more than `least`. */
function spotsBetween(one: Frame, other: Frame, least: number): number {
  const differs = Uint8Array.from({ length: SIDE * SIDE }, (_, i) =>
    one.rgb[i * 3] - other.rgb[i * 3] > least ? 1 : 0,
  );
  let spots = 0;
  for (let start = 0; start < differs.length; start++) {
    if (!differs[start]) continue;
    spots++;
    const open = [start];
    differs[start] = 0;
    for (let i = open.pop(); i !== undefined; i = open.pop()) {
      for (const next of [i - SIDE, i + SIDE, i - 1, i + 1].filter((at) => differs[at])) {
        differs[next] = 0;
        open.push(next);
      }
    }
  }
  return spots;
}

test.each([
  ["two moons over the sea", "ocean", { moons: 2 }, ["two moons", "sea"]],
  ["three moons above a desert", "landscape", { moons: 3 }, ["three moons", "desert"]],
  ["twin suns over a desert", "landscape", { suns: 2 }, ["twin suns", "desert"]],
  ["a city under five moons", "city", { moons: 5 }, ["city", "five moons"]],
  ["a red planet with two moons", "space", { moons: 2 }, ["red", "planet", "two moons"]],
  ["four planets in deep space", "space", { planets: 4 }, ["four planets", "deep space"]],
  ["a moon over the sea at sunset", "ocean", { moons: 1 }, ["moon", "sea", "sunset"]],
])("%s: the number is bound to its noun", (prompt, scene, bodies, understood) => {
  for (const seed of SEEDS) {
    const spec = parsePrompt(prompt, { seed });
    expect(spec.scene).toBe(scene);
    expect(spec.bodies).toEqual(bodies);
    expect(spec.understood.toSorted()).toEqual(understood.toSorted());
    expect(spec.ignored).toEqual([]);
  }
});

test.each([
  ["two moons in a forest", ["two", "moons"]],
  ["two suns over a stormy sea", ["two", "suns"]],
  ["a city at night under two suns", ["two", "suns"]],
  ["a city under 20 moons", ["20"]],
])("%s: what is not drawn is listed as left out", (prompt, left) => {
  expect(parsePrompt(prompt, { seed: 3 }).ignored).toEqual(left);
});

test("a number before another noun counts that noun alone", () => {
  const { bodies, subjects } = parsePrompt("two boats under a moon and a lighthouse", { seed: 2 });
  expect(bodies).toBeUndefined();
  expect(subjects.map(({ id, count }) => [id, count])).toEqual([
    ["sailboat", 2],
    ["lighthouse", undefined],
  ]);
});

test.each([
  ["moons", true, 0.1],
  ["suns", false, 0.9],
] as const)(
  "%s: as many are seen as are counted, all of them above the land",
  (kind, night, least) => {
    for (const seed of SEEDS) {
      const one = skyWith({ [kind]: 1 }, night, seed);
      for (const count of [2, 4, 9]) {
        const several = skyWith({ [kind]: count }, night, seed);
        expect([seed, 1 + spotsBetween(several, one, least)]).toEqual([seed, count]);
      }
    }
  },
);

test.each(["the sea", "a desert", "a city", "a planet"])(
  "over %s another number of moons is another picture",
  async (place) => {
    const options = { width: 64, height: 64, seed: 2 };
    const hooks = { check: () => {}, progress: () => {} };
    const drawn = await Promise.all(
      ["two", "five"].map((number) => {
        const spec = parsePrompt(`${number} moons over ${place}`, { seed: 2 });
        return renderSpec(spec, options, hooks);
      }),
    );
    const [two, five] = drawn.map(({ frame }) => frame.toRGB8());
    expect(two.some((value, i) => Math.abs(value - five[i]) > 20)).toBe(true);
  },
);

test("further planets are apart from one another and whole in the frame", () => {
  for (const seed of SEEDS) {
    const frame = createFrame(300, 200);
    const main = {
      cx: 150,
      cy: 96,
      radius: 48,
      light: [-0.7, -0.5, 0.5] as [number, number, number],
      kind: "earth" as const,
      longitude: 0,
      ring: null,
    };
    const others = furtherPlanets(frame, makeRng(seed, "planets"), main, { planets: 3, moons: 3 });
    expect(others).toHaveLength(6);
    const all = [main, ...others];
    for (const [i, { cx, cy, radius }] of all.entries()) {
      expect(Math.min(cx, cy, 300 - cx, 200 - cy)).toBeGreaterThan(radius);
      for (const other of all.slice(i + 1))
        expect(Math.hypot(cx - other.cx, cy - other.cy)).toBeGreaterThan(radius + other.radius);
    }
  }
});
