/** Style kits in the finished picture: every part of a kit shows in every scene. */
import { beforeAll, expect, test } from "vitest";
import { lum, oklab } from "./core/color.ts";
import type { Frame } from "./core/frame.ts";
import { type Rendered, renderFrame } from "./render.ts";
import type { SceneName, StyleKit } from "./types.ts";

const SIZE = 96;
const SEED = 11;

const PROMPTS: Record<SceneName, string> = {
  landscape: "mountain lake",
  flowerfield: "a rabbit among poppies",
  ocean: "the sea",
  forest: "a forest",
  city: "a city skyline",
  synthwave: "synthwave",
  underwater: "a coral reef",
  space: "a ringed planet and a nebula",
  botanical: "a bouquet of roses",
  abstract: "abstract marble",
  portrait: "profile of a woman",
  studio: "a cup of coffee",
  "still-life": "three cubes",
  interior: "a living room",
};
const SCENES = Object.keys(PROMPTS) as SceneName[];
/** Scenes whose horizon the camera moves. */
const HORIZONS = ["ocean", "city", "synthwave", "studio"] as const;
/** The hour of these is set, so that hours of a kit can be told from the scene's own. */
const AT_NOON: readonly SceneName[] = [
  "landscape",
  "flowerfield",
  "ocean",
  "forest",
  "city",
  "interior",
];

type Measures = {
  luminance: number;
  /** OKLab blue-yellow. */
  warmth: number;
  /** Left half against right half. */
  leftward: number;
  /** Differences of neighbours, in the middle and in the top rows. */
  detail: number;
  top: number;
  /** Of the whole picture. */
  noise: number;
  bytes: Buffer;
};

function roughness(light: Float64Array, [x0, x1, y0, y1]: number[]): number {
  let sum = 0;
  let count = 0;
  for (let y = y0; y < y1 - 1; y++) {
    for (let x = x0; x < x1 - 1; x++, count++) {
      const i = y * SIZE + x;
      sum += Math.abs(light[i] - light[i + 1]) + Math.abs(light[i] - light[i + SIZE]);
    }
  }
  return sum / count;
}

function measure(frame: Frame): Measures {
  const light = new Float64Array(SIZE * SIZE);
  let luminance = 0;
  let warmth = 0;
  let left = 0;
  let right = 0;
  for (let i = 0; i < light.length; i++) {
    const color: [number, number, number] = [
      frame.rgb[i * 3],
      frame.rgb[i * 3 + 1],
      frame.rgb[i * 3 + 2],
    ];
    const [lightness, , b] = oklab(color);
    light[i] = lightness;
    luminance += lum(color) / light.length;
    warmth += b / light.length;
    if (i % SIZE < SIZE / 2) left += lightness;
    else right += lightness;
  }
  const whole = roughness(light, [0, SIZE, 0, SIZE]);
  const middle = [SIZE >> 2, (SIZE * 3) >> 2, SIZE >> 2, (SIZE * 3) >> 2];
  return {
    luminance,
    warmth,
    leftward: left / right,
    detail: roughness(light, middle),
    top: roughness(light, [0, SIZE, 0, SIZE >> 3]),
    noise: whole,
    bytes: frame.toRGB8(),
  };
}

async function draw(scene: SceneName, styleKit: StyleKit = {}): Promise<Rendered> {
  const prompt = AT_NOON.includes(scene) ? `${PROMPTS[scene]} at noon` : PROMPTS[scene];
  const drawn = await renderFrame(
    { prompt, styleKit, width: SIZE, height: SIZE, seed: SEED },
    { progress: () => undefined, check: () => undefined },
  );
  expect(drawn.state.spec.scene).toBe(scene);
  return drawn;
}

const look = async (scene: SceneName, kit?: StyleKit) => measure((await draw(scene, kit)).frame);

/** Mean difference in 8-bit steps. */
function distance(a: Measures, b: Measures): number {
  return a.bytes.reduce((sum, v, i) => sum + Math.abs(v - b.bytes[i]), 0) / a.bytes.length;
}

/** Their land takes longest to draw, so that parts are tried together. */
const LANDS = ["landscape", "flowerfield"] as const;
const OTHERS = SCENES.filter((scene) => !LANDS.some((land) => land === scene));
/** What stands in the middle stands before a smooth ground: the larger it is, the more detail. */
const BEFORE_SMOOTH_GROUND: readonly SceneName[] = ["studio", "still-life"];
/** So much detail of its own that grain is lost in it. */
const BUSY: readonly SceneName[] = ["abstract", "space"];
const leastNoise = (scene: SceneName) => (BUSY.includes(scene) ? 0.95 : 1.02);

/** Mean difference in 8-bit steps that the eye finds at once. */
const VISIBLE = 1.5;
const COLD = ["#0b1d4f", "#2f6fde", "#9cc4ff"];
const WARM = ["#5c2c0c", "#e08a2c", "#ffe2a8"];

const plain = new Map<SceneName, Measures>();
beforeAll(async () => {
  for (const scene of OTHERS) plain.set(scene, await look(scene));
});
const before = (scene: SceneName) => plain.get(scene)!;

test.for(OTHERS)("ST-08 a kit's palette turns the hues of: %s", async (scene) => {
  const cold = await look(scene, { palette: COLD });
  const warm = await look(scene, { palette: WARM });
  expect(warm.warmth - cold.warmth).toBeGreaterThan(0.05);
});

test.for(OTHERS)("ST-08 a kit's lighting lights: %s", async (scene) => {
  const usual = before(scene);
  const low = await look(scene, { lighting: "low key, light from the left" });
  const high = await look(scene, { lighting: "high key, light from the right" });
  expect(low.luminance).toBeLessThan(usual.luminance * 0.9);
  expect(high.luminance).toBeGreaterThan(usual.luminance);
  expect(low.leftward).toBeGreaterThan(usual.leftward * 1.03);
  expect(high.leftward).toBeLessThan(usual.leftward * 0.97);
  const candle = await look(scene, { lighting: "candlelit" });
  const night = await look(scene, { lighting: "night" });
  expect(candle.warmth).toBeGreaterThan(night.warmth);
  expect(night.luminance).toBeLessThan(high.luminance * 0.8);
});

test.for(OTHERS)("ST-08 a kit's material shows in: %s", async (scene) => {
  const usual = before(scene);
  const bronze = await look(scene, { material: "bronze" });
  const ice = await look(scene, { material: "ice" });
  expect(bronze.warmth).toBeGreaterThan(ice.warmth + 0.01);
  const linen = await look(scene, { material: "linen" });
  expect(distance(linen, usual)).toBeGreaterThan(VISIBLE / 2);
  expect(linen.noise).toBeGreaterThan(usual.noise * leastNoise(scene));
  expect(distance(await look(scene, { material: "plaster" }), usual)).toBeGreaterThan(VISIBLE);
});

test.for(OTHERS)("ST-08 a kit's lens takes in less or more of: %s", async (scene) => {
  const usual = before(scene);
  const close = await look(scene, { camera: "macro" });
  const wide = await look(scene, { camera: "wide angle" });
  expect(distance(close, usual)).toBeGreaterThan(VISIBLE * 2);
  expect(distance(wide, usual)).toBeGreaterThan(VISIBLE * 2);
  // Of a pattern less fits into the middle from close; of a figure more is there.
  const [rough, smooth] = BEFORE_SMOOTH_GROUND.includes(scene) ? [close, wide] : [wide, close];
  expect(smooth.detail).toBeLessThan(rough.detail);
  const soft = await look(scene, { camera: "shallow depth of field" });
  expect(soft.top).toBeLessThan(usual.top);
  const grainy = await look(scene, { camera: "film grain" });
  expect(grainy.noise).toBeGreaterThan(usual.noise * leastNoise(scene));
});

test.for(OTHERS)("ST-08 a kit's camera stands low or high before: %s", async (scene) => {
  const [low, high] = [
    await draw(scene, { camera: "low angle" }),
    await draw(scene, { camera: "from above" }),
  ];
  const [fromBelow, fromAbove] = [measure(low.frame), measure(high.frame)];
  expect(distance(fromBelow, before(scene))).toBeGreaterThan(VISIBLE);
  expect(distance(fromAbove, before(scene))).toBeGreaterThan(VISIBLE);
  expect(distance(fromBelow, fromAbove)).toBeGreaterThan(VISIBLE);
});

test.for(HORIZONS)(
  "ST-08 the horizon sinks for a low camera and rises for a high one: %s",
  async (scene) => {
    const horizon = async (camera: string) => (await draw(scene, { camera })).state.light!.horizon;
    expect(await horizon("low angle")).toBeGreaterThan((await horizon("from above")) + SIZE * 0.1);
  },
);

test.for(LANDS)("ST-08 all parts of a kit show in: %s", async (scene) => {
  const warm = await look(scene, {
    palette: WARM,
    lighting: "high key, light from the right",
  });
  const cold = await look(scene, {
    palette: COLD,
    lighting: "low key, light from the left",
    camera: "shallow depth of field",
  });
  expect(warm.warmth - cold.warmth).toBeGreaterThan(0.05);
  expect(cold.luminance).toBeLessThan(warm.luminance * 0.8);
  expect(cold.leftward).toBeGreaterThan(warm.leftward * 1.05);
  expect(cold.top).toBeLessThan(warm.top);
  const low = await draw(scene, { camera: "low angle, wide angle", material: "bronze" });
  const high = await draw(scene, { camera: "from above, close up", material: "ice" });
  expect(measure(low.frame).warmth).toBeGreaterThan(measure(high.frame).warmth);
  expect(low.state.light!.horizon).toBeGreaterThan(high.state.light!.horizon + SIZE * 0.1);
});
