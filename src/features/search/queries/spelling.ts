import { sql, type Kysely } from "kysely";
import { prepared } from "#app/db/prepared.ts";
import type { Database } from "#app/db/schema.ts";
import { editDistance } from "#app/rules/edit-distance.ts";
import { everyWord } from "./conditions.ts";
import type { Source } from "./scope.ts";
import { isEnglish } from "./vocabulary.ts";

type Db = Kysely<Database>;

/** Shorter words are too like others. */
const shortest = 3;
/** Titles are looked for by words as long as this. */
const shortestAlike = 4;
const candidates = 30;

const lettersOf = (word: string) => Array.from(word).toSorted().join("");

/** Of three letters one may be missing or two swapped; any other three are an abbreviation sooner than a slip. */
const isShortSlip = (word: string, meant: string) =>
  meant.length > word.length || lettersOf(word) === lettersOf(meant);

/** Typos that are corrected; in short words, which have many neighbours, only behind a right first letter. */
function isSlipOf(word: string, meant: string): boolean {
  const edits = editDistance(word, meant);
  if (word.length >= 8) return edits <= 2;
  if (edits !== 1) return false;
  if (word.length === shortest && !isShortSlip(word, meant)) return false;
  return word.length > 5 || word[0] === meant[0];
}

async function isUsed(db: Db, { rows: index }: Source, word: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from ${index} s where s.words @@ ${everyWord([word])} limit 1`.execute(db);
  return rows.length > 0;
}

/** The words that nobody uses: no picture, in any of their forms, and no list of English words. */
async function unusedWords(
  db: Db,
  vocabulary: () => Promise<string>,
  source: Source,
  words: readonly string[],
): Promise<string[]> {
  const asked = words.filter(
    (word) => word.length >= shortest && /^\p{Script=Latin}+$/u.test(word),
  );
  if (asked.length === 0) return [];
  const known = await db
    .selectFrom("search_words")
    .modifyFront(prepared)
    .select("word")
    .where(sql<boolean>`word = any(${asked}::text[])`)
    .execute();
  const unseen = asked.filter((word) => !known.some((row) => row.word === word));
  if (unseen.length === 0) return [];
  const english = await vocabulary();
  const unknown = unseen.filter((word) => !isEnglish(english, word));
  const unused: string[] = [];
  // Another form of a word may be in use ("wolves" where there is "wolf"): it stays as it is.
  for (const word of unknown) if (!(await isUsed(db, source, word))) unused.push(word);
  return unused;
}

async function nearestWord(db: Db, source: Source, word: string): Promise<string | null> {
  const { rows } = await sql<{ word: string; n: number }>`
    ${prepared} select w.word, w.n from ${source.words} w where w.word % ${word}
    order by similarity(w.word, ${word}) desc, w.n desc limit ${candidates}`.execute(db);
  const [best] = rows
    .filter((row) => isSlipOf(word, row.word))
    .map((row) => ({ ...row, edits: editDistance(word, row.word) }))
    .toSorted((a, b) => a.edits - b.edits || b.n - a.n);
  return best?.word ?? null;
}

/** So many words that look like one that nobody uses. */
const alikeAtMost = 4;
const unspaced = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]+$/u;

/**
 * Words in use that look like those of the query that are not; and pairs of letters of scripts without spaces, of which
 * a typo leaves some unchanged.
 */
export async function alikeWords(
  db: Db,
  source: Source,
  words: readonly string[],
): Promise<string[]> {
  const spaced = words.filter((word) => word.length >= shortestAlike && !unspaced.test(word));
  const { rows } = await sql<{ word: string }>`
    ${prepared} select distinct near.word from unnest(${spaced}::text[]) as asked (word)
    cross join lateral (
      select w.word from ${source.words} w where w.word % asked.word
      order by similarity(w.word, asked.word) desc, w.n desc, w.word limit ${alikeAtMost}) near
    where not exists (select 1 from ${source.words} w where w.word = asked.word)`.execute(db);
  return [...rows.map(({ word }) => word), ...words.filter((word) => unspaced.test(word))];
}

/**
 * What the words may have meant: each that nobody uses becomes the nearest one that pictures use. Right words stay,
 * however near another is and however rare they are.
 * @param vocabulary reads the list of English words
 * @returns the changed words by what they were; empty when there is nothing to correct
 */
export async function correctedWords(
  db: Db,
  vocabulary: () => Promise<string>,
  source: Source,
  words: readonly string[],
): Promise<Map<string, string>> {
  const corrected = new Map<string, string>();
  for (const word of await unusedWords(db, vocabulary, source, words)) {
    const meant = await nearestWord(db, source, word);
    if (meant !== null) corrected.set(word, meant);
  }
  return corrected;
}
