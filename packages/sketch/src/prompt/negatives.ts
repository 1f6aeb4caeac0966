/** What a prompt asks to leave out: its negative words, and "no ..." or "without ..." inside it. */
import { lexicon, says, type Lexicon } from "./lexicon.ts";
import { hideWords, type Match, type Reading } from "./reading.ts";

const DENIALS = new Set(["no", "without", "excluding", "minus"]);
/** Words that end what a denial covers. */
const ENDS = new Set(["in", "on", "at", "with", "but", "under", "over", "by", "from"]);
const MOST_DENIED_WORDS = 3;

const DENIABLE = {
  clouds: lexicon("cloud* | clouds | overcast"),
  trees: lexicon("tree* | forest*"),
  fog: lexicon("fog* | mist* | haze | hazy"),
  stars: lexicon("star | stars"),
  foreground: lexicon("grass* | plant* | foreground"),
  palms: lexicon("palm*"),
  rain: lexicon("rain | rainy | raining | storm*"),
  snow: lexicon("snow*"),
  planet: lexicon("planet*"),
  flowers: lexicon("flower*"),
  neon: lexicon("neon*"),
  water: lexicon("water | lake* | river* | reflection*"),
  rings: lexicon("ring | rings"),
  animals: lexicon("animal*"),
  people: lexicon("people | person* | human* | figure* | man | men | woman | women | crowd*"),
  rays: lexicon("ray | rays | god rays | sunbeam* | lens flare*"),
  grain: lexicon("grain* | noise | noisy"),
  vignette: lexicon("vignett*"),
  saturation: lexicon("saturat* | oversaturat*"),
} satisfies Record<string, Lexicon>;

export type Deniable = keyof typeof DENIABLE;

export type Denials = {
  /** The prompt with what it denies taken out. */
  asked: Reading;
  /** What is denied, inside the prompt and in the negative words. */
  readings: readonly Reading[];
};

/** Splits a prompt into what it asks for and what it denies. */
export function readDenials(prompt: Reading, negative: Reading): Denials {
  const ranges = deniedRanges(prompt);
  const asked = ranges.reduce(hideWords, prompt);
  const inside = complement(prompt, ranges).reduce(hideWords, prompt);
  return { asked, readings: [inside, negative] };
}

/** Everything denied; its words inside the prompt count as understood. */
export function deniedKinds({ readings }: Denials): ReadonlySet<Deniable> {
  const kinds = Object.keys(DENIABLE) as Deniable[];
  return new Set(
    kinds.filter((kind) => readings.filter((r) => says(r, DENIABLE[kind], "denied")).length > 0),
  );
}

function deniedRanges({ words }: Reading): Match[] {
  const ranges: Match[] = [];
  for (let at = 0; at < words.length; at++) {
    if (!DENIALS.has(words[at].form)) continue;
    let end = at + 1;
    for (let taken = 0; end < words.length && taken < MOST_DENIED_WORDS; end++) {
      const { form, opensPhrase } = words[end];
      if (opensPhrase || ENDS.has(form)) break;
      if (form !== "and" && form !== "or") taken++;
    }
    ranges.push({ at, length: end - at });
    at = end - 1;
  }
  return ranges;
}

function complement({ words }: Reading, ranges: readonly Match[]): Match[] {
  const starts = [0, ...ranges.map(({ at, length }) => at + length)];
  const ends = [...ranges.map(({ at }) => at), words.length];
  return starts.map((at, i) => ({ at, length: ends[i] - at })).filter(({ length }) => length > 0);
}
