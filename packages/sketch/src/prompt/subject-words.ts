/** Finds the things of the library that a prompt names. */
import { HOUSES } from "../subjects/house-kinds.ts";
import { LONGEST_NAME, NOUN_OF_NAME, type Noun, type SubjectGroup } from "../subjects/nouns.ts";
import type { SubjectMention } from "../types.ts";
import { countBefore } from "./counts.ts";
import { lengthAt, lexicon } from "./lexicon.ts";
import type { Match, Reading } from "./reading.ts";

export type FoundSubject = SubjectMention &
  Match & {
    group: SubjectGroup;
    /** Further words that belong to it: the word that counts it, and where it is named again. */
    also: Match[];
  };

const IRREGULAR: ReadonlyMap<string, string> = new Map([
  ["wolves", "wolf"],
  ["loaves", "loaf"],
  ["mice", "mouse"],
  ["geese", "goose"],
  ["oxen", "ox"],
  ["women", "woman"],
  ["men", "man"],
  ["children", "child"],
  ["people", "person"],
  ["knives", "knife"],
  ["shelves", "shelf"],
  ["bookshelves", "bookshelf"],
  ["octopi", "octopus"],
  ["octopuses", "octopus"],
  ["buses", "bus"],
  ["cookies", "cookie"],
  ["pies", "pie"],
]);

/** Drawings that already show several things. */
const ALREADY_SEVERAL = new Set(["books", "houses", "grapes", "cherries", "skis", "blueberries"]);

/** Several of these are drawn in flight. */
const IN_FLOCKS: ReadonlyMap<string, string> = new Map([["bird", "gull"]]);

/** Words for many houses together, and how many stand for them. */
const SETTLEMENTS: ReadonlyMap<string, number> = new Map([
  ["houses", 6],
  ["village", 8],
  ["villages", 9],
  ["hamlet", 5],
  ["settlement", 7],
  ["town", 9],
  ["neighborhood", 8],
  ["neighbourhood", 8],
  ["suburb", 8],
]);

/** Plurals that look like their singular, unless one of `ONE` stands before them. */
const UNINFLECTED = new Set(["fish", "koi", "sheep", "clownfish", "goldfish"]);
const ONE = new Set(["a", "an", "one", "the", "single", "this", "my"]);

/** Names that mean something else before these words. */
const NOT_BEFORE: ReadonlyMap<string, readonly string[]> = new Map([
  ["crown", ["of"]],
  ["bed", ["of"]],
  ["beds", ["of"]],
  ["statue", ["of"]],
  ["tower", ["block", "bridge", "of"]],
  ["wine", ["red", "cellar"]],
  ["honey", ["light", "glow", "colored", "coloured"]],
  ["shell", ["of"]],
  ["diamond", ["pattern", "dust"]],
  ["crystal", ["clear", "waters"]],
  ["coffee", ["table", "shop"]],
  ["chicken", ["pho", "soup", "curry"]],
  ["lily", ["pad"]],
  ["box", ["office", "art"]],
  ["ball", ["gown", "room"]],
  ["column", ["of"]],
  ["pot", ["of"]],
  ["bowl", ["cut"]],
  ["fish", ["eye"]],
  [
    "glass",
    [
      "window",
      "windows",
      "vase",
      "jar",
      "bottle",
      "table",
      "ball",
      "sphere",
      "door",
      "building",
      "house",
      "bowl",
      "dome",
    ],
  ],
  ["carpet", ["of"]],
  ["mirror", ["lake", "ball", "reflection"]],
  ["phone", ["wallpaper", "booth", "background"]],
  ["heart", ["of", "shaped"]],
  ["table", ["tennis", "top"]],
  ["skull", ["and"]],
  ["star", ["wars", "trek"]],
  ["child", ["like"]],
  ["human", ["made", "hand", "skull", "body", "heart", "eye"]],
  ["fence", ["post"]],
  ["leaf", ["less"]],
  ["man", ["made"]],
  ["birds", ["eye"]],
  ["school", ["of"]],
  ["alien", ["planet", "world", "landscape", "forest", "jungle", "city", "sky", "flora", "plants"]],
]);

/** Names that mean something else after these words. */
const NOT_AFTER: ReadonlyMap<string, readonly string[]> = new Map([
  ["key", ["low", "high"]],
  ["guard", ["standing", "stands", "on"]],
  ["house", ["opera", "full"]],
  ["steps", ["in", "dance"]],
  ["cone", ["traffic", "pine", "pinecone"]],
  ["ball", ["snow", "crystal", "disco"]],
]);

/** Phrases that name a thing which is not in the picture. */
const NOT_SHOWN = lexicon(
  "at the camera | at camera | facing the camera | facing camera | towards the camera | toward the camera | to the camera",
);

/** Things named in a prompt in the order of naming; longer names win over the names inside them. */
export function findSubjects(reading: Reading, likened: Likened = NOTHING_LIKENED): FoundSubject[] {
  const { words } = reading;
  const found: FoundSubject[] = [];
  for (let at = 0; at < words.length; at++) {
    const unseen = lengthAt(reading, NOT_SHOWN, at);
    if (unseen > 0) {
      at += unseen - 1;
      continue;
    }
    const hit = nounAt(reading, at) ?? likenedAt(reading, at, likened);
    if (!hit || reading.claimOf[at] >= 0) continue;
    const { noun, length } = hit;
    const earlier = found.find(({ id }) => id === noun.id);
    if (earlier) {
      earlier.also.push({ at, length });
    } else {
      const word = words.slice(at, at + length).map(({ text }) => text);
      const said = countBefore(reading, at);
      const rows = houseRows(reading, at, noun);
      const count = said ? said.count : (rows?.count ?? hit.count);
      const several = hit.plural || count !== undefined || isBarePlural(reading, at, length);
      const plural = several && !ALREADY_SEVERAL.has(noun.id);
      found.push({
        ...noun,
        id: plural ? (IN_FLOCKS.get(noun.id) ?? noun.id) : noun.id,
        word: word.join(" "),
        plural,
        ...(plural && count !== undefined ? { count } : {}),
        at,
        length,
        ...(plural && rows ? { rows: rows.rows } : {}),
        also: [said, plural ? rows : undefined].flatMap((match) =>
          match ? [{ at: match.at, length: 1 }] : [],
        ),
      });
    }
    at += length - 1;
  }
  return found;
}

type Likened = ReadonlyMap<string, { name: string; plural: boolean }>;
const NOTHING_LIKENED: Likened = new Map();

/** A word that another thing's drawing stands for. */
function likenedAt({ words }: Reading, at: number, likened: Likened): Hit | null {
  const { form } = words[at];
  const likeness = likened.get(form);
  const noun = NOUN_OF_NAME.get(likeness?.name ?? "");
  return noun ? { noun, length: 1, plural: likeness!.plural } : null;
}

type Hit = { noun: Noun; length: number; plural: boolean; count?: number };

function nounAt(reading: Reading, at: number): Hit | null {
  const { words } = reading;
  for (let length = Math.min(LONGEST_NAME, words.length - at); length >= 1; length--) {
    const run = words.slice(at, at + length);
    if (run.some(({ form, opensPhrase }, i) => form === "" || (i > 0 && opensPhrase))) continue;
    const forms = run.map(({ form }) => form);
    const next = words[at + length];
    const blocked = NOT_BEFORE.get(forms.join(" "));
    if (next && !next.opensPhrase && blocked?.includes(next.form)) continue;
    if (onlyCompares(words, at + length)) continue;
    const before = words[at - 1];
    if (before && NOT_AFTER.get(forms.join(" "))?.includes(before.form)) continue;
    const houses = SETTLEMENTS.get(forms.join(" "));
    if (houses) return { noun: NOUN_OF_NAME.get("cottage")!, length, plural: true, count: houses };
    const exact = NOUN_OF_NAME.get(forms.join(" "));
    if (exact) return { noun: exact, length, plural: false };
    const last = singular(forms[length - 1]);
    const noun = NOUN_OF_NAME.get([...forms.slice(0, -1), last].join(" "));
    if (noun) return { noun, length, plural: true };
  }
  return null;
}

const DETERMINERS = new Set("a an the this that my his her their one".split(" "));

/** Whether "like" and a noun come next: a mirror-like lake has no mirror, but a dog like a lion is a dog. */
function onlyCompares(words: Reading["words"], at: number): boolean {
  const [like, next] = [words[at], words[at + 1]];
  if (like?.form !== "like" || like.opensPhrase || next === undefined) return false;
  return !next.opensPhrase && !DETERMINERS.has(next.form);
}

/** Words for houses side by side, and how many rows and houses they are. */
const ROWS: ReadonlyMap<string, { rows: number; count: number }> = new Map([
  ["row", { rows: 1, count: 6 }],
  ["terrace", { rows: 1, count: 6 }],
  ["line", { rows: 1, count: 5 }],
  ["rows", { rows: 2, count: 11 }],
  ["lines", { rows: 2, count: 11 }],
]);
/** Words between "row" and the houses at most: "a row of old brick houses". */
const MOST_BETWEEN = 4;

/** Whether houses at `at` stand "in a row of" them. */
function houseRows(
  { words }: Reading,
  at: number,
  { id }: Noun,
): { at: number; rows: number; count: number } | undefined {
  if (!HOUSES.has(id)) return undefined;
  for (let i = at - 2; i >= Math.max(0, at - 1 - MOST_BETWEEN); i--) {
    const rows = words[i + 1].form === "of" ? ROWS.get(words[i].form) : undefined;
    if (rows && !words.slice(i + 1, at + 1).some(({ opensPhrase }) => opensPhrase))
      return { at: i, ...rows };
  }
  return undefined;
}

function isBarePlural({ words }: Reading, at: number, length: number): boolean {
  if (!UNINFLECTED.has(words[at + length - 1].form)) return false;
  for (let i = at - 1; i >= Math.max(0, at - 3) && !words[i + 1].opensPhrase; i--) {
    if (ONE.has(words[i].form)) return false;
  }
  return true;
}

/** The singular of an English plural; other words come back as they are. */
export function singular(word: string): string {
  const known = IRREGULAR.get(word);
  if (known !== undefined) return known;
  if (word.length > 4 && word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  if (/(?:ch|sh|x|ss|o)es$/.test(word)) return word.slice(0, -2);
  if (word.length > 3 && word.endsWith("s") && !word.endsWith("ss")) return word.slice(0, -1);
  return word;
}
