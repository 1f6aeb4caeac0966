import { sql } from "kysely";
import { decodeCursorOrRefuse, takePage } from "#app/lib/paging.ts";
import type { Member } from "#app/lib/actor.ts";
import { countedAtMost } from "#app/rules/counted-at-most.ts";
import { decodeCursor, encodeCursor } from "#app/rules/page-cursor.ts";
import {
  publicAndApproved,
  toWallPicture,
  wallRows,
  type WallPicture,
} from "#app/features/pictures/queries.ts";
import type { Db } from "./rows.ts";

/**
 * Public pictures of the creators whom the member follows (the latest `countedAtMost.follows` of them), newest first. Each
 * creator gives a page at most, by an index: otherwise somebody who follows a few quiet creators would read the whole
 * gallery.
 * @throws AppError invalid-request for an unknown cursor
 */
export async function followedPictures(
  db: Db,
  actor: Member,
  { cursor, limit }: { cursor?: string; limit: number },
): Promise<{ items: WallPicture[]; next: string | null }> {
  const after = decodeCursorOrRefuse(cursor, decodeCursor);
  const older =
    after === undefined
      ? sql`true`
      : sql`(p.created_at, p.id) < (${after.createdAt}, ${after.id}::uuid)`;
  const newest = sql`
    select n.id
    from (select creator_id from follows where follower_id = ${actor.userId}
          order by created_at desc, creator_id desc limit ${countedAtMost.follows}) f
    cross join lateral (
      select p.id, p.created_at from pictures p
      where p.owner_id = f.creator_id and ${publicAndApproved} and ${older}
      order by p.created_at desc, p.id desc limit ${limit + 1}) n
    order by n.created_at desc, n.id desc limit ${limit + 1}`;
  const rows = await wallRows(db)
    .where(sql<boolean>`p.id in (${newest})`)
    .where(publicAndApproved)
    .orderBy("p.created_at", "desc")
    .orderBy("p.id", "desc")
    .execute();
  const { page, last } = takePage(rows, limit);
  const next =
    last === undefined ? null : encodeCursor({ createdAt: last.created_at, id: last.id });
  return { items: page.map(toWallPicture), next };
}
