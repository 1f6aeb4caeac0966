import type { Kysely } from "kysely";
import { kept } from "#app/db/kept.ts";
import type { Database } from "#app/db/schema.ts";
import type { Services } from "#app/services.ts";

/** The channel on which the table tells that a rule was changed. */
export const rulesChanged = "prompt_rules_changed";

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

/** The same from memory, for each prompt that is screened. */
export function keptPromptRules({
  db,
  live,
}: Pick<Services, "db" | "live">): Promise<PromptRule[]> {
  return kept(live, rulesChanged, () => promptRules(db));
}
