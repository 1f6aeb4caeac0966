/** Streets and rooftops as they are drawn: their perspective, their light, and what stands in them. */
import { expect, test } from "vitest";
import { lum } from "../core/color.ts";
import { createFrame, type Frame } from "../core/frame.ts";
import { makeRng } from "../core/rng.ts";
import { parsePrompt } from "../prompt/parse.ts";
import { renderFrame } from "../render.ts";
import { placeSubjects } from "../subjects/place.ts";
import type { SceneState, StyleKit } from "../types.ts";
import { drawScene } from "./scene.ts";
import { planRooftops } from "./rooftops-plan.ts";
import { planStreet, project, viewOf } from "./street-plan.ts";

const SIDE = 128;
const SEED = 7;

type Drawn = { frame: Frame; state: SceneState };

function stateOf(prompt: string, seed = SEED): SceneState {
  return {
    seed,
    spec: parsePrompt(prompt, { seed }),
    rng: (label) => makeRng(seed, label),
    progress: () => {},
    check: () => {},
  };
}

async function draw(prompt: string, seed = SEED): Promise<Drawn> {
  const frame = createFrame(SIDE, SIDE);
  const state = stateOf(prompt, seed);
  await drawScene(frame, state);
  return { frame, state };
}

const lightAt = ({ rgb }: Frame, i: number): number =>
  lum([rgb[i * 3], rgb[i * 3 + 1], rgb[i * 3 + 2]]);

/** Rows of a column that are not alike in two pictures. */
function changedRows(one: Frame, other: Frame, column: number): number[] {
  const rows = Array.from({ length: SIDE }, (_, y) => y);
  return rows.filter((y) => {
    const i = y * SIDE + column;
    return Math.abs(lightAt(one, i) - lightAt(other, i)) > 0.02;
  });
}

test("lines along a street meet in one point, from both sides", () => {
  const view = viewOf({ w: SIDE, h: SIDE }, stateOf("a street at noon"));
  const { houses } = planStreet(stateOf("a street at noon"), 0.7);
  for (const hand of [-1, 1]) {
    const row = houses.filter((house) => house.hand === hand);
    expect(row.length).toBeGreaterThan(3);
    // Each house begins where the one before it ends.
    for (const [i, { z, width }] of row.slice(0, -1).entries())
      expect(row[i + 1].z).toBeCloseTo(z + width);
    const eaves = [4, 8, 16, 64].map((z) => project(view, hand * 5, 8, z));
    const away = eaves.map(([x, y]) => Math.hypot(x - view.vx, y - view.horizon));
    expect(away).toEqual(away.toSorted((a, b) => b - a));
    const slopes = eaves.map(([x, y]) => (y - view.horizon) / (x - view.vx));
    for (const slope of slopes) expect(slope).toBeCloseTo(slopes[0]);
  }
});

test("the ground lies between the houses and narrows to the vanishing point", async () => {
  const dry = await draw("an old street at noon");
  const snowy = await draw("an old street at noon, snow");
  const { vx, horizon, eye, focal } = viewOf(dry.frame, dry.state);
  const { half } = planStreet(dry.state, (SIDE / 2 + Math.abs(vx - SIDE / 2)) / focal);
  for (const share of [0.08, 0.2, 0.8, 0.92]) {
    const column = Math.round(SIDE * share);
    const changed = new Set(changedRows(dry.frame, snowy.frame, column));
    let top = SIDE - 1;
    while (changed.has(top - 1)) top--;
    const foot = horizon + (eye * Math.abs(column + 0.5 - vx)) / half;
    expect(Math.abs(top - foot)).toBeLessThan(3);
  }
});

/** Share of what lies between two heights, in horizons from the top, that is brighter by night than at noon. */
async function litShare(prompt: string, [from, to]: readonly [number, number]): Promise<number> {
  const [night, noon] = [await draw(`${prompt} at night`), await draw(`${prompt} at noon`)];
  const { horizon } = noon.state.light!;
  expect(night.state.light!.horizon).toBe(horizon);
  const first = Math.floor(horizon * from) * SIDE;
  const pixels = Array.from(
    { length: Math.floor(horizon * to) * SIDE - first },
    (_, i) => first + i,
  );
  const brighter = pixels.filter((i) => lightAt(night.frame, i) > lightAt(noon.frame, i) * 1.1);
  return brighter.length / pixels.length;
}

test.each([
  ["an old street", [0.2, 0.75]],
  ["a modern city street", [0.2, 0.75]],
  ["an alley", [0.2, 0.6]],
  ["rooftops of an old town", [1.15, 2.2]],
] as const)("%s: windows that are dark at noon are lit by night", async (prompt, heights) => {
  const share = await litShare(prompt, heights);
  expect(share).toBeGreaterThan(0.004);
  expect(share).toBeLessThan(0.3);
});

test.each(["an old street at noon", "an alley at noon", "rooftops at noon"])(
  "%s: another seed has other houses and another view",
  async (prompt) => {
    const plans = [1, 2].map((seed) => {
      const state = stateOf(prompt, seed);
      const rows =
        state.spec.cityView === "rooftops"
          ? planRooftops(state, 1).rows.flat()
          : planStreet(state, 0.7).houses;
      return rows.slice(0, 6).map(({ width, height }) => [width, height]);
    });
    expect(plans[0]).not.toEqual(plans[1]);
    const [one, other] = [await draw(prompt, 1), await draw(prompt, 2)];
    const changed = one.frame.rgb.filter((value, i) => Math.abs(value - other.frame.rgb[i]) > 0.1);
    expect(changed.length / one.frame.rgb.length).toBeGreaterThan(0.2);
  },
);

/** The box around what is drawn over a scene, as shares of the frame. */
async function boxOfThings(
  prompt: string,
): Promise<{ left: number; right: number; foot: number; state: SceneState }> {
  const { frame, state } = await draw(prompt);
  const before = frame.rgb.slice();
  state.halo = 0;
  await placeSubjects(frame, state);
  const changed = Array.from({ length: SIDE * SIDE }, (_, i) => i).filter((i) =>
    [0, 1, 2].some((c) => Math.abs(frame.rgb[i * 3 + c] - before[i * 3 + c]) > 0.12),
  );
  const columns = changed.map((i) => (i % SIDE) / SIDE);
  return {
    left: Math.min(...columns),
    right: Math.max(...columns),
    foot: Math.max(...changed.map((i) => Math.floor(i / SIDE) / SIDE)),
    state,
  };
}

test.each([
  "a bus on an old street at noon",
  "a cat in an alley at noon",
  "a woman on a street at noon",
  "a bicycle on a city street at noon",
])("%s: it stands on the road", async (prompt) => {
  const { foot, state } = await boxOfThings(prompt);
  const ground = state.groundY!(0.5) / SIDE;
  expect(ground).toBeGreaterThan(state.light!.horizon / SIDE + 0.15);
  expect(Math.abs(foot - ground)).toBeLessThan(0.05);
});

test("a cat on a rooftop stands on the ridge in front", async () => {
  const { foot, state } = await boxOfThings("a cat on a rooftop at noon");
  const ridge = state.groundY!(0.5) / SIDE;
  expect(ridge).toBeCloseTo(planRooftops(state, 1).ridge);
  expect(Math.abs(foot - ridge)).toBeLessThan(0.05);
});

test("a church closes the street, where its lines meet", async () => {
  const { left, right, foot, state } = await boxOfThings("a church on an old street at noon");
  expect((left + right) / 2).toBeCloseTo(state.closesAt!, 1);
  expect(foot).toBeGreaterThan(state.light!.horizon / SIDE);
  expect(foot).toBeLessThan(state.groundY!(0.5) / SIDE);
});

test.each(["a wet street at night", "tokyo street at night, rain"])(
  "%s: the ground mirrors the lights above it",
  async (prompt) => {
    const below = async (words: string) => {
      const { frame, state } = await draw(words);
      const rows = Math.ceil(state.light!.horizon) + 4;
      return Array.from({ length: (SIDE - rows) * SIDE }, (_, i) =>
        lightAt(frame, rows * SIDE + i),
      );
    };
    const brightest = (lights: number[]) => lights.toSorted((a, b) => b - a)[lights.length >> 6];
    const dry = prompt.replace("wet ", "").replace(", rain", "").replace("tokyo", "old");
    expect(brightest(await below(prompt))).toBeGreaterThan(brightest(await below(dry)) * 1.2);
  },
);

/** Mean difference in 8-bit steps that the eye finds at once. */
const VISIBLE = 1.5;

test.each(["an old street at noon", "rooftops at noon"])(
  "ST-08 every part of a kit shows in: %s",
  async (prompt) => {
    const look = async (styleKit: StyleKit) => {
      const { frame } = await renderFrame(
        { prompt, styleKit, width: SIDE, height: SIDE, seed: SEED },
        { progress: () => {}, check: () => {} },
      );
      return frame.toRGB8();
    };
    const plain = await look({});
    const kits: StyleKit[] = [
      { palette: ["#0b1d4f", "#2f6fde", "#9cc4ff"] },
      { material: "bronze" },
      { lighting: "low key, light from the left" },
      { camera: "macro" },
      { camera: "wide angle" },
      { camera: "low angle" },
      { camera: "from above" },
      { medium: "linocut" },
    ];
    const unseen: StyleKit[] = [];
    for (const kit of kits) {
      const picture = await look(kit);
      const distance =
        picture.reduce((sum, value, i) => sum + Math.abs(value - plain[i]), 0) / plain.length;
      if (distance < VISIBLE) unseen.push(kit);
    }
    expect(unseen).toEqual([]);
  },
);
