import * as fc from "fast-check";
import { expect, test } from "vitest";
import { justifiedRows } from "./justified-rows.ts";

const ratio = fc.double({ min: 0.45, max: 2.5, noNaN: true });

test("full rows fill the width exactly, no row is higher than asked", () => {
  fc.assert(
    fc.property(
      fc.array(ratio, { maxLength: 60 }),
      fc.integer({ min: 300, max: 2000 }),
      fc.integer({ min: 1, max: 4 }),
      (ratios, width, most) => {
        const rows = justifiedRows(ratios, { width, height: 200, gap: 12, most });
        expect(rows.length).toBeLessThanOrEqual(most);
        rows.forEach((row, index) => {
          const used = row.widths.reduce((sum, one) => sum + one, 0) + 12 * (row.widths.length - 1);
          const isLast = index === rows.length - 1;
          expect(row.height).toBeLessThanOrEqual(200 + 1e-6);
          expect(used).toBeLessThanOrEqual(width + 1e-6);
          expect(used).toBeGreaterThan(isLast ? 0 : width - 1e-6);
        });
      },
    ),
  );
});

test("pictures keep their order, and those beyond the last row are left out", () => {
  const rows = justifiedRows([1, 1, 1, 1, 1], { width: 212, height: 100, gap: 12, most: 2 });
  expect(rows.map((row) => row.widths.length)).toEqual([2, 2]);
});

test("an empty list makes no row", () => {
  expect(justifiedRows([], { width: 500, height: 100, gap: 8, most: 2 })).toEqual([]);
});
