/** The masks of edits as an archive has them: of pictures, which go with the member, and of casts, which are records. */
import { sql, type Kysely } from "kysely";
import type { Database } from "#app/db/schema.ts";

type Db = Kysely<Database>;

/**
 * The mask of the picture `p`, by its cast or as it came from elsewhere; null for one that is no edit. Of the tables
 * `picture_masks k` and `generations g`, joined by joinedMasks.
 */
export const pictureMask = sql<string | null>`
  case when p.gen_meta ? 'edit' then coalesce(k.mask_id, g.mask_id)::text end`;

export const joinedMasks = sql`
  left join picture_masks k on k.picture_id = p.id
  left join generations g on g.id = p.generation_id and g.user_id = p.owner_id`;

type OwnMask = {
  id: string;
  storageKey: string;
  /** Whether a picture of the archive was made with it. */
  isOfPicture: boolean;
};

/** The masks that the member's casts and pictures have, oldest first. */
export async function ownMasks(
  db: Db,
  userId: string,
  leftOut: readonly string[],
): Promise<OwnMask[]> {
  const { rows } = await sql<OwnMask>`
    with of_pictures as (
      select distinct coalesce(k.mask_id, g.mask_id) as id from pictures p ${joinedMasks}
      where p.owner_id = ${userId} and p.removed_at is null and p.gen_meta ? 'edit'
        and not p.sha256 = any(${[...leftOut]}::text[]))
    select m.id, m.storage_key as "storageKey", o.id is not null as "isOfPicture"
    from masks m left join of_pictures o on o.id = m.id
    where m.user_id = ${userId} and (o.id is not null
      or exists (select from generations g where g.mask_id = m.id and g.user_id = ${userId}))
    order by m.created_at, m.id`.execute(db);
  return rows;
}
