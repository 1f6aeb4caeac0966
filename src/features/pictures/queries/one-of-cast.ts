import { sql } from "kysely";

/**
 * The first public picture of its cast, or one of no cast. A subquery with `min` rather than `not exists`: the planner
 * would make that a join and might read all pictures for it, while this looks up one index entry a row.
 */
export const firstOfCast = sql<boolean>`(p.generation_id is null or p.generation_index = (
  select min(other.generation_index) from pictures other
  where other.generation_id = p.generation_id and other.approved and other.is_public))`;
