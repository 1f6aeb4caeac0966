import { t } from "#app/language/message.ts";
import type { Shape } from "./aspect-shape.ts";
import { colorLabel, mostColors, parseHex, colorFromWord } from "./color-names.ts";
import { styles } from "./search-styles.ts";
import { foldText, queryWords } from "./search-text.ts";

/** Longest query, in characters (docs/product.md 10.1). */
export const longestQuery = 200;

/** A filter that words of the query name; removing it removes the words. */
export type ParsedFilter = {
  /** Folded, as in the query. */
  words: string;
  label: string;
} & (
  | { kind: "shape"; value: Shape }
  | { kind: "color"; value: string }
  | { kind: "style"; value: string }
  | { kind: "creator"; value: string }
);

export type ParsedQuery = {
  /** Trimmed, one space between words. */
  text: string;
  /** Every word. */
  words: string[];
  /** The words that are not part of a filter. */
  rest: string[];
  read: ParsedFilter[];
};

const shapeWords: Readonly<Record<string, Shape>> = {
  portrait: "portrait",
  vertical: "portrait",
  landscape: "landscape",
  horizontal: "landscape",
  widescreen: "landscape",
  square: "square",
};
const shapeLabels = {
  portrait: () => t`Portrait`,
  landscape: () => t`Landscape`,
  square: () => t`Square`,
} as const;

/** Filler words beside a filter: "a teal portrait of". */
const particles = new Set(["a", "an", "the", "in", "of", "with", "and"]);

/** Six hex digits without the #, as in slugs; letters alone are a word ("facade"). */
const bareHex = /^(?=.*\d)[0-9a-f]{6}$/;

function filterOf(words: string): ParsedFilter | null {
  const singular = words.endsWith("s") ? singularFilter(words.slice(0, -1)) : null;
  return singularFilter(words) ?? (singular && { ...singular, words });
}

function singularFilter(words: string): ParsedFilter | null {
  if (Object.hasOwn(shapeWords, words)) {
    const value = shapeWords[words];
    return { kind: "shape", value, words, label: shapeLabels[value]() };
  }
  const hex = bareHex.test(words) ? parseHex(words) : colorFromWord(words);
  if (hex !== null) return { kind: "color", value: hex, words, label: colorLabel(hex) };
  const style = styles.find(({ names }) => names.includes(words));
  return style ? { kind: "style", value: style.id, words, label: style.label } : null;
}

/** Extracts `@name` and `#abc` from a query; the rest is plain words. */
function takeSigns(text: string): { plain: string; signed: ParsedFilter[] } {
  const signed: ParsedFilter[] = [];
  const plain = text
    .replace(/(^|\s)@([\w.-]{3,30})(?=\s|$)/g, (_, before: string, name: string) => {
      const value = name.toLowerCase();
      signed.push({ kind: "creator", value, words: `@${value}`, label: `@${value}` });
      return before;
    })
    .replace(/(^|\s)#([0-9a-f]{6}|[0-9a-f]{3})(?=\s|$)/gi, (_, before: string, digits: string) => {
      const value = parseHex(digits) as string;
      signed.push({ kind: "color", value, words: `#${digits}`, label: value.toUpperCase() });
      return before;
    });
  return { plain, signed };
}

/** Whether a query can have one more filter of this kind: several colours, but one shape, style and creator. */
function hasRoomFor({ kind }: ParsedFilter, read: readonly ParsedFilter[]): boolean {
  return read.filter((one) => one.kind === kind).length < (kind === "color" ? mostColors : 1);
}

const isAmong = ({ kind, value }: ParsedFilter, read: readonly ParsedFilter[]) =>
  read.some((one) => one.kind === kind && one.value === value);

/**
 * Parses a query: which of its words name a shape, colours, a style or a creator ("teal portrait", "#0f766e waves",
 * "@mira boats", "red and blue kites"). Every colour counts, and the first of each other kind; later ones stay words.
 */
export function parseQuery(typed: string): ParsedQuery {
  const text = typed.replace(/\s+/g, " ").trim();
  const { plain, signed } = takeSigns(text);
  const folded = foldText(plain)
    .split(" ")
    .filter((word) => word !== "");
  const read: ParsedFilter[] = [];
  for (const filter of signed) {
    if (!isAmong(filter, read) && hasRoomFor(filter, read)) read.push(filter);
  }
  const rest: string[] = [];
  for (let at = 0; at < folded.length; at += 1) {
    const two = at + 1 < folded.length ? filterOf(`${folded[at]} ${folded[at + 1]}`) : null;
    const filter = two ?? filterOf(folded[at]);
    const isRepeated = filter?.kind === "color" && isAmong(filter, read);
    if (filter === null || (!isRepeated && !hasRoomFor(filter, read))) {
      rest.push(folded[at]);
      continue;
    }
    if (!isRepeated) read.push(filter);
    if (two !== null) at += 1;
  }
  const meaningful = rest.some((word) => !particles.has(word)) ? rest : [];
  return { text, words: queryWords(plain), rest: queryWords(meaningful.join(" ")), read };
}

/** The query without the words of a filter; empty when nothing is left. */
export function withoutFilter(typed: string, filter: Pick<ParsedFilter, "words">): string {
  const wanted = filter.words.split(" ");
  const parts = typed.replace(/\s+/g, " ").trim().split(" ");
  const fold = (part: string) => (/^[@#]/.test(part) ? part.toLowerCase() : foldText(part));
  for (let at = 0; at + wanted.length <= parts.length; at += 1) {
    if (wanted.every((word, index) => fold(parts[at + index]) === word.toLowerCase())) {
      return [...parts.slice(0, at), ...parts.slice(at + wanted.length)].join(" ");
    }
  }
  return parts.join(" ");
}

/** What a query is about: its text without the colours, which are measured; all of it where that leaves nothing. */
export function subjectOf({ text, rest, read }: ParsedQuery): string {
  const colors = read.filter(({ kind }) => kind === "color");
  return rest.length === 0 ? text : colors.reduce(withoutFilter, text);
}

/** The query as a title: a colour that lost its sign in an address has it back. */
export const queryTitle = (typed: string): string =>
  typed.replace(/(?<![^ ])[0-9a-f]{6}(?![^ ])/gi, (word) =>
    bareHex.test(word.toLowerCase()) ? `#${word.toUpperCase()}` : word,
  );
