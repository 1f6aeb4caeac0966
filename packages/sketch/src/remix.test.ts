import sharp from "sharp";
import { expect, test } from "vitest";
import type { SketchError } from "./errors.ts";
import { hex, oklab } from "./core/color.ts";
import type { Frame } from "./core/frame.ts";
import { decodeSource } from "./remix-source.ts";
import type { RemixContext } from "./remix.ts";
import { distance, hooks, remixed, source, sourceBytes } from "./remix.cases.ts";

function meanLab({ rgb }: Frame): [lightness: number, a: number, b: number] {
  const sum: [number, number, number] = [0, 0, 0];
  for (let j = 0; j < rgb.length; j += 3) {
    oklab([rgb[j], rgb[j + 1], rgb[j + 2]]).forEach((value, k) => {
      sum[k] += value / (rgb.length / 3);
    });
  }
  return sum;
}

const PROMPTS = [
  "watercolor",
  "golden hour, anime",
  "make it purple",
  "at night under the stars",
  "heavy snow",
  "linocut print",
  "teal and orange palette",
  "a nicer version",
];

test.each(PROMPTS)("%s: the distance to the source grows with strength", async (prompt) => {
  let before = 0;
  for (const strength of [0.1, 0.3, 0.5, 0.7, 0.9]) {
    const { frame } = await remixed({ prompt, strength });
    const now = distance(frame, source);
    expect(now).toBeGreaterThanOrEqual(before);
    before = now;
  }
  expect(before).toBeGreaterThan(6);
});

test("a scene drawn again is farther from the source than any change of it", async () => {
  const prompt = "desert dunes at sunset";
  const changed = await remixed({ prompt, strength: 0.7 });
  const anew = await remixed({ prompt, strength: 0.9 });
  expect([changed.reimagined, anew.reimagined]).toEqual([false, true]);
  expect(distance(anew.frame, source)).toBeGreaterThan(distance(changed.frame, source));
});

test.each(PROMPTS)(
  "%s: strength 0.05 stays close to the source, 0 is the source",
  async (prompt) => {
    const near = await remixed({ prompt, strength: 0.05 });
    expect(distance(near.frame, source)).toBeLessThan(12);
    const same = await remixed({ prompt, strength: 0 });
    expect(distance(same.frame, source)).toBeLessThan(0.01);
  },
);

test.each([
  ["make it blue", "#2f6fde"],
  ["in red", "#d7263d"],
  ["purple tones", "#7b2fb5"],
  ["a teal palette", "#12908e"],
  ["orange", "#f4772e"],
])("%s recolours towards the named hue", async (prompt, code) => {
  const { frame, recoloured } = await remixed({ prompt, strength: 0.8 });
  expect(recoloured).toBe(true);
  const [, wantA, wantB] = oklab(hex(code));
  const [, a, b] = meanLab(frame);
  const [, sourceA, sourceB] = meanLab(source);
  const turn = (x: number, y: number) => {
    const cos = (x * wantA + y * wantB) / (Math.hypot(x, y) * Math.hypot(wantA, wantB));
    return (Math.acos(Math.min(1, cos)) * 180) / Math.PI;
  };
  expect(turn(a, b)).toBeLessThan(25);
  expect(turn(a, b)).toBeLessThanOrEqual(turn(sourceA, sourceB));
});

test("light words relight: night darkens and cools, sunset warms", async () => {
  const [lightness, , b] = meanLab(source);
  const night = meanLab((await remixed({ prompt: "at midnight" })).frame);
  const sunset = meanLab((await remixed({ prompt: "at sunset" })).frame);
  expect(night[0]).toBeLessThan(lightness * 0.8);
  expect(night[2]).toBeLessThan(0);
  expect(sunset[2]).toBeGreaterThan(b + 0.03);
});

test("denied weather is not laid over the picture", async () => {
  const plain = await remixed({ prompt: "watercolor" });
  const denied = await remixed({ prompt: "watercolor, no fog" });
  const fog = await remixed({ prompt: "watercolor, fog" });
  expect(distance(denied.frame, plain.frame)).toBe(0);
  expect(distance(fog.frame, plain.frame)).toBeGreaterThan(2);
});

test("the interpretation names what was understood and what was ignored", async () => {
  const result = await remixed({ prompt: "watercolor at sunset with a zeppelinish frobnicator" });
  expect(result).toMatchObject({ finish: "watercolor", sky: "sunset", reimagined: false });
  expect(result.understood).toEqual(expect.arrayContaining(["watercolor", "sunset"]));
  expect(result.ignored).toContain("frobnicator");
  expect(result.ignored).not.toContain("sunset");
});

test.each([
  ["desert dunes at sunset", 0.15, ["sunset"], ["desert", "dunes"]],
  ["a foggy forest in winter, watercolor", 0.15, ["foggy", "winter", "watercolor"], ["forest"]],
  ["a painterly fox", 0.15, [], ["painterly", "fox"]],
  ["watercolor at dusk", 0.1, ["dusk"], ["watercolor"]],
  ["watercolor at dusk", 0, [], ["watercolor", "dusk"]],
  ["stars at noon", 0.5, ["stars"], ["noon"]],
])("%s at %d: only what changes the source is understood", async (prompt, strength, does, not) => {
  const { frame, reimagined, understood, ignored, notes } = await remixed({ prompt, strength });
  expect({ reimagined, understood, ignored, notes }).toEqual({
    reimagined: false,
    understood: does,
    ignored: not,
    notes: [],
  });
  // Without the words that are ignored it is the same remix; without any that is understood, another.
  const only = await remixed({ prompt: does.join(", "), strength });
  expect(distance(only.frame, frame)).toBe(0);
  for (const word of does) {
    const rest = does.filter((other) => other !== word).join(", ");
    expect(distance((await remixed({ prompt: rest, strength })).frame, frame)).toBeGreaterThan(0);
  }
});

test("a scene that is drawn anew counts as understood, its negative words too", async () => {
  const prompt = "desert dunes at sunset";
  const anew = await remixed({ prompt, negative: "clouds", strength: 0.9 });
  expect(anew.understood).toEqual(expect.arrayContaining(["sunset"]));
  expect(anew.understood.join(" ")).toContain("dunes");
  expect(anew.notes).toEqual([{ kind: "avoided", words: ["clouds"] }]);
});

test("negative words of a remix are left out where the remix is another one without them", async () => {
  const request = { prompt: "a hill at sunset", strength: 0.15 };
  const plain = await remixed(request);
  const { frame, notes } = await remixed({ ...request, negative: "clouds, grain" });
  expect(notes).toEqual([
    { kind: "avoided", words: ["grain"] },
    { kind: "not-avoided", words: ["clouds"] },
  ]);
  expect(distance(frame, plain.frame)).toBeGreaterThan(0);
  const clouds = await remixed({ ...request, negative: "clouds" });
  expect(distance(clouds.frame, plain.frame)).toBe(0);
});

test("the same request gives the same picture, another seed another", async () => {
  const request = { prompt: "gouache at dusk", strength: 0.7 };
  const first = (await remixed(request)).frame.toRGB8();
  expect((await remixed(request)).frame.toRGB8().equals(first)).toBe(true);
  expect((await remixed({ ...request, seed: 5 })).frame.toRGB8().equals(first)).toBe(false);
});

test("progress never falls and a cancel stops the work", async () => {
  const seen: number[] = [];
  let checks = 0;
  const context: RemixContext = {
    ...hooks,
    progress: (fraction) => void seen.push(fraction),
    check: () => void checks++,
  };
  await remixed({ prompt: "misty lake at dawn, watercolor", strength: 0.9 }, context);
  expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  expect(checks).toBeGreaterThan(50);
  for (const last of [0, checks >> 1, checks - 1]) {
    let count = 0;
    const check = () => {
      if (count++ === last) throw new Error("cancelled");
    };
    const request = { prompt: "misty lake at dawn, watercolor", strength: 0.9 };
    await expect(remixed(request, { ...hooks, check })).rejects.toThrow("cancelled");
    expect(count).toBe(last + 1);
  }
});

test("a source is turned upright by its EXIF and transparency lies on white", async () => {
  const half = { create: { width: 40, height: 80, channels: 3, background: "#ff0000" } } as const;
  const turned = await sharp({
    create: { width: 80, height: 80, channels: 3, background: "#0000ff" },
  })
    .composite([{ input: await sharp(half).png().toBuffer(), left: 0, top: 0 }])
    .withMetadata({ orientation: 6 })
    .png()
    .toBuffer();
  // Turned a quarter clockwise, the red left half comes to lie on top.
  const upright = await decodeSource(turned, 80, 80);
  expect(Array.from(upright.rgb.slice(0, 3))).toEqual([1, 0, 0]);
  expect(Array.from(upright.rgb.slice(-3))).toEqual([0, 0, 1]);

  const clear = { create: { width: 8, height: 8, channels: 4, background: "#00000000" } } as const;
  const onWhite = await decodeSource(await sharp(clear).png().toBuffer(), 64, 32);
  expect([onWhite.w, onWhite.h]).toEqual([64, 32]);
  expect(onWhite.rgb.every((value) => value === 1)).toBe(true);
});

test.each([
  ["text", Buffer.from("not a picture")],
  ["nothing", new Uint8Array(0)],
  ["half a picture", sourceBytes.subarray(0, sourceBytes.length >> 1)],
  [
    "64 megapixels",
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="8000" height="8000"/>'),
  ],
])("a source of %s is refused as an invalid request", async (_, bytes) => {
  const failure = await decodeSource(bytes, 64, 64).catch((error: SketchError) => error);
  expect(failure).toMatchObject({ name: "SketchError", kind: "invalid-request" });
});

test.each([
  [96, 64],
  [64, 101],
])("a remix takes the size asked for: %i by %i", async (width, height) => {
  const { frame } = await remixed({ prompt: "ink painting, rain", width, height });
  expect([frame.w, frame.h]).toEqual([width, height]);
  expect(frame.rgb.every((value) => Number.isFinite(value) && value >= 0)).toBe(true);
});
