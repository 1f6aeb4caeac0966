import * as fc from "fast-check";
import { expect, test } from "vitest";
import {
  columnCounts,
  columnsFor,
  layWall,
  pixelsOf,
  tilesInRange,
  type Depth,
} from "./wall-layout.ts";

const everyCount = [...new Set([...columnCounts("comfortable"), ...columnCounts("dense")])];

const ratio = fc.double({ min: 0.4, max: 2.5, noNaN: true });

test.each([
  [320, 2, 3],
  [559, 2, 3],
  [560, 3, 4],
  [859, 3, 4],
  [860, 4, 5],
  [1119, 4, 5],
  [1120, 5, 6],
  [1559, 5, 6],
  [1560, 6, 8],
  [2400, 6, 8],
])("a wall %i pixels wide has %i columns, and %i where it is dense", (width, columns, dense) => {
  expect(columnsFor(width, "comfortable")).toBe(columns);
  expect(columnsFor(width, "dense")).toBe(dense);
});

test("pictures go to the shortest column, the leftmost of nearly equal ones", () => {
  const { places } = layWall([1, 1.1, 1, 0.5, 1], 3, false);
  expect(places.map((place) => place.column)).toEqual([0, 1, 2, 0, 1]);
  expect(places[3]).toEqual({ column: 0, ratios: 1, gutters: 1, texts: 0 });
});

test("nothing overlaps the wall text in the first two columns", () => {
  const { places } = layWall([1.3, 1.3, 1.3, 1.3, 1.3], 5, true);
  expect(places.map((place) => place.column)).toEqual([2, 3, 4, 0, 1]);
  expect(places[3].texts).toBe(1);
});

test("no two tiles of a column overlap at any width, and none is lost", () => {
  fc.assert(
    fc.property(
      fc.array(ratio, { maxLength: 120 }),
      fc.constantFrom(...everyCount),
      fc.boolean(),
      fc.integer({ min: 80, max: 700 }),
      (ratios, columns, withText, columnWidth) => {
        const { places } = layWall(ratios, columns, withText);
        expect(places).toHaveLength(ratios.length);
        const top = (depth: Depth) =>
          depth.ratios * columnWidth + depth.gutters * 12 + depth.texts * 300;
        for (let column = 0; column < columns; column += 1) {
          let free = withText && column < 2 ? 300 : 0;
          places.forEach((place, index) => {
            if (place.column !== column) return;
            expect(top(place)).toBeGreaterThanOrEqual(free - 1e-6);
            free = top(place) + ratios[index] * columnWidth;
          });
        }
      },
    ),
  );
});

test("more pictures never move those already placed", () => {
  fc.assert(
    fc.property(
      fc.array(ratio, { maxLength: 60 }),
      fc.array(ratio, { maxLength: 60 }),
      fc.constantFrom(...everyCount),
      (first, more, columns) => {
        const whole = layWall([...first, ...more], columns, true);
        expect(whole.places.slice(0, first.length)).toEqual(layWall(first, columns, true).places);
        const added = layWall([...first, ...more], columns, true, layWall(first, columns, true));
        expect(added).toEqual(whole);
      },
    ),
  );
});

test("a range contains exactly the tiles that intersect it, in order, at any width", () => {
  fc.assert(
    fc.property(
      fc.array(ratio, { maxLength: 200 }),
      fc.constantFrom(...everyCount),
      fc.integer({ min: 60, max: 700 }),
      fc.integer({ min: -500, max: 20_000 }),
      fc.integer({ min: 1, max: 4_000 }),
      (ratios, columns, column, from, height) => {
        const layout = layWall(ratios, columns, true);
        const measure = { column, gutter: 12, text: 300 };
        const expected = layout.places.flatMap((place, index) => {
          const top = pixelsOf(place, measure);
          return top < from + height && top + ratios[index] * column > from ? [index] : [];
        });
        expect(tilesInRange(layout, ratios, measure, from, from + height)).toEqual(expected);
      },
    ),
  );
});
