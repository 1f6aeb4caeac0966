import * as fc from "fast-check";
import { expect, test } from "vitest";
import { columnCounts, columnsFor, layWall, type Depth } from "./wall-layout.ts";

const ratio = fc.double({ min: 0.4, max: 2.5, noNaN: true });

test.each([
  [320, 2],
  [559, 2],
  [560, 3],
  [859, 3],
  [860, 4],
  [1119, 4],
  [1120, 5],
  [1559, 5],
  [1560, 6],
  [2400, 6],
])("a wall %i pixels wide has %i columns", (width, columns) => {
  expect(columnsFor(width)).toBe(columns);
});

test("pictures go to the shortest column, the leftmost of nearly equal ones", () => {
  const { places } = layWall([1, 1.1, 1, 0.5, 1], 3, false);
  expect(places.map((place) => place.column)).toEqual([0, 1, 2, 0, 1]);
  expect(places[3]).toEqual({ column: 0, ratios: 1, gutters: 1, texts: 0 });
});

test("the wall text keeps the first two columns to itself", () => {
  const { places } = layWall([1, 1, 1, 1, 1], 5, true);
  expect(places.map((place) => place.column)).toEqual([2, 3, 4, 0, 1]);
  expect(places[3].texts).toBe(1);
});

test("no two tiles of a column overlap at any width, and none is lost", () => {
  fc.assert(
    fc.property(
      fc.array(ratio, { maxLength: 120 }),
      fc.constantFrom(...columnCounts),
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
      fc.constantFrom(...columnCounts),
      (first, more, columns) => {
        const before = layWall(first, columns, true).places;
        const after = layWall([...first, ...more], columns, true).places;
        expect(after.slice(0, before.length)).toEqual(before);
      },
    ),
  );
});
