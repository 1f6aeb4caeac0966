import { sql, type RawBuilder } from "kysely";
import {
  cellsNear,
  measureOf,
  nameOfColor,
  othersWanted,
  sharePenalty,
  targetOf,
  usualCloseness,
  type Target,
} from "#app/rules/palette-cells.ts";
import type { Place } from "#app/lib/palette-table.ts";
import type { ParsedFilter } from "#app/rules/search-query.ts";
import { styleOf } from "#app/rules/search-styles.ts";
import { splitRuns, type SiteSynonyms } from "#app/rules/word-runs.ts";
import type { SearchFilters } from "../inputs.ts";

type Bool = RawBuilder<boolean>;
type TsQuery = RawBuilder<unknown>;

/** What a search asks of a row `s` of image_search. */
export type Wanted = {
  /** Filters that were set, never let go. */
  filters: SearchFilters;
  /** Filters in the words that are in force. */
  read: readonly ParsedFilter[];
  /** Words that must all be there. */
  words: readonly string[];
  /**
   * Every word as typed, where some of them were read as filters and others not: a picture with all of them matches
   * whatever was read. Empty where filters are all there is.
   */
  literal: readonly string[];
  /** What may stand for words beside them. */
  synonyms: SiteSynonyms;
};

/** Words are letters and digits alone (rules/search-text.ts), so that quotes are enough. */
const quoted = (word: string) => `'${word}'`;
const lexeme = (facet: string) => sql`${quoted(facet.replaceAll("'", ""))}::tsquery`;

type WordOptions = { inTitle?: boolean; synonyms?: SiteSynonyms };

/** All of the words or what may stand for them, in the titles alone where so asked. */
export function everyWord(
  words: readonly string[],
  { inTitle = false, synonyms = {} }: WordOptions = {},
): TsQuery {
  const all = (some: readonly string[]) =>
    some.map((word) => quoted(word) + (inTitle ? ":A" : "")).join(" & ");
  const runs = splitRuns(words, synonyms).map((run) => {
    const choices = [run.words, ...run.also.map((phrase) => phrase.split(" "))].map(all);
    return choices.length === 1 ? choices[0] : `((${choices.join(") | (")}))`;
  });
  return sql`to_tsquery('english', ${runs.join(" & ")})`;
}

export function anyWord(words: readonly string[]): TsQuery {
  return sql`to_tsquery('english', ${words.map(quoted).join(" | ")})`;
}

function styleWords(id: string): TsQuery {
  const means = styleOf(id)?.means ?? [id];
  const phrases = means.map((phrase) => `(${phrase.split(" ").map(quoted).join(" <-> ")})`);
  return sql`to_tsquery('english', ${phrases.join(" | ")})`;
}

type Colors = Pick<Wanted, "filters" | "read">;

/** The colours of a search: those that were set, else those that its words name. */
function colorsOf({ filters, read }: Colors): { hex: string; closeness: number }[] {
  if (filters.color) {
    const { hexes, closeness } = filters.color;
    return hexes.map((hex) => ({ hex, closeness }));
  }
  return read
    .filter(({ kind }) => kind === "color")
    .map(({ value }) => ({ hex: value, closeness: usualCloseness }));
}

/** The colours of a search as they are measured. */
export const targetsOf = (wanted: Colors): Target[] =>
  colorsOf(wanted).map(({ hex, closeness }) => targetOf(hex, closeness));

/** Distance of the row's palette from the colour, as paletteDistance of rules/palette-cells.ts. */
export function distanceTo({ color, weight }: Target): RawBuilder<number> {
  const [l, a, b] = color.map((part) => Math.round(part * 1000));
  const parts = [0, 1, 2, 3, 4].map(
    (
      index,
    ) => sql`sqrt((${weight}::float8 * (s.palette[${sql.lit(3 * index + 1)}] - ${l}::float8)) ^ 2
      + (s.palette[${sql.lit(3 * index + 2)}] - ${a}::float8) ^ 2
      + (s.palette[${sql.lit(3 * index + 3)}] - ${b}::float8) ^ 2) + ${sql.lit(index * sharePenalty * 1000)}`,
  );
  return sql<number>`(least(${sql.join(parts)}) / 1000)`;
}

function facetQueries(filters: SearchFilters, read: readonly ParsedFilter[]): TsQuery[] {
  const found: TsQuery[] = [];
  if (filters.shape) found.push(lexeme(`#${filters.shape}`));
  if (filters.license) found.push(lexeme(`#l.${filters.license}`));
  if (filters.style) found.push(styleWords(filters.style));
  for (const { kind, value } of read) {
    if (kind === "shape") found.push(lexeme(`#${value}`));
    if (kind === "style") found.push(styleWords(value));
  }
  return found;
}

/** Every cell in which a colour near the target may lie. */
function cellsOf(target: Target): TsQuery {
  return sql`${cellsNear(target).map(quoted).join(" | ")}::tsquery`;
}

const allOf = (queries: readonly TsQuery[]) => sql`(${sql.join(queries, sql` && `)})`;

/** A number of a palette by its place from 1 to 15, as a row has it. */
type Part = (place: number) => RawBuilder<unknown>;
/** Of a row `s` of image_search. */
const inArray: Part = (place) => sql`s.palette[${sql.lit(place)}]`;
/** Of a row `c` of image_search_palettes. */
const inColumns: Part = (place) => sql.id("c", `${"lab"[(place - 1) % 3]}${Math.ceil(place / 3)}`);

/** Whether a part of the palette is no further from a number than so much; both are bounds of whole numbers. */
const isBetween = (part: RawBuilder<unknown>, middle: number, reach: number) =>
  sql`${part} between ${sql.lit(Math.ceil(middle - reach))} and ${sql.lit(Math.floor(middle + reach))}`;

/**
 * Whether the row's palette matches the colour. Each of its colours is compared part by part first: most are too far
 * away by one of them, and to compare two whole numbers takes a fifth of the time of a distance.
 */
function colorIsNear(target: Target, partOf: Part): Bool {
  const { l, a, b, weight, reaches } = measureOf(target);
  const near = reaches.flatMap((reach, index) => {
    if (reach < 0) return [];
    const [pl, pa, pb] = [1, 2, 3].map((part) => partOf(3 * index + part));
    const square = sql`(${pl} - ${sql.lit(l)}) ^ 2 * ${sql.lit(weight ** 2)}
      + (${pa} - ${sql.lit(a)}) ^ 2 + (${pb} - ${sql.lit(b)}) ^ 2`;
    return [
      sql`(${isBetween(pa, a, reach)} and ${isBetween(pb, b, reach)} and ${isBetween(pl, l, reach / weight)}
        and ${square} <= ${reach ** 2}::float8)`,
    ];
  });
  // As a comparison of numbers, of which the planner expects a third of all rows: of so many ranges it would expect none.
  return sql<boolean>`((case when ${sql.join(near, sql` or `)} then 1 else 0 end) > 0)`;
}

/** Of more colours than this, as of a palette, a picture need not have every one. */
const mostConditions = 2;

/** The first colour and at least half of them all. */
function paletteIsNear([first, ...others]: readonly Target[], partOf: Part): Bool {
  const near = others.map((target) => sql`(${colorIsNear(target, partOf)})::integer`);
  const enough = othersWanted(others.length + 1);
  return sql<boolean>`(${colorIsNear(first, partOf)} and ${sql.join(near, sql` + `)} >= ${enough})`;
}

/** Whether colours without a name in the index are all that is asked for. */
function isColorsAlone({ filters, read, words, literal }: Wanted): boolean {
  const { color: _, ...others } = filters;
  const isNothingElse =
    words.length + literal.length === 0 && read.every(({ kind }) => kind === "color");
  return isNothingElse && Object.values(others).every((value) => value === undefined);
}

/** Whether a palette, of which a picture need not have all, is all that is asked for. */
export const isPaletteAlone = (wanted: Wanted): boolean =>
  isOfMany(wanted) && isColorsAlone(wanted);

/** A place to compare with the time and id of a row. */
export const atPlace = ({ time, id }: Place) => sql`(${new Date(time)}, ${id}::uuid)`;

/** Which of the palettes are looked at. */
export type PaletteSpan = { asOf: Date; byNames: boolean } & {
  /** Only those that come behind it, where it is not null. */
  before: Place | null;
  /** The newest so many that match. */
  atMost: number;
};

/**
 * The ids of the newest pictures that have the colours, found by reading the newest palettes one by one; null where more than colours is
 * asked for, or where a colour has a name and so is a word of the index.
 */
export function paletteIds(
  wanted: Wanted,
  { asOf, byNames, before, atMost }: PaletteSpan,
): RawBuilder<string[]> | null {
  const colors = colorsOf(wanted);
  const targets = targetsOf(wanted);
  const isNamed = ({ hex, closeness }: (typeof colors)[number]) =>
    nameOfColor(hex, closeness) !== null;
  const isPalette = isOfMany(wanted);
  const isLookedUp = !isPalette && byNames && colors.some(isNamed);
  if (colors.length === 0 || isLookedUp || !isColorsAlone(wanted)) return null;
  const near = isPalette
    ? [paletteIsNear(targets, inColumns)]
    : targets.map((target) => colorIsNear(target, inColumns));
  if (before !== null) near.push(sql`(c.created_at, c.picture_id) < ${atPlace(before)}`);
  return sql<string[]>`array(
    select c.picture_id from image_search_palettes c
    where c.created_at <= ${asOf} and ${both(near)}
    order by c.created_at desc, c.picture_id desc limit ${atMost})`;
}

/** Whether the colours asked for are a palette, of which a picture need not have all. */
export const isOfMany = (wanted: Colors): boolean =>
  wanted.filters.color !== undefined && wanted.filters.color.hexes.length > mostConditions;

function creatorIs(wanted: Wanted): Bool[] {
  const name =
    wanted.filters.creator ?? wanted.read.find(({ kind }) => kind === "creator")?.value ?? null;
  if (name === null) return [];
  return [sql<boolean>`s.owner_id = (select u.id from users u where u.username = ${name}::citext)`];
}

/** Which rows are looked at, and how. */
export type Span = {
  /** Later ones are not. */
  asOf: Date | null;
  /** Whether every row has the names of its colours among its words; else colours are measured. */
  byNames: boolean;
  /** The condition stands beside another that leaves fewer rows than a colour would. */
  beside?: boolean;
};

/** What colours ask: of the words and facets of the index, and by measure. */
type ColorTerms = { lexemes: TsQuery[]; measured: Bool[] };

/**
 * A colour with a name is a word of the index. Any other is measured, and beside words not looked up: it has dozens of
 * cells, and to unite their lists takes longer than to measure what has the words.
 */
function colorTerms(wanted: Wanted, byNames: boolean, isAlone: boolean): ColorTerms {
  const colors = colorsOf(wanted);
  const targets = targetsOf(wanted);
  if (isOfMany(wanted)) {
    return {
      lexemes: isAlone ? [cellsOf(targets[0])] : [],
      measured: [paletteIsNear(targets, inArray)],
    };
  }
  const terms: ColorTerms = { lexemes: [], measured: [] };
  for (const [at, { hex, closeness }] of colors.entries()) {
    const name = byNames ? nameOfColor(hex, closeness) : null;
    if (name !== null) {
      terms.lexemes.push(lexeme(name));
      continue;
    }
    if (isAlone) terms.lexemes.push(cellsOf(targets[at]));
    terms.measured.push(colorIsNear(targets[at], inArray));
  }
  return terms;
}

const both = (conditions: readonly Bool[]): Bool =>
  sql<boolean>`(${sql.join(conditions, sql` and `)})`;

/**
 * The condition on `s`; true where nothing is asked for. The whole of the words and facets is one tsquery, so that
 * the planner knows how common it is.
 */
export function conditionOf(wanted: Wanted, { asOf, byNames, beside = false }: Span): Bool {
  const { filters, read, words, literal, synonyms } = wanted;
  const colors = colorTerms(wanted, byNames, words.length === 0 && !beside);
  const all = facetQueries(filters, read);
  if (words.length > 0) all.unshift(everyWord(words, { synonyms }));
  all.push(...colors.lexemes);
  const conditions: Bool[] = creatorIs(wanted);
  if (asOf !== null) conditions.push(sql<boolean>`s.created_at <= ${asOf}`);
  if (literal.length > 0) {
    // What was set is never let go, whatever the words say.
    const set = facetQueries(filters, []);
    if (filters.color) set.push(...colors.lexemes);
    // Prompts speak of portraits and paintings by the way; whoever writes of a red car means one.
    const inTitle = read.some(({ kind }) => kind === "shape" || kind === "style");
    const asWritten = allOf([everyWord(literal, { inTitle, synonyms }), ...set]);
    if (all.length > 0) conditions.push(sql<boolean>`s.words @@ (${allOf(all)} || ${asWritten})`);
    for (const isNear of colors.measured) {
      conditions.push(
        filters.color ? isNear : sql<boolean>`(${isNear} or s.words @@ ${asWritten})`,
      );
    }
  } else {
    if (all.length > 0) conditions.push(sql<boolean>`s.words @@ ${allOf(all)}`);
    conditions.push(...colors.measured);
  }
  return conditions.length === 0 ? sql<boolean>`true` : both(conditions);
}
