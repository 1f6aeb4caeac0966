import type { Kysely } from "kysely";
import type { Database } from "#app/db/schema.ts";

export type PromptRule = {
  name: string;
  words: string[];
  /** With these, a word counts only together with one of them. */
  companions: string[];
  reason: string;
  isEnabled: boolean;
  /** Applies to admins too, and cannot be switched off. */
  isFixed: boolean;
};

/** The rules of prompts, in the order of their names. */
export async function promptRules(db: Kysely<Database>): Promise<PromptRule[]> {
  return db
    .selectFrom("prompt_rules")
    .select([
      "name",
      "words",
      "companions",
      "reason",
      "is_enabled as isEnabled",
      "is_fixed as isFixed",
    ])
    .orderBy("name")
    .execute();
}
