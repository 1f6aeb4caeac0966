import { useRef, useState } from "react";
import { rectangleBetween, withOp, type EditDocument } from "#app/rules/edit-document.ts";
import type { Hand } from "./edit-tools.ts";
import { paintStroke } from "./mask-canvas.ts";
import { maskColour, type Mask } from "./use-mask.ts";

type Point = { x: number; y: number };
type Size = { width: number; height: number };

/** What is being drawn: flat x and y of a lasso's corners, or two opposite corners of a rectangle. */
export type Shape =
  | { kind: "lasso"; points: readonly number[] }
  | { kind: "rectangle"; from: Point; to: Point };

/** Points of a stroke are at least this share of its radius apart. */
const apart = 0.1;

const rounded = (value: number) => Math.round(value * 10) / 10;

/**
 * Drawing on a mask with the chosen tool, by whatever holds it: a mouse, a finger, a pen or the keys. A stroke is painted
 * as it is drawn; a lasso and a rectangle when they end.
 */
export function usePainting(
  edit: EditDocument,
  change: (next: EditDocument) => void,
  mask: Mask,
  source: Size,
  { tool, erases }: Hand,
) {
  const stroke = useRef<number[] | null>(null);
  const [isPainting, setPainting] = useState(false);
  const [shape, setShape] = useState<Shape | null>(null);
  const isEraser = tool === "eraser";

  function addPoint({ x, y }: Point, radius: number) {
    const points = stroke.current;
    const canvas = mask.canvas.current;
    if (points === null || canvas === null) return;
    const count = points.length / 3;
    if (count > 0) {
      const far = Math.hypot(x - points[count * 3 - 3], y - points[count * 3 - 2]);
      if (far < Math.max(0.5, radius * apart)) return;
    }
    points.push(rounded(x), rounded(y), rounded(radius));
    paintStroke(canvas, points, count, isEraser, maskColour);
  }
  function begin(at: Point, radius: number) {
    if (!mask.isReady) return;
    if (tool === "brush" || tool === "eraser") {
      stroke.current = [];
      setPainting(true);
      addPoint(at, radius);
    } else if (tool === "lasso") setShape({ kind: "lasso", points: [at.x, at.y] });
    else if (tool === "rectangle") setShape({ kind: "rectangle", from: at, to: at });
  }
  function goOn(at: Point, radius: number) {
    if (stroke.current !== null) addPoint(at, radius);
    else
      setShape((now) => {
        if (now?.kind === "rectangle") return { ...now, to: at };
        return now && { ...now, points: [...now.points, rounded(at.x), rounded(at.y)] };
      });
  }
  function cancel() {
    setShape(null);
    if (stroke.current === null) return;
    stroke.current = null;
    setPainting(false);
    mask.repaint();
  }
  /** @returns whether the mask was changed */
  function end(): boolean {
    const points = stroke.current;
    if (points !== null) {
      stroke.current = null;
      setPainting(false);
      const next = withOp(edit, { kind: "stroke", erases: isEraser, points });
      mask.hasPainted(next);
      change(next);
      return true;
    }
    setShape(null);
    if (shape?.kind === "rectangle") {
      const place = rectangleBetween(shape.from, shape.to, source);
      if (place) change(withOp(edit, { kind: "rectangle", erases, ...place }));
      return place !== null;
    }
    if (!shape || shape.points.length < 6) return false;
    change(withOp(edit, { kind: "lasso", erases, points: shape.points }));
    return true;
  }
  return { begin, goOn, end, cancel, shape, isPainting };
}

export type Painting = ReturnType<typeof usePainting>;
