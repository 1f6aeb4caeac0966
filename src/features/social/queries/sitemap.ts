import { monthSpan, monthsWith } from "#app/rules/months.ts";
import { mostInSitemap } from "#app/rules/sitemap.ts";
import { publicAndApproved } from "#app/features/pictures/queries.ts";
import type { Db } from "./rows.ts";

/** Members with public pictures, by when they came. */
function creatorsOf(db: Db) {
  return db
    .selectFrom("users as u")
    .where("u.banned_at", "is", null)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom("pictures as p")
          .select("p.id")
          .whereRef("p.owner_id", "=", "u.id")
          .where(publicAndApproved),
      ),
    );
}

/** The months in which creators with public pictures came, UTC, oldest first, as YYYY-MM. */
export function creatorMonths(db: Db): Promise<string[]> {
  return monthsWith(async (from) => {
    const row = await creatorsOf(db)
      .select("u.created_at as at")
      .where("u.created_at", ">=", from)
      .orderBy("u.created_at")
      .limit(1)
      .executeTakeFirst();
    return row?.at ?? null;
  });
}

/** Usernames of the creators who came in a month. @param month YYYY-MM; any other word has none */
export async function creatorsOfMonth(db: Db, month: string): Promise<string[]> {
  const span = monthSpan(month);
  if (span === null) return [];
  const rows = await creatorsOf(db)
    .select("u.username")
    .where("u.created_at", ">=", span.from)
    .where("u.created_at", "<", span.until)
    .orderBy("u.created_at")
    .orderBy("u.id")
    .limit(mostInSitemap)
    .execute();
  return rows.map(({ username }) => username);
}
