import * as fc from "fast-check";
import { expect, test } from "vitest";
import { foldText, indexText, queryWords } from "./search-text.ts";

test.each([
  ["Café au lait", "cafe au lait"],
  ["low-poly  FOX!", "low poly fox"],
  ["Watercolour, grey centre", "watercolor gray center"],
  ["Ångström", "angstrom"],
  ["قمر", "قمر"],
  ["--", ""],
])("SE-02 %j is indexed as %j", (text, folded) => {
  expect(foldText(text)).toBe(folded);
});

test("SE-02 scripts without spaces are queried by pairs, and indexed so that single letters are found too", () => {
  expect(queryWords("婚纱照 photo")).toEqual(["婚纱", "纱照", "photo"]);
  expect(queryWords("猫")).toEqual(["猫"]);
  expect(indexText("婚纱照").split(" ")).toEqual(expect.arrayContaining(["婚", "婚纱", "纱照"]));
});

test("SE-02 folding is idempotent, and leaves letters, digits and single spaces", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      const folded = foldText(text);
      expect(foldText(folded)).toBe(folded);
      expect(folded).toMatch(/^(?:[\p{L}\p{N}\p{M}]+(?: [\p{L}\p{N}\p{M}]+)*)?$/u);
    }),
  );
});
