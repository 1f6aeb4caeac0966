import type { Kysely } from "kysely";
import type { Database } from "#app/db/schema.ts";
import type { WordLists } from "#app/rules/prompt-expansion.ts";

/** A list of a member's own, which prompts name as `__name__`. */
export type WordList = { id: string; name: string; words: string[] };

/** All lists of a member, by name. */
export async function wordLists(db: Kysely<Database>, userId: string): Promise<WordList[]> {
  return db
    .selectFrom("word_lists")
    .select(["id", "name", "words"])
    .where("owner_id", "=", userId)
    .orderBy("name")
    .execute();
}

/** The same, as prompts are drawn with them. */
export async function listsByName(db: Kysely<Database>, userId: string): Promise<WordLists> {
  return new Map((await wordLists(db, userId)).map(({ name, words }) => [name, words]));
}
