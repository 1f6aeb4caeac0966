import { sql, type Kysely } from "kysely";
import { LRUCache } from "lru-cache";
import { prepared } from "#app/db/prepared.ts";
import type { Database } from "#app/db/schema.ts";
import { SignTable } from "#app/lib/sign-table.ts";
import type { Services } from "#app/services.ts";
import { sentTimes } from "./sent-times.ts";

type Db = Kysely<Database>;
type Signs = Services["search"]["signs"];

/** Read in one statement: a tenth of a second. */
const atOnce = 20_000;
/** Read anew after so long, without what the upkeep has deleted. */
const keptMs = 3_600_000;
/** Keeps the signs of image_search_meanings in the memory of the process. */
export const openSigns = (): Signs => new LRUCache({ max: 1, ttl: keptMs });

type Known = NonNullable<ReturnType<Signs["get"]>>;

/** Reads what has changed since it was read last. */
async function catchUp(db: Db, known: Known): Promise<void> {
  for (;;) {
    const { rows } = await sql<{
      n: number;
      change: number;
      ids: Buffer;
      times: Buffer;
      signs: Buffer;
    }>`
      ${prepared} select count(*)::integer as n, max(change) as change, string_agg(uuid_send(picture_id), '') as ids,
        string_agg(timestamptz_send(created_at), '') as times,
        -- Without the length that comes first.
        string_agg(substring(bit_send(signs) from 5), '') as signs
      from (
        select * from image_search_meanings where change > ${known.change} order by change limit ${atOnce}) changed`.execute(
      db,
    );
    const [{ n, change, ids, times, signs }] = rows;
    if (n === 0) return;
    known.table.put({ ids, times: sentTimes(times), signs });
    known.change = change;
    if (n < atOnce) return;
  }
}

/** The signs as they are now. The first search of a process reads them all. */
export async function signTable(db: Db, signs: Signs): Promise<SignTable> {
  const known = signs.get("all") ?? {
    table: new SignTable(),
    change: 0,
    reading: Promise.resolve(),
  };
  // In turn: what was read earlier must not overwrite what was read later.
  const reading = known.reading.then(() => catchUp(db, known));
  known.reading = reading.catch(() => undefined);
  signs.set("all", known, { noUpdateTTL: true });
  await reading;
  return known.table;
}
