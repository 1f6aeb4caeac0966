import { sql, type Kysely } from "kysely";
import type { Database } from "#app/db/schema.ts";
import { INDEX_VERSION } from "../commands.ts";

/** Pictures handed over at a time. */
const step = 1_000;

/**
 * Hands a further thousand pictures from before this version of the index to the outbox; from the beginning until all
 * have been through, whichever processes take part and however often they stop.
 * @returns whether there is more to hand over
 */
export async function backfillStep(db: Kysely<Database>): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    await sql`
      insert into search_backfill (version) values (${INDEX_VERSION}::smallint)
      on conflict do nothing`.execute(tx);
    const place = await tx
      .selectFrom("search_backfill")
      .select(["after", "done"])
      .where("version", "=", INDEX_VERSION)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (place.done) return false;
    const { rows } = await sql<{ last: string | null; seen: number }>`
      with page as (
        select p.id, p.is_open and s.version is distinct from ${INDEX_VERSION}
          or (p.prompt_hidden or not p.is_open) and o.version is distinct from ${INDEX_VERSION} as pending
        from (
          select id, approved and is_public as is_open, prompt_hidden from pictures
          where ${place.after}::uuid is null or id > ${place.after}::uuid order by id limit ${step}) p
        left join image_search s on s.picture_id = p.id
        left join image_search_private o on o.picture_id = p.id),
      noted as (insert into search_outbox (picture_id) select id from page where pending)
      select (select id from page order by id desc limit 1) as last, count(*)::integer as seen from page`.execute(
      tx,
    );
    const [{ last, seen }] = rows;
    const done = seen < step;
    await tx
      .updateTable("search_backfill")
      .set({ after: last ?? place.after, done })
      .where("version", "=", INDEX_VERSION)
      .execute();
    return !done;
  });
}
