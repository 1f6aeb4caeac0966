import { sql } from "kysely";
import { keysetPage } from "#app/lib/keyset.ts";
import type { CollectionCard, Db } from "./rows.ts";

/** A collection as admins see it. */
export type ListedCollection = Pick<CollectionCard, "id" | "name" | "isPublic" | "updatedAt"> & {
  owner: { name: string; username: string };
  /** All its pictures, whoever may see them. */
  count: number;
  /** ISO 8601, UTC. */
  createdAt: string;
};

export const visibilities = ["all", "public", "private"] as const;

export type CollectionFilter = {
  visibility: (typeof visibilities)[number];
  /** Part of the name; `@name` is a creator. */
  q?: string;
  cursor?: string;
  limit: number;
};

function matching(q: string) {
  if (q.startsWith("@")) return sql<boolean>`u.username = ${q.slice(1)}`;
  const like = `%${q.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  return sql<boolean>`c.name ilike ${like}`;
}

/**
 * Everybody's collections, the newest first; `next` is the cursor of the page after. For admins alone.
 * @throws AppError invalid-request for an unknown cursor
 */
export async function allCollections(
  db: Db,
  { visibility, q, cursor, limit }: CollectionFilter,
): Promise<{ items: ListedCollection[]; next: string | null }> {
  let query = db
    .selectFrom("collections as c")
    .innerJoin("users as u", "u.id", "c.owner_id")
    .select(["c.id", "c.name", "c.is_public", "c.created_at", "c.updated_at"])
    .select(["u.name as owner_name", "u.username"])
    .select(
      sql<number>`(select count(*)::integer from collection_items i where i.collection_id = c.id)`.as(
        "count",
      ),
    )
    .where("c.deleted_at", "is", null);
  if (visibility !== "all") query = query.where("c.is_public", "=", visibility === "public");
  if (q !== undefined && q !== "") query = query.where(matching(q));
  const { page, next } = await keysetPage(
    query,
    { by: "c.created_at", id: "c.id", at: (row) => row.created_at },
    { cursor, limit },
  );
  return {
    items: page.map((row) => ({
      id: row.id,
      name: row.name,
      isPublic: row.is_public,
      owner: { name: row.owner_name, username: row.username },
      count: row.count,
      createdAt: row.created_at.toISOString(),
      updatedAt: row.updated_at.toISOString(),
    })),
    next,
  };
}
