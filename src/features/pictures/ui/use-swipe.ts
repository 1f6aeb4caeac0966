import { useEffect, useLayoutEffect, useRef } from "react";
import { swipeLine, swipeOf, swipeShift, type SwipeLine, type Way } from "#app/rules/swipe.ts";
import { isRightToLeft } from "#app/ui/reading-direction.ts";
import type { Steps } from "./use-steps.ts";

/** At the edges of the screen, this wide in px, a swipe belongs to the browser: it goes back. */
const edge = 16;

type Touched = {
  stage: HTMLElement;
  picture: HTMLElement;
  at: Way;
  since: number;
  line: SwipeLine | "none" | null;
  way: Way;
};

/** A way as it were where lines are read from left to right. */
const onward = ({ x, y }: Way): Way => ({ x: isRightToLeft ? -x : x, y });

/** True if the page itself is magnified, where a finger moves the view. */
const isMagnified = () => (visualViewport?.scale ?? 1) > 1.01;

function begin(event: TouchEvent): Touched | null {
  const [finger, other] = event.touches;
  const { target } = event;
  if (other !== undefined || isMagnified() || !(target instanceof Element)) return null;
  if (finger.clientX < edge || finger.clientX > innerWidth - edge) return null;
  const stage = target.closest<HTMLElement>(".stage");
  const picture = stage?.querySelector<HTMLElement>(".card");
  if (!stage || !picture) return null;
  const at = { x: finger.clientX, y: finger.clientY };
  return { stage, picture, at, since: event.timeStamp, line: null, way: { x: 0, y: 0 } };
}

/**
 * Swipes over the picture in its dialog: sideways to the neighbours, down to close. The picture follows the finger.
 * @param part the content of the dialog
 */
export function useSwipe(
  part: { current: HTMLElement | null },
  steps: Pick<Steps, "previous" | "next">,
  close: () => void,
): void {
  const { previous, next } = steps;
  const latest = useRef({ previous, next, close });
  // With the same frame as the picture: a swipe right after it appears must not step from the one before.
  useLayoutEffect(() => {
    latest.current = { previous, next, close };
  });
  useEffect(() => {
    const element = part.current;
    if (element === null) return undefined;
    let touched: Touched | null = null;

    /** Puts the picture back in its place, gliding if nothing takes its place. */
    function release(glides: boolean) {
      const style = touched?.picture.style;
      touched = null;
      if (style === undefined) return;
      style.transition = glides ? "translate var(--t-pop) var(--ease)" : "";
      style.translate = "";
    }
    function start(event: TouchEvent) {
      release(true);
      touched = begin(event);
      if (touched) touched.picture.style.transition = "";
    }
    function move(event: TouchEvent) {
      if (touched === null) return;
      const [finger, other] = event.touches;
      if (other !== undefined) {
        release(true);
        return;
      }
      const { at, stage, picture } = touched;
      const way = { x: finger.clientX - at.x, y: finger.clientY - at.y };
      const isAtTop = (stage.closest("dialog")?.scrollTop ?? 0) <= 0;
      touched.line ??= swipeLine(way);
      if (touched.line === "down" && !isAtTop) touched.line = "none";
      const { line } = touched;
      if (line === null || line === "none") return;
      event.preventDefault();
      touched.way = way;
      const neighbour = latest.current[onward(way).x < 0 ? "next" : "previous"];
      const { x, y } = swipeShift(line, way, neighbour !== null);
      picture.style.translate = `${x}px ${y}px`;
    }
    function end(event: TouchEvent) {
      if (touched === null) return;
      const { line, way, stage, since } = touched;
      const ms = event.timeStamp - since;
      const swipe =
        line === null || line === "none" ? null : swipeOf(line, onward(way), stage.clientWidth, ms);
      const act = swipe && latest.current[swipe];
      release(act === null);
      act?.();
    }
    const cancel = () => release(true);
    element.addEventListener("touchstart", start, { passive: true });
    element.addEventListener("touchmove", move, { passive: false });
    element.addEventListener("touchend", end);
    element.addEventListener("touchcancel", cancel);
    return () => {
      element.removeEventListener("touchstart", start);
      element.removeEventListener("touchmove", move);
      element.removeEventListener("touchend", end);
      element.removeEventListener("touchcancel", cancel);
    };
  }, [part]);
}
