import { prepared } from "#app/db/prepared.ts";
import { keysetPage } from "#app/lib/keyset.ts";
import { decodeCursorOrRefuse, takePage } from "#app/lib/paging.ts";
import type { Shape } from "#app/rules/aspect-shape.ts";
import {
  decodeTrendingCursor,
  encodeTrendingCursor,
  type TrendingCursor,
} from "#app/rules/trending-cursor.ts";
import { publicAndApproved, toWallPicture, wallRows, type Db, type WallPicture } from "./rows.ts";
import { shapeIs } from "./shape-is.ts";

export type FeedInput = { cursor?: string; limit: number; shape?: Shape };
export type WallPage = { items: WallPicture[]; next: string | null };

/**
 * Public pictures that admins have picked, the last picked first; pages as those of `wall`.
 * @throws AppError invalid-request for an unknown cursor
 */
export async function picks(db: Db, { cursor, limit, shape }: FeedInput): Promise<WallPage> {
  let query = wallRows(db)
    .modifyFront(prepared)
    .select("p.picked_at")
    .where(publicAndApproved)
    .where("p.picked_at", "is not", null);
  if (shape !== undefined) query = query.where(shapeIs[shape]);
  const { page, next } = await keysetPage(
    query,
    { by: "p.picked_at", id: "p.id", at: (row) => row.picked_at },
    { cursor, limit },
  );
  return { items: page.map(toWallPicture), next };
}

/** The snapshot that a reader began in, or the oldest one kept; for a first page the newest. Null before the first one. */
async function snapshotFor(db: Db, begun: TrendingCursor | undefined): Promise<number | null> {
  const kept = db.selectFrom("pulses").select("id").limit(1);
  const row =
    begun === undefined
      ? await kept.orderBy("id", "desc").executeTakeFirst()
      : await kept.where("id", ">=", begun.pulse).orderBy("id").executeTakeFirst();
  return row?.id ?? null;
}

/**
 * Public pictures in the order of a trending snapshot (jobs/trending.ts); null before the worker has made the first
 * one. All pages of one reader come from the same snapshot, so that no picture is skipped or repeated.
 * @throws AppError invalid-request for an unknown cursor
 */
export async function trending(
  db: Db,
  { cursor, limit, shape }: FeedInput,
): Promise<WallPage | null> {
  const begun = decodeCursorOrRefuse(cursor, decodeTrendingCursor);
  const snapshot = await snapshotFor(db, begun);
  if (snapshot === null) return begun === undefined ? null : { items: [], next: null };
  let query = wallRows(db)
    .modifyFront(prepared)
    .innerJoin("pulse_places as place", "place.picture_id", "p.id")
    .select("place.place")
    .where("place.pulse_id", "=", snapshot)
    .where("place.place", ">", begun?.place ?? 0)
    .where(publicAndApproved)
    .orderBy("place.place")
    .limit(limit + 1);
  if (shape !== undefined) query = query.where(shapeIs[shape]);
  const rows = await query.execute();
  const { page, last } = takePage(rows, limit);
  return {
    items: page.map(toWallPicture),
    next: last === undefined ? null : encodeTrendingCursor({ pulse: snapshot, place: last.place }),
  };
}
