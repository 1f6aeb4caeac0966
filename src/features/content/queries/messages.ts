import type { Kysely } from "kysely";
import type { Database } from "#app/db/schema.ts";
import { keysetPage } from "#app/lib/keyset.ts";
import type { ContactKind } from "#app/rules/contact-kinds.ts";

export type Message = {
  id: string;
  kind: ContactKind;
  name: string;
  email: string;
  /** Null for a guest and for a member who is gone. */
  username: string | null;
  body: string;
  closed: boolean;
  /** ISO 8601, UTC. */
  createdAt: string;
};

/**
 * What people wrote to the operator, newest first; `next` is the cursor of the page after.
 * @throws AppError invalid-request for an unknown cursor
 */
export async function messages(
  db: Kysely<Database>,
  { open, cursor, limit }: { open: boolean; cursor?: string; limit: number },
): Promise<{ items: Message[]; next: string | null }> {
  let query = db
    .selectFrom("messages as m")
    .leftJoin("users as u", "u.id", "m.user_id")
    .select(["m.id", "m.kind", "m.name", "m.email", "m.body", "m.closed_at", "m.created_at"])
    .select("u.username");
  if (open) query = query.where("m.closed_at", "is", null);
  const { page, next } = await keysetPage(
    query,
    { by: "m.created_at", id: "m.id", at: (row) => row.created_at },
    { cursor, limit },
  );
  return {
    items: page.map((row) => ({
      id: row.id,
      kind: row.kind as ContactKind,
      name: row.name,
      email: row.email,
      username: row.username,
      body: row.body,
      closed: row.closed_at !== null,
      createdAt: row.created_at.toISOString(),
    })),
    next,
  };
}
