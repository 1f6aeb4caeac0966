import type { Kysely } from "kysely";
import type { Database } from "#app/db/schema.ts";
import { isLanguage, sourceLanguage, type Language } from "#app/language/languages.ts";

/** The language of what is written to a member while they are not here: the one that they chose, else English. */
export async function languageOfMember(db: Kysely<Database>, userId: string): Promise<Language> {
  const row = await db
    .selectFrom("users")
    .select("language")
    .where("id", "=", userId)
    .executeTakeFirst();
  return isLanguage(row?.language) ? row.language : sourceLanguage;
}
