import { expect, test } from "vitest";
import {
  cleared,
  emptyEdit,
  isEmptyEdit,
  isUntouched,
  keptWith,
  readEdit,
  readKept,
  rectangleBetween,
  withOp,
  type EditDocument,
  type MaskOp,
} from "./edit-document.ts";

const ops: MaskOp[] = [
  { kind: "stroke", erases: false, points: [10, 20, 5, 30, 40, 6.5] },
  { kind: "lasso", erases: true, points: [0, 0, 10, 0, 10, 10] },
  { kind: "rectangle", erases: false, x: 1, y: 2, width: 3, height: 4 },
  { kind: "invert" },
];
const edit: EditDocument = {
  ...ops.reduce(withOp, emptyEdit),
  base: "a",
  grow: -4,
  feather: 12,
  extend: { left: 0, top: 64, right: 0, bottom: 0 },
};

test("an edit is read as it was stored", () => {
  expect(readEdit(JSON.parse(JSON.stringify(edit)))).toEqual(edit);
});

test.each([
  [null, null],
  ["text", null],
  [{ ops: "none" }, null],
  [{ ops: [] }, emptyEdit],
  [
    { ops: [{ kind: "stroke", points: [1, 2] }, null, { kind: "melt" }, { kind: "rectangle" }] },
    emptyEdit,
  ],
  [{ ops: [], grow: 900, feather: -1, extend: { left: 1e9, top: "x" } }, emptyEdit],
  [{ ops: [{ kind: "lasso", points: [1, Number.NaN] }] }, emptyEdit],
])("what is damaged in %j is left out", (stored, expected) => {
  expect(readEdit(stored)).toEqual(expected);
});

test("a cleared mask leaves the frame and the edge as they are", () => {
  const after = cleared(edit);
  expect(isUntouched(after)).toBe(true);
  expect(isEmptyEdit(after)).toBe(false);
  expect(after).toMatchObject({ grow: -4, feather: 12, extend: { top: 64 } });
  expect(isEmptyEdit(emptyEdit)).toBe(true);
});

test("a rectangle is between its corners whichever comes first, and within the picture", () => {
  const source = { width: 100, height: 80 };
  expect(rectangleBetween({ x: 50.4, y: 60 }, { x: 10, y: 20.6 }, source)).toEqual({
    x: 10,
    y: 21,
    width: 40,
    height: 39,
  });
  expect(rectangleBetween({ x: -50, y: -5 }, { x: 500, y: 5 }, source)).toEqual({
    x: 0,
    y: 0,
    width: 100,
    height: 5,
  });
  expect(rectangleBetween({ x: 10, y: 10 }, { x: 10.2, y: 50 }, source)).toBeNull();
  expect(rectangleBetween({ x: 200, y: 10 }, { x: 300, y: 50 }, source)).toBeNull();
});

test("the edits of the latest five sources are kept, empty ones are not", () => {
  const all = ["a", "b", "c", "d", "e", "f"].reduce(
    (kept, source) => keptWith(kept, source, edit),
    readKept(null),
  );
  expect(all.map(({ source }) => source)).toEqual(["b", "c", "d", "e", "f"]);
  expect(keptWith(all, "c", edit).at(-1)?.source).toBe("c");
  expect(keptWith(all, "c", emptyEdit).map(({ source }) => source)).toEqual(["b", "d", "e", "f"]);
  expect(readKept(JSON.stringify(all))).toEqual(all);
  expect(readKept("{")).toEqual([]);
  expect(readKept('{"source":"a"}')).toEqual([]);
});
