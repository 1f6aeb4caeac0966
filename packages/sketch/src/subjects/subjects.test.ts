import { expect, test } from "vitest";
import { createFrame } from "../core/frame.ts";
import { makeRng } from "../core/rng.ts";
import { parsePrompt } from "../prompt/parse.ts";
import { drawScene } from "../scenes/scene.ts";
import type { SceneState } from "../types.ts";
import { aspectOf, cutOut } from "./cutout.ts";
import { openLibrary } from "./library.ts";
import { GROUP_OF, NOUN_OF_NAME } from "./nouns.ts";
import { placeSubjects } from "./place.ts";
import { chooseSpots, type Crowd } from "./spots.ts";

test("the library holds exactly the drawings the nouns name", async () => {
  const library = await openLibrary();
  expect([...library.keys()].toSorted()).toEqual([...GROUP_OF.keys()].toSorted());
  expect(NOUN_OF_NAME.size).toBeGreaterThan(800);
});

test("every drawing of the library can be cut out", async () => {
  const faults: string[] = [];
  for (const id of GROUP_OF.keys()) {
    const { w, h, margin, alpha, color } = await cutOut(id, 40, false, null);
    const inkWidth = Math.max(1, Math.round(40 * (await aspectOf(id))));
    if (h - 2 * margin !== 40 || w - 2 * margin !== inkWidth) faults.push(`${id}: wrong size`);
    if (alpha.filter((a) => a > 0.5).length < 0.05 * w * h) faults.push(`${id}: nearly empty`);
    if (!color.every((v) => v >= 0 && v <= 1)) faults.push(`${id}: colours out of range`);
  }
  expect(faults).toEqual([]);
});

test("a drawing that is not in the library is an error, not an empty picture", async () => {
  await expect(cutOut("airship", 40, false, null)).rejects.toThrow('no drawing "airship"');
});

function stateOf(prompt: string, check: () => void): SceneState {
  const seed = 3;
  return {
    seed,
    spec: parsePrompt(prompt, { seed }),
    rng: (label) => makeRng(seed, label),
    progress: check,
    check,
  };
}

const SIZE = 160;
/** A change of light that an eye would see. */
const VISIBLE = 0.1;

async function drawWith(prompt: string, check = () => {}) {
  const frame = createFrame(SIZE, SIZE);
  const state = stateOf(prompt, () => {});
  await drawScene(frame, state);
  const before = frame.rgb.slice();
  await placeSubjects(frame, { ...state, check });
  const changed = frame.rgb.filter((v, i) => Math.abs(v - before[i]) > VISIBLE).length;
  return { rgb: frame.rgb, changed: changed / frame.rgb.length };
}

const bytes = (values: Float32Array) => Buffer.from(values.buffer);

test.each([
  "a fox in a snowy forest",
  "an astronaut before a ringed planet",
  "a sailboat on a calm sea",
  "swans on the sea at dawn",
  "a flock of birds over the sea at sunset",
  "tropical fish and a turtle on a coral reef",
  "a cup of coffee and a croissant",
  "a castle on a hill at night",
  "a black cat in a city, ink painting",
  "a red balloon over the city",
])("%s: the thing is in the picture, the same each time", async (prompt) => {
  const first = await drawWith(prompt);
  expect(first.changed).toBeGreaterThan(0.005);
  expect(first.changed).toBeLessThan(0.75);
  expect(first.rgb.every((v) => Number.isFinite(v))).toBe(true);
  const again = await drawWith(prompt);
  expect(Buffer.compare(bytes(again.rgb), bytes(first.rgb))).toBe(0);
});

test("a cancel stops the placing", async () => {
  let looks = 0;
  const placing = drawWith("five wolves in a forest", () => {
    if (++looks > 3) throw new Error("cancelled");
  });
  await expect(placing).rejects.toThrow("cancelled");
});

test("things without a place of their own leave the picture as it is", async () => {
  expect((await drawWith("a misty forest")).changed).toBe(0);
});

const CROWD: Omit<Crowd, "count" | "free"> = {
  w: 1000,
  h: 1000,
  aspect: 1.2,
  height: 200,
  baseY: 850,
  horizon: 450,
  middle: 0.5,
};

test.each([
  { free: false, count: 3 },
  { free: true, count: 7 },
])("a crowd of $count spreads out (free: $free)", ({ free, count }) => {
  for (let seed = 0; seed < 20; seed++) {
    const spots = chooseSpots(makeRng(seed, "spots"), { ...CROWD, free, count }, []);
    expect(spots).toHaveLength(count);
    for (const [i, a] of spots.entries()) {
      for (const b of spots.slice(i + 1)) {
        const reach = ((a.height + b.height) * CROWD.aspect) / 2;
        const across = Math.max(0, reach - Math.abs(a.cx - b.cx));
        const apart = Math.min(a.baseY, b.baseY) - Math.max(a.baseY - a.height, b.baseY - b.height);
        const shared = across * Math.max(0, apart);
        const smaller = Math.min(a.height, b.height) ** 2 * CROWD.aspect;
        expect(shared / smaller).toBeLessThan(0.5);
      }
    }
  }
});

/** One thing alone in the middle of a grey frame, by seeds that differ in nothing but the way it faces. */
async function facings(id: string, group: string): Promise<number> {
  const faces = new Set<string>();
  for (let seed = 1; seed <= 8; seed++) {
    const frame = createFrame(96, 96);
    frame.rgb.fill(0.4);
    const state = stateOf("a cup", () => {});
    const subjects = [{ id, word: id, group, plural: false }];
    await placeSubjects(frame, {
      ...state,
      seed,
      spec: { ...state.spec, scene: "studio", place: 0.5, subjects },
      rng: (label) => makeRng(seed, label),
      light: { sunX: 48, sunY: 0, direction: [0, 1, 0], horizon: 70, flip: 1 },
      sky: {
        name: "studio",
        exposure: 1,
        ambient: [0.5, 0.5, 0.5],
        sun: [1, 1, 1],
        sunStrength: 1,
        fog: [0.5, 0.5, 0.5],
        night: 0,
        altitude: 0.5,
      },
      groundY: () => 88,
    });
    faces.add(bytes(frame.rgb).toString("base64"));
  }
  return faces.size;
}

test("B32 a thing with letters on it is never mirrored, others face both ways", async () => {
  expect(await facings("fox", "animals")).toBe(2);
  for (const id of ["convenience-store", "hotel", "taxi"]) {
    expect(await facings(id, "buildings")).toBe(1);
  }
});
