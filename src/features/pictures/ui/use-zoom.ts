import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
} from "react";
import { boundView, fitted, zoomAt, type Size, type ZoomView } from "#app/rules/zoom-view.ts";
import { isSingleKeyPress } from "#app/ui/single-keys.ts";

/** Initial zoom factor, relative to the fitted size. */
const firstScale = 2;
/** Distance that an arrow key moves, in px. */
const stride = 80;
/** A press that moves less than this, in px, is a click. */
const still = 5;

type Point = { x: number; y: number };

/**
 * The view of a zoomed picture and its controls: wheel, pinch, drag, click, plus, minus, zero and the arrow keys. Z
 * closes it.
 */
export function useZoom(picture: Size, onClose: () => void) {
  const surface = useRef<HTMLDivElement>(null);
  const [window, setWindow] = useState<Size>({ width: 0, height: 0 });
  const [view, setView] = useState<ZoomView>(fitted);
  useLayoutEffect(() => {
    const element = surface.current;
    if (element === null) return undefined;
    const measure = () => {
      const size = { width: element.clientWidth, height: element.clientHeight };
      setWindow(size);
      setView((now) =>
        now === fitted
          ? zoomAt(fitted, firstScale, { x: 0, y: 0 }, picture, size)
          : boundView(now, picture, size),
      );
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [picture]);

  const magnify = (factor: number, point: Point = { x: 0, y: 0 }) =>
    setView((now) => zoomAt(now, factor, point, picture, window));
  const move = (x: number, y: number) =>
    setView((now) => boundView({ ...now, x: now.x + x, y: now.y + y }, picture, window));
  const fromMiddle = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const box = surface.current?.getBoundingClientRect();
    if (box === undefined) return { x: 0, y: 0 };
    return { x: clientX - box.left - box.width / 2, y: clientY - box.top - box.height / 2 };
  };

  // React's wheel listeners are passive, but the page must not scroll.
  const wheeled = useRef((_event: WheelEvent) => {});
  useEffect(() => {
    wheeled.current = (event) => {
      event.preventDefault();
      magnify(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.002)), fromMiddle(event));
    };
  });
  useEffect(() => {
    const element = surface.current;
    const listener = (event: WheelEvent) => wheeled.current(event);
    element?.addEventListener("wheel", listener, { passive: false });
    return () => element?.removeEventListener("wheel", listener);
  }, []);

  const fingers = useRef(new Map<number, Point>());
  const travelled = useRef(0);
  function onPointerDown(event: PointerEvent) {
    event.currentTarget.setPointerCapture(event.pointerId);
    fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (fingers.current.size === 1) travelled.current = 0;
  }
  function onPointerMove(event: PointerEvent) {
    const before = fingers.current.get(event.pointerId);
    if (before === undefined) return;
    const now = { x: event.clientX, y: event.clientY };
    travelled.current += Math.hypot(now.x - before.x, now.y - before.y);
    const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1];
    fingers.current.set(event.pointerId, now);
    if (other === undefined) {
      move(now.x - before.x, now.y - before.y);
      return;
    }
    const apart = (point: Point) => Math.max(1, Math.hypot(point.x - other.x, point.y - other.y));
    const middle = { clientX: (now.x + other.x) / 2, clientY: (now.y + other.y) / 2 };
    magnify(apart(now) / apart(before), fromMiddle(middle));
  }
  function onPointerUp(event: PointerEvent) {
    const wasAlone = fingers.current.size === 1;
    fingers.current.delete(event.pointerId);
    if (event.type === "pointercancel" || !wasAlone || travelled.current > still) return;
    magnify(view.scale > 1 ? 1 / view.scale : firstScale, fromMiddle(event));
  }
  function onKeyDown(event: KeyboardEvent) {
    const moves: Record<string, [number, number]> = {
      ArrowLeft: [stride, 0],
      ArrowRight: [-stride, 0],
      ArrowUp: [0, stride],
      ArrowDown: [0, -stride],
    };
    const { key } = event;
    if (Object.hasOwn(moves, key)) move(...moves[key]);
    else if (key === "+" || key === "=") magnify(1.5);
    else if (key === "-") magnify(1 / 1.5);
    else if (key === "0") magnify(0);
    else if (key.toLowerCase() === "z" && isSingleKeyPress(event)) onClose();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  const handlers = {
    onPointerDown,
    onPointerMove,
    onPointerUp,
    onPointerCancel: onPointerUp,
    onKeyDown,
  };
  return { view, window, magnify, surface, handlers };
}
