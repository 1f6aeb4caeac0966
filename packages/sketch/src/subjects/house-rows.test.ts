import { expect, test } from "vitest";
import { makeRng } from "../core/rng.ts";
import { parsePrompt } from "../prompt/parse.ts";
import { houseOf } from "./house-kinds.ts";
import { layRows } from "./house-rows.ts";

const FRAME = { w: 1000, h: 700 };

/** Houses as they are before they stand in rows. */
const houses = (id: string, count: number) =>
  Array.from({ length: count }, (_, i) => ({
    cx: 500,
    baseY: 560,
    height: 150,
    scale: 1,
    aspect: 1,
    order: 0,
    key: houseOf(makeRng(i, "house"), id, i, true),
  }));

test.each([
  ["a row of houses by a lake", 1, 6],
  ["rows of old cottages on a hill", 2, 11],
  ["a row of four canal houses", 1, 4],
])("%s: rows and houses are counted", (prompt, rows, count) => {
  const { subjects, understood, ignored } = parsePrompt(prompt, { seed: 2 });
  expect(subjects[0]).toMatchObject({ rows, count, plural: true });
  expect(understood.join(" ")).toMatch(/row/);
  expect(ignored).not.toContain("row");
});

test("a row of boats is no row of houses", () => {
  const { subjects, ignored } = parsePrompt("a row of boats", { seed: 2 });
  expect(subjects[0].rows).toBeUndefined();
  expect(ignored).toContain("row");
});

test.each([
  ["cottage", 6, 1],
  ["townhouse", 11, 2],
  ["canal-house", 12, 2],
])(
  "%s: those of a row stand side by side within the frame, the row behind higher",
  async (id, count, rows) => {
    const plans = houses(id, count);
    await layRows(plans, rows, FRAME, makeRng(3, "row"));
    const perRow = Math.ceil(count / rows);
    for (let row = 0; row < rows; row++) {
      const members = plans.slice(row * perRow, (row + 1) * perRow);
      expect(new Set(members.map(({ baseY }) => baseY)).size).toBe(1);
      for (const [i, { cx, height, aspect }] of members.entries()) {
        expect(cx).toBeGreaterThan(0);
        expect(cx).toBeLessThan(FRAME.w);
        const next = members[i + 1];
        if (!next) continue;
        const half = (height * aspect + next.height * next.aspect) / 2;
        expect(next.cx - cx).toBeGreaterThan(half * 0.7);
        expect(next.cx - cx).toBeLessThan(half);
      }
    }
    const behind = plans[perRow];
    if (!behind) return;
    expect(behind.baseY).toBeLessThan(plans[0].baseY);
    expect(behind.order).toBeLessThan(plans[0].order);
  },
);

test("no house of a street stands beside its like, and those that are named stand among theirs", () => {
  const street = houses("townhouse", 12).map(({ key }) => key);
  expect(street.some((key, i) => key === street[i + 1])).toBe(false);
  expect(new Set(houses("brownstone", 4).map(({ key }) => key))).toEqual(new Set(["brownstone"]));
});
