import * as fc from "fast-check";
import { expect, test } from "vitest";
import { decodeCursor, encodeCursor } from "./page-cursor.ts";

test("a place survives the way into a cursor and back", () => {
  const when = fc.date({ min: new Date(0), max: new Date("2200-01-01"), noInvalidDate: true });
  fc.assert(
    fc.property(when, fc.uuid(), (createdAt, id) => {
      expect(decodeCursor(encodeCursor({ createdAt, id }))).toEqual({ createdAt, id });
    }),
  );
});

test.each([
  "",
  "x",
  "abc.def",
  `zzzzzzzzzz.${"0".repeat(32)}`,
  `1.${"g".repeat(32)}`,
  `1.${"0".repeat(33)}`,
  "1'; drop table pictures",
])("refuses the made-up cursor %j", (cursor) => {
  expect(decodeCursor(cursor)).toBeNull();
});
