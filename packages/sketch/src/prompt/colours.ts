/** Reads colour words: what each colours (sky, water, ground, flowers, the subject) or the palette. */
import { adjust } from "../core/color.ts";
import type { Rgb, SceneName } from "../types.ts";
import {
  COLOURS,
  COLOUR_NOUNS,
  NAME_NOUNS,
  PALETTES,
  SITED_PALETTES,
  THING_COLOURS,
} from "./colour-words.ts";
import { lexicon, lengthAt, type Lexicon } from "./lexicon.ts";
import { claim, type Reading } from "./reading.ts";
import type { FoundSubject } from "./subject-words.ts";

export type Bindings = {
  sky?: Rgb;
  water?: Rgb;
  ground?: Rgb;
  flowers?: Rgb[];
  background?: Rgb;
  /** By key of the library. */
  subjects: Map<string, Rgb>;
};

export type ColourReading = { bindings: Bindings; loose: Rgb[] };

const SKY_NOUNS = lexicon(
  "sky | skies | cloud | clouds | sunset* | sunrise* | dawn | dusk | mist | fog | atmosphere | aurora | moon | sun | twilight",
);
const WATER_NOUNS = lexicon(
  "water | waters | sea | seas | ocean* | lake* | wave* | lagoon* | river* | pond*",
);
const GROUND_NOUNS = lexicon(
  "grass | field* | hill* | meadow* | mountain* | sand | dune* | ground | desert* | snow | cliff* | rock | rocks | canyon*",
);
const FLOWER_NOUNS = lexicon(
  "flower* | rose | roses | petal* | tulip* | peony | peonies | poppy | poppies | blossom* | lily | lilies | orchid* | daisy | daisies | dahlia* | leaves | bouquet* | hibiscus | lotus* | anemone* | cosmos",
);
const BACKGROUND_NOUNS = lexicon("background | backdrop | wall");
const PALETTE_NOUNS = lexicon(
  "palette | tones | tone | colors | colours | color scheme | colour scheme | hues",
);
const NAMED_PALETTES = [...PALETTES].map(([name, colours]) => ({
  name,
  list: lexicon(name),
  colours,
}));
type Binding = Exclude<keyof Bindings, "subjects">;

/** What can take a colour of its own in each scene; colours of anything else go to the palette. */
const TAKES: Partial<Record<SceneName, readonly Binding[]>> = {
  landscape: ["sky", "water", "ground", "flowers"],
  flowerfield: ["sky", "water", "ground", "flowers"],
  ocean: ["sky", "water"],
  city: ["sky"],
  forest: ["sky"],
  underwater: ["sky", "water"],
  botanical: ["flowers", "background"],
  studio: ["background"],
  "still-life": ["background"],
  portrait: ["background"],
  interior: ["background"],
};

const NOUNS_OF: readonly (readonly [Binding, Lexicon])[] = [
  ["sky", SKY_NOUNS],
  ["water", WATER_NOUNS],
  ["ground", GROUND_NOUNS],
  ["flowers", FLOWER_NOUNS],
  ["background", BACKGROUND_NOUNS],
];

const ABSTRACT_METALS = new Set(["gold", "golden", "silver", "copper", "lavender"]);
/** Words that may stand before a colour that ends a phrase: "in coral", "teal and rose". */
const LEADS = new Set(["in", "and", "with"]);

/** Reads every colour of a prompt; words already understood as a medium are left alone. */
export function readColours(
  reading: Reading,
  scene: SceneName,
  subjects: readonly FoundSubject[],
): ColourReading {
  const bindings: Bindings = { subjects: new Map() };
  const loose: Rgb[] = [];
  for (let at = 0; at < reading.words.length; at++) {
    const run = colourRun(reading, at);
    if (!run) continue;
    const last = at + run.length;
    const noun = nounPlace(reading, last);
    const form = noun < 0 ? "" : reading.words[noun].form;
    if (reading.claimOf[at] >= 0 && partOfMedium(reading, at)) continue;
    if (run.length === 1 && isThing(reading, at, scene, form)) continue;
    if (NAME_NOUNS.has(form)) continue;
    claim(reading, { at, length: run.length });
    bind(reading, noun, run.colours, subjects, TAKES[scene] ?? [], { bindings, loose });
    at = last - 1;
  }
  return { bindings, loose };
}

/** The named palette of a prompt, if it names one. */
export function readPalette(reading: Reading): Rgb[] | null {
  for (const { name, list, colours } of NAMED_PALETTES) {
    for (let at = 0; at < reading.words.length; at++) {
      const length = lengthAt(reading, list, at);
      if (length === 0) continue;
      const after = at + length;
      const nouns =
        after < reading.words.length && !reading.words[after].opensPhrase
          ? lengthAt(reading, PALETTE_NOUNS, after)
          : 0;
      if (SITED_PALETTES.has(name) && nouns === 0) continue;
      claim(reading, { at, length: length + nouns });
      return [...colours];
    }
  }
  return null;
}

/** A palette of at most four colours from those a prompt names on their own. */
export function paletteOf(loose: readonly Rgb[]): Rgb[] | null {
  const [first, second] = loose;
  if (!first) return null;
  if (!second) {
    return [adjust(first, -0.4, 0.7), adjust(first, -0.12), first, adjust(first, 0.25, 0.45)];
  }
  if (loose.length > 2) return loose.slice(0, 4);
  return [adjust(first, -0.3, 0.8), first, second, adjust(second, 0.22, 0.5)];
}

function colourRun(reading: Reading, at: number): { colours: Rgb[]; length: number } | null {
  const { words } = reading;
  const first = COLOURS.get(words[at].form);
  if (!first) return null;
  const second = words[at + 2] && COLOURS.get(words[at + 2].form);
  const joined = words[at + 1]?.form === "and" && !words[at + 1].opensPhrase;
  if (joined && second && !words[at + 2].opensPhrase)
    return { colours: [first, second], length: 3 };
  return { colours: [first], length: 1 };
}

/** Place of the word right after the colour in the same phrase, or -1. */
function nounPlace({ words }: Reading, at: number): number {
  return at < words.length && !words[at].opensPhrase && words[at].form !== "" ? at : -1;
}

/** "black and white photo": colours inside a longer claim are part of its meaning. */
function partOfMedium(reading: Reading, at: number): boolean {
  const { length } = reading.claims[reading.claimOf[at]];
  return length > 1;
}

/** Whether a word that names a thing first (coral, rose, gold) is meant as that thing here. */
function isThing(reading: Reading, at: number, scene: SceneName, noun: string): boolean {
  const { form } = reading.words[at];
  if (!THING_COLOURS.has(form) || COLOUR_NOUNS.has(noun) || COLOURS.has(noun)) return false;
  if (scene === "abstract" && ABSTRACT_METALS.has(form)) return false;
  const lead = at > 0 && (reading.words[at].opensPhrase || LEADS.has(reading.words[at - 1].form));
  return !(lead && noun === "");
}

function bind(
  reading: Reading,
  noun: number,
  colours: readonly Rgb[],
  subjects: readonly FoundSubject[],
  takes: readonly Binding[],
  { bindings, loose }: ColourReading,
): void {
  const owner = noun < 0 ? undefined : NOUNS_OF.find(([, list]) => lengthAt(reading, list, noun));
  const binding = owner && takes.includes(owner[0]) ? owner[0] : undefined;
  // One adjective may stand between: "a black sleeping cat".
  const subject = subjects.find(
    ({ at }) => noun >= 0 && (at === noun || (at === noun + 1 && !reading.words[at].opensPhrase)),
  );
  if (subject && (subject.at === noun || !binding)) {
    bindings.subjects.set(subject.id, colours[0]);
    return;
  }
  if (!binding) {
    loose.push(...colours);
    return;
  }
  claim(reading, { at: noun, length: 1 });
  if (binding === "flowers") bindings.flowers = [...(bindings.flowers ?? []), ...colours];
  else bindings[binding] = colours[0];
}
