import { expect, test } from "vitest";
import { numberOf, wordsOf } from "./fields.ts";
import { parseForeign } from "./foreign-json.ts";

const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);

test.each([
  ["nested 65 deep", nested(65)],
  ["nested 100,000 deep", nested(100_000)],
  ["objects nested 100,000 deep", `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`],
  ["a million empty lists", `[${"[],".repeat(1_000_000)}[]]`],
  ["a million numbers", `[${"0,".repeat(1_000_000)}0]`],
  ["a string without an end", '{"a":"b'],
  ["a string whose last quote is escaped", '{"a":"b\\"}'],
  ["nothing", ""],
  ["HTML", "<html></html>"],
])("JSON that is %s is refused, and cheaply", (_name, text) => {
  expect(() => parseForeign(text)).toThrow(SyntaxError);
});

test.each([
  { a: [1, "b", null, { c: true }] },
  { brackets: "[".repeat(100_000) },
  { commas: ",".repeat(500_000) },
  { quotes: '"\\"\\\\"'.repeat(1000) },
  "\\",
  "",
  0,
  null,
])("JSON of a sane shape is read, whatever its strings hold", (value) => {
  expect(parseForeign(JSON.stringify(value))).toEqual(value);
});

test("texts and numbers are read from at most two levels", () => {
  const deep = JSON.parse(nested(50_000)) as unknown;
  expect(wordsOf(deep)).toBe("");
  expect(numberOf(deep, 3)).toBe(3);
  expect(wordsOf("plain")).toBe("plain");
  expect(wordsOf([{ loc: ["body"], msg: "too wide" }, { msg: "too tall" }])).toBe(
    "too wide too tall",
  );
  expect(wordsOf({ type: "x", message: "no", details: "node 4" })).toBe("no node 4");
});
