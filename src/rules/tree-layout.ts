/** A node of a tree, with the aspect ratio of its picture. */
export type TreePlace = { id: string; parentId: string | null; width: number; height: number };

/** The position of a node on the canvas, in px; x and y are its upper left corner. */
export type Placed = {
  id: string;
  parentId: string | null;
  x: number;
  y: number;
  width: number;
  height: number;
  /** From 1. */
  level: number;
  /** Position among its siblings, from 1. */
  position: number;
  siblings: number;
  children: number;
  isOpen: boolean;
};

export type TreeLayout = { placed: Placed[]; width: number; height: number };

/** Sizes in px (design reference: Threads). */
const sizes = {
  first: 150,
  other: 118,
  column: 208,
  firstColumn: 232,
  gap: 26,
  label: 24,
  edge: 32,
};
const tallest = 1.6;

/**
 * Lays a tree out from left to right: one column per generation, each node centred beside its children.
 * @param folded ids of collapsed nodes, whose children are left out
 * @returns the nodes in depth-first order
 */
export function layoutTree(places: readonly TreePlace[], folded: ReadonlySet<string>): TreeLayout {
  const known = new Set(places.map(({ id }) => id));
  const childrenOf = new Map<string | null, TreePlace[]>();
  for (const place of places) {
    const parent = place.parentId !== null && known.has(place.parentId) ? place.parentId : null;
    const siblings = childrenOf.get(parent);
    if (siblings) siblings.push(place);
    else childrenOf.set(parent, [place]);
  }
  const placed: Placed[] = [];
  let bottom = sizes.edge;
  let right = 0;

  // Iterative, because a chain of nodes could overflow the call stack.
  type Step = {
    place: TreePlace;
    level: number;
    position: number;
    siblings: number;
    done: boolean;
    /** The start of its subtree's space, and its index among all nodes. */
    top: number;
    from: number;
  };
  const open = (list: readonly TreePlace[], level: number): Step[] =>
    list
      .map((place, index) => ({
        place,
        level,
        position: index + 1,
        siblings: list.length,
        done: false,
        top: 0,
        from: 0,
      }))
      .toReversed();
  const stack = open(childrenOf.get(null) ?? [], 1);
  const byId = new Map<string, Placed>();
  for (let step = stack.pop(); step; step = stack.pop()) {
    const { place, level } = step;
    const children = childrenOf.get(place.id) ?? [];
    const isOpen = children.length > 0 && !folded.has(place.id);
    if (step.done) {
      const middle = (id: string) => {
        const child = byId.get(id);
        return child ? child.y + child.height / 2 : 0;
      };
      const own = byId.get(place.id);
      const [first, last] = [children[0], children.at(-1)];
      if (own && last) {
        own.y = (middle(first.id) + middle(last.id)) / 2 - own.height / 2;
        // A node taller than all of its children pushes them and the following nodes down.
        const lack = Math.max(0, step.top + sizes.label - own.y);
        if (lack > 0) for (const one of placed.slice(step.from)) one.y += lack;
        bottom = Math.max(bottom + lack, own.y + own.height + sizes.gap);
      }
      continue;
    }
    const width = level === 1 ? sizes.first : sizes.other;
    const height = Math.round(width * Math.min(tallest, place.height / place.width));
    const x = sizes.edge + (level === 1 ? 0 : sizes.firstColumn + (level - 2) * sizes.column);
    const one: Placed = {
      id: place.id,
      parentId: place.parentId,
      x,
      y: bottom + sizes.label,
      width,
      height,
      level,
      position: step.position,
      siblings: step.siblings,
      children: children.length,
      isOpen,
    };
    placed.push(one);
    byId.set(place.id, one);
    right = Math.max(right, x + width);
    if (isOpen)
      stack.push(
        { ...step, done: true, top: bottom, from: placed.length - 1 },
        ...open(children, level + 1),
      );
    else bottom += sizes.label + height + sizes.gap;
  }
  return { placed, width: right + sizes.edge, height: bottom + sizes.edge };
}

/** The line from a node to one of its children. */
export function edgePath(from: Placed, to: Placed): string {
  const [x1, y1] = [from.x + from.width + 8, from.y + from.height / 2];
  const [x2, y2] = [to.x - 8, to.y + to.height / 2];
  const bend = (x2 - x1) * 0.58;
  return `M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`;
}

/** The node that a key moves to, by the ARIA tree pattern; null if it moves nowhere. */
export type TreeMove = { go: string } | { fold: string } | { unfold: string } | null;

/** @param placed the nodes in depth-first order */
export function treeMove(placed: readonly Placed[], at: string, key: string): TreeMove {
  const index = placed.findIndex(({ id }) => id === at);
  const here = placed[index];
  if (!here) return null;
  const to = (one: Placed | undefined): TreeMove => (one ? { go: one.id } : null);
  switch (key) {
    case "ArrowDown":
      return to(placed[index + 1]);
    case "ArrowUp":
      return to(placed[index - 1]);
    case "Home":
      return to(placed[0]);
    case "End":
      return to(placed.at(-1));
    case "ArrowRight":
      if (here.children === 0) return null;
      return here.isOpen ? to(placed[index + 1]) : { unfold: at };
    case "ArrowLeft":
      if (here.isOpen) return { fold: at };
      return to(placed.find(({ id }) => id === here.parentId));
    default:
      return null;
  }
}
