import { expect, test } from "vitest";
import { openSynonyms, termsOf } from "./synonyms.ts";

test("SE-02 a word has its synonyms, a plural those of its singular, and neighbours can be one term", async () => {
  const synonyms = openSynonyms();
  const [boats, sea] = await termsOf(synonyms, ["boats", "sea"]);
  expect(boats.word).toBe("boats");
  expect(boats.wider).toContain("vessel");
  expect(sea.word).toBe("sea");
  expect(await termsOf(synonyms, ["zzyzx", "of"])).toEqual([
    { word: "zzyzx", same: [], wider: [] },
  ]);
  expect((await termsOf(synonyms, ["hot", "dog"])).map(({ word }) => word)).toEqual(["hot_dog"]);
});

test("the first search reads the synonyms without blocking other work", async () => {
  const synonyms = openSynonyms();
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await termsOf(synonyms, ["sea"]);
  expect(turns).toBeGreaterThan(0);
  // From memory the answer comes within the same turn.
  const before = turns;
  await termsOf(synonyms, ["lake"]);
  expect(turns).toBe(before);
  isOver = true;
});
