import { expect, test } from "vitest";
import { parsePrompt } from "./prompt/parse.ts";
import { renderSpec } from "./render.ts";
import type { Frame } from "./types.ts";

const SIZE = 160;

async function draw(prompt: string): Promise<Frame> {
  const spec = parsePrompt(prompt, { seed: 4 });
  const size = { width: SIZE, height: SIZE, seed: 4 };
  const { frame } = await renderSpec(spec, size, { check: () => {}, progress: () => {} });
  return frame;
}

/** Pixels in which two pictures are clearly apart, as shares of the width and height. */
function changes(a: Frame, b: Frame): { x: number; y: number }[] {
  const [one, other] = [a.toRGB8(), b.toRGB8()];
  const found: { x: number; y: number }[] = [];
  for (let i = 0; i < SIZE * SIZE; i++) {
    const away = Math.abs(one[i * 3] - other[i * 3]) + Math.abs(one[i * 3 + 1] - other[i * 3 + 1]);
    if (away > 60) found.push({ x: (i % SIZE) / SIZE, y: Math.floor(i / SIZE) / SIZE });
  }
  return found;
}

const mean = (values: number[]): number => values.reduce((sum, v) => sum + v, 0) / values.length;

test.each([
  ['a sign that says "Open" in a forest', "Open", "board"],
  ["a wooden sign saying KEEP OUT, in a meadow", "KEEP OUT", "board"],
  ['a neon sign reading "Bar 24" in a city', "Bar 24", "neon"],
  ['a cake with "Happy Birthday" written on it', "Happy Birthday", "poster"],
  ['a woman in a t-shirt that says "Hello!"', "Hello!", "shirt"],
  ['a poster of mountains, title "ALPS 1924"', "ALPS 1924", "poster"],
  ['a beach, a sign that says "No swimming, please."', "No swimming, please.", "board"],
  ["a poster of a lake with the words “Visit Süd-Tirol”", "Visit Süd-Tirol", "poster"],
])("%s: the words are read as they are written", (prompt, text, on) => {
  const { lettering, understood, ignored } = parsePrompt(prompt, { seed: 4 });
  expect(lettering).toEqual({ text, on });
  const words = understood.join(" ").split(" ");
  expect(words).toEqual(
    expect.arrayContaining([text.toLowerCase().match(/[\p{L}\d]{4,}|bar/u)![0]]),
  );
  expect(ignored).toEqual([]);
});

test.each([
  '"a quiet forest at dawn"',
  'a "beautiful" forest',
  "a girl reading a book in a park",
  "signs of spring in a forest",
  "a forest",
])("%s: nothing is written", (prompt) => {
  expect(parsePrompt(prompt, { seed: 4 }).lettering).toBeUndefined();
});

test.each([
  ['a sign that says "Привет" in a forest', ["привет"]],
  ['a neon sign "営業中" in a city', ["営業中"]],
])("%s: what the font has no letters for is said, and is not understood", (prompt, words) => {
  const { lettering, notes, ignored, understood } = parsePrompt(prompt, { seed: 4 });
  expect(lettering).toBeUndefined();
  expect(notes).toContainEqual({ kind: "unknown", words });
  expect(ignored).toEqual(expect.arrayContaining(words));
  expect(understood.join(" ")).not.toContain(words[0]);
});

test("what is written has no meaning for the picture", () => {
  const { scene, finish, subjects } = parsePrompt(
    'a sign that says "Ocean watercolor fox" in a forest',
    {
      seed: 4,
    },
  );
  expect({ scene, finish, subjects }).toEqual({ scene: "forest", finish: null, subjects: [] });
});

test("letters stand on a sign in the lower half, and other letters are another picture", async () => {
  const [open, shut, bare] = [
    await draw('a forest, a sign that says "OPEN"'),
    await draw('a forest, a sign that says "SHUT"'),
    await draw("a forest"),
  ];
  const board = changes(open, bare);
  expect(board.length).toBeGreaterThan(SIZE * SIZE * 0.03);
  expect(mean(board.map(({ y }) => y))).toBeGreaterThan(0.5);
  const letters = changes(open, shut);
  expect(letters.length).toBeGreaterThan(60);
  expect(letters.length).toBeLessThan(board.length);
});

test("neon letters shine over a city, and letters stay legible in a medium", async () => {
  const [neon, city] = [
    await draw('a city at night, neon sign "BAR"'),
    await draw("a city at night, neon sign"),
  ];
  const shine = changes(neon, city);
  expect(mean(shine.map(({ y }) => y))).toBeLessThan(0.5);
  expect(mean([...neon.toRGB8()])).toBeGreaterThan(mean([...city.toRGB8()]));
  const [oil, other] = [
    await draw('a lake, a sign that says "OPEN", oil painting'),
    await draw('a lake, a sign that says "SHUT", oil painting'),
  ];
  expect(changes(oil, other).length).toBeGreaterThan(60);
});

test("a shirt is lettered on the chest of who wears it", async () => {
  const [hello, bye] = [
    await draw('a man in a white shirt that says "HELLO"'),
    await draw('a man in a white shirt that says "BYE"'),
  ];
  const letters = changes(hello, bye);
  expect(letters.length).toBeGreaterThan(10);
  for (const { x } of letters)
    expect(Math.abs(x - mean(letters.map((each) => each.x)))).toBeLessThan(0.15);
});
