import * as fc from "fast-check";
import { expect, test } from "vitest";
import { safeNext } from "./safe-next.ts";

test.each([
  ["/dashboard/studio/remix?from=1#top", "/dashboard/studio/remix?from=1#top"],
  ["/s/misty%20lake", "/s/misty%20lake"],
  ["/i/a//b", "/i/a//b"],
  ["/@ada/collections/1", "/@ada/collections/1"],
  ["/a/../b", "/b"],
  ["/", "/"],
])("RT-05 the path %s of this site is kept", (next, wanted) => {
  expect(safeNext(next)).toBe(wanted);
});

/** Addresses that pass a naive check of `next` and lead off the site. */
const leaving = [
  "/\\evil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  "/\r/evil.example",
  "\0//evil.example",
  "/\0/evil.example",
  "//evil.example",
  "///evil.example",
  "////evil.example",
  "\\\\evil.example",
  "/..//evil.example",
  "/.//evil.example",
  "/%2e%2e//evil.example",
  "/a/..//evil.example",
  "/x/../..//evil.example",
  "https://evil.example",
  "http:evil.example",
  "https:/evil.example",
  "javascript:alert(1)",
  "data:text/html,x",
  " //evil.example",
  "/ /\u0000evil.example/..//evil.example",
  "evil.example",
  "?next=//evil.example",
  "#//evil.example",
  "",
  `/${"x".repeat(2001)}`,
];

test.each(leaving)("RT-05 %j, which leaves the site, is ignored", (next) => {
  expect(safeNext(next)).toBe("/dashboard");
});

test("RT-05 nothing given leads to the dashboard", () => {
  expect(safeNext(null)).toBe("/dashboard");
  expect(safeNext(undefined)).toBe("/dashboard");
});

test("RT-05 whatever is given, a browser stays on the site, now and at the next hop", () => {
  const pieces = String.raw`/ \ . .. // %2f %5c %2e @ : ? # evil.example https: javascript: a 。 ／`;
  const unseen = ["\t", "\n", "\r", "\0", " ", "\u2028", "\ufeff"];
  const piece = fc.constantFrom(...pieces.split(" "), ...unseen);
  const wild = fc.oneof(
    fc.array(piece, { maxLength: 12 }).map((parts) => parts.join("")),
    fc.string(),
  );
  fc.assert(
    fc.property(wild, (next) => {
      const site = "https://echoform.example";
      const safe = safeNext(next);
      const once = new URL(safe, site);
      // A redirect may be resolved from its own path again.
      const twice = new URL(once.pathname, site);
      expect([once.origin, twice.origin]).toEqual([site, site]);
      expect(safe).toMatch(/^\/(?!\/)/);
      expect(safeNext(safe)).toBe(safe);
    }),
    { numRuns: 5000 },
  );
});
