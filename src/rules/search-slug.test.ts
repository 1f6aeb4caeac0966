import * as fc from "fast-check";
import { expect, test } from "vitest";
import { searchSlug } from "./search-slug.ts";

test.each([
  ["Misty Mountain Lake", "misty-mountain-lake"],
  ["  dawn, watercolour!  ", "dawn-watercolour"],
  ["a--b___c", "a-b-c"],
  ["#0F766E teal", "0f766e-teal"],
  ["--", ""],
  ["", ""],
  ["café au lait", "café-au-lait"],
])("%j becomes %j", (query, slug) => {
  expect(searchSlug(query)).toBe(slug);
});

test("a slug is stable and has no hyphen at its ends nor two in a row", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (query) => {
      const slug = searchSlug(query);
      expect(searchSlug(slug)).toBe(slug);
      expect(slug).not.toMatch(/^-|-$|--/);
    }),
  );
});
