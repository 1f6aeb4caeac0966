import { prepared } from "#app/db/prepared.ts";
import { sql } from "kysely";
import type { Actor } from "#app/lib/actor.ts";
import { isUuid } from "#app/rules/picture-filename.ts";
import { toWallPicture, visibleTo, wallRows, type Db, type WallPicture } from "./rows.ts";

/** Generations back that are shown. */
const deepest = 64;
const mostRemixes = 60;

export type Lineage = {
  source: WallPicture | null;
  /** From the first picture of the line down to the source. Those the actor may not see are left out. */
  ancestors: WallPicture[];
  /** Direct remixes, newest first, at most 60. */
  remixes: WallPicture[];
};

/** The ancestors and remixes of a picture; null when it does not exist or the actor may not see it. */
export async function lineageOf(db: Db, id: string, actor: Actor): Promise<Lineage | null> {
  if (!isUuid(id)) return null;
  const line = await sql<{ id: string; depth: number; source_picture_id: string | null }>`
    ${prepared} with recursive line as (
      select id, source_picture_id, 0 as depth from pictures p where id = ${id} and ${visibleTo(actor, true)}
      union all
      select s.id, s.source_picture_id, line.depth + 1
      from line join pictures s on s.id = line.source_picture_id where line.depth < ${deepest})
    select id, depth, source_picture_id from line order by depth`.execute(db);
  const [self, ...above] = line.rows;
  if (self === undefined) return null;
  const aboveIds = above.map((row) => row.id);
  const [ancestors, remixes] = await Promise.all([
    aboveIds.length === 0
      ? []
      : wallRows(db).where("p.id", "in", aboveIds).where(visibleTo(actor, false)).execute(),
    wallRows(db)
      .modifyFront(prepared)
      .where("p.source_picture_id", "=", id)
      .where(visibleTo(actor, false))
      .orderBy("p.created_at", "desc")
      .orderBy("p.id", "desc")
      .limit(mostRemixes)
      .execute(),
  ]);
  const inLine = ancestors
    .toSorted((a, b) => aboveIds.indexOf(b.id) - aboveIds.indexOf(a.id))
    .map(toWallPicture);
  return {
    source: inLine.find((picture) => picture.id === self.source_picture_id) ?? null,
    ancestors: inLine,
    remixes: remixes.map(toWallPicture),
  };
}
