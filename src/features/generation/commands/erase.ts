import { sql, type Transaction } from "kysely";
import type { Database } from "#app/db/schema.ts";

/** Casts that one call deletes. */
const most = 500;

/** Deletes closed casts of a member, 500 at a time. Their holds stay in the books. @returns how many */
export async function eraseCasts(tx: Transaction<Database>, userId: string): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from generations where id in (
      select id from generations where user_id = ${userId} and state in ('done', 'failed', 'cancelled')
      order by id limit ${most})`.execute(tx);
  return Number(numAffectedRows);
}

/**
 * Deletes the style kits of a member. Casts of others that used a shared one keep nothing of it.
 * @returns how many
 */
export async function eraseKits(tx: Transaction<Database>, userId: string): Promise<number> {
  await sql`
    update generations g set style_kit = null
    from style_kits k where k.owner_id = ${userId} and g.style_kit ->> 'id' = k.id::text`.execute(
    tx,
  );
  const gone = await tx.deleteFrom("style_kits").where("owner_id", "=", userId).executeTakeFirst();
  return Number(gone.numDeletedRows);
}

/** Deletes the cast of a picture that was deleted for ever, with its words, unless other pictures of it are left. */
export async function eraseCastOfPicture(
  tx: Transaction<Database>,
  generationId: string | null,
): Promise<void> {
  if (generationId === null) return;
  const { rows } = await sql<{ grid: string | null }>`
    delete from generations g where g.id = ${generationId} and g.state in ('done', 'failed', 'cancelled')
      and not exists (select from pictures p where p.generation_id = g.id)
    returning g.grid_id as grid`.execute(tx);
  // The last picture of a grid takes its words with it.
  await sql`
    delete from grids d where d.id = ${rows[0]?.grid ?? null}
      and not exists (select from generations g where g.grid_id = d.id)`.execute(tx);
}
