/** What is drawn from a prompt's alternatives and lists: by seed, or every combination once (docs/product.md 4.18). */
import { t } from "#app/language/message.ts";
import { castLimits } from "./cast-limits.ts";
import { seededRandom } from "./seeded-random.ts";
import {
  faultAt,
  readTemplate,
  templateLimits,
  type Part,
  type TemplateFault,
} from "./prompt-template.ts";

/** A prompt with its lists filled in. */
type Drawable = string | { options: readonly { weight: number; parts: readonly Drawable[] }[] };

/** Lists of the member's own, by their names in small letters. */
export type WordLists = ReadonlyMap<string, readonly string[]>;

/** A prompt that can be drawn from. */
export type Template = {
  parts: readonly Drawable[];
  /** Different ways to draw it; `Infinity` beyond what numbers can hold. 1 for plain text. */
  combinations: number;
};

class Faulty extends Error {
  readonly fault: TemplateFault;
  constructor(fault: TemplateFault) {
    super(fault.message);
    this.fault = fault;
  }
}

/** Fills in lists; each is read once, whatever names it. */
class Filler {
  readonly prompt: string;
  readonly lists: WordLists;
  readonly filled = new Map<string, Exclude<Drawable, string>>();
  options = 0;
  constructor(prompt: string, lists: WordLists) {
    this.prompt = prompt;
    this.lists = lists;
  }

  count(options: number, at: number): void {
    this.options += options;
    if (this.options <= templateLimits.options) return;
    const reason = t`There are more than ${templateLimits.options} alternatives in it.`;
    throw new Faulty(faultAt("too-many", this.prompt, at, reason));
  }

  /** @param place in the prompt that the parts come from; @param path lists that are being filled in */
  fill(parts: readonly Part[], place: number | null, path: readonly string[]): Drawable[] {
    return parts.map((part): Drawable => {
      if (typeof part === "string") return part;
      const at = place ?? part.at;
      if ("list" in part) return this.list(part.list, at, path);
      this.count(part.options.length, at);
      const options = part.options.map(({ weight, parts: own }) => ({
        weight,
        parts: this.fill(own, place, path),
      }));
      return { options };
    });
  }

  list(name: string, at: number, path: readonly string[]): Exclude<Drawable, string> {
    const known = this.filled.get(name);
    if (known) return known;
    const fault = (code: "list" | "loop", reason: string) =>
      new Faulty(faultAt(code, this.prompt, at, reason));
    const words = this.lists.get(name);
    if (words === undefined) throw fault("list", t`You have no list “${name}”.`);
    if (path.includes(name) || path.length >= templateLimits.depth) {
      throw fault("loop", t`The list “${name}” names itself, or too many lists in a row.`);
    }
    this.count(words.length, at);
    const options = words.map((word) => {
      const read = readTemplate(word);
      if ("fault" in read) {
        throw fault("list", t`The list “${name}” has an entry that cannot be read.`);
      }
      return { weight: 1, parts: this.fill(read.parts, at, [...path, name]) };
    });
    const made = { options };
    this.filled.set(name, made);
    return made;
  }
}

/** How many ways there are to draw something; what stands in several places is counted once. */
function counter(): (parts: readonly Drawable[]) => number {
  const known = new Map<object, number>();
  const one = (part: Drawable): number => {
    if (typeof part === "string") return 1;
    const before = known.get(part);
    if (before !== undefined) return before;
    const sum = part.options.reduce((total, option) => total + all(option.parts), 0);
    known.set(part, sum);
    return sum;
  };
  const all = (parts: readonly Drawable[]): number =>
    parts.reduce((product, part) => product * one(part), 1);
  return all;
}

/** Reads a prompt with its lists, or says what is wrong with it. */
export function templateOf(prompt: string, lists: WordLists): Template | { fault: TemplateFault } {
  const read = readTemplate(prompt);
  if ("fault" in read) return read;
  try {
    const parts = new Filler(prompt, lists).fill(read.parts, null, []);
    return { parts, combinations: counter()(parts) };
  } catch (error) {
    if (error instanceof Faulty) return { fault: error.fault };
    throw error;
  }
}

function drawn(parts: readonly Drawable[], random: () => number): string {
  let text = "";
  for (const part of parts) {
    if (typeof part === "string") {
      text += part;
      continue;
    }
    const total = part.options.reduce((sum, { weight }) => sum + weight, 0);
    let rest = random() * total;
    const chosen = part.options.find(({ weight }) => (rest -= weight) < 0) ?? part.options.at(-1);
    text += drawn(chosen?.parts ?? [], random);
  }
  return text;
}

/** The text that a seed draws; the same for ever, for the same prompt and lists. */
export const drawText = ({ parts }: Template, seed: number): string =>
  drawn(parts, seededRandom(seed)).trim();

/** Combination `index` of all, from 0: the last place changes first. */
export function combination({ parts }: Template, index: number): string {
  const count = counter();
  const nth = (of: readonly Drawable[], at: number): string => {
    let text = "";
    let rest = at;
    for (const part of of.toReversed()) {
      if (typeof part === "string") {
        text = part + text;
        continue;
      }
      const ways = count([part]);
      let own = rest % ways;
      rest = Math.floor(rest / ways);
      for (const option of part.options) {
        const inside = count(option.parts);
        if (own < inside) {
          text = nth(option.parts, own) + text;
          break;
        }
        own -= inside;
      }
    }
    return text;
  };
  return nth(parts, index).trim();
}

type TextsWish = {
  prompt: string;
  lists: WordLists;
  /** Pictures of the cast. */
  count: number;
  seed: number;
  /** Whether every combination is drawn once, rather than one by the seed of each picture. */
  each: boolean;
};

/**
 * The texts of a cast's pictures: picture k has the text of seed + k, or combination k. Texts are checked for their length.
 */
export function castTexts(wish: TextsWish): { texts: string[] } | { fault: TemplateFault } {
  const { prompt, lists, count, seed, each } = wish;
  const template = templateOf(prompt, lists);
  if ("fault" in template) return template;
  const texts = Array.from({ length: count }, (_, index) =>
    each ? combination(template, index) : drawText(template, (seed + index) % 2 ** 32),
  );
  for (const text of texts) {
    const { length } = Array.from(text);
    const { min, max } = castLimits.prompt;
    if (length < min) {
      return { fault: faultAt("empty", prompt, 0, t`One of the texts drawn from it is empty.`) };
    }
    if (length > max) {
      const reason = t`One of the texts drawn from it has ${length} characters, and ${max} fit.`;
      return { fault: faultAt("too-long", prompt, 0, reason) };
    }
  }
  return { texts };
}
