import { expect, test } from "vitest";
import {
  fitMargin,
  fitView,
  movedView,
  toSource,
  toStage,
  viewShowing,
  zoomedView,
} from "./edit-view.ts";

const stage = { width: 800, height: 400 };
const box = { x: 0, y: 0, width: 1024, height: 1024 };

test("all of a box is in the middle of the stage, also one that begins left of the picture", () => {
  const view = fitView(box, stage);
  expect(toStage(view, { x: 512, y: 512 })).toEqual({ x: 400, y: 200 });
  expect(toStage(view, { x: 0, y: 0 }).y).toBeCloseTo(fitMargin);
  const wide = { x: -512, y: 0, width: 2048, height: 512 };
  const wider = fitView(wide, stage);
  expect(toStage(wider, { x: -512, y: 0 }).x).toBeCloseTo(fitMargin);
  expect(toStage(wider, { x: 1536, y: 512 }).x).toBeCloseTo(stage.width - fitMargin);
});

test("points of the stage and of the picture lead to one another", () => {
  const view = { scale: 0.37, x: 41, y: -12 };
  const point = { x: 300, y: 700 };
  const there = toSource(view, toStage(view, point));
  expect(there.x).toBeCloseTo(300);
  expect(there.y).toBeCloseTo(700);
});

test("zooming keeps the point under the pointer, within limits", () => {
  const view = fitView(box, stage);
  const at = { x: 450, y: 180 };
  const under = toSource(view, at);
  const larger = zoomedView(view, 3, at, box, stage);
  expect(larger.scale).toBeCloseTo(view.scale * 3);
  expect(toSource(larger, at).x).toBeCloseTo(under.x);
  expect(toSource(larger, at).y).toBeCloseTo(under.y);
  expect(zoomedView(view, 1e6, at, box, stage).scale).toBe(16);
  expect(zoomedView(view, 1e-6, at, box, stage).scale).toBeCloseTo(view.scale / 2);
});

test("a picture cannot be moved out of sight", () => {
  const view = movedView(fitView(box, stage), { x: 1e5, y: -1e5 }, box, stage);
  expect(toStage(view, { x: 0, y: 0 }).x).toBeLessThan(stage.width);
  expect(toStage(view, { x: 0, y: 1024 }).y).toBeGreaterThan(0);
});

test("a point is brought into sight by the least move", () => {
  const view = { scale: 2, x: 0, y: 0 };
  expect(viewShowing(view, { x: 100, y: 100 }, stage)).toEqual(view);
  const moved = viewShowing(view, { x: 500, y: 5 }, stage);
  expect(toStage(moved, { x: 500, y: 5 })).toEqual({ x: stage.width - fitMargin, y: fitMargin });
});
