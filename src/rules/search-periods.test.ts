import * as fc from "fast-check";
import { expect, test } from "vitest";
import { periodOf, periodsBetween } from "./search-periods.ts";

const moment = fc.date({ min: new Date(0), max: new Date("2100-01-01"), noInvalidDate: true });

test("any moment within a range lies in one of the range's periods", () => {
  fc.assert(
    fc.property(moment, moment, moment, (...times) => {
      const [from, time, to] = times.toSorted((a, b) => a.getTime() - b.getTime());
      expect(periodsBetween(from, to)).toContain(periodOf(time));
    }),
  );
});

test("a period is eight days long, and the first one starts at the beginning of 1970", () => {
  expect(periodsBetween(new Date("1970-01-08T23:59:59Z"), new Date("1970-01-17"))).toEqual([
    "#t.0",
    "#t.1",
    "#t.2",
  ]);
});

test("a reversed range has no periods", () => {
  expect(periodsBetween(new Date("2026-03-01"), new Date("2026-01-01"))).toEqual([]);
});
