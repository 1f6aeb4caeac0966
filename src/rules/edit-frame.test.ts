import { expect, test } from "vitest";
import { dragged, extended, handles, placeInResult } from "./edit-frame.ts";
import { editLimits, noExtension as noExtend } from "./edit-limits.ts";

test("there is a handle for each edge and each corner", () => {
  expect(handles).toHaveLength(8);
  expect(new Set(handles.map(({ across, down }) => `${across} ${down}`)).size).toBe(8);
  expect(handles).not.toContainEqual({ across: 0, down: 0 });
});

test.each([
  { across: -1, down: 0, expected: { ...noExtend, left: 40 } },
  { across: 1, down: 0, expected: noExtend },
  { across: 0, down: -1, expected: { ...noExtend, top: 30 } },
  { across: 0, down: 1, expected: noExtend },
  { across: -1, down: -1, expected: { ...noExtend, left: 40, top: 30 } },
] as const)("dragging $across $down to the upper left", ({ expected, ...handle }) => {
  expect(dragged(noExtend, handle, -40, -30)).toEqual(expected);
});

test("a frame is never within the picture nor further out than allowed, and is in whole pixels", () => {
  const corner = { across: 1, down: 1 } as const;
  expect(dragged(noExtend, corner, 9000, 10.4)).toEqual({
    ...noExtend,
    right: editLimits.extend.max,
    bottom: 10,
  });
  const wide = { ...noExtend, right: 100, bottom: 50 };
  expect(dragged(wide, corner, -60, -900)).toEqual({ ...noExtend, right: 40 });
  expect(extended(wide, "right", Number.NaN)).toBe(wide);
  expect(extended(wide, "left", -3)).toBe(wide);
});

test("the result has the source at its place", () => {
  const source = { width: 100, height: 200 };
  const extend = { left: 50, top: 0, right: 50, bottom: 200 };
  expect(placeInResult(source, extend)).toEqual({ left: 0.25, top: 0, width: 0.5, height: 0.5 });
});
