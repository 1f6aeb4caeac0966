/** Reads where one thing is, seen from another: "a cat on a chair", "a cube left of a sphere". */
import type { Relation, RelationKind } from "../types.ts";
import { lengthAt, lexicon, type Lexicon } from "./lexicon.ts";
import { claim, type Reading } from "./reading.ts";
import type { FoundSubject } from "./subject-words.ts";

const PHRASES: readonly (readonly [RelationKind, Lexicon])[] = [
  ["left", lexicon("left of | to the left of | on the left of | on the left side of")],
  ["right", lexicon("right of | to the right of | on the right of | on the right side of")],
  ["front", lexicon("in front of | before | in the front of")],
  ["behind", lexicon("behind | at the back of")],
  [
    "above",
    lexicon(
      "above | over | flying over | hovering over | floating over | floating above | hovering above | flying above",
    ),
  ],
  [
    "under",
    lexicon(
      "under | below | on the bottom of | beneath | underneath | sheltering under | sitting under",
    ),
  ],
  [
    "beside",
    lexicon(
      "beside | next to | adjacent to | with | near | by | close to | alongside | at the side of | on the side of | on side of | sitting next to | standing next to",
    ),
  ],
  [
    "on",
    lexicon(
      `on | on top of | on the top of | atop | upon | sitting on | sitting on top of | standing on | standing on top of | resting on | lying on |
      stacked on | stacked on top of | perched on | riding | riding on | placed on | balanced on | balancing on`,
    ),
  ],
  ["holds", lexicon("holding | carrying | holding up | holds | carries | lifting")],
  [
    "chases",
    lexicon("chasing | chases | following | follows | running after | hunting | pursuing"),
  ],
  ["in", lexicon("in | inside | inside of | sitting in | into | inside a")],
];

/** Words an article and adjectives may take between the phrase and the thing: "on a small red chair". */
const MOST_BETWEEN = 3;

/**
 * Relations by the number of the thing that is placed. `shown` are the things that will be drawn,
 * in the order of naming; phrases between two of them count as understood.
 */
export function readRelations(
  reading: Reading,
  shown: readonly FoundSubject[],
): ReadonlyMap<number, Relation> {
  const relations = new Map<number, Relation>();
  const byPlace = shown.map((_, i) => i).toSorted((a, b) => shown[a].at - shown[b].at);
  // From the last to the first, so that things in a list take the relation of the one after them.
  for (let order = byPlace.length - 2; order >= 0; order--) {
    const [from, to] = [byPlace[order], byPlace[order + 1]];
    const start = shown[from].at + shown[from].length;
    const kind = between(reading, start, shown[to].at);
    if (kind) relations.set(from, { kind, to });
    else if (isListed(reading, start, shown[to].at)) {
      const shared = relations.get(to);
      if (shared) relations.set(from, shared);
    }
  }
  return relations;
}

/** Whether "and" joins the words between two places: "two pears and an apple". */
function isListed({ words }: Reading, from: number, to: number): boolean {
  return to - from <= MOST_BETWEEN && words[from]?.form === "and";
}

/** The relation said between two places of a reading, nearest to the second. */
function between(reading: Reading, from: number, to: number): RelationKind | undefined {
  for (let at = from; at < to; at++) {
    let best: { kind: RelationKind; length: number } | undefined;
    for (const [kind, list] of PHRASES) {
      const length = lengthAt(reading, list, at);
      if (length > (best?.length ?? 0)) best = { kind, length };
    }
    if (!best) continue;
    const after = at + best.length;
    if (after > to || to - after > MOST_BETWEEN) continue;
    const broken = reading.words.slice(after, to + 1).some(({ opensPhrase }) => opensPhrase);
    if (broken) continue;
    claim(reading, { at, length: best.length });
    return best.kind;
  }
  return undefined;
}
