import type { Kysely } from "kysely";
import type { Database } from "#app/db/schema.ts";

/** What a language model is told for a purpose: the version that is in use; null where none is. */
export async function activePrompt(
  db: Kysely<Database>,
  purpose: "enhance",
): Promise<string | null> {
  const row = await db
    .selectFrom("prompts")
    .select("body")
    .where("purpose", "=", purpose)
    .where("is_active", "=", true)
    .executeTakeFirst();
  return row?.body ?? null;
}
