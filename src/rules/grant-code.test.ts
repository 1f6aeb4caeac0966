import * as fc from "fast-check";
import { expect, test } from "vitest";
import { grantCodeEnding, grantCodeOf, readGrantCode } from "./grant-code.ts";

test.each([
  ["7KQ2-XM4D-90RT-B3FH", "7KQ2-XM4D-90RT-B3FH"],
  [" 7kq2 xm4d 90rt b3fh ", "7KQ2-XM4D-90RT-B3FH"],
  ["7KQ2XM4D90RTB3FH", "7KQ2-XM4D-90RT-B3FH"],
  ["7kq2-xm4d-9Ort-b3fh", "7KQ2-XM4D-90RT-B3FH"],
  ["iLkq-2222-3333-4444", "11KQ-2222-3333-4444"],
])("a grant code typed as %j is read as %s", (typed, code) => {
  expect(readGrantCode(typed)).toBe(code);
});

test.each([
  "",
  "7KQ2",
  "7KQ2-XM4D-90RT-B3FHA",
  "7KQ2-XM4D-90RT-B3F",
  "UUUU-XM4D-90RT-B3FH",
  "ÄKQ2-XM4D-90RT-B3FH",
])("%j is no grant code", (typed) => {
  expect(readGrantCode(typed)).toBeNull();
});

test("every grant code is read as it was made, and its ending is its last four characters", () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 16, maxLength: 16 }), (bytes) => {
      const code = grantCodeOf(bytes);
      expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
      expect(readGrantCode(code)).toBe(code);
      expect(code.endsWith(`-${grantCodeEnding(code)}`)).toBe(true);
    }),
  );
  expect(() => grantCodeOf(new Uint8Array(15))).toThrow(RangeError);
});
