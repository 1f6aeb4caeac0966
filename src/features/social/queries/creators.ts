import { sql } from "kysely";
import { cutPage, placeOf } from "#app/lib/paging.ts";
import { decodeCursor, encodeCursor } from "#app/rules/page-cursor.ts";
import { decodeRankCursor, encodeRankCursor } from "#app/rules/rank-cursor.ts";
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
  const after = placeOf(cursor, decodeCursor);
  let query = creatorRows(db, viewerId)
    .innerJoin("follows as f", other, "u.id")
    .select("f.created_at as since")
    .where(own, "=", userId)
    .orderBy("f.created_at", "desc")
    .orderBy(other, "desc")
    .limit(limit + 1);
  if (after !== undefined) {
    query = query.where(
      sql<boolean>`(f.created_at, ${sql.ref(other)}) < (${after.createdAt}, ${after.id}::uuid)`,
    );
  }
  const { page, last } = cutPage(await query.execute(), limit);
  return {
    items: page.map((row) => toCreatorCard(row, viewerId)),
    next: last === undefined ? null : encodeCursor({ createdAt: last.since, id: last.id }),
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
 * @throws AppError invalid-request for a cursor that no page of this order gave
 */
export async function creators(
  db: Db,
  viewerId: string | null,
  { q, sort, cursor, limit }: Paging & { q?: string; sort: "followers" | "newest" },
): Promise<CreatorList> {
  let query = creatorRows(db, viewerId)
    .where(
      sql<boolean>`exists (
        select from pictures p where p.owner_id = u.id and p.approved and p.is_public)`,
    )
    .limit(limit + 1);
  const wanted = q?.trim() ?? "";
  if (wanted !== "") {
    query = query.where(
      sql<boolean>`(u.name || ' @' || u.username::text) ilike ${`%${escapeLike(wanted)}%`}`,
    );
  }
  if (sort === "newest") {
    const after = placeOf(cursor, decodeCursor);
    query = query.orderBy("u.created_at", "desc").orderBy("u.id", "desc");
    if (after !== undefined) {
      query = query.where(
        sql<boolean>`(u.created_at, u.id) < (${after.createdAt}, ${after.id}::uuid)`,
      );
    }
  } else {
    const after = placeOf(cursor, decodeRankCursor);
    query = query.orderBy("u.followers_count", "desc").orderBy("u.id", "desc");
    if (after !== undefined) {
      query = query.where(
        sql<boolean>`(u.followers_count, u.id) < (${after.rank}::integer, ${after.id}::uuid)`,
      );
    }
  }
  const { page, last } = cutPage(await query.execute(), limit);
  const items = page.map((row) => toCreatorCard(row, viewerId));
  if (last === undefined) return { items, next: null };
  const next =
    sort === "newest"
      ? encodeCursor({ createdAt: last.created_at, id: last.id })
      : encodeRankCursor({ rank: last.followers_count, id: last.id });
  return { items, next };
}
