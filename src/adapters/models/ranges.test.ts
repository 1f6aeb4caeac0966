import { array, assert, nat, property, tuple } from "fast-check";
import { expect, test } from "vitest";
import { bytesIn, gapsOf, withRange, type Range } from "./ranges.ts";

test("ranges and gaps are what single bytes would say, in any order", () => {
  const pieces = array(tuple(nat(60), nat(20)), { maxLength: 12 });
  assert(
    property(pieces, (given) => {
      const total = 80;
      const whole = new Set<number>();
      let ranges: Range[] = [];
      for (const [start, length] of given) {
        ranges = withRange(ranges, [start, start + length]);
        for (let at = start; at < start + length; at += 1) whole.add(at);
      }
      const gaps = gapsOf(ranges, total);
      expect(bytesIn(ranges)).toBe(whole.size);
      expect(bytesIn(gaps)).toBe(total - whole.size);
      const inGaps = gaps.flatMap(([start, end]) =>
        Array.from({ length: end - start }, (_, at) => start + at),
      );
      expect(inGaps.some((at) => whole.has(at))).toBe(false);
      // In order, and none touches the next: there is no shorter way to say it.
      expect(ranges.slice(1).every(([start], at) => start > ranges[at][1])).toBe(true);
    }),
  );
});
