import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { readNetwork } from "./networks.ts";
import { createTokenizer, type Piece } from "./tokens.ts";

const reserved: Piece[] = ["�", "<s>", "</s>", "1", "2", "3"].map((piece) => [piece, 0]);
const tokenize = createTokenizer([
  ...reserved,
  ["▁", -3],
  ["a", -2],
  ["b", -2],
  ["ab", -3],
  ["▁ab", -6],
  ["abc", -1],
]);

test("a text is cut into its most likely pieces", () => {
  // "▁ab" alone is as likely as "▁" and "ab": the one that began later is taken.
  expect(tokenize("ab")).toEqual([6, 9]);
  expect(tokenize("abc b")).toEqual([6, 11, 6, 8]);
  expect(tokenize("")).toEqual([]);
});

test("neighbours that are not known count as one, and a reserved piece is not known", () => {
  expect(tokenize("a🙂🙂b")).toEqual([6, 7, 0, 8]);
  expect(tokenize("<s>")).toEqual([6, 0]);
});

test("signs that look the same are the same", () => {
  expect(tokenize("ａb")).toEqual(tokenize("ab"));
});

test("the vocabulary of the network cuts words into what it was taught on", async () => {
  const text = gunzipSync(await readNetwork("embedding-vocabulary.json.gz")).toString();
  const vocabulary = JSON.parse(text) as Piece[];
  const pieces = createTokenizer(vocabulary)("A lighthouse, naïvely drawn 🦊").map(
    (id) => vocabulary[id][0],
  );
  expect(pieces).toMatchInlineSnapshot(`
    [
      "▁A",
      "▁light",
      "house",
      ",",
      "▁na",
      "�",
      "ve",
      "ly",
      "▁drawn",
      "▁",
      "�",
    ]
  `);
});
