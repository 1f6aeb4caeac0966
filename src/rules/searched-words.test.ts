import * as fc from "fast-check";
import { expect, test } from "vitest";
import { searchSlug } from "./search-slug.ts";
import { searchedWords, searchQuery } from "./searched-words.ts";

test.each([
  ["misty lake", "misty lake"],
  ["  misty lake \n", "misty lake"],
  ["", null],
  [" \t\n ", null],
])("NV-06 %j typed is searched as %j", (typed, query) => {
  expect(searchQuery(typed)).toBe(query);
});

test.each([
  ["/s/misty-mountain-lake", "", "misty mountain lake"],
  ["/s/caf%C3%A9-au-lait", "", "café au lait"],
  ["/s/misty-lake/", "", "misty lake"],
  ["/s/%E0%A4%A", "", ""],
  ["/s", "", ""],
  ["/s/a/b", "", ""],
  ["/search", "?q=Misty+lake%21", "Misty lake!"],
  ["/search", "?q=+++", ""],
  ["/search", "", ""],
  ["/", "?q=lake", ""],
  ["/i/s", "", ""],
])("%s%s shows the results for %j", (pathname, search, words) => {
  expect(searchedWords(pathname, search)).toBe(words);
});

test("a query round-trips through its URL", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (query) => {
      const slug = searchSlug(query);
      fc.pre(slug !== "");
      expect(searchSlug(searchedWords(`/s/${encodeURIComponent(slug)}`, ""))).toBe(slug);
    }),
  );
});
