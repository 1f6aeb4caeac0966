import { sql } from "kysely";
import { keysetPage } from "#app/lib/keyset.ts";
import type { CollectionCard, Db } from "./rows.ts";

/** A collection as admins see it. */
export type ListedCollection = Pick<
  CollectionCard,
  "id" | "name" | "isPublic" | "isHidden" | "updatedAt"
> & {
  owner: { name: string; username: string };
  /** Whether admins have picked it; shown among the picks only while it is public. */
  isPicked: boolean;
  /** All its pictures, whoever may see them. */
  count: number;
  /** ISO 8601, UTC. */
  createdAt: string;
};

export const visibilities = ["all", "public", "private", "picked", "hidden"] as const;
type Visibility = (typeof visibilities)[number];

export type CollectionFilter = {
  visibility: Visibility;
  /** Part of the name; `@name` is a creator. */
  q?: string;
  cursor?: string;
  limit: number;
};

/** Literal, as in the partial indexes. */
const conditions: Record<Visibility, ReturnType<typeof sql<boolean>>> = {
  all: sql<boolean>`true`,
  public: sql<boolean>`(c.is_public = true and c.hidden_at is null)`,
  private: sql<boolean>`(c.is_public = false and c.hidden_at is null)`,
  picked: sql<boolean>`c.picked_at is not null`,
  hidden: sql<boolean>`c.hidden_at is not null`,
};

function matching(q: string) {
  if (q.startsWith("@")) {
    // Known before the list is read, so that the planner takes the owner's index.
    return sql<boolean>`c.owner_id = (select id from users where username = ${q.slice(1)}::citext)`;
  }
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
    .select(["c.id", "c.name", "c.is_public", "c.picked_at", "c.hidden_at"])
    .select(["c.created_at", "c.updated_at", "u.name as owner_name", "u.username"])
    .select(
      sql<number>`(select count(*)::integer from collection_items i where i.collection_id = c.id)`.as(
        "count",
      ),
    )
    .where("c.deleted_at", "is", null)
    .where(conditions[visibility]);
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
      isPicked: row.picked_at !== null,
      isHidden: row.hidden_at !== null,
      owner: { name: row.owner_name, username: row.username },
      count: row.count,
      createdAt: row.created_at.toISOString(),
      updatedAt: row.updated_at.toISOString(),
    })),
    next,
  };
}
