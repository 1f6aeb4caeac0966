import { expect, test } from "vitest";
import { runsOf, splitRuns } from "./word-runs.ts";

test("runs are all neighbours of up to four words", () => {
  expect(runsOf(["a", "b", "c"])).toEqual(["a", "a b", "a b c", "b", "b c", "c"]);
  expect(runsOf([])).toEqual([]);
  expect(runsOf(["a", "b", "c", "d", "e"])).not.toContain("a b c d e");
});

test("the longest run with a synonym wins, other words are alone", () => {
  const synonyms = { "polar lights": ["aurora"], polar: ["arctic"], sea: ["ocean", "high water"] };
  expect(splitRuns(["polar", "lights", "over", "sea"], synonyms)).toEqual([
    { words: ["polar", "lights"], also: ["aurora"] },
    { words: ["over"], also: [] },
    { words: ["sea"], also: ["ocean", "high water"] },
  ]);
  expect(splitRuns(["polar", "bear"], synonyms)[0]).toEqual({ words: ["polar"], also: ["arctic"] });
});

test("a word that names a property of every object has no synonyms of its own", () => {
  expect(splitRuns(["constructor"], {})).toEqual([{ words: ["constructor"], also: [] }]);
});
