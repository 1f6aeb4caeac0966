import { expect, test } from "vitest";
import type { Frame } from "./core/frame.ts";
import type { Remixed } from "./remix.ts";
import { SIZE, distance, remixed, source } from "./remix.cases.ts";

/** Pixels that are red in one picture and not in the other. */
function reddened(frame: Frame, before: Frame): number {
  const [now, then] = [frame.toRGB8(), before.toRGB8()];
  const isRed = (rgb: Uint8Array, j: number) => rgb[j] > 110 && rgb[j] > 1.8 * rgb[j + 1];
  let count = 0;
  for (let j = 0; j < now.length; j += 3) if (isRed(now, j) && !isRed(then, j)) count++;
  return count;
}

test.each([0.2, 0.4, 0.6, 0.8, 1])(
  "what is added is in the picture at strength %d, and the rest stays",
  async (strength) => {
    const { frame, reimagined, understood, ignored } = await remixed({
      prompt: "add a red balloon",
      strength,
    });
    expect({ reimagined, understood, ignored }).toEqual({
      reimagined: false,
      understood: ["add", "red", "balloon"],
      ignored: [],
    });
    expect(reddened(frame, source)).toBeGreaterThan(100);
    expect(distance(frame, source)).toBeLessThan(8);
    const blue = await remixed({ prompt: "add a blue balloon", strength });
    expect(reddened(blue.frame, source)).toBe(0);
    const tinted = await remixed({ prompt: "a red balloon, add fog", strength });
    expect(distance(tinted.frame, frame)).toBeGreaterThan(2);
  },
);

test("what cannot be added is said, and changes nothing", async () => {
  const { frame, ignored, notes } = await remixed({ prompt: "add a frobnicator, at sunset" });
  expect(ignored).toContain("frobnicator");
  expect(notes).toEqual([{ kind: "unknown", words: ["frobnicator"] }]);
  const sunset = await remixed({ prompt: "at sunset" });
  expect(distance(frame, sunset.frame)).toBe(0);
  const weak = await remixed({ prompt: "add a red balloon", strength: 0.15 });
  expect(weak.ignored).toEqual(expect.arrayContaining(["balloon"]));
});

test("things are added where the prompt says, as many as it says, and beside a scene that it names", async () => {
  const middleOf = ({ frame }: Remixed) => {
    const [now, then] = [frame.toRGB8(), source.toRGB8()];
    let [sum, count] = [0, 0];
    for (let j = 0; j < now.length; j += 3) {
      if (Math.abs(now[j] - then[j]) < 60) continue;
      sum += (j / 3) % SIZE;
      count++;
    }
    return sum / count / SIZE;
  };
  const at = (prompt: string) => remixed({ prompt, strength: 0.3 });
  expect(middleOf(await at("add a red balloon on the left"))).toBeLessThan(0.45);
  expect(middleOf(await at("add a red balloon on the right"))).toBeGreaterThan(0.55);
  const [one, three] = [await at("add a red balloon"), await at("add three red balloons")];
  expect(reddened(three.frame, source)).toBeGreaterThan(reddened(one.frame, source) * 1.2);
  const both = await at("a forest, add a red balloon");
  expect(both.understood).toEqual(expect.arrayContaining(["forest", "balloon"]));
  expect(reddened(both.frame, source)).toBeGreaterThan(100);
  expect(distance(both.frame, one.frame)).toBeGreaterThan(2);
});

test("a named scene takes over little by little, what is far before what is near", async () => {
  const strengths = [0.2, 0.3, 0.4, 0.5, 0.6, 0.7];
  const frames = await Promise.all(
    strengths.map((strength) => remixed({ prompt: "desert dunes", strength })),
  );
  const steps = frames.map(({ frame }) => distance(frame, source));
  expect(steps).toEqual(steps.toSorted((a, b) => a - b));
  const jumps = steps.slice(1).map((now, i) => now - steps[i]);
  expect(Math.max(...jumps)).toBeLessThan((steps.at(-1)! - steps[0]) * 0.5);
  const part = (rgb: Uint8Array, top: boolean) =>
    top ? rgb.subarray(0, rgb.length / 4) : rgb.subarray(-rgb.length / 4);
  const shareDone = (at: number, top: boolean) => {
    const [now, then, end] = [frames[at].frame, source, frames.at(-1)!.frame].map((frame) =>
      part(frame.toRGB8(), top),
    );
    const away = (a: Uint8Array) => a.reduce((sum, value, i) => sum + Math.abs(value - end[i]), 0);
    return 1 - away(now) / away(then);
  };
  expect(shareDone(2, true)).toBeGreaterThan(shareDone(2, false) + 0.1);
});
