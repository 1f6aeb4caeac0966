import { sql, type Kysely, type RawBuilder } from "kysely";
import { prepared } from "#app/db/prepared.ts";
import type { Database } from "#app/db/schema.ts";
import type { Term } from "./synonyms.ts";

type Db = Kysely<Database>;

/** What a wider word counts beside one of the same meaning. */
const widerCounts = 0.5;
/** Weights are whole numbers up to this, one digit each in a cursor: pages to come must weigh as the first did. */
const finest = 35;

const wordsOf = (phrase: string) => phrase.split("_");

/** A tsquery of any of the words and pairs; words are letters alone. */
function anyOf(phrases: readonly string[]): RawBuilder<unknown> {
  const parts = phrases.map(
    (phrase) =>
      `(${wordsOf(phrase)
        .map((word) => `'${word}'`)
        .join(" <-> ")})`,
  );
  return sql`to_tsquery('english', ${parts.join(" | ")})`;
}

/** Everything that stands for a word of the query. */
export function anyTerm(terms: readonly Term[]): RawBuilder<unknown> {
  return anyOf(terms.flatMap(({ word, same, wider }) => [word, ...same, ...wider]));
}

/** So many rows are counted in no time. */
const counted = 1_000;

/** How many pictures use each of the words, and how many pictures there are, in round numbers. */
async function readCounts(db: Db, words: readonly string[]) {
  const { rows } = await sql<{ word: string | null; n: number }>`
    ${prepared} select word, n from search_words where word = any(${words}::text[])
    union all
    select null, case when c.reltuples >= ${counted} then c.reltuples
      else (select count(*) from (select 1 from image_search limit ${counted}) few) end::integer
    from pg_class c where c.oid = 'image_search'::regclass`.execute(db);
  const counts = new Map(rows.map(({ word, n }) => [word, n]));
  const total = Math.max(2, counts.get(null) ?? 2);
  return { total, countOf: (word: string) => counts.get(word) ?? 1 };
}

/** What it says of a picture that it has one of the words: less, the more pictures have them. From 0 to `finest`. */
function rarity(phrases: readonly string[], total: number, countOf: (word: string) => number) {
  if (phrases.length === 0) return 0;
  const uses = phrases.map((phrase) => Math.min(...wordsOf(phrase).map(countOf)));
  const used = uses.reduce((sum, count) => sum + count, 0);
  const share = Math.log((total + 1) / (used + 0.5)) / Math.log(total + 1);
  return Math.round(finest * Math.min(1, Math.max(0, share)));
}

/** The weights of the terms, three digits each: of the word itself, of the same in other words, of wider words. */
export async function weigh(db: Db, terms: readonly Term[]): Promise<string> {
  const all = terms.flatMap(({ word, same, wider }) => [word, ...same, ...wider]);
  const { total, countOf } = await readCounts(db, [...new Set(all.flatMap(wordsOf))]);
  return terms
    .flatMap(({ word, same, wider }) => [[word], same, wider])
    .map((phrases) => rarity(phrases, total, countOf).toString(36))
    .join("");
}

/** Pictures with rare words, so many of them together that common words would only drown them. */
const enoughRare = 3_000;

/**
 * The terms that decide which pictures are looked at: the rarest, with as many of the others as leave few pictures, at
 * least one. How many have a term is read from its weights, so that pages to come decide the same.
 */
export function rarestTerms(terms: readonly Term[], weights: string, total: number): Term[] {
  const sorted = terms
    .map((term, index) => {
      const uses = [[term.word], term.same, term.wider].map((phrases, kind) => {
        const weight = Number.parseInt(weights[3 * index + kind] ?? "0", 36) / finest;
        return phrases.length === 0 ? 0 : Math.max(2, total) ** (1 - weight);
      });
      return { term, uses: uses.reduce((sum, count) => sum + count, 0) };
    })
    .toSorted((a, b) => a.uses - b.uses);
  let sum = 0;
  return sorted
    .filter(({ uses }, at) => {
      sum += uses;
      return at === 0 || sum <= enoughRare;
    })
    .map(({ term }) => term);
}

/** What the three kinds of phrases of a term count: the word, the same in other words, wider words. */
function countsOf({ word, same, wider }: Term, index: number, weights: string) {
  const digits = weights.slice(3 * index, 3 * index + 3);
  return [[word], same, wider].flatMap((phrases, kind) => {
    const weight = Number.parseInt(digits[kind] ?? "0", 36) / finest;
    if (phrases.length === 0 || weight === 0) return [];
    return [{ phrases, counts: kind === 2 ? weight * widerCounts : weight }];
  });
}

/** How much of the query a row `s` of image_search says in its own or other words: 0 for nothing, about 1 for one rare word. */
export function coverage(terms: readonly Term[], weights: string): RawBuilder<number> {
  const parts = terms.map((term, index) => {
    const choices = countsOf(term, index, weights).map(
      ({ phrases, counts }) =>
        sql<number>`case when s.words @@ ${anyOf(phrases)} then ${counts}::float8 else 0 end`,
    );
    return choices.length === 0 ? sql<number>`0` : sql<number>`greatest(${sql.join(choices)})`;
  });
  if (parts.length === 0) return sql<number>`0::float8`;
  return sql<number>`((${sql.join(parts, sql` + `)}) / ${Math.sqrt(parts.length)}::float8)`;
}

/** The coverage of a row that says all of the query. */
export function fullCoverage(terms: readonly Term[], weights: string): number {
  const most = terms.map((term, index) =>
    Math.max(0, ...countsOf(term, index, weights).map(({ counts }) => counts)),
  );
  const sum = most.reduce((total, counts) => total + counts, 0);
  return sum / Math.sqrt(Math.max(1, terms.length));
}
