import { sql, type Kysely } from "kysely";
import type { Database } from "#app/db/schema.ts";
import { cutPage, placeOf } from "#app/lib/paging.ts";
import { decodeCursor, encodeCursor } from "#app/rules/page-cursor.ts";

export type PromptRefusal = {
  id: string;
  member: { name: string; username: string };
  rule: string;
  /** The rule holds for everybody: nobody may be let past it. */
  isFixed: boolean;
  word: string;
  prompt: string;
  /** How often it was tried. */
  times: number;
  allowed: boolean;
  /** The last time; ISO 8601, UTC. */
  refusedAt: string;
};

/** Prompts that rules refused, the latest first. @throws AppError invalid-request for a cursor no page gave */
export async function promptRefusals(
  db: Kysely<Database>,
  { cursor, limit }: { cursor?: string; limit: number },
): Promise<{ items: PromptRefusal[]; next: string | null }> {
  const after = placeOf(cursor, decodeCursor);
  const rows = await db
    .selectFrom("prompt_refusals as r")
    .innerJoin("users as u", "u.id", "r.user_id")
    .innerJoin("prompt_rules as p", "p.name", "r.rule")
    .select(["r.id", "r.rule", "r.word", "r.prompt", "r.times", "r.allowed_at", "r.refused_at"])
    .select(["u.name", "u.username", "p.is_fixed"])
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(r.refused_at, r.id) < (${after?.createdAt}, ${after?.id}::uuid)`),
    )
    .orderBy("r.refused_at", "desc")
    .orderBy("r.id", "desc")
    .limit(limit + 1)
    .execute();
  const { page, last } = cutPage(rows, limit);
  return {
    items: page.map(({ name, username, is_fixed, allowed_at, refused_at, ...row }) => ({
      ...row,
      member: { name, username },
      isFixed: is_fixed,
      allowed: allowed_at !== null,
      refusedAt: refused_at.toISOString(),
    })),
    next: last ? encodeCursor({ createdAt: last.refused_at, id: last.id }) : null,
  };
}
