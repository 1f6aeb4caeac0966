import * as fc from "fast-check";
import { expect, test } from "vitest";
import { colorName } from "./color-name.ts";
import { curatedKits } from "./curated-kits.ts";
import { kitLimits, kitPhrases, promptWithKit } from "./style-kit.ts";

const kit = {
  palette: ["#e2d9d0", "#e2b37b", "#654936"],
  material: "plaster, matte lacquer",
  lighting: "hard noon sun",
  camera: "",
};

test("ST-08 a kit becomes text, with its colours by name", () => {
  expect(kitPhrases(kit)).toBe(
    "plaster, matte lacquer, hard noon sun, palette of blush, sand and umber",
  );
  expect(promptWithKit("a coral arch. ", kit)).toBe(`a coral arch, ${kitPhrases(kit)}`);
});

test("ST-08 an empty kit adds nothing", () => {
  expect(promptWithKit("a lake", { palette: [], material: " ", lighting: "", camera: "" })).toBe(
    "a lake",
  );
});

test.each([
  ["#000000", "black"],
  ["#ffffff", "white"],
  ["#ff0000", "red"],
  ["#0f766e", "teal"],
  ["#2563eb", "blue"],
])("the plain name of %s is %s", (hex, name) => {
  expect(colorName(hex)).toBe(name);
});

test("every colour has a name", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffffff }), (value) => {
      expect(colorName(`#${value.toString(16).padStart(6, "0")}`)).toMatch(/^[a-z ]+$/);
    }),
  );
});

test("ST-08 there are at least sixteen curated kits, all complete and within the limits of a member's own", () => {
  expect(curatedKits.length).toBeGreaterThanOrEqual(16);
  expect(new Set(curatedKits.map(({ id }) => id)).size).toBe(curatedKits.length);
  for (const { id, name, palette, material, lighting, camera, scenes } of curatedKits) {
    expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(name.length).toBeLessThanOrEqual(kitLimits.name);
    expect(palette).toHaveLength(kitLimits.colors);
    for (const color of palette) expect(color).toMatch(/^#[0-9a-f]{6}$/);
    for (const words of [material, lighting, camera]) {
      expect(words.length).toBeGreaterThan(0);
      expect(words.length).toBeLessThanOrEqual(kitLimits.words);
    }
    expect(scenes).toHaveLength(3);
  }
});
