import { expect, test } from "vitest";
import { curatedKits } from "#app/rules/curated-kits.ts";
import type { SceneSpec, StyleKit } from "@echoform/sketch/types";
import { parsePrompt } from "@echoform/sketch/prompt";

const read = (prompt: string, kit: StyleKit = {}) => parsePrompt(prompt, { seed: 4, kit });
const MEADOW = "a fox in a meadow at noon, watercolor";

test("ST-08 a style kit's palette, material, lighting and camera outweigh the prompt's words", () => {
  const plain = read(MEADOW);
  expect([plain.palette, plain.finish, plain.sky, plain.camera]).toEqual([
    null,
    "watercolor",
    "noon",
    null,
  ]);
  const kit = {
    palette: ["#102030", "f2a65a", "not a colour"],
    material: "Linocut print",
    lighting: "Blue hour, soft light",
    camera: "Close-up",
  };
  const styled = read(MEADOW, kit);
  expect(styled.palette).toHaveLength(2);
  expect(styled.paletteStrength).toBeGreaterThan(0.7);
  expect([styled.finish, styled.sky, styled.lens]).toEqual(["linocut", "dusk", "macro"]);
  expect(styled.lightMood?.warmth).toBeLessThan(0);
  expect(plain.understood).toEqual(["fox", "meadow", "noon", "watercolor"]);
  expect(styled.understood).toEqual(
    expect.arrayContaining(["fox", "meadow", "linocut print", "blue hour", "close"]),
  );
  // What the kit outweighs changes nothing, so it is not understood.
  expect(styled.ignored).toEqual(["noon", "watercolor", "not a colour"]);
});

const scenes = [
  "mountain lake",
  "the sea",
  "a forest",
  "a city",
  "synthwave",
  "a coral reef",
  "a nebula",
  "a bouquet of roses",
  "abstract marble",
  "portrait of a woman",
  "a cup of coffee",
  "three cubes",
  "a living room",
];

test.each(scenes)("ST-08 light and material of a style kit reach every scene: %s", (prompt) => {
  const { scene } = read(prompt);
  const styled = read(prompt, { material: "oil painting", lighting: "candlelit" });
  expect([styled.scene, styled.finish]).toEqual([scene, "oil"]);
  expect(styled.lightMood).toMatchObject({ warmth: 0.9 });
});

test.each<[string, Partial<SceneSpec>]>([
  ["a fox in a meadow, close-up", { lens: "macro" }],
  ["a fox in a meadow, wide angle lens", { lens: "wide" }],
  ["a fox in a meadow, on the right", { place: 0.73 }],
  ["a fox in a meadow, centered", { place: 0.5 }],
  ["calm sea, low angle shot", { camera: "low", horizon: 0.66 }],
  ["a city, 28mm, from below", { camera: "low", lens: "wide" }],
  ["grand canyon, top down", { camera: "aerial" }],
  ["three cubes, from above", { camera: "aerial" }],
  ["a city, tilt-shift", { shallow: true }],
])("frames: %s", (prompt, framing) => {
  const spec = read(prompt);
  expect(spec).toMatchObject(framing);
  expect(spec.ignored).toEqual([]);
});

test("framing that a scene cannot follow is named as ignored", () => {
  expect(read("a nebula, on the left").ignored).toEqual(["left"]);
});

test("a kit's words that nothing can follow are named as ignored, in their own part", () => {
  const kit = {
    material: "linen, gossamer",
    lighting: "candlelit, strobing",
    camera: "50mm, gyroscopic",
  };
  const { understood, ignored } = read("a nebula", kit);
  expect(understood).toEqual(expect.arrayContaining(["linen", "candlelit", "50mm"]));
  expect(ignored).toEqual(["gossamer", "strobing", "gyroscopic"]);
});

test("every word of the curated kits is followed, but for the subject that one of them names", () => {
  const ignored = curatedKits.flatMap((kit) =>
    scenes.flatMap((prompt) => read(prompt, kit).ignored),
  );
  expect(new Set(ignored)).toEqual(new Set(["still", "life"]));
});
