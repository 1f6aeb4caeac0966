import * as fc from "fast-check";
import { expect, test } from "vitest";
import { layoutTree, treeMove, type TreePlace } from "./tree-layout.ts";

const place = (id: string, parentId: string | null): TreePlace => ({
  id,
  parentId,
  width: 100,
  height: 100,
});
const small = [place("a", null), place("b", "a"), place("c", "b"), place("d", "a")];

/** A random tree: each node has an earlier node as its parent. */
const trees = fc
  .array(
    fc.tuple(fc.double({ min: 0, max: 0.999, noNaN: true }), fc.integer({ min: 40, max: 200 })),
    {
      minLength: 1,
      maxLength: 60,
    },
  )
  .map((parents) =>
    parents.map(([share, height], index) => ({
      ...place(`n${index}`, index === 0 ? null : `n${Math.floor(share * index)}`),
      height,
    })),
  );

test("WK-01 no two nodes of a tree overlap, and children are right of their parents", () => {
  fc.assert(
    fc.property(trees, (places) => {
      const { placed, width, height } = layoutTree(places, new Set());
      expect(placed).toHaveLength(places.length);
      const outside = placed.filter(
        (one) => one.y < 0 || one.x + one.width > width || one.y + one.height > height,
      );
      expect(outside).toEqual([]);
      const byId = new Map(placed.map((one) => [one.id, one]));
      const crossed = placed.filter((one) => {
        const parent = one.parentId === null ? undefined : byId.get(one.parentId);
        return parent !== undefined && one.x <= parent.x + parent.width;
      });
      expect(crossed).toEqual([]);
      const overlaps = placed.flatMap((one) =>
        placed.filter((other) => {
          const isBeside = one === other || one.x !== other.x;
          return !isBeside && one.y < other.y + other.height && other.y < one.y + one.height;
        }),
      );
      expect(overlaps).toEqual([]);
    }),
    { numRuns: 40 },
  );
});

test("WK-01 a collapsed node hides its descendants", () => {
  const { placed } = layoutTree(small, new Set(["b"]));
  expect(placed.map(({ id, children, isOpen }) => [id, children, isOpen])).toEqual([
    ["a", 2, true],
    ["b", 1, false],
    ["d", 0, false],
  ]);
  expect(placed[1]).toMatchObject({ level: 2, position: 1, siblings: 2 });
});

test.each([
  ["a", "ArrowDown", { go: "b" }],
  ["b", "ArrowUp", { go: "a" }],
  ["a", "ArrowUp", null],
  ["d", "Home", { go: "a" }],
  ["a", "End", { go: "d" }],
  ["a", "ArrowRight", { go: "b" }],
  ["c", "ArrowRight", null],
  ["a", "ArrowLeft", { fold: "a" }],
  ["c", "ArrowLeft", { go: "b" }],
  ["a", "x", null],
  ["gone", "ArrowDown", null],
])("WK-01 from %s the key %s leads to %j", (at, key, move) => {
  expect(treeMove(layoutTree(small, new Set()).placed, at, key)).toEqual(move);
});

test("WK-01 the right arrow expands a collapsed node", () => {
  const { placed } = layoutTree(small, new Set(["b"]));
  expect(treeMove(placed, "b", "ArrowRight")).toEqual({ unfold: "b" });
});

test("WK-01 a chain of 2,000 nodes is laid out quickly", () => {
  const chain = Array.from({ length: 2000 }, (_, index) =>
    place(`n${index}`, index === 0 ? null : `n${index - 1}`),
  );
  const started = performance.now();
  expect(layoutTree(chain, new Set()).placed).toHaveLength(2000);
  // A few milliseconds on an idle machine.
  expect(performance.now() - started).toBeLessThan(10_000);
});
