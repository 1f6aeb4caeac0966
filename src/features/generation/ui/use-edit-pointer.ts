import { useRef, type PointerEvent } from "react";
import { radiusAt } from "#app/rules/brush-size.ts";
import type { Hand } from "./edit-tools.ts";
import type { Painting } from "./use-painting.ts";
import type { Viewing } from "./use-edit-view.ts";

type Point = { x: number; y: number };

/** The middle button of a mouse. */
const middle = 1;

/**
 * Pointers on the stage: one paints, two fingers pinch and move; a pressed space bar, the middle button and the tool
 * Move move. A pen paints by its pressure, and while it is down fingers do nothing: the hand rests on the picture.
 * @param isSpaceDown whether the space bar is held; `onSpaceDrag` is told that it was held to move
 */
export function useEditPointer(
  viewing: Viewing,
  painting: Painting,
  { tool, size }: Hand,
  space: { isDown: () => boolean; onDrag: () => void },
) {
  const cursor = useRef<HTMLDivElement>(null);
  const down = useRef(new Map<number, Point>());
  const doing = useRef<"nothing" | "paints" | "moves" | "pinches">("nothing");
  const pen = useRef<number | null>(null);

  const radiusOf = ({ pointerType, pressure }: { pointerType: string; pressure: number }) =>
    radiusAt(size, pointerType, pressure);

  function onPointerDown(event: PointerEvent) {
    const isPen = event.pointerType === "pen";
    if (event.button > middle || (pen.current !== null && !isPen)) return;
    if (isPen) pen.current = event.pointerId;
    event.currentTarget.setPointerCapture(event.pointerId);
    down.current.set(event.pointerId, viewing.onStage(event));
    if (down.current.size > 1) {
      if (doing.current === "paints") painting.cancel();
      doing.current = "pinches";
      return;
    }
    const isMoved = tool === "move" || tool === "frame" || event.button === middle;
    if (isMoved || space.isDown()) {
      if (space.isDown()) space.onDrag();
      doing.current = "moves";
    } else {
      doing.current = "paints";
      painting.begin(viewing.inSource(event), radiusOf(event));
    }
  }

  /** Shows the size of the brush at the pointer, without rendering anything. */
  function showCursor(event: PointerEvent) {
    const ring = cursor.current;
    if (ring === null || viewing.view === null) return;
    const { x, y } = viewing.onStage(event);
    const across = size * viewing.view.scale;
    ring.style.cssText = `inline-size:${across}px;block-size:${across}px;translate:${x - across / 2}px ${y - across / 2}px`;
    ring.dataset.seen = event.pointerType === "touch" ? "" : "yes";
  }

  function onPointerMove(event: PointerEvent) {
    showCursor(event);
    const before = down.current.get(event.pointerId);
    if (before === undefined) return;
    const now = viewing.onStage(event);
    down.current.set(event.pointerId, now);
    const by = { x: now.x - before.x, y: now.y - before.y };
    if (doing.current === "moves") viewing.move(by);
    if (doing.current === "paints") {
      const all = event.nativeEvent.getCoalescedEvents?.() ?? [];
      for (const one of all.length > 0 ? all : [event.nativeEvent]) {
        painting.goOn(viewing.inSource(one), radiusOf(one));
      }
    }
    if (doing.current !== "pinches") return;
    const other = [...down.current].find(([id]) => id !== event.pointerId)?.[1];
    if (other === undefined) return;
    const apart = (point: Point) => Math.max(1, Math.hypot(point.x - other.x, point.y - other.y));
    // Each finger moves the middle between both by half of its way.
    viewing.move({ x: by.x / 2, y: by.y / 2 });
    viewing.zoom(apart(now) / apart(before), {
      x: (now.x + other.x) / 2,
      y: (now.y + other.y) / 2,
    });
  }

  function onPointerUp(event: PointerEvent) {
    if (!down.current.delete(event.pointerId)) return;
    if (pen.current === event.pointerId) pen.current = null;
    if (doing.current === "paints") {
      if (event.type === "pointercancel") painting.cancel();
      else painting.end();
    }
    // The finger that stays after a pinch does not begin to paint.
    if (down.current.size === 0) doing.current = "nothing";
  }

  return {
    cursor,
    handlers: {
      onPointerDown,
      onPointerMove,
      onPointerUp,
      onPointerCancel: onPointerUp,
      onPointerLeave: () => {
        if (cursor.current) cursor.current.dataset.seen = "";
      },
    },
  };
}
