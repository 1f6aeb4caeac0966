import { sql, type RawBuilder } from "kysely";
import {
  cellsNear,
  nameOfColor,
  sharePenalty,
  targetOf,
  usualCloseness,
  type Target,
} from "#app/rules/palette-cells.ts";
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
   * Every word as typed, where some of them were read as filters and others not: a title with all of them matches
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

/** The colour of filters: the one that was set, else the one that was read. */
function colorOf({ filters, read }: Pick<Wanted, "filters" | "read">) {
  if (filters.color) return filters.color;
  const written = read.find(({ kind }) => kind === "color");
  return written ? { hex: written.value, closeness: usualCloseness } : null;
}

/** The colour of filters as it is measured. */
export function targetFor(wanted: Pick<Wanted, "filters" | "read">): Target | null {
  const color = colorOf(wanted);
  return color && targetOf(color.hex, color.closeness);
}

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

function colorIsNear(target: Target): Bool {
  return sql<boolean>`${distanceTo(target)} <= ${target.radius}::float8`;
}

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

/** The colour as a word of the index, where it has one. */
function nameFor(wanted: Wanted): TsQuery | null {
  const color = colorOf(wanted);
  const name = color === null ? null : nameOfColor(color.hex, color.closeness);
  return name === null ? null : lexeme(name);
}

/**
 * The condition on `s`; true where nothing is asked for. The whole of the words and facets is one tsquery, so that
 * the planner knows how common it is. A colour with a name is one more word. Beside words any other is measured, not
 * looked up: it has dozens of cells, and to unite their lists takes longer than to measure what has the words.
 */
export function conditionOf(wanted: Wanted, { asOf, byNames, beside = false }: Span): Bool {
  const { filters, read, words, literal, synonyms } = wanted;
  const target = targetFor(wanted);
  const name = byNames ? nameFor(wanted) : null;
  const all = facetQueries(filters, read);
  if (words.length > 0) all.unshift(everyWord(words, { synonyms }));
  if (name !== null) all.push(name);
  else if (target !== null && words.length === 0 && !beside) all.push(cellsOf(target));
  const isNear = target !== null && name === null ? colorIsNear(target) : null;
  const conditions: Bool[] = creatorIs(wanted);
  if (asOf !== null) conditions.push(sql<boolean>`s.created_at <= ${asOf}`);
  if (literal.length > 0) {
    // What was set is never let go, whatever the title says.
    const set = facetQueries(filters, []);
    if (name !== null && filters.color) set.push(name);
    const title = allOf([everyWord(literal, { inTitle: true, synonyms }), ...set]);
    if (all.length > 0) conditions.push(sql<boolean>`s.words @@ (${allOf(all)} || ${title})`);
    if (isNear !== null) {
      conditions.push(filters.color ? isNear : sql<boolean>`(${isNear} or s.words @@ ${title})`);
    }
  } else {
    if (all.length > 0) conditions.push(sql<boolean>`s.words @@ ${allOf(all)}`);
    if (isNear !== null) conditions.push(isNear);
  }
  if (conditions.length === 0) return sql<boolean>`true`;
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}
