import { expect, test } from "vitest";
import { renderSpec } from "../render.ts";
import type { SceneSpec } from "../types.ts";
import { parsePrompt } from "./parse.ts";

const SEED = 4;
const SEEDS = [SEED, SEED + 1];
const SIDE = 32;
/** Of 255. */
const LEAST_DIFFERENCE = 3;

test.each([
  ["a city at night", undefined, undefined],
  ["city skyline at sunset", undefined, undefined],
  ["cyberpunk city street at night, neon signs, rain", "street", "signs"],
  ["new york street", "street", "modern"],
  ["a wet city street", "street", "modern"],
  ["a cobblestone street in London", "street", "old"],
  ["an old street behind the skyline", "street", "old"],
  ["a back street in tokyo", "alley", "signs"],
  ["a narrow street in an old town", "alley", "old"],
  ["rooftops of paris", "rooftops", "old"],
  ["a cat on a european roof, seen over the roofs", "rooftops", "old"],
  ["roofs over a city street", "rooftops", "modern"],
])("%s: seen as %s, %s", (prompt, cityView, town) => {
  const spec = parsePrompt(prompt, { seed: SEED });
  expect(spec.scene).toBe("city");
  expect(spec.cityView).toBe(cityView);
  expect(spec.town).toBe(town);
});

test.each([
  ["houses with red roofs", "landscape"],
  ["a village with red roofs", "landscape"],
  ["a cat on the roof of a barn", "landscape"],
  ["a mountain road", "landscape"],
])("%s is no view over a town", (prompt, scene) => {
  const spec = parsePrompt(prompt, { seed: SEED });
  expect([spec.scene, spec.cityView]).toEqual([scene, undefined]);
});

test.each([
  ["two moons over an old street", []],
  ["two moons over the rooftops", ["two moons"]],
])("%s: moons are counted where they are seen", (prompt, counted) => {
  const { bodies, understood } = parsePrompt(prompt, { seed: SEED });
  expect(understood.filter((phrase) => phrase.includes("moons"))).toEqual(counted);
  expect(bodies?.moons ?? 0).toBe(counted.length * 2);
});

test("a street has its houses, and a church that is named besides", () => {
  const { subjects, notes } = parsePrompt("townhouses and a church on a street", { seed: SEED });
  expect(subjects.map(({ id }) => id)).toEqual(["church"]);
  const { notes: plain } = parsePrompt("houses on a street", { seed: SEED });
  expect([...notes, ...plain]).toContainEqual({ kind: "given", words: ["houses"] });
});

test("signs that are said not to shine do not", () => {
  const street = "tokyo street at night";
  expect(parsePrompt(street, { seed: SEED }).neon).toBe(true);
  expect(parsePrompt(street, { seed: SEED, negative: "neon" }).neon).toBeUndefined();
});

async function draw(spec: SceneSpec, seed: number): Promise<Uint8Array> {
  const { frame } = await renderSpec(
    spec,
    { width: SIDE, height: SIDE, seed },
    { check: () => {}, progress: () => {} },
  );
  return frame.toRGB8();
}

/** Words of the town, the ground, the hour and the weather, beside a view. */
const WORDS =
  `cyberpunk | blade runner | neon | tokyo | shibuya | osaka | hong kong | shanghai | seoul | chinatown | futuristic |
  old town | old city | medieval | cobbled | cobblestones | european | paris | parisian | rome | prague | lisbon | amsterdam | london |
  victorian | historic | historical | gabled | townhouses | modern | downtown | new york | manhattan | chicago | metropolis | skyscrapers |
  urban | city | wet | puddles | reflections | snow | fog | rain | night | sunset | from above | low angle | wide angle | clouds | church | cat`.split(
    /\s*\|\s*/,
  );

const STAGES = ["a street", "an alley", "rooftops"].map((stage, index) => ({ stage, index }));

// Every word stands on two of the stages.
test.each(STAGES)(
  "$stage: every word that is listed as understood beside it changes the picture",
  async ({ stage, index }) => {
    const drawn = new Map<string, Promise<Uint8Array>>();
    const drawOnce = (spec: SceneSpec, seed: number) => {
      const parts = { ...spec, prompt: "", understood: [], ignored: [], notes: [] };
      const key = JSON.stringify([parts, seed]);
      drawn.set(key, drawn.get(key) ?? draw(spec, seed));
      return drawn.get(key)!;
    };
    const idle: string[] = [];
    let understood = 0;
    for (const word of WORDS.filter((_, i) => i % STAGES.length !== index)) {
      const prompt = `${stage}, ${word}`;
      if (!parsePrompt(prompt, { seed: SEED }).understood.join(" ").includes(word)) continue;
      understood++;
      let changes = false;
      for (const seed of SEEDS) {
        const bare = await drawOnce(parsePrompt(stage, { seed }), seed);
        const picture = await drawOnce(parsePrompt(prompt, { seed }), seed);
        changes ||= picture.some((value, i) => Math.abs(value - bare[i]) >= LEAST_DIFFERENCE);
      }
      if (!changes) idle.push(word);
    }
    expect(idle).toEqual([]);
    expect(understood).toBeGreaterThan(15);
  },
);
