import { sql } from "kysely";
import { isUuid } from "../../../rules/picture-filename.ts";
import { publicAndApproved, toWallPicture, wallRows, type Db, type WallPicture } from "./rows.ts";

/** Only the newest are compared: ranking everything grows with the gallery (data guide, F). */
const candidates = 1_000;

/**
 * Public pictures most like this one: by colours (the five of each, dark to light), shared tags, words shared by
 * the titles, and a little for the same creator. Best first; none for an unknown picture.
 */
export async function similarPictures(db: Db, id: string, limit: number): Promise<WallPicture[]> {
  if (!isUuid(id)) return [];
  const ranked = await sql<{ id: string; score: number }>`
    with self as (select id, owner_id, title, tags, palette_lab from pictures where id = ${id}),
    newest as materialized (
      select p.id, p.owner_id, p.title, p.tags, p.palette_lab
      from pictures p where ${publicAndApproved} and p.id <> ${id}
      order by p.created_at desc, p.id desc limit ${candidates})
    select n.id,
      coalesce((select 1 - least(1, avg(abs(x - y)) / 200.0) from unnest(n.palette_lab, s.palette_lab) as c (x, y)), 0)
      + 0.4 * least(3, cardinality(array(select unnest(n.tags) intersect select unnest(s.tags))))
      + 1.2 * similarity(n.title, s.title)
      + case when n.owner_id = s.owner_id then 0.1 else 0 end as score
    from newest n cross join self s
    order by score desc, n.id desc limit ${limit}`.execute(db);
  const ids = ranked.rows.map((row) => row.id);
  if (ids.length === 0) return [];
  const rows = await wallRows(db).where("p.id", "in", ids).where(publicAndApproved).execute();
  return rows.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)).map(toWallPicture);
}
