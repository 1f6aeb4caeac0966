import { sql } from "kysely";
import type { Services } from "#app/services.ts";

/** A deletion can be undone for this long. */
const undoMinutes = 30;

/** Removes collections whose time for an undo is over. @returns how many. */
export async function purgeCollections({ db }: Pick<Services, "db">): Promise<number> {
  const purged = await db
    .deleteFrom("collections")
    .where("deleted_at", "<", sql<Date>`now() - make_interval(mins => ${undoMinutes})`)
    .executeTakeFirst();
  return Number(purged.numDeletedRows);
}
