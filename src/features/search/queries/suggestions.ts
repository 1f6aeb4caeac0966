/** What a visitor who is still typing may be about to ask for. */
import { sql, type Kysely } from "kysely";
import type { Database } from "#app/db/schema.ts";
import { colorsStarting } from "#app/rules/color-names.ts";
import { foldText } from "#app/rules/search-text.ts";
import { publicAndApproved } from "#app/features/pictures/queries.ts";
import { withinLimits } from "./limits.ts";

type Db = Kysely<Database>;

export const suggestionKinds = ["color", "creator", "tag", "title"] as const;

/** `text` as it is shown; `value`: of a creator the username, of a colour #rrggbb, else the words to search for. */
export type Suggestion = { kind: (typeof suggestionKinds)[number]; text: string; value: string };

const mostOfKind = 3;
/** Titles are looked up by three letters at a time: fewer would be looked for in all of them. */
const shortestTitle = 3;
/** Of so many titles that have the words the shortest are offered. */
const titlesLooked = 200;
/** So many of the commonest words are tried for pictures that have them as a tag. */
const wordsLooked = 12;

const escapeLike = (text: string) => text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`);

async function titlesWith(db: Db, typed: string): Promise<Suggestion[]> {
  if (typed.length < shortestTitle) return [];
  const like = escapeLike(typed);
  const { rows } = await sql<{ title: string }>`
    select p.title from (
      select s.picture_id, s.title from image_search s
      where s.title like ${`%${like}%`} and ' ' || s.title like ${`% ${like}%`} limit ${titlesLooked}) s
    join pictures p on p.id = s.picture_id where ${publicAndApproved}
    group by p.title
    order by bool_or(s.title like ${`${like}%`}) desc, char_length(p.title), p.title limit ${mostOfKind}`.execute(
    db,
  );
  return rows.map(({ title }) => ({ kind: "title", text: title, value: title }));
}

/** Tags that go on as the last word does, on pictures that have the words before it. */
async function tagsWith(db: Db, typed: string): Promise<Suggestion[]> {
  const words = typed.split(" ");
  const last = words.at(-1) ?? "";
  const before = words.slice(0, -1);
  if (last.length < 2) return [];
  const others = before.map((word) => `'${word}' & `).join("");
  const { rows } = await sql<{ word: string }>`
    select w.word from (
      select word, n from search_words where word like ${`${escapeLike(last)}%`}
      order by n desc, word limit ${wordsLooked}) w
    where exists (
      select from image_search s
      where s.words @@ to_tsquery('english', ${others} || quote_literal(w.word) || ':B'))
    order by w.n desc, w.word limit ${mostOfKind}`.execute(db);
  return rows.map(({ word }) => {
    const value = [...before, word].join(" ");
    return { kind: "tag", text: value, value };
  });
}

async function creatorsWith(db: Db, typed: string): Promise<Suggestion[]> {
  const like = escapeLike(typed.replace(/^@/, ""));
  const { rows } = await sql<{ name: string; username: string }>`
    select u.name, u.username::text from users u
    where u.banned_at is null
      and (u.username::text ilike ${`${like}%`} or ' ' || u.name ilike ${`% ${like}%`})
      and exists (select from pictures p where p.owner_id = u.id and ${publicAndApproved})
    order by u.followers_count desc, u.id limit ${mostOfKind}`.execute(db);
  return rows.map(({ name, username }) => ({ kind: "creator", text: name, value: username }));
}

/**
 * Colours, creators, tags and titles that begin as what was typed, at most three of each; none for a single letter.
 * Only what public pictures show: nothing of what others searched for.
 */
export async function suggestionsFor(db: Db, q: string): Promise<Suggestion[]> {
  const typed = q.trim().replace(/\s+/g, " ");
  const folded = foldText(typed);
  if (typed.length < 2 || folded === "") return [];
  const colors = colorsStarting(folded)
    .slice(0, mostOfKind)
    .map(({ name, hex }): Suggestion => ({ kind: "color", text: name, value: hex }));
  const found = await withinLimits(db, async (tx) => [
    ...(await creatorsWith(tx, typed)),
    ...(typed.startsWith("@") ? [] : await tagsWith(tx, folded)),
    ...(typed.startsWith("@") ? [] : await titlesWith(tx, folded)),
  ]);
  return [...colors, ...found];
}
