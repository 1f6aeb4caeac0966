import { randomBytes } from "node:crypto";
import { v7 as uuidv7 } from "uuid";
import { expect, test } from "vitest";
import { SignTable, type SignRows } from "./sign-table.ts";

type Row = { id: string; time: number; signs: Buffer };

const rowsOf = (count: number): Row[] =>
  Array.from({ length: count }, (_, at) => ({
    id: uuidv7(),
    time: 1_000 + at,
    signs: randomBytes(64),
  }));
const packed = (rows: readonly Row[]): SignRows => ({
  ids: Buffer.concat(rows.map(({ id }) => Buffer.from(id.replaceAll("-", ""), "hex"))),
  times: Float64Array.from(rows, ({ time }) => time),
  signs: Buffer.concat(rows.map(({ signs }) => signs)),
});

/** Bits that differ, one by one. */
function apart(a: Buffer, b: Buffer): number {
  let sum = 0;
  for (const [at, byte] of a.entries()) {
    for (let bits = byte ^ b[at]; bits > 0; bits >>= 1) sum += bits & 1;
  }
  return sum;
}
const expected = (rows: readonly Row[], asked: Buffer, until: number, wanted: number) =>
  rows
    .filter(({ time }) => time <= until)
    .map(({ id, time, signs }) => ({ id, time, bits: apart(signs, asked) }))
    .toSorted((a, b) => a.bits - b.bits || b.time - a.time)
    .slice(0, wanted)
    .map(({ id }) => id);

test("the nearest are those of which the fewest bits differ, of equals the newest, up to a time", () => {
  const rows = rowsOf(3_000);
  // Many at the same distance.
  for (const row of rows.slice(0, 500)) row.signs = rows[0].signs;
  const table = new SignTable();
  table.put(packed(rows.slice(0, 10)));
  table.put(packed(rows.slice(10)));
  for (const asked of [rows[0].signs, rows[700].signs, Buffer.alloc(64), Buffer.alloc(64, 255)]) {
    for (const [until, wanted] of [
      [9_999, 80],
      [1_200, 40],
      [9_999, 5_000],
      [0, 10],
    ]) {
      expect(table.nearest(asked, new Date(until), wanted)).toEqual(
        expected(rows, asked, until, wanted),
      );
    }
  }
});

test("a row with a known id replaces it, and forgotten ones are found no more", () => {
  const rows = rowsOf(400);
  const table = new SignTable();
  table.put(packed(rows));
  const changed = rows.slice(100, 150).map((row) => ({ ...row, signs: randomBytes(64) }));
  table.put(packed(changed));
  const gone = [...rows.slice(0, 30), ...rows.slice(390)];
  table.forget([...gone.map(({ id }) => id), uuidv7()]);
  const left = [...rows.slice(30, 100), ...changed, ...rows.slice(150, 390)];
  const all = table.nearest(rows[120].signs, new Date(9_999), 1_000);
  expect(all).toEqual(expected(left, rows[120].signs, 9_999, 1_000));
  expect(table.size).toBe(left.length);
});

test("an empty table has no nearest", () => {
  expect(new SignTable().nearest(Buffer.alloc(64), new Date(), 10)).toEqual([]);
});
