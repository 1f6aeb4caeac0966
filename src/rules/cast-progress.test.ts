import * as fc from "fast-check";
import { expect, test } from "vitest";
import {
  aheadOf,
  castStatus,
  percent,
  placeInLine,
  previewBlur,
  tilePhase,
  wakingNote,
  wakingSeconds,
} from "./cast-progress.ts";

test.each([
  ["queued", 0, "queued", "waiting"],
  ["queued", 0, "running", "waiting"],
  ["running", 0.5, "running", "casting"],
  ["running", 0.8, "running", "casting"],
  ["running", 0.81, "running", "taking form"],
  ["done", 1, "running", "done"],
  ["failed", 0.4, "failed", "failed"],
  ["failed", 0.4, "done", "failed"],
  ["failed", 0.4, "cancelled", "cancelled"],
  ["done", 1, "cancelled", "done"],
] as const)("ST-05 a picture %s at %f of a cast %s is %s", (state, fraction, cast, phase) => {
  expect(tilePhase({ state, fraction }, cast)).toBe(phase);
});

test.each([
  [null, "waiting its turn"],
  [1, "next in line"],
  [4, "number 4 in line"],
])("ST-05 place %j in the queue reads %j", (position, text) => {
  expect(placeInLine(position)).toBe(text);
});

test("the blur falls from 26 to 4 and the percent never says 100 early", () => {
  expect(previewBlur(0)).toBe(26);
  expect(previewBlur(1)).toBe(4);
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (fraction) => {
      expect(previewBlur(fraction)).toBeGreaterThanOrEqual(4);
      expect(previewBlur(fraction)).toBeLessThanOrEqual(26);
      expect(percent(fraction)).toBeLessThanOrEqual(99);
    }),
  );
});

test.each([
  ["running", 2, "2 of 4 done"],
  ["done", 4, "4 of 4 done"],
  ["done", 3, "3 of 4 done, the rest failed"],
  ["failed", 0, "0 of 4 done, the rest failed"],
  ["cancelled", 1, "1 of 4 done, the rest stopped"],
] as const)("a cast that is %s with %i pictures reads %j", (state, delivered, told) => {
  expect(castStatus({ state, delivered, count: 4 })).toBe(told);
});

test.each([
  ["queued behind 3", 3],
  ["queued behind 0", null],
  ["queued", null],
  ["KSampler", null],
  ["queued behind the sofa", null],
])("ST-05 the stage %j has %j before it", (stage, ahead) => {
  expect(aheadOf(stage)).toBe(ahead);
});

test.each([
  ["loading", "waking the model"],
  ["loading 8", "waking the model, about 8 s"],
  ["loading the dishes", null],
  ["steps", null],
])("the stage %j of a model on this machine reads %j", (stage, told) => {
  const seconds = wakingSeconds(stage);
  expect(seconds === null ? null : wakingNote(seconds)).toBe(told);
});
