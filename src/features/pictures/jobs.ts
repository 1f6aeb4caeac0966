import { sql } from "kysely";
import type { Services } from "#app/services.ts";
import { purgeRemoved } from "./commands.ts";

export { createAnalysis } from "./jobs/analyse.ts";
export { createMarking } from "./jobs/mark.ts";
export { makeTrendingSnapshot as makePulse } from "./jobs/trending.ts";
export { sweepOrphans } from "./jobs/sweep.ts";

/** How long removed pictures can be restored. */
const removedKeptMs = 24 * 60 * 60 * 1000;

/** Adds the views counted since the last run to the pictures, each once. @returns how many. */
export async function gatherViews({ db }: Pick<Services, "db">): Promise<number> {
  const gathered = await sql<{ views: number }>`
    with taken as (delete from picture_views returning picture_id),
    counted as (select picture_id, count(*)::integer as views from taken group by picture_id),
    locked as (
      select p.id from pictures p join counted c on c.picture_id = p.id order by p.id for no key update of p),
    added as (
      update pictures p set views = p.views + c.views from counted c, locked l
      where p.id = c.picture_id and l.id = p.id)
    select coalesce(sum(views), 0)::integer as views from counted`.execute(db);
  return gathered.rows[0].views;
}

/** Permanently deletes the pictures that were removed too long ago to be restored. @returns how many */
export function purgeLongRemoved(services: Services): Promise<number> {
  return purgeRemoved(services, new Date(Date.now() - removedKeptMs));
}
