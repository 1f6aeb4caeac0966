import { expect, test } from "vitest";
import { createFrame } from "../core/frame.ts";
import { makeRng } from "../core/rng.ts";
import type { SceneRenderer, SceneSpec, SceneState } from "../types.ts";
import { renderPortrait } from "./portrait.ts";

/** A stand-in for a scene: plain green light, with what scenes leave for later stages. */
const greenScene: SceneRenderer = (frame, state) => {
  for (let j = 0; j < frame.rgb.length; j += 3) frame.rgb.set([0.05, 0.6, 0.1], j);
  state.progress(1, "green");
  state.sky = {
    name: "green",
    exposure: 1,
    ambient: [0.2, 0.3, 0.2],
    sun: [1, 1, 1],
    sunStrength: 1,
    fog: [0.5, 0.5, 0.5],
    night: 0,
    altitude: 0.5,
  };
};

const inner = { palette: null } as SceneSpec;

function stateFor(spec: Partial<SceneSpec>, change: Partial<SceneState> = {}): SceneState {
  return {
    seed: 9,
    spec: { palette: null, inner, ...spec } as SceneSpec,
    rng: (label) => makeRng(9, label),
    progress: () => undefined,
    check: () => undefined,
    ...change,
  };
}

async function drawn(spec: Partial<SceneSpec>, w = 160, h = 160) {
  const frame = createFrame(w, h);
  const state = stateFor(spec);
  await renderPortrait(frame, state, greenScene);
  return { frame, state };
}

const greenness = (rgb: Float32Array, j: number) => rgb[j + 1] / (rgb[j] + rgb[j + 2] + 1e-6);

test("the scene stands inside the head, paper around it", async () => {
  const { frame, state } = await drawn({ hair: "short" });
  const inside = (70 * 160 + 80) * 3;
  const corner = (10 * 160 + 5) * 3;
  expect(greenness(frame.rgb, inside)).toBeGreaterThan(1.5);
  expect(greenness(frame.rgb, corner)).toBeLessThan(0.7);
  expect(state.noSubject).toBe(true);
  expect(state.sky?.name).toBe("green");
});

test("dark portraits stand on dark paper", async () => {
  const { frame } = await drawn({ dark: true });
  expect(frame.rgb[(10 * 160 + 5) * 3]).toBeLessThan(0.1);
});

test.each(["short", "bun", "long", "wave"])("%s hair changes the silhouette", async (hair) => {
  const plain = (await drawn({ hair: "short", male: true })).frame.toRGB8();
  const { frame } = await drawn({ hair });
  expect(frame.toRGB8().equals(plain)).toBe(false);
  expect(frame.rgb.every((value) => Number.isFinite(value) && value >= 0)).toBe(true);
});

test("flowers crown the head; the same request draws the same crown", async () => {
  const plain = (await drawn({ hair: "bun" })).frame.toRGB8();
  const crowned = (await drawn({ hair: "bun", flowers: 1 })).frame.toRGB8();
  expect(crowned.equals(plain)).toBe(false);
  expect((await drawn({ hair: "bun", flowers: 1 })).frame.toRGB8().equals(crowned)).toBe(true);
});

test.each([
  [256, 90],
  [90, 256],
])("a portrait fits %i by %i", async (w, h) => {
  const { frame } = await drawn({ flowers: 1 }, w, h);
  expect(frame.rgb.every((value) => Number.isFinite(value) && value >= 0)).toBe(true);
});

test("a cancel in the inner scene or after it stops the portrait", async () => {
  let checks = 0;
  const counting = stateFor({}, { check: () => void checks++ });
  await renderPortrait(createFrame(96, 96), counting, greenScene);
  expect(checks).toBeGreaterThan(3);
  const cancelled = stateFor(
    {},
    {
      check() {
        if (--checks === 0) throw new Error("cancelled");
      },
    },
  );
  await expect(renderPortrait(createFrame(96, 96), cancelled, greenScene)).rejects.toThrow(
    "cancelled",
  );
});

test.each(["short", "bun", "long", "wave"])(
  "a painted portrait has %s hair, needs no inner scene, and is the same each time",
  async (hair) => {
    const paint = async (spec: Partial<SceneSpec>) =>
      (await drawn({ painted: true, inner: undefined, ...spec })).frame;
    const frame = await paint({ hair, background: [0.1, 0.2, 0.6] });
    expect(frame.rgb.every((value) => Number.isFinite(value) && value >= 0)).toBe(true);
    // The ground is blue; the face in the middle is skin.
    const at = (x: number, y: number) => frame.rgb.slice((y * 160 + x) * 3, (y * 160 + x) * 3 + 3);
    const [groundRed, , groundBlue] = at(80, 4);
    expect(groundBlue).toBeGreaterThan(groundRed * 2);
    const warm = frame.rgb.filter((red, j) => j % 3 === 0 && red > frame.rgb[j + 2] * 1.3);
    expect(warm.length / (160 * 160)).toBeGreaterThan(0.12);
    const again = await paint({ hair, background: [0.1, 0.2, 0.6] });
    expect(again.toRGB8().equals(frame.toRGB8())).toBe(true);
    const bald = await paint({ hair: hair === "short" ? "bun" : "short" });
    expect(bald.toRGB8().equals(frame.toRGB8())).toBe(false);
  },
);

test("a portrait without an inner scene is a mistake of the caller", async () => {
  const state = stateFor({ inner: undefined });
  await expect(renderPortrait(createFrame(64, 64), state, greenScene)).rejects.toThrow("inner");
});
