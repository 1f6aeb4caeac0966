import { monthSpan, monthsWith } from "#app/rules/months.ts";
import { mostInSitemap } from "#app/rules/sitemap.ts";
import { publicAndApproved } from "#app/features/pictures/queries.ts";
import { publicAndShown, type Db } from "./rows.ts";

/** Public collections in which anybody sees something. */
function listed(db: Db) {
  return db
    .selectFrom("collections as c")
    .innerJoin("users as u", "u.id", "c.owner_id")
    .where(publicAndShown)
    .where("c.deleted_at", "is", null)
    .where("u.banned_at", "is", null)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom("collection_items as i")
          .innerJoin("pictures as p", "p.id", "i.picture_id")
          .select("i.picture_id")
          .whereRef("i.collection_id", "=", "c.id")
          .where(publicAndApproved),
      ),
    );
}

/** The months in which public collections were published, UTC, oldest first, as YYYY-MM. */
export function collectionMonths(db: Db): Promise<string[]> {
  return monthsWith(async (from) => {
    const row = await listed(db)
      .select("c.published_at as at")
      .where("c.published_at", ">=", from)
      .orderBy("c.published_at")
      .limit(1)
      .executeTakeFirst();
    return row?.at ?? null;
  });
}

/** The public collections published in a month. @param month YYYY-MM; any other word has none */
export async function collectionsOfMonth(
  db: Db,
  month: string,
): Promise<{ id: string; username: string; updatedAt: Date }[]> {
  const span = monthSpan(month);
  if (span === null) return [];
  return listed(db)
    .select(["c.id", "u.username", "c.updated_at as updatedAt"])
    .where("c.published_at", ">=", span.from)
    .where("c.published_at", "<", span.until)
    .orderBy("c.published_at")
    .orderBy("c.id")
    .limit(mostInSitemap)
    .execute();
}
