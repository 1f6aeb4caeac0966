import { sql, type Transaction } from "kysely";
import type { Database } from "#app/db/schema.ts";

type Tx = Transaction<Database>;

/** Locks the given pictures, in the order of ids; @returns those that exist. */
export async function lockPictures(tx: Tx, ids: readonly (string | null)[]) {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  if (wanted.length === 0) return [];
  return tx
    .selectFrom("pictures")
    .select(["id", "source_picture_id", "root_picture_id"])
    .where("id", "in", wanted)
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
}

/** Locks a source and the first picture of its group; null when the source is gone by now. */
export async function lockLine(tx: Tx, sourceId: string | null) {
  if (sourceId === null) return null;
  const seen = await tx
    .selectFrom("pictures")
    .select("root_picture_id")
    .where("id", "=", sourceId)
    .executeTakeFirst();
  const locked = await lockPictures(tx, [sourceId, seen?.root_picture_id ?? null]);
  const source = locked.find((row) => row.id === sourceId);
  return source ? { sourceId, rootId: source.root_picture_id ?? sourceId } : null;
}

export async function countRemix(
  tx: Tx,
  line: { sourceId: string; rootId: string },
  change: 1 | -1,
) {
  await sql`
    update pictures set
      remix_count = remix_count + case when id = ${line.sourceId} then ${change}::integer else 0 end,
      remix_group_count = remix_group_count + case when id = ${line.rootId} then ${change}::integer else 0 end
    where id in (${line.sourceId}, ${line.rootId})`.execute(tx);
}
