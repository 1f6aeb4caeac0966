import type { Kysely } from "kysely";
import type { Database } from "#app/db/schema.ts";
import { keysetPage } from "#app/lib/keyset.ts";

export type PromptRefusal = {
  id: string;
  member: { name: string; username: string };
  rule: string;
  /** The rule is fixed: nobody can be exempted from it. */
  isFixed: boolean;
  word: string;
  prompt: string;
  /** How often it was tried. */
  times: number;
  allowed: boolean;
  /** The last time; ISO 8601, UTC. */
  refusedAt: string;
};

/** Refused prompts, newest first. @throws AppError invalid-request for an unknown cursor */
export async function promptRefusals(
  db: Kysely<Database>,
  { cursor, limit }: { cursor?: string; limit: number },
): Promise<{ items: PromptRefusal[]; next: string | null }> {
  const query = db
    .selectFrom("prompt_refusals as r")
    .innerJoin("users as u", "u.id", "r.user_id")
    .innerJoin("prompt_rules as p", "p.name", "r.rule")
    .select(["r.id", "r.rule", "r.word", "r.prompt", "r.times", "r.allowed_at", "r.refused_at"])
    .select(["u.name", "u.username", "p.is_fixed"]);
  const { page, next } = await keysetPage(
    query,
    { by: "r.refused_at", id: "r.id", at: (row) => row.refused_at },
    { cursor, limit },
  );
  return {
    items: page.map(({ name, username, is_fixed, allowed_at, refused_at, ...row }) => ({
      ...row,
      member: { name, username },
      isFixed: is_fixed,
      allowed: allowed_at !== null,
      refusedAt: refused_at.toISOString(),
    })),
    next,
  };
}
