import { useEffect, useLayoutEffect, useRef, useState } from "react";
import {
  fitView,
  movedView,
  toSource,
  viewShowing,
  zoomedView,
  type Box,
  type EditView,
} from "#app/rules/edit-view.ts";

type Point = { x: number; y: number };
type Size = { width: number; height: number };

/** Zoom factor of one press on plus. */
const pressed = 1.25;

/**
 * What of a picture is seen on the stage. All of it, until it is zoomed or moved; wheel and pinch zoom, Shift with the
 * wheel moves.
 * @param box the picture with what is added at its sides, in pixels of the source
 */
export function useEditView(box: Box) {
  const stage = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState<Size | null>(null);
  const [chosen, setChosen] = useState<EditView | null>(null);
  useLayoutEffect(() => {
    const element = stage.current;
    if (element === null) return undefined;
    const measure = () => {
      const size = { width: element.clientWidth, height: element.clientHeight };
      // While it is not shown it keeps the size it had.
      if (size.width > 0) setRoom(size);
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, []);
  const view = room && (chosen ?? fitView(box, room));

  const set = (next: (now: EditView, room: Size) => EditView) => {
    if (room !== null) setChosen((now) => next(now ?? fitView(box, room), room));
  };
  const zoom = (factor: number, at?: Point) =>
    set((now, size) =>
      zoomedView(now, factor, at ?? { x: size.width / 2, y: size.height / 2 }, box, size),
    );
  const move = (by: Point) => set((now, size) => movedView(now, by, box, size));
  /** A pointer's place on the stage, in px. */
  const onStage = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const place = stage.current?.getBoundingClientRect();
    return { x: clientX - (place?.left ?? 0), y: clientY - (place?.top ?? 0) };
  };

  // React's wheel listeners are passive, but the page must not scroll.
  const wheeled = useRef((_event: WheelEvent) => {});
  useEffect(() => {
    wheeled.current = (event) => {
      event.preventDefault();
      if (event.shiftKey) move({ x: -(event.deltaX || event.deltaY), y: 0 });
      else zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.002)), onStage(event));
    };
  });
  useEffect(() => {
    const element = stage.current;
    const listener = (event: WheelEvent) => wheeled.current(event);
    element?.addEventListener("wheel", listener, { passive: false });
    return () => element?.removeEventListener("wheel", listener);
  }, []);

  return {
    stage,
    view,
    /** Whether all is seen, whatever size it has. */
    isFitted: chosen === null,
    zoom,
    larger: () => zoom(pressed),
    smaller: () => zoom(1 / pressed),
    fit: () => setChosen(null),
    move,
    /** Keeps the view as it is, also while the frame changes. */
    hold: () => set((now) => now),
    show: (point: Point) => {
      if (chosen !== null) set((now, size) => viewShowing(now, point, size));
    },
    onStage,
    inSource: (event: { clientX: number; clientY: number }): Point =>
      view === null ? { x: 0, y: 0 } : toSource(view, onStage(event)),
  };
}

export type Viewing = ReturnType<typeof useEditView>;
