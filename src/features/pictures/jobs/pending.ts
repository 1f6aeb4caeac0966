import { sql, type RawBuilder } from "kysely";
import { isOpenDraft } from "../queries/drafts.ts";
import { publicAndApproved, type Db } from "../queries/rows.ts";

/** Newest pictures checked on every call. */
const newestPage = 200;
/** Older pictures checked per call, further back each time. */
const olderPage = 500;

type Cursor = { created_at: Date; id: string };

async function readPage(
  db: Db,
  isPending: RawBuilder<boolean>,
  after: Cursor | null,
  size: number,
) {
  const { rows } = await sql<Cursor & { pending: boolean }>`
    with page as materialized (
      select p.id, p.created_at, p.gen_meta from pictures p
      where ${publicAndApproved}
        ${after ? sql`and (p.created_at, p.id) < (${after.created_at}, ${after.id}::uuid)` : sql``}
      order by p.created_at desc, p.id desc limit ${size})
    select p.id, p.created_at, ${isPending} as pending
    from page p
    left join picture_features f on f.picture_id = p.id
    left join picture_meanings m on m.picture_id = p.id
    order by p.created_at desc, p.id desc`.execute(db);
  return {
    pending: rows.filter((row) => row.pending).map((row) => row.id),
    last: rows.length === size ? rows[size - 1] : null,
  };
}

/**
 * Finds public pictures for which work is pending, newest first, at constant cost for a gallery of any size: each call
 * reads
 * one page of the newest and one further page, and after the oldest begins again.
 * @param isPending a condition on p (id, created_at, gen_meta), f (picture_features) and m (picture_meanings)
 */
export function createPendingSearch(
  isPending: RawBuilder<boolean>,
): (db: Db, limit: number) => Promise<string[]> {
  let cursor: Cursor | null = null;
  return async (db, limit) => {
    const newest = await readPage(db, isPending, null, newestPage);
    cursor ??= newest.last;
    if (newest.pending.length >= limit || cursor === null) return newest.pending.slice(0, limit);
    const older = await readPage(db, isPending, cursor, olderPage);
    const found = [...new Set([...newest.pending, ...older.pending])];
    // Pictures beyond the limit are found again here.
    if (found.length <= limit) cursor = older.last;
    return found.slice(0, limit);
  };
}

/** Drafts that the classifier has not seen yet, because it did not answer when they were uploaded; oldest first. */
export async function unclassifiedDrafts(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom("picture_drafts as d")
    .innerJoin("pictures as p", "p.id", "d.picture_id")
    .select("p.id")
    .where(isOpenDraft)
    .where(sql<boolean>`not jsonb_exists(p.gen_meta, 'moderation')`)
    .orderBy("d.created_at")
    .orderBy("d.picture_id")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}
