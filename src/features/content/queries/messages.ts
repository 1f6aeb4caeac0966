import { sql, type Kysely } from "kysely";
import type { Database } from "#app/db/schema.ts";
import { cutPage, placeOf } from "#app/lib/paging.ts";
import type { ContactKind } from "#app/rules/contact-kinds.ts";
import { decodeCursor, encodeCursor } from "#app/rules/page-cursor.ts";

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
 * @throws AppError invalid-request for a cursor that no page gave
 */
export async function messages(
  db: Kysely<Database>,
  { open, cursor, limit }: { open: boolean; cursor?: string; limit: number },
): Promise<{ items: Message[]; next: string | null }> {
  let query = db
    .selectFrom("messages as m")
    .leftJoin("users as u", "u.id", "m.user_id")
    .select(["m.id", "m.kind", "m.name", "m.email", "m.body", "m.closed_at", "m.created_at"])
    .select("u.username")
    .orderBy("m.created_at", "desc")
    .orderBy("m.id", "desc")
    .limit(limit + 1);
  if (open) query = query.where("m.closed_at", "is", null);
  const after = placeOf(cursor, decodeCursor);
  if (after !== undefined) {
    query = query.where(
      sql<boolean>`(m.created_at, m.id) < (${after.createdAt}, ${after.id}::uuid)`,
    );
  }
  const rows = await query.execute();
  const { page, last } = cutPage(rows, limit);
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
    next: last === undefined ? null : encodeCursor({ createdAt: last.created_at, id: last.id }),
  };
}
