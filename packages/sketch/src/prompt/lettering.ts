/** Reads what is to be written in the picture, and on what: a sign that says "open", a neon sign, a shirt, a poster. */
import { findAll, lengthAt, lexicon, mentions, says, type Lexicon } from "./lexicon.ts";
import { claim, hideWords, type Reading } from "./reading.ts";

export type Lettering = { text: string; on: "board" | "neon" | "shirt" | "poster" };

/** What letters stand on; the first that is named counts. */
const CARRIERS: readonly (readonly [Lettering["on"], Lexicon])[] = [
  ["neon", lexicon("neon sign | neon signs | neon letters | neon text | neon lettering")],
  ["shirt", lexicon("t shirt | tshirt | shirt | hoodie | sweater | jersey")],
  [
    "board",
    lexicon(
      `sign | signs | signboard | signpost | wooden sign | road sign | street sign | board | plaque | chalkboard | placard | label | storefront |
      shop sign | tombstone | gravestone`,
    ),
  ],
  [
    "poster",
    lexicon(
      `poster | billboard | banner | title | titled | typography | logo | lettering | letters | text | cover | headline | caption | graffiti |
      calligraphy | the word | the words`,
    ),
  ],
];
const SAYS = lexicon(
  "that says | which says | says | saying | that reads | which reads | reads | reading | with the words | with the word | with the text | written",
);
/** More words than these after "a sign that says" are about something else. */
const MOST_UNQUOTED = 4;
const MOST_LETTERS = 48;
/** Words of the longest phrase before a text: "with the words". */
const MOST_VERB = 3;
/** What the shipped font has. */
const DRAWABLE = /^[\u0020-\u007e\u00a1-\u00ff‘’“”–—…€]+$/u;

type Run = { at: number; length: number };

/** Words in quotation marks, but for a prompt that is all in them. */
function quotedRun({ words }: Reading): Run | undefined {
  const at = words.findIndex(({ quoted }) => quoted);
  if (at < 0) return undefined;
  const end = words.findIndex(({ quoted }, i) => i > at && quoted !== words[at].quoted);
  const length = (end < 0 ? words.length : end) - at;
  return length < words.length ? { at, length } : undefined;
}

/** Words after "a sign that says", without quotation marks. */
function saidRun(reading: Reading): Run | undefined {
  const { words } = reading;
  for (const [, list] of CARRIERS) {
    for (const carrier of findAll(reading, list)) {
      const verb = carrier.at + carrier.length;
      const length = verb < words.length ? lengthAt(reading, SAYS, verb) : 0;
      if (length === 0 || words[verb].opensPhrase) continue;
      const at = verb + length;
      let end = at;
      while (
        end < words.length &&
        end - at < MOST_UNQUOTED &&
        (end === at || !words[end].opensPhrase)
      )
        end++;
      if (end > at) return { at, length: end - at };
    }
  }
  return undefined;
}

/** What is to be written: `missing` are words that the font has no letters for, `rest` is the prompt without the text. */
export function readLettering(prompt: Reading): {
  lettering?: Lettering;
  missing: string[];
  rest: Reading;
} {
  const nothing = { missing: [], rest: prompt };
  const run = quotedRun(prompt) ?? saidRun(prompt);
  if (!run) return nothing;
  const rest = hideWords(prompt, run);
  const on = CARRIERS.find(([, list]) => mentions(rest, list))?.[0];
  if (!on && !mentions(rest, SAYS)) return nothing;
  const words = prompt.words.slice(run.at, run.at + run.length).filter(({ form }) => form !== "");
  if (words.length === 0) return nothing;
  const text = words.reduce(
    (line, { written }) => line + (line === "" || line.endsWith("-") ? "" : " ") + written,
    "",
  );
  if (!DRAWABLE.test(text) || text.length > MOST_LETTERS)
    return { missing: words.map((word) => word.text), rest };
  claim(prompt, withVerb(prompt, run));
  return { lettering: { text, on: on ?? "poster" }, missing: [], rest };
}

/** Counts what letters stand on as understood; a shirt that is a thing of its own has been found before. */
export function claimCarriers(prompt: Reading): void {
  for (const [, list] of CARRIERS) says(prompt, list);
}

/** The words of a run with "says", "title" or the like right before it, or "written" after it. */
function withVerb(prompt: Reading, { at, length }: Run): Run {
  const end = at + length;
  const after = end < prompt.words.length ? lengthAt(prompt, SAYS, end) : 0;
  if (after > 0) return { at, length: length + after };
  const texts = CARRIERS.find(([on]) => on === "poster")![1];
  for (let before = MOST_VERB; before >= 1; before--) {
    const from = at - before;
    if (from < 0) continue;
    if ([SAYS, texts].some((list) => lengthAt(prompt, list, from) === before))
      return { at: from, length: length + before };
  }
  return { at, length };
}
