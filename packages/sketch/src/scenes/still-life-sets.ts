/** Where the bodies of a still life stand. */
import type { RelationKind, Rgb, Rng, SubjectMention } from "../types.ts";
import { type SolidKind, solidOf } from "./still-life-kinds.ts";
import { shapeOf, type Shape } from "./still-life-solids.ts";

/** A body on its spot; x grows to the right, z towards the viewer. */
export type Item = {
  shape: Shape;
  kind: SolidKind;
  x: number;
  y: number;
  z: number;
  turn: number;
  /** Number of the accent it wears where it has no colour of its own. */
  accent: number;
  tint?: Rgb;
};

export type StillLifeSet = "arch" | "solids" | "vases" | "colonnade";

const MOST_ITEMS = 9;
const MOST_IN_RANK = 4;
const GAP = 0.16;

function item(
  kind: SolidKind,
  x: number,
  z: number,
  accent: number,
  more: { y?: number; turn?: number; variant?: number; tint?: Rgb } = {},
): Item {
  const { y = 0, turn = 0, variant = 0, tint } = more;
  return { kind, shape: shapeOf[kind](variant), x, y, z, turn, accent, ...(tint ? { tint } : {}) };
}

/** Arch, steps, spheres and a drum. */
function archSet(rng: Rng): Item[] {
  const near = rng.range(-0.1, 0.1);
  return [
    item("arch", -0.92, -1.1, 0),
    item("steps", 0.95, -0.9, 1),
    item("sphere", -0.3 + near, 0.28, 2),
    item("sphere", 0.98, -1.44, 3, { y: 0.7 }),
    item("cylinder", -1.62, 0.12, 1),
  ];
}

/** A tower of bodies with a ring, a ball and a drum beside it. */
function solidsSet(rng: Rng): Item[] {
  const turn = rng.range(0.3, 0.8);
  return [
    item("plinth", 0, 0, 0),
    item("cube", 0.02, 0, 1, { y: 0.32, turn }),
    item("sphere", -0.02, 0, 2, { y: 0.92 }),
    item("ring", -0.92, -0.95, 3, { turn: 0.2 }),
    item("cylinder", 0.98, -0.5, 2),
    item("cone", 1.55, 0.1, 3),
    item("sphere", -1.02, 0.35, 1),
  ];
}

/** Three vases and some fruit. */
function vasesSet(rng: Rng): Item[] {
  const fruit: SolidKind = rng.pick(["orange", "lemon", "peach", "pear"]);
  return [
    item("vase", -0.46, 0, 0, { variant: 0 }),
    item("vase", 0.44, 0.3, 1, { variant: 1 }),
    item("vase", 0.98, -0.4, 2, { variant: 2 }),
    item(fruit, 0, 0.78, 3, { turn: rng.range(0, 3) }),
    item(fruit, 0.34, 0.98, 3, { turn: rng.range(0, 3) }),
  ];
}

/** Two rows of columns under beams, a ball between them. */
function colonnadeSet(): Item[] {
  const columns = Array.from({ length: 5 }, (_, i) => i).flatMap((i) => [
    item("column", -1.35, 0.7 - i * 1.5, 0),
    item("column", 1.35, 0.7 - i * 1.5, 0),
  ]);
  return [...columns, item("sphere", 0.05, -2.6, 1)];
}

const sets: Readonly<Record<StillLifeSet, (rng: Rng) => Item[]>> = {
  arch: archSet,
  solids: solidsSet,
  vases: vasesSet,
  colonnade: colonnadeSet,
};

export const buildSet = (set: StillLifeSet, rng: Rng): Item[] => sets[set](rng);

type Group = { mention: SubjectMention; items: Item[] };

/** The solids a prompt names, in a row or as their relations say. */
export function arrange(mentions: readonly SubjectMention[], rng: Rng): Item[] {
  const groups: Group[] = [];
  let total = 0;
  for (const [index, mention] of mentions.entries()) {
    const kind = solidOf(mention.id);
    const wanted = mention.plural ? (mention.count ?? 3) : 1;
    const count = Math.min(wanted, MOST_ITEMS - total);
    if (!kind || count === 0) continue;
    total += count;
    const items = Array.from({ length: count }, (_, i) =>
      item(kind, 0, 0, index + i, {
        turn: rng.range(-0.6, 0.6),
        variant: index + i,
        ...(mention.tint ? { tint: mention.tint } : {}),
      }),
    );
    groups.push({ mention, items });
  }
  const standing = orderOnFloor(groups);
  lineUp(
    standing.flatMap(({ items }) => items),
    rng,
  );
  for (const group of groups) {
    const anchor = groups[group.mention.relation?.to ?? -1];
    if (anchor) relate(groups, group, anchor);
  }
  return groups.flatMap(({ items }) => items);
}

/** Relations that leave a thing its own place in the row. */
const IN_ROW: ReadonlySet<RelationKind> = new Set(["left", "right", "beside"]);

/** Groups with a place on the floor, from left to right. */
function orderOnFloor(groups: readonly Group[]): Group[] {
  const row: Group[] = [];
  for (const group of groups.toReversed()) {
    const { relation } = group.mention;
    if (relation && !IN_ROW.has(relation.kind)) continue;
    if (relation?.kind === "right") row.push(group);
    else row.unshift(group);
  }
  return row;
}

/** Side by side; more than a few stand in two ranks. */
function lineUp(items: readonly Item[], rng: Rng): void {
  if (items.length > MOST_IN_RANK) {
    const half = Math.ceil(items.length / 2);
    rank(items.slice(half), -0.75, rng);
    rank(items.slice(0, half), 0.35, rng);
  } else rank(items, 0, rng);
}

function rank(items: readonly Item[], depth: number, rng: Rng): void {
  const width = items.reduce((sum, { shape }) => sum + shape.halfWidth * 2, 0);
  let x = -(width + GAP * (items.length - 1)) / 2;
  const slim = items.length > 2 && items.every(({ shape }) => shape.halfDepth < 0.5);
  for (const [i, it] of items.entries()) {
    it.x = x + it.shape.halfWidth;
    it.z = depth + (slim ? (i % 2) * 0.36 - 0.18 : 0) + rng.range(-0.06, 0.06);
    x += it.shape.halfWidth * 2 + GAP;
  }
}

/** Things that share a place on or in one body, by that body. */
function gather(groups: readonly Group[], anchor: Group, kind: RelationKind): Item[] {
  return groups.flatMap(({ mention: { relation }, items }) =>
    relation?.kind === kind && groups[relation.to] === anchor ? items : [],
  );
}

/** Puts a group where its relation to another says. */
function relate(groups: readonly Group[], { mention, items }: Group, anchor: Group): void {
  const { relation } = mention;
  if (!relation) return;
  const base = anchor.items[0];
  const { shape } = base;
  const sharing = gather(groups, anchor, relation.kind);
  for (const it of items) {
    const place = sharing.indexOf(it);
    const spread = (place - (sharing.length - 1) / 2) * it.shape.halfWidth * 2.05;
    switch (relation.kind) {
      case "on":
        Object.assign(it, { x: base.x + spread, y: base.y + shape.height, z: base.z });
        break;
      case "in": {
        // Several lie in a ring, none inside another.
        const around = (place / sharing.length) * Math.PI * 2 + 0.5;
        const out = sharing.length > 1 ? it.shape.halfWidth * (sharing.length > 2 ? 1.15 : 1) : 0;
        const rest = base.y + (shape.rest ?? shape.height);
        Object.assign(it, {
          x: base.x + Math.cos(around) * out,
          y: rest + out * 0.2,
          z: base.z + Math.sin(around) * out,
        });
        break;
      }
      case "above":
        Object.assign(it, { x: base.x + spread, y: base.y + shape.height + 0.3, z: base.z });
        break;
      case "under":
        Object.assign(it, { x: base.x + spread, y: 0, z: base.z });
        if (it === items[0]) for (const above of anchor.items) above.y += it.shape.height;
        break;
      case "front":
        it.x = base.x + 0.28 + spread;
        it.z = base.z + shape.halfDepth + it.shape.halfDepth + 0.18;
        break;
      case "behind":
        it.x = base.x - 0.34 + spread;
        it.z = base.z - shape.halfDepth - it.shape.halfDepth - 0.12;
        break;
      // Side by side is how they stand already.
      case "left":
      case "right":
      case "beside":
        break;
    }
  }
}
