import { expect, test } from "vitest";
import { parsePrompt } from "../../prompt/parse.ts";
import { renderSpec } from "../../render.ts";
import { makeRng } from "../../core/rng.ts";
import { aspectOf, cutOut } from "../cutout.ts";
import { NOUN_OF_NAME } from "../nouns.ts";
import { type AnimalPose, animalKey, animalOfKey, chooseAnimal, heightOf } from "./look.ts";
import { type AnimalKind, SPECIES } from "./species.ts";

const KINDS = Object.keys(SPECIES) as AnimalKind[];
const POSES: AnimalPose[] = ["stand", "walk", "run", "sit", "lie", "sleep", "graze", "front"];
const HEIGHT = 48;

/** Where the ink is, in a box of `HEIGHT` pixels a side. */
async function shapeOf(key: string, flip = false): Promise<boolean[]> {
  const { w, h, alpha } = await cutOut(key, HEIGHT, flip, null);
  return Array.from({ length: HEIGHT * HEIGHT }, (_, i) => {
    const x = Math.floor(((i % HEIGHT) / HEIGHT) * w);
    const y = Math.floor((Math.floor(i / HEIGHT) / HEIGHT) * h);
    return alpha[y * w + x] > 0.5;
  });
}

const apart = (a: boolean[], b: boolean[]): number =>
  a.filter((ink, i) => ink !== b[i]).length / a.filter(Boolean).length;

test.each(KINDS)("%s: every pose has another outline, and shades", async (kind) => {
  const shapes = await Promise.all(POSES.map((pose) => shapeOf(animalKey({ kind, pose }))));
  const alike = shapes.flatMap((shape, i) =>
    shapes
      .slice(0, i)
      .flatMap((other, j) => (apart(shape, other) > 0.05 ? [] : [`${POSES[i]} ${POSES[j]}`])),
  );
  expect(alike).toEqual([]);
  const { color, alpha } = await cutOut(animalKey({ kind, pose: "stand" }), HEIGHT, false, null);
  const tones = new Set(
    Array.from(alpha.keys())
      .filter((i) => alpha[i] > 0.9)
      .map((i) => Math.round(color[i * 3 + 1] * 60)),
  );
  expect(tones.size).toBeGreaterThan(6);
  expect(NOUN_OF_NAME.get(kind.replaceAll("-", " "))?.group).toBe("animals");
});

test("a look has a key of its own, a face turned to the viewer another", async () => {
  for (const kind of KINDS) {
    const look = { kind, pose: "stand", toViewer: true } as const;
    expect(animalOfKey(animalKey(look))).toEqual(look);
    const [side, viewer] = await Promise.all([
      shapeOf(animalKey({ kind, pose: "stand" })),
      shapeOf(animalKey(look)),
    ]);
    expect(apart(side, viewer)).toBeGreaterThan(0.01);
    expect(heightOf({ kind, pose: "lie" })).toBeLessThan(heightOf({ kind, pose: "stand" }));
    expect(await aspectOf(animalKey({ kind, pose: "front" }))).toBeLessThan(
      await aspectOf(animalKey({ kind, pose: "stand" })),
    );
  }
});

test.each([
  ["a fox walking in a meadow", { pose: "walk" }],
  ["a fox that runs", { pose: "run" }],
  ["a sleeping cat", { pose: "sleep" }],
  ["a cat sitting on a chair", { pose: "sit" }],
  ["a dog lying in a meadow", { pose: "lie" }],
  ["a horse grazing", { pose: "graze" }],
  ["a deer standing in a forest", { pose: "stand" }],
  ["a lion from the front", { pose: "front" }],
  ["a lion looking at the camera", { toViewer: true }],
  ["a wolf facing left", { facing: "left" }],
  ["a wolf walking, facing right", { pose: "walk", facing: "right" }],
  ["a cat looking at a bird", { towards: 1 }],
  ["a cat", {}],
])("%s", (prompt, said) => {
  const { subjects, ignored, understood } = parsePrompt(prompt, { seed: 2 });
  expect(subjects[0].animal).toEqual(said);
  expect(ignored).toEqual([]);
  expect(understood.length).toBeGreaterThan(0);
  expect(subjects.map(({ id }) => id)).not.toContain("camera");
});

test("each of two animals does its own", () => {
  const { subjects } = parsePrompt("a sleeping dog and a cat sitting on a chair", { seed: 2 });
  expect(subjects.map(({ animal }) => animal)).toEqual([
    { pose: "sleep" },
    { pose: "sit" },
    undefined,
  ]);
});

test("words choose the pose, the seed where they leave it open", () => {
  const poses = new Set<string>();
  for (let seed = 0; seed < 40; seed++) {
    const rng = makeRng(seed, "animal");
    expect(chooseAnimal("fox", { pose: "lie" }, "open", rng).pose).toBe("lie");
    poses.add(chooseAnimal("fox", {}, "open", rng).pose);
    expect(chooseAnimal("horse", { pose: "sit" }, "open", rng).pose).toBe("lie");
  }
  expect([...poses].toSorted()).toEqual(["sit", "stand", "walk"]);
});

test("facing turns the picture of an animal, and each pose draws another", async () => {
  const draw = async (prompt: string) => {
    const spec = parsePrompt(prompt, { seed: 3 });
    const { frame } = await renderSpec(
      spec,
      { width: 96, height: 96, seed: 3 },
      { check: () => {}, progress: () => {} },
    );
    return frame.toRGB8().toString("base64");
  };
  const poses = ["walking", "running", "sitting", "sleeping", "from the front"];
  const pictures = await Promise.all(poses.map((each) => draw(`a fox ${each} in a snowy meadow`)));
  expect(new Set(pictures).size).toBe(poses.length);
  const [left, right] = await Promise.all(
    ["left", "right"].map((side) => draw(`a fox walking, facing ${side}, in a snowy meadow`)),
  );
  expect(left).not.toBe(right);
});
