import { useEffect, useRef, useState, type PointerEvent } from "react";
import { isRightToLeft } from "#app/ui/reading-direction.ts";

/** A pointer that moves less than this, in px, does not start a drag. */
const slack = 4;
/** Within this distance of the window's edge, in px, the page scrolls by this many px per frame. */
const edge = 56;
const scrollStep = 12;

/** Index of the dragged item, and of the item before which it would be dropped; the list's length for the end. */
type Drag = { from: number; before: number };

/** Which way the items of the list follow one another: in lines of a grid, or one below the other. */
type Way = "along" | "down";

/** The index at which an item would be dropped at a point; null if no other item is there. */
function indexAt(x: number, y: number, dragged: HTMLElement, way: Way): number | null {
  // The dragged item itself is always at the point, above the others.
  const item = document
    .elementsFromPoint(x, y)
    .map((element) => element.closest<HTMLElement>("[data-index]"))
    .find((found) => found !== null && found !== dragged);
  if (!item) return null;
  const { left, width, top, height } = item.getBoundingClientRect();
  if (way === "down") return Number(item.dataset.index) + ((y - top) / height > 0.5 ? 1 : 0);
  const share = (x - left) / width;
  return Number(item.dataset.index) + ((isRightToLeft ? 1 - share : share) > 0.6 ? 1 : 0);
}

/**
 * Reorders a list by dragging with mouse, pen or finger. Items have their index in `data-index`. A finger drags only by the
 * grip; everywhere else it scrolls.
 * @param move called with the index of the item and its new index
 */
export function useDragOrder(move: (from: number, to: number) => void, way: Way = "along") {
  const [drag, setDrag] = useState<Drag | null>(null);
  const stop = useRef<AbortController>(null);
  useEffect(() => () => stop.current?.abort(), []);

  function start(down: PointerEvent<HTMLElement>, from: number, byGrip: boolean) {
    if (down.button !== 0 || (down.pointerType === "touch" && !byGrip)) return;
    const found = down.currentTarget.closest<HTMLElement>("[data-index]");
    if (found === null) return;
    const item = found;
    stop.current?.abort();
    const ending = new AbortController();
    stop.current = ending;
    const { signal } = ending;
    const origin = { x: down.clientX, y: down.clientY, scrolled: scrollY };
    const at = { x: origin.x, y: origin.y };
    let current: Drag | null = null;
    let frame = 0;

    function follow() {
      item.style.setProperty(
        "translate",
        `${at.x - origin.x}px ${at.y - origin.y + scrollY - origin.scrolled}px`,
      );
      const before = indexAt(at.x, at.y, item, way) ?? current?.before ?? from;
      if (current?.before !== before) setDrag((current = { from, before }));
    }
    function scrollAlong() {
      const near = at.y < edge ? -scrollStep : at.y > innerHeight - edge ? scrollStep : 0;
      if (near !== 0) {
        scrollBy(0, near);
        follow();
      }
      frame = requestAnimationFrame(scrollAlong);
    }
    signal.addEventListener("abort", () => {
      cancelAnimationFrame(frame);
      item.style.removeProperty("translate");
      setDrag(null);
    });
    function onMove(event: globalThis.PointerEvent) {
      if (event.pointerId !== down.pointerId) return;
      at.x = event.clientX;
      at.y = event.clientY;
      if (current === null) {
        if (Math.hypot(at.x - origin.x, at.y - origin.y) < slack) return;
        frame = requestAnimationFrame(scrollAlong);
      }
      follow();
    }
    function onUp(event: globalThis.PointerEvent) {
      if (event.pointerId !== down.pointerId) return;
      ending.abort();
      if (current === null) return;
      const to = current.before > from ? current.before - 1 : current.before;
      if (to !== from) move(from, to);
    }
    addEventListener("pointermove", onMove, { signal });
    addEventListener("pointerup", onUp, { signal });
    addEventListener("pointercancel", () => ending.abort(), { signal });
    addEventListener("keydown", (event) => event.key === "Escape" && ending.abort(), { signal });
  }

  return { drag, start };
}
