import type { Kysely } from "kysely";
import type { Database } from "#app/db/schema.ts";

/** The purposes of instructions for language models. */
export const promptPurposes = ["enhance"] as const;
export type PromptPurpose = (typeof promptPurposes)[number];

export type PromptVersion = {
  id: string;
  purpose: PromptPurpose;
  /** From 1 on, for each purpose. */
  version: number;
  body: string;
  /** The author's note on what changed. */
  note: string;
  isActive: boolean;
  /** Null for the one that comes with the product, and once the account is gone. */
  author: string | null;
  /** ISO 8601, UTC. */
  createdAt: string;
};

/** Newest versions that are shown of a purpose. */
const shown = 100;

/** The versions of every purpose, the newest first. */
export async function promptVersions(db: Kysely<Database>): Promise<PromptVersion[]> {
  const rows = await db
    .selectFrom("prompts as p")
    .leftJoin("users as u", "u.id", "p.author_id")
    .select(["p.id", "p.purpose", "p.version", "p.body", "p.note", "p.is_active", "p.created_at"])
    .select("u.name as author")
    .orderBy("p.purpose")
    .orderBy("p.version", "desc")
    .limit(shown)
    .execute();
  return rows.map(({ is_active, created_at, purpose, ...row }) => ({
    ...row,
    purpose: purpose as PromptPurpose,
    isActive: is_active,
    createdAt: created_at.toISOString(),
  }));
}
