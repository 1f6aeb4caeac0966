import type { Kysely } from "kysely";
import type { Database } from "#app/db/schema.ts";

/** The active instructions of a language model for a purpose, or null. */
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
