import * as fc from "fast-check";
import { v7 as uuidv7 } from "uuid";
import { expect, test } from "vitest";
import { packIds } from "./packed-ids.ts";
import { PaletteTable, type PaletteRows } from "./palette-table.ts";

type Row = { id: string; time: number; color: number };

const packed = (rows: readonly Row[]): PaletteRows => ({
  ids: packIds(rows.map(({ id }) => id)),
  times: Float64Array.from(rows, ({ time }) => time),
  colors: Int32Array.from(rows.flatMap(({ color }) => [color, 1, 2, 3, color])),
});

/** Whether the row has the colour, and all of its parts are its own. */
const has = (color: number) => (colors: Int32Array, from: number) =>
  [color, 1, 2, 3, color].every((part, at) => colors[from + at] === part);

const newestFirst = (a: Row, b: Row) => b.time - a.time || (a.id < b.id ? 1 : -1);

function expected(rows: Iterable<Row>, color: number, until: number, wanted: number): string[] {
  return [...rows]
    .filter((row) => row.color === color && row.time <= until)
    .toSorted(newestFirst)
    .slice(0, wanted)
    .map(({ id }) => id);
}

// Few ids, times and colours, so that rows are replaced and times are equal.
const ids = Array.from({ length: 40 }, () => uuidv7());
const row = fc.record({
  id: fc.constantFrom(...ids),
  time: fc.integer({ min: 1, max: 12 }),
  color: fc.integer({ min: 0, max: 2 }),
});
const batch = fc.uniqueArray(row, { selector: ({ id }) => id, maxLength: 15 });
const change = fc.oneof(
  fc.record({ put: batch }),
  fc.record({ forget: fc.subarray(ids, { maxLength: 8 }) }),
);

test("SE-03 palettes are found newest first after any rows came, changed and were forgotten", () => {
  fc.assert(
    fc.property(
      fc.array(change, { maxLength: 12 }),
      fc.integer({ min: 0, max: 13 }),
      fc.integer({ min: 1, max: 20 }),
      (changes, until, wanted) => {
        const table = new PaletteTable();
        const model = new Map<string, Row>();
        for (const step of changes) {
          if ("put" in step) {
            table.put(packed(step.put));
            for (const each of step.put) model.set(each.id, each);
          } else {
            table.forget(step.forget);
            for (const id of step.forget) model.delete(id);
          }
          expect(table.size).toBe(model.size);
        }
        const last = [...model.values()].toSorted(newestFirst).at(-1);
        expect(table.oldest).toEqual(last ? { time: last.time, id: last.id } : null);
        for (const color of [0, 1, 2]) {
          expect(table.newest(has(color), new Date(until), wanted)).toEqual(
            expected(model.values(), color, until, wanted),
          );
        }
      },
    ),
    { numRuns: 500 },
  );
});

test("SE-03 palettes behind a place are forgotten, the one at the place is kept", () => {
  const table = new PaletteTable();
  const rows = [5, 4, 4, 3].map((time, at) => ({ id: ids[at], time, color: 0 }));
  table.put(packed(rows));
  const [first, second, third] = rows.toSorted(newestFirst);
  table.keepFrom(third);
  const all = () => table.newest(has(0), new Date(9), 9);
  expect(all()).toEqual([first.id, second.id, third.id]);
  table.keepFrom({ time: 4, id: "ffffffff-ffff-ffff-ffff-ffffffffffff" });
  expect(all()).toEqual([first.id]);
  table.keep(0);
  expect(all()).toEqual([]);
});
