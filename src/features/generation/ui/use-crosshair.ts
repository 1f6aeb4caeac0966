import { useRef, useState, type KeyboardEvent } from "react";
import { t } from "#app/language/message.ts";
import { steppedSize } from "#app/rules/brush-size.ts";
import { singleKeysOn } from "#app/ui/single-keys.ts";
import { tools, type Hand } from "./edit-tools.ts";
import type { Painting } from "./use-painting.ts";
import type { Viewing } from "./use-edit-view.ts";

type Point = { x: number; y: number };
type Size = { width: number; height: number };

/** Arrow keys move by this share of the longer side; with Shift by five times as much, with Ctrl by one pixel. */
const share = 1 / 50;
const faster = 5;
/** px that the tool Move moves with an arrow key. */
const stride = 80;

const ways: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

const within = (value: number, most: number) => Math.min(most, Math.max(0, value));

/**
 * Painting by keys: arrows move a crosshair, Space paints where it is, and paints a line while it is held. For a
 * rectangle Space sets one corner, then the other; for a lasso each corner, and Enter closes it.
 * @param say announces to screen readers
 */
export function useCrosshair(
  source: Size,
  viewing: Viewing,
  painting: Painting,
  hand: Hand,
  setHand: (changes: Partial<Hand>) => void,
  say: (text: string) => void,
) {
  const { tool, size } = hand;
  const [at, setAt] = useState<Point | null>(null);
  const isSpaceDown = useRef(false);
  const wasDragged = useRef(false);
  const middle = { x: Math.round(source.width / 2), y: Math.round(source.height / 2) };
  const isBrush = tool === "brush" || tool === "eraser";

  function step(event: KeyboardEvent, way: Point) {
    if (tool === "move") {
      viewing.move({ x: -way.x * stride, y: -way.y * stride });
      return;
    }
    const usual = Math.max(1, Math.round(Math.max(source.width, source.height) * share));
    const by = event.ctrlKey || event.metaKey ? 1 : usual * (event.shiftKey ? faster : 1);
    const from = at ?? middle;
    const next = {
      x: within(from.x + way.x * by, source.width),
      y: within(from.y + way.y * by, source.height),
    };
    setAt(next);
    viewing.show(next);
    if (isSpaceDown.current || painting.shape?.kind === "rectangle") painting.goOn(next, size / 2);
    say(t`${next.x}, ${next.y}`);
  }
  function finish() {
    say(painting.end() ? t`Mask changed` : t`Nothing was marked`);
  }
  function space() {
    const place = at ?? middle;
    setAt(place);
    if (isBrush) painting.begin(place, size / 2);
    else if (painting.shape === null) {
      painting.begin(place, 0);
      if (tool === "rectangle") say(t`First corner at ${place.x}, ${place.y}`);
      if (tool === "lasso") say(t`Corner at ${place.x}, ${place.y}. Enter closes the lasso.`);
    } else if (tool === "rectangle") finish();
    else {
      painting.goOn(place, 0);
      say(t`Corner at ${place.x}, ${place.y}`);
    }
  }
  /** @returns whether the key did something */
  function press(event: KeyboardEvent): boolean {
    const { key } = event;
    if (Object.hasOwn(ways, key)) step(event, ways[key]);
    else if (event.ctrlKey || event.metaKey || event.altKey) return false;
    else if (key === " ") {
      if (!event.repeat) {
        isSpaceDown.current = true;
        wasDragged.current = false;
        space();
      }
    } else if (key === "Enter" && painting.shape) finish();
    else if (key === "Escape" && painting.shape) painting.cancel();
    else if (key === "+" || key === "=") viewing.larger();
    else if (key === "-") viewing.smaller();
    else if (key === "0") viewing.fit();
    else if (key === "[" || key === "]") {
      const next = steppedSize(size, key === "[" ? -1 : 1);
      setHand({ size: next });
      say(t`Size ${next}`);
    } else {
      const chosen = singleKeysOn() && tools.find((one) => one.key === key.toLowerCase());
      if (!chosen) return false;
      setHand({ tool: chosen.tool });
      say(chosen.label);
    }
    return true;
  }
  return {
    /** Where it is, in pixels of the source; null until a key was used. */
    at,
    space: {
      isDown: () => isSpaceDown.current,
      /** A drag with the space bar moves the picture: what the bar has begun to paint is taken back. */
      onDrag() {
        wasDragged.current = true;
        painting.cancel();
      },
    },
    handlers: {
      onKeyDown(event: KeyboardEvent) {
        if (!press(event)) return;
        event.preventDefault();
        event.stopPropagation();
      },
      onKeyUp(event: KeyboardEvent) {
        if (event.key !== " ") return;
        event.preventDefault();
        isSpaceDown.current = false;
        if (isBrush && !wasDragged.current) finish();
      },
      onBlur() {
        if (isSpaceDown.current) painting.cancel();
        isSpaceDown.current = false;
      },
    },
  };
}
