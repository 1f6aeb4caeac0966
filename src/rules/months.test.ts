import * as fc from "fast-check";
import { expect, test } from "vitest";
import { monthOf, monthSpan, monthsWith } from "./months.ts";

test("a month ends where the next begins, over the end of a year and a leap day", () => {
  const days = (month: string) => {
    const span = monthSpan(month);
    return span && (span.until.getTime() - span.from.getTime()) / 86_400_000;
  };
  expect(["2026-12", "2024-02", "2026-02", "2026-04"].map(days)).toEqual([31, 29, 28, 30]);
});

test.each(["2026-13", "2026-00", "2026-1", "26-01", "", "2026-01-01", "2026-01 "])(
  "%j is no month",
  (word) => expect(monthSpan(word)).toBeNull(),
);

test("months with something are found, each once and in order, the empty ones are not", async () => {
  const moment = fc.date({
    min: new Date("1999-01-01T00:00:00Z"),
    max: new Date("2030-12-31T23:59:59Z"),
    noInvalidDate: true,
  });
  await fc.assert(
    fc.asyncProperty(fc.array(moment, { maxLength: 30 }), async (moments) => {
      const inOrder = moments.toSorted((a, b) => a.getTime() - b.getTime());
      const found = await monthsWith((from) =>
        Promise.resolve(inOrder.find((one) => one >= from) ?? null),
      );
      expect(found).toEqual([...new Set(inOrder.map(monthOf))]);
    }),
  );
});
