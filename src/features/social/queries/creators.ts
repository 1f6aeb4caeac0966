import { sql } from "kysely";
import { keysetPage } from "#app/lib/keyset.ts";
import { creatorRows, toCreatorCard, type CreatorCard, type Db } from "./rows.ts";

export type CreatorList = { items: CreatorCard[]; next: string | null };
type Paging = { cursor?: string; limit: number };

/** Members on one side of the follows of a member, the latest first. */
async function followList(
  db: Db,
  viewerId: string | null,
  { userId, of }: { userId: string; of: "followers" | "following" },
  { cursor, limit }: Paging,
): Promise<CreatorList> {
  const [other, own] =
    of === "followers"
      ? (["f.follower_id", "f.creator_id"] as const)
      : (["f.creator_id", "f.follower_id"] as const);
  const query = creatorRows(db, viewerId)
    .innerJoin("follows as f", other, "u.id")
    .select("f.created_at as since")
    .where(own, "=", userId);
  const { page, next } = await keysetPage(
    query,
    { by: "f.created_at", id: other, at: (row) => row.since },
    { cursor, limit },
  );
  return {
    items: page.map((row) => toCreatorCard(row, viewerId)),
    next,
  };
}

/** Who follows a member, the latest first, as the viewer (null: a guest) sees them. */
export function followersOf(db: Db, viewerId: string | null, userId: string, paging: Paging) {
  return followList(db, viewerId, { userId, of: "followers" }, paging);
}

/** Whom a member follows, the latest first. */
export function followingOf(db: Db, viewerId: string | null, userId: string, paging: Paging) {
  return followList(db, viewerId, { userId, of: "following" }, paging);
}

const escapeLike = (text: string) => text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`);

/**
 * Creators with public pictures: the most followed or the newest first; with `q` those whose name or username has it.
 * @throws AppError invalid-request for a cursor of another order
 */
export async function creators(
  db: Db,
  viewerId: string | null,
  { q, sort, cursor, limit }: Paging & { q?: string; sort: "followers" | "newest" },
): Promise<CreatorList> {
  let query = creatorRows(db, viewerId).where(
    sql<boolean>`exists (
        select from pictures p where p.owner_id = u.id and p.approved and p.is_public)`,
  );
  const wanted = q?.trim() ?? "";
  if (wanted !== "") {
    query = query.where(
      sql<boolean>`(u.name || ' @' || u.username::text) ilike ${`%${escapeLike(wanted)}%`}`,
    );
  }
  const paging = { cursor, limit };
  const { page, next } =
    sort === "newest"
      ? await keysetPage(
          query,
          { by: "u.created_at", id: "u.id", at: (row) => row.created_at },
          paging,
        )
      : await keysetPage(
          query,
          {
            by: "u.followers_count",
            id: "u.id",
            rank: (row) => row.followers_count,
            direction: "desc",
          },
          paging,
        );
  const items = page.map((row) => toCreatorCard(row, viewerId));
  return { items, next };
}
