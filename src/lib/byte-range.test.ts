import { expect, test } from "vitest";
import { partOf } from "./byte-range.ts";

test.each([
  [undefined, null],
  ["bytes=0-9", { start: 0, end: 9 }],
  ["bytes=90-", { start: 90, end: 99 }],
  ["bytes=90-500", { start: 90, end: 99 }],
  ["bytes=-5", { start: 95, end: 99 }],
  ["bytes=-500", { start: 0, end: 99 }],
  ["bytes=100-", "none"],
  ["bytes=-0", "none"],
  ["bytes=9-0", null],
  ["bytes=0-1,4-5", null],
  ["bytes=-", null],
  ["bytes=a-b", null],
  ["items=0-9", null],
])("Range %j of 100 bytes", (header, part) => {
  expect(partOf(header, 100)).toEqual(part);
});
