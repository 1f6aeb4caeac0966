import { assert, integer, property } from "fast-check";
import { expect, test } from "vitest";
import { OVERLAP, planTiles } from "./tiles.ts";

const side = integer({ min: 1, max: 700 });

test("tiles cover every pixel once, whatever the size", () => {
  assert(
    property(side, side, (width, height) => {
      const area = planTiles(width, height).reduce((sum, { x, y }) => sum + x.length * y.length, 0);
      const starts = new Set(planTiles(width, height).map(({ x, y }) => `${x.start},${y.start}`));
      expect(area).toBe(width * height);
      expect(starts.size).toBe(planTiles(width, height).length);
    }),
  );
});

test("a tile sees enough around what is kept of it, or the edge of the picture", () => {
  assert(
    property(side, (width) => {
      for (const { x } of planTiles(width, 1)) {
        const before = x.start - x.from;
        const after = x.from + x.size - (x.start + x.length);
        expect(x.from === 0 || before >= OVERLAP).toBe(true);
        expect(x.from + x.size === width || after >= OVERLAP).toBe(true);
        expect(x.from >= 0 && x.from + x.size <= width && before >= 0 && after >= 0).toBe(true);
        expect(x.length).toBeGreaterThan(0);
      }
    }),
  );
});
