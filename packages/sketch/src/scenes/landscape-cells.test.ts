import { expect, test } from "vitest";
import { MAP_SIZE, cellMap, sampleMap } from "./landscape-cells.ts";

test("a cell is found when it is first read, and once", () => {
  const asked: number[] = [];
  const map = cellMap((cell) => {
    asked.push(cell);
    return cell / 3;
  });
  expect(asked).toEqual([]);
  expect([map(7), map(9), map(7)]).toEqual([7, 9, 7].map((cell) => Math.fround(cell / 3)));
  expect(asked).toEqual([7, 9]);
});

test("a map is read between its cells, and held at its edges", () => {
  const slope = cellMap((cell) => (cell % MAP_SIZE) + 10 * Math.floor(cell / MAP_SIZE));
  expect(sampleMap(slope, 3.25, 6.5)).toBeCloseTo(68.25);
  expect(sampleMap(slope, -5, 2)).toBeCloseTo(20);
  expect(sampleMap(slope, 4 * MAP_SIZE, 2)).toBeCloseTo(MAP_SIZE - 1.01 + 20);
});
