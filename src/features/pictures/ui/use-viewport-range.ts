import {
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
  type CSSProperties,
  type RefObject,
} from "react";
import {
  columnsFor,
  layWall,
  tilesInRange,
  type ColumnCount,
  type Density,
  type WallLayout,
} from "#app/rules/wall-layout.ts";
import { tileRatio, tileStyle, wallHeight } from "./wall-style.ts";

type Size = { id: string; width: number; height: number };

/** Up to this number of pictures the whole wall is mounted: three pages. */
export const longWall = 120;
/** Number of windows above and below the visible one whose pictures are mounted too. */
const around = 1.5;
/** The range is updated in steps of this fraction of the window height. */
const step = 0.25;
/** Below this width the page's margin and the gutter are smaller, in px; same value as in tokens.css. */
const narrow = 768;
/** Height of the wall text before it is measured, in px. */
const usualText = 350;

/** Ratios and positions of a growing list; existing tiles are not laid out again. */
type Laid = {
  /** Ids of its first and its last picture. */
  ends: string;
  columns: ColumnCount;
  withText: boolean;
  ratios: number[];
  layout: WallLayout;
};

function lay(
  before: Laid | null,
  pictures: readonly Size[],
  columns: ColumnCount,
  withText: boolean,
): Laid {
  const endsOf = (count: number) => `${pictures[0]?.id} ${pictures[count - 1]?.id}`;
  const grows =
    before?.columns === columns &&
    before.withText === withText &&
    before.ratios.length <= pictures.length &&
    before.ends === endsOf(before.ratios.length);
  const ratios = grows ? before.ratios : [];
  for (let index = ratios.length; index < pictures.length; index += 1) {
    ratios.push(tileRatio(pictures[index]));
  }
  const layout = layWall(ratios, columns, withText, grows ? before.layout : undefined);
  return { ends: endsOf(ratios.length), columns, withText, ratios, layout };
}

const stepAt = (y: number) => Math.floor(y / Math.max(1, innerHeight * step));

/** Minimum number of cached styles; the range of the largest window has fewer tiles. */
const keptStyles = 600;

/** Caches the layout of a growing list, and the styles of tiles that are or recently were mounted. */
function createPlan() {
  let laid: Laid | null = null;
  let styles = new Map<number, CSSProperties>();
  let older = new Map<number, CSSProperties>();
  return (pictures: readonly Size[], columns: ColumnCount, withText: boolean) => {
    const now = lay(laid, pictures, columns, withText);
    if (laid?.layout.places !== now.layout.places) {
      styles = new Map();
      older = new Map();
    }
    laid = now;
    const { layout, ratios } = now;
    const styleOf = (index: number): CSSProperties => {
      const known = styles.get(index);
      if (known) return known;
      const style = older.get(index) ?? tileStyle(layout.places[index], ratios[index]);
      if (styles.size >= keptStyles) {
        older = styles;
        styles = new Map();
      }
      styles.set(index, style);
      return style;
    };
    return { layout, ratios, styleOf };
  };
}

/** The scroll position in whole steps; the restored position while the browser still scrolls to it. */
function useStep(isLong: boolean, left: number | null): number {
  const [lastLeft, setHeeded] = useState(left);
  const [current, setCurrent] = useState(() =>
    typeof window === "undefined" ? 0 : stepAt(left ?? scrollY),
  );
  if (left !== lastLeft) {
    setHeeded(left);
    if (left !== null) setCurrent(stepAt(left));
  }
  useEffect(() => {
    if (!isLong) return undefined;
    const read = () => setCurrent(stepAt(scrollY));
    // By then the page has scrolled to the restored position.
    const frame = requestAnimationFrame(read);
    addEventListener("scroll", read, { passive: true });
    addEventListener("resize", read, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener("scroll", read);
      removeEventListener("resize", read);
    };
  }, [isLong]);
  return current;
}

type Measured = { width: number; top: number; text: number };

export type ViewportRange = {
  /** Indices of the mounted pictures, in order. */
  mounted: number[];
  styleOf: (index: number) => CSSProperties;
  height: string;
};

/**
 * The mounted range of a long wall: what is visible and one and a half windows above and below. Null if the whole wall
 * is mounted. Each tile has the position that the style sheet gives it on a short wall.
 * @param frame the element that is as wide as the wall
 * @param kept index that stays mounted, because it has the focus
 * @param left the scroll position to restore, in px
 */
export function useViewportRange(
  frame: RefObject<HTMLElement | null>,
  pictures: readonly Size[],
  options: {
    isLong: boolean;
    withText: boolean;
    density: Density;
    kept: number | null;
    left: number | null;
  },
): ViewportRange | null {
  const { isLong, withText, density, kept, left } = options;
  const [measured, setMeasured] = useState<Measured | null>(null);
  useLayoutEffect(() => {
    const element = frame.current;
    if (!isLong || element === null) return undefined;
    const measure = () => {
      const box = element.getBoundingClientRect();
      const width = element.clientWidth;
      const top = Math.round(box.top + scrollY);
      const text = element.querySelector<HTMLElement>(".walltext")?.offsetHeight ?? 0;
      setMeasured((now) =>
        now?.width === width && now.top === top && now.text === text ? now : { width, top, text },
      );
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [frame, isLong]);
  const current = useStep(isLong, left);

  const [plan] = useState(createPlan);
  return useMemo(() => {
    if (!isLong) return null;
    const isNarrow = innerWidth < narrow;
    const gutter = isNarrow ? 8 : 12;
    // Before it is measured: the width of the page without its margins.
    const width = measured?.width ?? document.documentElement.clientWidth - (isNarrow ? 28 : 48);
    const columns = columnsFor(width, density);
    const { layout, ratios, styleOf } = plan(pictures, columns, withText);
    const text = measured?.text ?? usualText;
    const column = (width - gutter * (columns - 1)) / columns;
    const middle = current * step * innerHeight - (measured?.top ?? 0);
    const from = middle - around * innerHeight;
    const to = middle + (1 + step + around) * innerHeight;
    const mounted = tilesInRange(layout, ratios, { column, gutter, text }, from, to);
    if (kept !== null && kept < pictures.length && !mounted.includes(kept)) {
      mounted.push(kept);
      mounted.sort((a, b) => a - b);
    }
    return { mounted, height: wallHeight(layout.ends), styleOf };
  }, [isLong, measured, density, pictures, withText, current, kept, plan]);
}
