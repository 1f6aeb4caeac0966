import {
  startTransition,
  useCallback,
  useEffect,
  useRef,
  useState,
  type PointerEvent,
} from "react";

/** The visible part of the canvas: position of its origin in the frame, in px, and the scale. */
export type View = { x: number; y: number; scale: number };
type Size = { width: number; height: number };

const scales = { least: 0.2, most: 2 };
/** Nodes are rendered this far beyond the frame, in px of the frame. */
const margin = 500;
/** Nodes are rendered again before the rendered margin shrinks below this. */
const least = 250;
/** Nodes are also rendered again when the scale has grown by this factor, to unmount distant ones. */
const grown = 1.6;
/** Time without a move after which the canvas is repainted sharply at its new scale, in ms. */
const settled = 150;

const start: View = { x: 0, y: 0, scale: 1 };

/** The part of the canvas that a view shows, plus `more` px of the frame on each side, in px of the canvas. */
export function sightOf({ x, y, scale }: View, frame: Size, more = margin) {
  return {
    left: (-x - more) / scale,
    top: (-y - more) / scale,
    right: (frame.width - x + more) / scale,
    bottom: (frame.height - y + more) / scale,
  };
}

function isStale(drawn: View, next: View, frame: Size): boolean {
  const has = sightOf(drawn, frame);
  const needs = sightOf(next, frame, least);
  return (
    needs.left < has.left ||
    needs.top < has.top ||
    needs.right > has.right ||
    needs.bottom > has.bottom ||
    next.scale > drawn.scale * grown
  );
}

const bounded = (scale: number) => Math.min(scales.most, Math.max(scales.least, scale));

/**
 * Pan by dragging or the wheel; zoom by Ctrl or Cmd and the wheel, by pinching, or by buttons. A move only sets a
 * transform, which the compositor applies without painting. The view that decides which nodes are rendered is updated
 * only after a longer move, between frames.
 */
export function usePan() {
  const frame = useRef<HTMLDivElement>(null);
  const plane = useRef<HTMLDivElement>(null);
  const view = useRef<View>(start);
  const [drawn, setDrawn] = useState<View>(start);
  const settling = useRef<ReturnType<typeof setTimeout>>(undefined);
  const fingers = useRef(new Map<number, { x: number; y: number }>());

  const show = useCallback((next: View) => {
    view.current = next;
    if (plane.current) {
      const { x, y, scale } = next;
      const { dataset, style } = plane.current;
      style.transform = `translate(${x}px, ${y}px) scale(${scale})`;
      dataset.moving = "";
      clearTimeout(settling.current);
      settling.current = setTimeout(() => delete dataset.moving, settled);
    }
    const { clientWidth: width = 0, clientHeight: height = 0 } = frame.current ?? {};
    startTransition(() =>
      setDrawn((last) => (isStale(last, next, { width, height }) ? next : last)),
    );
  }, []);

  const zoom = useCallback(
    (factor: number, at?: { x: number; y: number }) => {
      const box = frame.current?.getBoundingClientRect();
      if (!box) return;
      const { x, y, scale } = view.current;
      const to = bounded(scale * factor);
      const px = (at?.x ?? box.left + box.width / 2) - box.left;
      const py = (at?.y ?? box.top + box.height / 2) - box.top;
      const factorMade = to / scale;
      show({ x: px - (px - x) * factorMade, y: py - (py - y) * factorMade, scale: to });
    },
    [show],
  );

  useEffect(() => () => clearTimeout(settling.current), []);
  useEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      if (event.ctrlKey || event.metaKey) {
        zoom(Math.exp(-event.deltaY / 300), { x: event.clientX, y: event.clientY });
        return;
      }
      const { x, y, scale } = view.current;
      show({ x: x - event.deltaX, y: y - event.deltaY, scale });
    };
    element.addEventListener("wheel", onWheel, { passive: false });
    return () => element.removeEventListener("wheel", onWheel);
  }, [show, zoom]);

  function onPointerDown(event: PointerEvent) {
    if (event.button !== 0) return;
    fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }
  function onPointerMove(event: PointerEvent) {
    const before = fingers.current.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    const others = [...fingers.current].filter(([id]) => id !== event.pointerId);
    fingers.current.set(event.pointerId, now);
    const { x, y, scale } = view.current;
    if (others.length === 0) {
      // A press without movement must reach the node under it.
      const moved = Math.hypot(now.x - before.x, now.y - before.y);
      if (moved > 2) event.currentTarget.setPointerCapture(event.pointerId);
      show({ x: x + now.x - before.x, y: y + now.y - before.y, scale });
      return;
    }
    const [, other] = others[0];
    const apart = (one: { x: number; y: number }) => Math.hypot(one.x - other.x, one.y - other.y);
    zoom(apart(now) / Math.max(1, apart(before)), {
      x: (now.x + other.x) / 2,
      y: (now.y + other.y) / 2,
    });
  }
  const onPointerEnd = (event: PointerEvent) => void fingers.current.delete(event.pointerId);

  return {
    frame,
    plane,
    drawn,
    view,
    show,
    zoom,
    pointers: {
      onPointerDown,
      onPointerMove,
      onPointerUp: onPointerEnd,
      onPointerCancel: onPointerEnd,
      onPointerLeave: onPointerEnd,
    },
  };
}
