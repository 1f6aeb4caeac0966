import {
  memo,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
} from "react";
import { t } from "#app/language/message.ts";
import { edgePath, layoutTree, treeMove, type Placed } from "#app/rules/tree-layout.ts";
import type { ThreadNode } from "../queries/threads.ts";
import { PlacePicture, placeName } from "./thread-node.tsx";
import { sightOf, usePan } from "./use-pan.ts";
import "./thread-tree.css";

export type TreeHandle = { zoom: (factor: number) => void };

type TreeProps = {
  title: string;
  nodes: readonly ThreadNode[];
  selected: string;
  onSelect: (id: string) => void;
  /** Whether keyboard navigation selects at once; otherwise Enter selects. */
  follows: boolean;
  handle: RefObject<TreeHandle | null>;
};

/** Below this scale labels are unreadable and are left out. */
const legible = 0.45;

/** Ids from a node up to the root. */
function lineOf(byId: ReadonlyMap<string, { parentId: string | null }>, id: string): Set<string> {
  const line = new Set<string>();
  for (
    let at: string | null = id;
    at !== null && !line.has(at);
    at = byId.get(at)?.parentId ?? null
  )
    line.add(at);
  return line;
}

function useSize(frame: RefObject<HTMLElement | null>) {
  const [size, setSize] = useState({ width: 1200, height: 900 });
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const watch = new ResizeObserver(() => {
      setSize({ width: element.clientWidth, height: element.clientHeight });
    });
    watch.observe(element);
    return () => watch.disconnect();
  }, [frame]);
  return size;
}

type ItemProps = {
  one: Placed;
  node: ThreadNode;
  isOn: boolean;
  isActive: boolean;
  isSelected: boolean;
};

/** A node on the canvas. The canvas handles its events, so that a node renders only once. */
const Item = memo(function Item({ one, node, isOn, isActive, isSelected }: ItemProps) {
  const { x, y, width, height } = one;
  return (
    <div
      className="tree-node"
      role="treeitem"
      aria-label={placeName(node)}
      aria-level={one.level}
      aria-posinset={one.position}
      aria-setsize={one.siblings}
      aria-expanded={one.children > 0 ? one.isOpen : undefined}
      aria-selected={isSelected}
      tabIndex={isActive ? 0 : -1}
      data-id={one.id}
      data-on={isOn || undefined}
      style={{ left: x, top: y, width, height }}
    >
      <span className="tree-label" aria-hidden>
        {one.level === 1 && node.kind === "picture" ? t`Source` : placeName(node)}
      </span>
      <PlacePicture node={node} />
      {one.children > 0 && (
        <span className="tree-fold" aria-hidden>
          {one.isOpen ? "−" : `+${one.children}`}
        </span>
      )}
    </div>
  );
});

const Edge = memo(function Edge({ from, to, isOn }: { from: Placed; to: Placed; isOn: boolean }) {
  return <path d={edgePath(from, to)} data-on={isOn || undefined} />;
});

const idAt = (target: EventTarget) =>
  (target as Element).closest<HTMLElement>("[role=treeitem]")?.dataset.id;

/** The tree of a thread on a canvas with pan and zoom; keyboard navigation follows the ARIA tree pattern. */
export function ThreadTree({ title, nodes, selected, onSelect, follows, handle }: TreeProps) {
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const { frame, plane, drawn, view, show, zoom, pointers } = usePan();
  const size = useSize(frame);
  const layout = useMemo(() => layoutTree(nodes, folded), [nodes, folded]);
  const nodeById = useMemo(() => new Map(nodes.map((node) => [node.id, node])), [nodes]);
  const placedById = useMemo(
    () => new Map(layout.placed.map((one) => [one.id, one])),
    [layout.placed],
  );
  const line = useMemo(() => lineOf(nodeById, selected), [nodeById, selected]);
  // Keyboard navigation starts here, or at the nearest visible ancestor if this node is collapsed.
  const [walked, setWalked] = useState<string | null>(null);
  const active =
    [...lineOf(nodeById, walked ?? selected)].find((id) => placedById.has(id)) ??
    layout.placed[0]?.id ??
    "";
  const shown = useMemo(() => {
    const sight = sightOf(drawn, size);
    return layout.placed.filter(
      (one) =>
        one.id === active ||
        (one.x < sight.right &&
          one.y < sight.bottom &&
          one.x + one.width > sight.left &&
          one.y + one.height > sight.top),
    );
  }, [layout, drawn, size, active]);

  useImperativeHandle(handle, () => ({ zoom }), [zoom]);

  // Shows the whole tree if it fits, else its root; once per thread.
  const begun = useRef<readonly ThreadNode[] | null>(null);
  useLayoutEffect(() => {
    if (begun.current === nodes || !frame.current) return;
    begun.current = nodes;
    const { clientWidth, clientHeight } = frame.current;
    const scale = Math.min(
      1,
      Math.max(0.5, Math.min(clientWidth / layout.width, clientHeight / layout.height)),
    );
    const first = layout.placed[0];
    const middle = clientHeight / 2 - (first.y + first.height / 2) * scale;
    const fits = layout.height * scale <= clientHeight;
    show({ x: 0, y: fits ? (clientHeight - layout.height * scale) / 2 : middle, scale });
  }, [nodes, layout, show, frame]);

  function scrollIntoSight(id: string) {
    const one = placedById.get(id);
    if (!one) return;
    const { x, y, scale } = view.current;
    const left = one.x * scale + x;
    const top = one.y * scale + y;
    const lack = (from: number, length: number, room: number) => {
      if (from < 24) return 24 - from;
      return from + length > room - 24 ? room - 24 - from - length : 0;
    };
    const dx = lack(left, one.width * scale, size.width);
    const dy = lack(top - 24, one.height * scale + 24, size.height);
    if (dx !== 0 || dy !== 0) show({ x: x + dx, y: y + dy, scale });
  }
  function fold(id: string, closed: boolean) {
    const next = new Set(folded);
    if (closed) next.add(id);
    else next.delete(id);
    setFolded(next);
  }
  function choose(id: string) {
    setWalked(null);
    onSelect(id);
  }
  function walk(id: string) {
    scrollIntoSight(id);
    if (follows) choose(id);
    else setWalked(id);
    // In the next frame this node is focusable.
    requestAnimationFrame(() => {
      const next = plane.current?.querySelector<HTMLElement>('[tabindex="0"]');
      next?.focus({ preventScroll: true });
    });
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "+" || event.key === "=") zoom(1.2);
    else if (event.key === "-") zoom(1 / 1.2);
    else if (event.key === "Enter" || event.key === " ") choose(active);
    else {
      const move = treeMove(layout.placed, active, event.key);
      if (move === null) return;
      if ("go" in move) walk(move.go);
      else if ("fold" in move) fold(move.fold, true);
      else fold(move.unfold, false);
    }
    event.preventDefault();
  }
  function onClick({ target }: MouseEvent) {
    const id = idAt(target);
    if (id === undefined) return;
    if ((target as Element).closest(".tree-fold")) fold(id, placedById.get(id)?.isOpen ?? false);
    else choose(id);
  }
  return (
    <div ref={frame} className="tree" {...pointers}>
      <div
        ref={plane}
        className="tree-plane"
        role="tree"
        aria-label={t`Edits of ${title}`}
        tabIndex={-1}
        data-far={drawn.scale < legible || undefined}
        style={{ width: layout.width, height: layout.height }}
        onClick={onClick}
        onKeyDown={onKeyDown}
      >
        <svg className="tree-edges" width={layout.width} height={layout.height} aria-hidden>
          {shown.map((one) => {
            const from = one.parentId === null ? undefined : placedById.get(one.parentId);
            return from && <Edge key={one.id} from={from} to={one} isOn={line.has(one.id)} />;
          })}
        </svg>
        {shown.map((one) => {
          const node = nodeById.get(one.id);
          return (
            node && (
              <Item
                key={one.id}
                one={one}
                node={node}
                isOn={line.has(one.id)}
                isActive={one.id === active}
                isSelected={one.id === selected}
              />
            )
          );
        })}
      </div>
    </div>
  );
}
