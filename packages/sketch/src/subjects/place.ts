/** Draws the things a prompt names into the scene. */
import { clamp } from "../core/color.ts";
import type { Frame, Rng, SceneName, SceneState, SubjectMention } from "../types.ts";
import { aspectOf, cutOut } from "./cutout.ts";
import { GROUP_OF } from "./nouns.ts";
import { chooseLook } from "./people/choose-look.ts";
import { personKey } from "./people/look.ts";
import { type AnimalLook, animalKey, animalOfKey, chooseAnimal, heightOf } from "./animals/look.ts";
import { kindOf } from "./animals/species.ts";
import { drawBough, sitsOnBough } from "./perch.ts";
import { HOUSES, houseOf } from "./house-kinds.ts";
import { layRows } from "./house-rows.ts";
import { moveInto } from "./move-into.ts";
import { layIn } from "./relight.ts";
import { type Placed, relatePlans } from "./relate.ts";
import { drawRock, rockRise } from "./rock.ts";
import { sizesOf } from "./sizes.ts";
import { chooseSpots, type Crowd, type Spot } from "./spots.ts";
import { isBuilding, isFlatMedium, type Stance, stanceOf } from "./stance.ts";

/** At most so many of one thing. */
const MOST = 24;
/** From so many on the things of a crowd that hangs free are smaller still. */
const LARGE_CROWD = 10;
/** Flat media have no light of their own to lift a thing off its ground. */
const FLAT_HALO = 0.75;
/** Far ones of a crowd lie in this much air at the most. */
const CROWD_FOG = 0.35;

/** Width each of one to four kinds may take, as a share of the frame's. */
const SHARED_WIDTHS = [1, 0.62, 0.44, 0.34];
const FREE_CROWD_SCALE = 0.72;
const SMALLEST_CROWD_SCALE = 0.4;
const LARGE_CROWD_SCALE = 0.3;

/** Drawings with letters or figures on them, which nobody can read in a mirror. */
const WRITTEN: ReadonlySet<string> = new Set(
  "stop-sign convenience-store hospital hotel post-office taxi police-car ambulance pool-8-ball".split(
    " ",
  ),
);

/** Scenes with trees for a bough to come from. */
const BOUGHS: ReadonlySet<SceneName> = new Set(["forest", "landscape", "flowerfield"]);

/** Shares of the width at which two, three or four kinds stand. */
const MIDDLES: readonly (readonly number[])[] = [
  [0.5],
  [0.32, 0.7],
  [0.2, 0.5, 0.8],
  [0.14, 0.38, 0.62, 0.86],
];

type Plan = Placed & { subject: SubjectMention; key: string };

/** Where a thing stands that was placed. */
export type Stood = Spot & { aspect: number; person: boolean };

/**
 * Places every thing of `state.spec`, far ones first. The scene must have been drawn before.
 * @returns where each of them is, the first thing's first
 */
export async function placeSubjects(frame: Frame, state: SceneState): Promise<Stood[]> {
  const { spec } = state;
  if (state.noSubject || spec.subjects.length === 0) return [];
  if (isFlatMedium(spec.finish)) state.halo = FLAT_HALO;
  const plans = await planSpots(frame, state);
  if (state.area) moveInto(state.area, plans, frame);
  for (const plan of plans) {
    const { subject, stance, cx, baseY, height, scale, flip } = plan;
    state.check();
    if (sitsOnBough(subject.id) && stance.free && !subject.plural && BOUGHS.has(spec.scene)) {
      drawBough(frame, state, state.rng("bough"), plan);
    }
    if (spec.surface === "rock" && !stance.free && !subject.relation) {
      drawRock(frame, state, state.rng("rock"), { ...plan, width: height * plan.aspect });
    }
    const cutout = await cutOut(
      plan.key,
      height,
      flip,
      subject.look ? null : (subject.tint ?? null),
    );
    const fog = clamp(stance.fog + (1 - scale) * CROWD_FOG);
    layIn(frame, state, cutout, { ...stance, cx, baseY, fog });
  }
  return spec.subjects.flatMap((subject) =>
    plans
      .filter((plan) => plan.subject === subject)
      .map(({ cx, baseY, height, scale, aspect }) => {
        const person = subject.look !== undefined;
        return { cx, baseY, height, scale, aspect, person };
      }),
  );
}

/** A kind of thing before its spots are chosen. */
type Kind = { subject: SubjectMention; stance: Stance; rng: Rng; crowd: Crowd };

async function kindsOf(frame: Frame, state: SceneState): Promise<Kind[]> {
  const { w, h } = frame;
  const { subjects } = state.spec;
  const kinds: Kind[] = [];
  const sizes = sizesOf(subjects.map(({ id }) => id));
  for (const [index, subject] of subjects.entries()) {
    const rng = state.rng(`subject:${index}`);
    const stance = stanceOf(frame, state, subject);
    stance.height *= stance.free ? 1 : sizes[index];
    const key = keyOf(state, subject, index, 0);
    const animal = animalOfKey(key);
    if (animal) stance.height *= heightOf(animal);
    const aspect = await aspectOf(key);
    const middle = middleOf(rng, state, index);
    const count = countOf(subject, stance, subjects.length);
    const height = fitWidth(
      stance,
      aspect,
      w * SHARED_WIDTHS[Math.min(3, subjects.length - 1)],
      count,
    );
    const crowd: Crowd = {
      w,
      h,
      aspect,
      height,
      baseY: stance.baseY + h * riseOf(stance, index, subjects.length),
      horizon: Math.min(state.light?.horizon ?? h * 0.5, stance.baseY - height * 0.2),
      free: stance.free,
      count,
      middle,
    };
    kinds.push({ subject, stance, rng, crowd });
  }
  return kinds;
}

/** Spots of all things, in the order of drawing: farthest first. */
async function planSpots(frame: Frame, state: SceneState): Promise<Plan[]> {
  const { spec } = state;
  const kinds = await kindsOf(frame, state);
  // The nearest of each kind has its spot for sure; the others of a crowd keep clear of all of these.
  const nearest = kinds.map(({ rng, crowd }) => ({
    ...chooseSpots(rng, { ...crowd, count: 1 }, [])[0],
    aspect: crowd.aspect,
  }));
  const plans: Plan[] = [];
  const ofKind: Plan[][] = [];
  for (const [index, { subject, stance, rng, crowd }] of kinds.entries()) {
    const spots = chooseSpots(rng, crowd, [...plans, ...nearest.slice(index + 1)]);
    const flips = spots.map(() => rng.chance(0.5));
    // Each of a herd does its own, and those that lie are lower than the first that stands.
    const heights = spots.map((_, i) => {
      const animal = animalOfKey(keyOf(state, subject, index, i));
      return animal ? heightOf(animal) : 1;
    });
    const shares = heights.map((height) => height / heights[0]);
    const own = spots.map((spot, i): Plan => ({
      ...spot,
      id: subject.id,
      seated: subject.look?.pose === "sit",
      group: GROUP_OF.get(subject.id) ?? "things",
      subject,
      key: keyOf(state, subject, index, i),
      stance,
      aspect: crowd.aspect,
      height: spot.height * (shares[i] ?? 1),
      flip: flips[i] && !WRITTEN.has(subject.id),
      order: spot.scale * frame.h + spot.baseY * 0.001,
    }));
    if (spec.surface === "rock" && !stance.free) own.forEach(liftOntoRock);
    if (subject.rows) await layRows(own, subject.rows, frame, state.rng(`row:${index}`));
    ofKind.push(own);
    plans.push(...own);
  }
  for (const [index, { relation }] of spec.subjects.entries()) {
    const anchor = relation && ofKind[relation.to]?.[0];
    if (anchor) relatePlans(relation.kind, ofKind[index], anchor, frame);
  }
  for (const [index, subject] of spec.subjects.entries()) turn(ofKind[index], subject, ofKind);
  return plans.toSorted((a, b) => a.order - b.order);
}

/** The drawing of one of a kind: of people each has a look of its own. */
function keyOf(state: SceneState, subject: SubjectMention, index: number, i: number): string {
  const { id, look, plural, animal, rows } = subject;
  const kind = animal && kindOf(id);
  if (kind) return animalKey(animalOf(state, subject, index, i));
  if (plural && HOUSES.has(id))
    return houseOf(state.rng(`house:${index}:${i}`), id, i, rows !== undefined);
  return look ? personKey(chooseLook(look, state.rng(`person:${index}:${i}`))) : id;
}

/** The animal of a kind that a subject is: the first of several in the pose that all have room for. */
function animalOf(
  state: SceneState,
  subject: SubjectMention,
  index: number,
  i: number,
): AnimalLook {
  const { spec } = state;
  const relation = subject.relation?.kind;
  const isChased = spec.subjects.some(
    (other) => other.relation?.kind === "chases" && other.relation.to === index,
  );
  const situation =
    relation === "chases" || isChased
      ? "chasing"
      : relation === "on" || relation === "in"
        ? "perched"
        : spec.scene === "studio"
          ? "studio"
          : "open";
  const rng = state.rng(`animal:${index}:${i}`);
  return chooseAnimal(kindOf(subject.id)!, subject.animal ?? {}, situation, rng);
}

/** Turns an animal to where the prompt says, or to what it looks at; drawings face left. */
function turn(plans: readonly Plan[], { animal }: SubjectMention, ofKind: readonly Plan[][]): void {
  const seen = animal?.towards === undefined ? undefined : ofKind[animal.towards]?.[0];
  for (const plan of plans) {
    if (animal?.facing) plan.flip = animal.facing === "right";
    else if (seen) plan.flip = seen.cx > plan.cx;
  }
}

function liftOntoRock(plan: Plan): void {
  plan.baseY -= rockRise(plan.height);
  plan.stance = { ...plan.stance, sink: 0, reflect: 0, shadow: 0.2 };
}

/** Share of the width for the first of a kind: two kinds stand apart, one stands off-centre. */
function middleOf(rng: Rng, { spec, closesAt }: SceneState, index: number): number {
  const off = rng.pick([0.4, 0.5, 0.6]);
  if (closesAt !== undefined && isBuilding(spec.subjects[index].id)) return closesAt;
  if (spec.place !== undefined && index === 0) return spec.place;
  if (spec.subjects.length > 1)
    return MIDDLES[Math.min(3, spec.subjects.length - 1)][Math.min(3, index)];
  if (spec.scene === "studio" || spec.scene === "abstract") return 0.5;
  return spec.scene === "space" ? 0.5 + (off - 0.5) * 1.5 : off;
}

/** Two kinds of free things hang at different heights; share of the frame's height, down. */
function riseOf({ free }: Stance, index: number, kinds: number): number {
  if (!free || kinds < 2) return 0;
  return index === 0 ? -0.12 : 0.12;
}

/** Long things shrink to stay inside the picture, and crowds so that they find room. */
function fitWidth({ height, free }: Stance, aspect: number, w: number, count: number): number {
  const alone = Math.min(height, (w * 0.72) / aspect);
  if (count === 1) return alone;
  if (free && count > LARGE_CROWD) return alone * FREE_CROWD_SCALE ** 2;
  if (free) return alone * (count > 3 ? FREE_CROWD_SCALE : 1);
  // Those further back are about two thirds as wide as the first.
  const row = aspect * (1 + (count - 1) * 0.66);
  return Math.max(
    alone * (count > LARGE_CROWD ? LARGE_CROWD_SCALE : SMALLEST_CROWD_SCALE),
    Math.min(alone, (w * 0.92) / row),
  );
}

function countOf({ plural, count }: SubjectMention, stance: Stance, kinds: number): number {
  if (!plural) return 1;
  const usual = kinds > 1 ? Math.ceil(stance.usualCount / 2) : stance.usualCount;
  return Math.min(MOST, count ?? usual);
}
