/** Reads how a person looks: age, hair, face, clothes with their colours, and what they do. */
import { lin2byte } from "../core/color.ts";
import type { PersonLook } from "../subjects/people/look.ts";
import { COLOURS } from "./colour-words.ts";
import { findAll, lexicon, type Lexicon } from "./lexicon.ts";
import { claim, type Match, type Reading } from "./reading.ts";
import type { FoundSubject } from "./subject-words.ts";

type Said = Partial<PersonLook>;
type Row = readonly [
  words: Lexicon,
  look: Said,
  coloured?: "top" | "bottom" | "scarf" | "headwearColour" | "hairColour" | "eyes",
];

/** Most words between a colour and the noun that it describes. */
const MOST_BETWEEN = 3;

const BUILDS: Readonly<Record<string, PersonLook["build"] | undefined>> = {
  "figure-man": "man",
  "figure-woman": "woman",
  "figure-boy": "boy",
  "figure-girl": "girl",
};

const row = (words: string, look: Said, coloured?: Row[2]): Row => [lexicon(words), look, coloured];

const POSES: readonly Row[] = [
  row("walking | walks | strolling | crossing", { pose: "walk" }),
  row("running | runs | jogging | chasing | racing", { pose: "run" }),
  row("sitting | sits | seated", { pose: "sit" }),
  row("waving | waves | cheering | pointing", { pose: "wave" }),
  row("dancing | dances | jumping", { pose: "dance" }),
  row("holding | holds | carrying | reading | playing | eating | drinking", { pose: "hold" }),
  row("kneeling | kneels | praying", { pose: "kneel" }),
  row("standing | stands", { pose: "stand" }),
];

const FEATURES: readonly Row[] = [
  row("old | elderly | aged | grandfather | grandmother", { old: true }),
  row("beard | bearded | mustache | moustache", { beard: true }),
  row("sunglasses | dark glasses", { glasses: "dark" }),
  row("glasses | spectacles | eyeglasses", { glasses: "clear" }),
  row("smiling | smile | smiles | happy | laughing | joyful", { mood: "smile" }),
  row("sad | crying | angry | frowning | melancholic", { mood: "sad" }),
  row("screaming | singing | shouting | open mouth | surprised", { mood: "open" }),
  row("pale skin | fair skin", { skin: "#f4d6bc" }),
  row("dark skin | black skin", { skin: "#643d28" }),
  row("eyes", {}, "eyes"),
  row("looking left | facing left", { turn: -1 }),
  row("looking right | facing right", { turn: 1 }),
  row(
    "looking at the camera | looking at the viewer | from the front | facing the camera | front view",
    { turn: 0 },
  ),
  row("three quarter view | three quarter | 3 4 view", { turn: 1 }),
];

const HAIR: readonly Row[] = [
  row("short hair | short haired | cropped hair | pixie cut", { hair: "short" }),
  row("hair bun | bun | updo | topknot", { hair: "bun" }),
  row("wavy hair | curly hair | curls", { hair: "wave" }),
  row("long hair | long haired | flowing hair", { hair: "long" }),
  row("bald", { hair: "bald" }),
  row("redhead | red hair | red haired | ginger hair", { hairColour: "#b5532a" }),
  row("blonde | blond | blonde hair | blond hair | golden hair", { hairColour: "#d9b25f" }),
  row("brunette | brown hair", { hairColour: "#4f2f1d" }),
  row("black hair", { hairColour: "#17171c" }),
  row("white hair | grey hair | gray hair | silver hair", { hairColour: "#d6d2cc" }),
  row("hair", {}, "hairColour"),
];

/** A person of stone, in the clothes of one. */
const STONE: Said = {
  skin: "#d8d5cd",
  eyes: "#b9b5ab",
  hairColour: "#c6c2b8",
  outfit: "robe",
  top: "#d1cdc4",
  bottom: "#c9c5bb",
};
const OF_STONE: readonly Row[] = [
  row("statue | statues | bust of | marble bust | stone figure", STONE),
];

const CLOTHES: readonly Row[] = [
  row(
    "suit | business suit | tuxedo | businessman | businesswoman",
    { outfit: "suit", top: "#2f3747" },
    "top",
  ),
  row("dress | gown | ballgown | bride", { outfit: "dress" }, "top"),
  row("robe | robes | kimono | cloak | toga | geisha | goddess", { outfit: "robe" }, "top"),
  row("coat | raincoat | trench coat | jacket | blazer", { outfit: "coat" }, "top"),
  row("lab coat | white coat | doctor | nurse", { outfit: "white coat" }),
  row("armor | armour | warrior | gladiator | viking", { outfit: "armour", top: "#8d95a3" }),
  row(
    "shirt | t shirt | tshirt | sweater | hoodie | blouse | jersey | top",
    { outfit: "casual" },
    "top",
  ),
  row("pants | trousers | jeans | shorts | skirt", {}, "bottom"),
  row("scarf | shawl", { scarf: "#c2413a" }, "scarf"),
  row(
    "hat | cap | straw hat | cowboy hat | cowboy | farmer | fisherman",
    { headwear: "hat" },
    "headwearColour",
  ),
  row("crown | tiara", { headwear: "crown" }),
  row(
    "helmet | hard hat | soldier | viking | gladiator",
    { headwear: "helmet", headwearColour: "#6d7a52" },
    "headwearColour",
  ),
  row("chef | cook | chef hat", { headwear: "toque", outfit: "white coat" }),
  row("hood | hooded", { headwear: "hood", headwearColour: "#5b4a3a" }, "headwearColour"),
  row("sailor", { top: "#e9edf2", bottom: "#2f4468" }),
];

/** Whether a thing is drawn as a person with joints. */
export const isPerson = ({ id }: { id: string }): boolean => id.startsWith("figure-");

const cssOf = (colour: readonly number[]): string =>
  `#${colour.map((part) => lin2byte(part).toString(16).padStart(2, "0")).join("")}`;

/** Place of the colour that stands before a word in the same phrase, or -1. */
function colourBefore({ words }: Reading, at: number): number {
  for (let i = at - 1; i >= Math.max(0, at - MOST_BETWEEN) && !words[i + 1].opensPhrase; i--) {
    if (COLOURS.has(words[i].form)) return i;
    if (words[i].form === "and" || words[i].form === "with") return -1;
  }
  return -1;
}

/** What the prompt says of its people; the words count as understood. */
export function readPerson(reading: Reading, { id }: FoundSubject): Said {
  const said: Said = BUILDS[id] ? { build: BUILDS[id] } : {};
  for (const [words, look, coloured] of [...OF_STONE, ...POSES, ...FEATURES, ...HAIR, ...CLOTHES]) {
    for (const match of findAll(reading, words)) {
      const colourAt = coloured ? colourBefore(reading, match.at) : -1;
      const colour = colourAt < 0 ? undefined : COLOURS.get(reading.words[colourAt].form);
      // Hair alone says nothing without its colour.
      if (colour === undefined && Object.keys(look).length === 0) continue;
      for (const [key, value] of Object.entries(look))
        if (!(key in said)) Object.assign(said, { [key]: value });
      if (coloured && colour) {
        Object.assign(said, { [coloured]: cssOf(colour) });
        claim(reading, { at: colourAt, length: match.at + match.length - colourAt });
      } else claim(reading, match);
    }
  }
  return said;
}

/** Words after which a table is a thing of its own, not what things stand on. */
const BESIDE_TABLE = new Set(
  "of under behind beneath below beside to near by above and with over".split(" "),
);

/** Whether a table is only what the other things stand on: "on a table", "wooden table". */
function isStoodOn({ words }: Reading, { at }: Match): boolean {
  for (let i = at - 1; i >= Math.max(0, at - MOST_BETWEEN) && !words[i + 1].opensPhrase; i--) {
    if (BESIDE_TABLE.has(words[i].form)) return false;
  }
  return true;
}

/** The things of a prompt less the clothes that its people wear, and less the table that things stand on. */
export function asWorn(reading: Reading, found: readonly FoundSubject[]): FoundSubject[] {
  const standing = found.filter(
    (thing, i) => i === 0 || thing.id !== "table" || !isStoodOn(reading, thing),
  );
  if (!standing.some(isPerson)) return standing;
  const worn = [...FEATURES, ...CLOTHES].flatMap(([words]) => findAll(reading, words));
  const isWorn = ({ at, length }: Match) =>
    worn.some((match) => match.at < at + length && at < match.at + match.length);
  return standing.filter((subject) => isPerson(subject) || !isWorn(subject));
}
