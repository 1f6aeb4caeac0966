import { sql } from "kysely";
import { prepared } from "#app/db/prepared.ts";
import type { Actor } from "#app/lib/actor.ts";
import type { ReferenceRole } from "#app/rules/references.ts";
import { isUuid } from "#app/rules/picture-filename.ts";
import { canSeeHidden } from "../policy.ts";
import { toWallPicture, visibleTo, wallRows, type Db, type WallPicture } from "./rows.ts";

/** Generations back that are shown. */
const deepest = 64;
const mostRemixes = 60;

/** A picture that another was made with; null for one that is gone. */
export type MadeWithShown = { role: ReferenceRole; picture: WallPicture | null };

export type Lineage = {
  source: WallPicture | null;
  /** From the first picture of the line down to the source. Those the actor may not see are left out. */
  ancestors: WallPicture[];
  /** Direct remixes, newest first, at most 60. */
  remixes: WallPicture[];
  /** What the picture was made with, in its order. Those that the actor may not see are left out. */
  references: MadeWithShown[];
};

type Step = {
  id: string;
  depth: number;
  source_picture_id: string | null;
  owner_id: string;
  prompt_hidden: boolean;
  remix_count: number;
  has_references: boolean;
};

/**
 * What a picture was made with, as the actor may know it: nothing where its words are hidden from them, and never a picture
 * that they do not see. An upload is shown to nobody.
 */
async function madeWithOf(db: Db, self: Step, actor: Actor): Promise<MadeWithShown[]> {
  if (!self.has_references) return [];
  if (self.prompt_hidden && !canSeeHidden(actor, { ownerId: self.owner_id })) return [];
  const rows = await db
    .selectFrom("picture_references as r")
    .modifyFront(prepared)
    .leftJoin("pictures as p", "p.id", "r.reference_id")
    .select(["r.role", "r.reference_id", "p.id as found"])
    .where("r.picture_id", "=", self.id)
    .where("r.reference_id", "is not", null)
    .orderBy("r.place")
    .execute();
  const ids = rows.flatMap(({ found }) => found ?? []);
  const seen =
    ids.length === 0
      ? []
      : await wallRows(db).where("p.id", "in", ids).where(visibleTo(actor, false)).execute();
  const pictures = new Map(seen.map((row) => [row.id, toWallPicture(row)]));
  return rows.flatMap(({ role: kept, found }): MadeWithShown[] => {
    const role = kept as ReferenceRole;
    if (found === null) return [{ role, picture: null }];
    const picture = pictures.get(found);
    return picture ? [{ role, picture }] : [];
  });
}

function remixesOf(db: Db, id: string, actor: Actor) {
  return wallRows(db)
    .modifyFront(prepared)
    .where("p.source_picture_id", "=", id)
    .where(visibleTo(actor, false))
    .orderBy("p.created_at", "desc")
    .orderBy("p.id", "desc")
    .limit(mostRemixes)
    .execute();
}

/** The ancestors and remixes of a picture; null when it does not exist or the actor may not see it. */
export async function lineageOf(db: Db, id: string, actor: Actor): Promise<Lineage | null> {
  if (!isUuid(id)) return null;
  const line = await sql<Step>`
    ${prepared} with recursive line as (
      select id, source_picture_id, 0 as depth, owner_id, prompt_hidden, remix_count, exists (
        select from picture_references r where r.picture_id = p.id and r.reference_id is not null) as has_references
      from pictures p where id = ${id} and ${visibleTo(actor, true)}
      union all
      select s.id, s.source_picture_id, line.depth + 1, s.owner_id, s.prompt_hidden, s.remix_count, false
      from line join pictures s on s.id = line.source_picture_id where line.depth < ${deepest})
    select * from line order by depth`.execute(db);
  const [self, ...above] = line.rows;
  if (self === undefined) return null;
  const aboveIds = above.map((row) => row.id);
  const [ancestors, remixes, references] = await Promise.all([
    aboveIds.length === 0
      ? []
      : wallRows(db).where("p.id", "in", aboveIds).where(visibleTo(actor, false)).execute(),
    self.remix_count === 0 ? [] : remixesOf(db, id, actor),
    madeWithOf(db, self, actor),
  ]);
  const inLine = ancestors
    .toSorted((a, b) => aboveIds.indexOf(b.id) - aboveIds.indexOf(a.id))
    .map(toWallPicture);
  return {
    source: inLine.find((picture) => picture.id === self.source_picture_id) ?? null,
    ancestors: inLine,
    remixes: remixes.map(toWallPicture),
    references,
  };
}
