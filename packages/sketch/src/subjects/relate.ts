/** Moves things to where the prompt says they are, seen from one another. */
import { clamp } from "../core/color.ts";
import type { RelationKind } from "../types.ts";
import type { SubjectGroup } from "./nouns.ts";
import type { Spot } from "./spots.ts";
import type { Stance } from "./stance.ts";

/** What relations change of a thing's plan; `order` sorts the drawing, lowest first. */
export type Placed = Spot & {
  id: string;
  group: SubjectGroup;
  aspect: number;
  stance: Stance;
  flip: boolean;
  order: number;
  /** A person whose legs are those of one who sits. */
  seated?: boolean;
};

/** Height at which something comes to rest on a thing, as a share of its height. */
const REST_OF_THING: Readonly<Record<string, number>> = {
  chair: 0.5,
  bed: 0.5,
  couch: 0.46,
  bench: 0.36,
  stool: 0.9,
  rug: 0.5,
  sink: 0.7,
  bathtub: 0.75,
  sled: 0.4,
  skateboard: 0.75,
  bicycle: 0.62,
  motorcycle: 0.66,
  "motor-scooter": 0.55,
};
const REST_OF_GROUP: Partial<Record<SubjectGroup, number>> = {
  animals: 0.72,
  floaters: 0.7,
  vessels: 0.34,
  swimmers: 0.85,
};
const USUAL_REST = 0.95;
/** What one sits on with the feet on the floor, and how tall who sits there is, in heights of it. */
const SEATS: Readonly<Record<string, number>> = { couch: 1.35, chair: 1.2, bench: 1.5, bed: 1.35 };
/** Things that something rests in rather than on. */
const HOLLOW: ReadonlySet<string> = new Set(
  "bathtub basket bucket sailboat canoe speedboat motor-boat ship handbag hot-air-balloon steaming-bowl".split(
    " ",
  ),
);
/** Things people and animals stand under while they hang or are held above. */
const HELD_ABOVE: ReadonlySet<SubjectGroup> = new Set([
  "things",
  "flyers",
  "aircraft",
  "people",
  "animals",
]);
/** Less than this share of a thing's height leaves it no room below. */
const LEAST_ROOM = 0.6;
const GAP = 0.04;
const JUST_AFTER = 0.001;

const widthOf = ({ height, aspect }: Placed): number => height * aspect;
const grounded = (plan: Placed, change: Partial<Stance>): void => {
  plan.stance = { ...plan.stance, ...change };
};

/**
 * Places `own` (one kind of thing, one or several) by its relation to `anchor`, in a frame of `w`
 * by `h` pixels. Both may move.
 */
export function relatePlans(
  kind: RelationKind,
  own: readonly Placed[],
  anchor: Placed,
  { w, h }: { w: number; h: number },
): void {
  const rests = kind === "in" || (kind === "on" && HOLLOW.has(anchor.id)) ? "in" : kind;
  if (rests === "left" || rests === "right" || rests === "beside") {
    sideBySide(rests === "right" ? [anchor, ...own] : [...own, anchor], w);
    return;
  }
  if (rests === "chases") {
    sideBySide([anchor, ...own], w);
    for (const plan of [anchor, ...own]) plan.flip = false;
    return;
  }
  if (rests === "holds") {
    for (const holder of own) putInHands(holder, anchor, w);
    return;
  }
  if (rests === "on" || rests === "in") anchor.cx = w * clamp(anchor.cx / w, 0.36, 0.64);
  for (const [i, plan] of own.entries()) {
    const spread = (i - (own.length - 1) / 2) * widthOf(plan) * 0.8;
    if (rests === "on" && plan.seated && SEATS[anchor.id]) {
      plan.height = anchor.height * SEATS[anchor.id];
      Object.assign(plan, {
        cx: anchor.cx + spread,
        baseY: anchor.baseY + h * 0.01,
        order: anchor.order + JUST_AFTER,
      });
      grounded(plan, { shadow: 0, reflect: 0, sink: 0, free: false });
    } else if (rests === "on") {
      plan.height = Math.min(plan.height, anchor.height * 0.8);
      const rest = REST_OF_THING[anchor.id] ?? REST_OF_GROUP[anchor.group] ?? USUAL_REST;
      // A tall pair moves down, so that the upper one stays in the picture.
      const spill = plan.height + anchor.height * rest - anchor.baseY + h * GAP;
      if (spill > 0) anchor.baseY = Math.min(h * 0.96, anchor.baseY + spill);
      Object.assign(plan, {
        cx: anchor.cx + spread,
        baseY: anchor.baseY - anchor.height * rest,
        order: anchor.order + JUST_AFTER,
      });
      grounded(plan, { shadow: 0, reflect: 0, sink: 0, free: false });
    } else if (rests === "in") {
      plan.height = Math.min(plan.height, anchor.height * 0.85);
      Object.assign(plan, {
        cx: anchor.cx + spread,
        baseY: anchor.baseY - anchor.height * 0.32,
        order: anchor.order - JUST_AFTER,
      });
      grounded(plan, { shadow: 0, reflect: 0, sink: 0, free: false });
    } else if (rests === "above") {
      const room = anchor.baseY - anchor.height - h * GAP;
      if (plan.height > room * 0.9) {
        anchor.height *= 0.72;
        plan.height = Math.max(
          h * 0.12,
          Math.min(plan.height, (anchor.baseY - anchor.height) * 0.8),
        );
      }
      Object.assign(plan, {
        cx: anchor.cx + spread,
        baseY: Math.max(plan.height * 1.05, anchor.baseY - anchor.height - h * GAP),
        order: anchor.order + JUST_AFTER,
      });
      grounded(plan, { shadow: 0, reflect: 0, sink: 0 });
    } else if (rests === "under") {
      // What is too small to stand under would be hidden, or hide what stands under it.
      if (HELD_ABOVE.has(anchor.group) || anchor.height < plan.height * LEAST_ROOM) {
        anchor.cx = plan.cx - spread;
        anchor.baseY = Math.max(anchor.height, plan.baseY - plan.height * 0.72);
        anchor.order = plan.order - JUST_AFTER;
        grounded(anchor, { shadow: 0, reflect: 0, sink: 0 });
      } else {
        plan.height = Math.min(plan.height, anchor.height * 0.5);
        Object.assign(plan, { cx: anchor.cx + spread, baseY: anchor.baseY });
        plan.order = anchor.order + JUST_AFTER;
      }
    } else {
      const front = rests === "front";
      const side = anchor.cx > w / 2 ? -1 : 1;
      const aside = (widthOf(anchor) * 0.4 + widthOf(plan) * 0.2) * side;
      Object.assign(plan, {
        cx: clamp(anchor.cx + aside + spread, widthOf(plan) / 2, w - widthOf(plan) / 2),
        baseY: plan.stance.free ? plan.baseY : anchor.baseY + h * (front ? 0.05 : -0.05),
        order: anchor.order + (front ? JUST_AFTER : -JUST_AFTER),
      });
      plan.height *= front ? 0.85 : 1;
    }
  }
}

/** Puts `held` before the middle of `holder`, at the height of the hands. */
function putInHands(holder: Placed, held: Placed, w: number): void {
  held.height = Math.min(held.height, holder.height * 0.34);
  held.height = Math.min(held.height, (w * 0.4) / held.aspect);
  const person = holder.id.startsWith("figure-");
  held.cx =
    holder.cx + (widthOf(holder) / 2) * (person ? 0.1 : 1) + (person ? 0 : widthOf(held) * 0.3);
  held.baseY = holder.baseY - holder.height * (person ? 0.42 : 0.12);
  held.order = holder.order + JUST_AFTER;
  grounded(held, { shadow: 0, reflect: 0, sink: 0, free: false });
}

/** In the order given, from left to right, without overlap. */
function sideBySide(plans: readonly Placed[], w: number): void {
  const gap = w * GAP;
  const total = plans.reduce((sum, plan) => sum + widthOf(plan), gap * (plans.length - 1));
  const shrink = Math.min(1, (w * 0.94) / total);
  let x = (w - total * shrink) / 2;
  for (const plan of plans) {
    plan.height *= shrink;
    plan.cx = x + widthOf(plan) / 2;
    x += widthOf(plan) + gap * shrink;
  }
}
