import { expect, test } from "vitest";
import { createSynonyms } from "./synonyms.ts";

test("SE-02 a word has its synonyms, a plural those of its singular, and neighbours can be one term", async () => {
  const synonyms = createSynonyms();
  const [boats, sea] = await synonyms.termsOf(["boats", "sea"]);
  expect(boats.word).toBe("boats");
  expect(boats.wider).toContain("vessel");
  expect(sea.word).toBe("sea");
  expect(await synonyms.termsOf(["zzyzx", "of"])).toEqual([{ word: "zzyzx", same: [], wider: [] }]);
  expect((await synonyms.termsOf(["hot", "dog"])).map(({ word }) => word)).toEqual(["hot_dog"]);
});

test("the first search reads the synonyms without blocking other work", async () => {
  const synonyms = createSynonyms();
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await synonyms.termsOf(["sea"]);
  expect(turns).toBeGreaterThan(0);
  // From memory the answer comes within the same turn.
  const before = turns;
  await synonyms.termsOf(["lake"]);
  expect(turns).toBe(before);
  isOver = true;
});
