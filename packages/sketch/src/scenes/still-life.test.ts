import { expect, test } from "vitest";
import { createFrame } from "../core/frame.ts";
import { makeRng } from "../core/rng.ts";
import { parsePrompt } from "../prompt/parse.ts";
import type { SceneState } from "../types.ts";
import { drawScene } from "./scene.ts";
import { arrange } from "./still-life-sets.ts";
import * as shapes from "./still-life-shapes.ts";
import { SOLID_KINDS } from "./still-life-kinds.ts";
import { shapeOf } from "./still-life-solids.ts";
import { createTracer, FLOOR, NOTHING, WALL } from "./still-life-tracer.ts";

const WHITE = [1, 1, 1] as [number, number, number];
const ball = {
  distance: shapes.placed(shapes.sphere(0.5), 0, 0.5, 0),
  low: [-0.5, 0, -0.5],
  high: [0.5, 1, 0.5],
  color: WHITE,
  surface: { gloss: 0, metal: 0, veins: 0 },
} as const;
const up = { solids: [ball], wallZ: -2, sun: [0, 1, 0], hardness: 12 } as const;

test("a ray meets what stands in its way, at the right place", () => {
  const tracer = createTracer({ ...up, solids: [{ ...ball, color: WHITE }] });
  const { hit } = tracer;
  tracer.look(0, 0.5, 4, 0, 0, -1);
  expect(hit.what).toBe(0);
  expect(hit.z).toBeCloseTo(0.5, 2);
  tracer.look(2, 0.5, 4, 0, 0, -1);
  expect([hit.what, hit.z]).toEqual([WALL, -2]);
  tracer.look(2, 1, 0, 0, -1, 0);
  expect([hit.what, hit.y]).toEqual([FLOOR, 0]);
  tracer.look(0, 0.5, 4, 0, 0, 1);
  expect(hit.what).toBe(NOTHING);
});

test("a body shades the floor under it and nothing beyond its half-shadow", () => {
  const tracer = createTracer({ ...up, solids: [{ ...ball, color: WHITE }] });
  expect(tracer.sunlight(0, 0.001, 0)).toBe(0);
  expect(tracer.sunlight(2, 0.001, 0)).toBe(1);
  expect(tracer.openness(0.55, 0.001, 0, 0, 1, 0)).toBeLessThan(
    tracer.openness(2, 0.001, 0, 0, 1, 0),
  );
});

test.each(SOLID_KINDS)("%s stands on the floor inside its bounds", (kind) => {
  const { distance, height, halfWidth, halfDepth } = shapeOf[kind](0);
  const outside = [
    distance(0, height + 0.02, 0),
    distance(0, -0.02, 0),
    distance(halfWidth + 0.02, height / 2, 0),
    distance(0, height / 2, -halfDepth - 0.02),
  ];
  expect(Math.min(...outside)).toBeGreaterThan(0);
  const steps = Array.from({ length: 40 }, (_, i) => (i / 39) * height);
  const inside = steps.some((y) =>
    Array.from({ length: 41 }, (_, i) => (i / 20 - 1) * halfWidth).some(
      (x) => distance(x, y, 0) < 0,
    ),
  );
  expect(inside).toBe(true);
});

const placesOf = (prompt: string) =>
  Object.fromEntries(
    arrange(parsePrompt(prompt, { seed: 2 }).subjects, makeRng(2, "row")).map((item) => [
      item.kind,
      item,
    ]),
  );

test("relations decide where bodies stand", () => {
  const on = placesOf("a yellow sphere on top of a green cube");
  expect(on.sphere.y).toBeCloseTo(on.cube.shape.height);
  expect(on.sphere.x).toBeCloseTo(on.cube.x);
  const left = placesOf("a red block to the left of a blue pyramid");
  expect(left.cube.x).toBeLessThan(left.pyramid.x - 0.5);
  const right = placesOf("a cone to the right of a sphere");
  expect(right.cone.x).toBeGreaterThan(right.sphere.x + 0.4);
  const front = placesOf("a sphere in front of a cube");
  expect(front.sphere.z).toBeGreaterThan(front.cube.z + 0.5);
  const under = placesOf("a plinth under a vase");
  expect(under.vase.y).toBeCloseTo(under.plinth.shape.height);
});

function draw(prompt: string, check = () => {}): Float32Array {
  const frame = createFrame(96, 72);
  const state: SceneState = {
    seed: 5,
    spec: parsePrompt(prompt, { seed: 5 }),
    rng: (label) => makeRng(5, label),
    progress: check,
    check,
  };
  void drawScene(frame, state);
  return frame.rgb;
}

test.each([
  "plaster arch and steps, still life",
  "a colonnade",
  "pottery, window light",
  "chrome spheres on a table",
  "five spheres and four cubes, dark",
  "a copper vase and two lemons",
])("%s: a picture with light and shade, the same each time", (prompt) => {
  const rgb = draw(prompt);
  expect(rgb.every((v) => Number.isFinite(v) && v >= 0)).toBe(true);
  const sorted = rgb.toSorted();
  const spread =
    sorted[Math.floor(sorted.length * 0.97)] - sorted[Math.floor(sorted.length * 0.03)];
  expect(spread).toBeGreaterThan(0.25);
  expect(Buffer.compare(Buffer.from(draw(prompt).buffer), Buffer.from(rgb.buffer))).toBe(0);
});

test("one red body among grey ones is where the red is", () => {
  const rgb = draw("a red sphere");
  let red = 0;
  for (let j = 0; j < rgb.length; j += 3) {
    if (rgb[j] > 0.1 && rgb[j] > 3 * rgb[j + 1] && rgb[j] > 2 * rgb[j + 2]) red++;
  }
  expect((red * 3) / rgb.length).toBeGreaterThan(0.03);
});
