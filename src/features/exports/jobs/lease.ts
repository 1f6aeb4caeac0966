import { sql, type Updateable } from "kysely";
import type { Exports, Imports } from "#app/db/schema.ts";
import type { Services } from "#app/services.ts";

/** Which worker has an export or import: it alone may write to its row. */
export type Lease = { table: "exports" | "imports"; id: string; run: string };

type LeaseServices = Pick<Services, "db" | "log">;

const heartbeatMs = 2_000;
/** A run that is silent for this long has lost its worker. */
export const silentSeconds = 30;

/** Another worker has taken over, or the member has cancelled. */
export class Superseded extends Error {}

/** Both tables have the columns of a lease. */
const rowsOf = (table: Lease["table"]) => table as "exports";

/** Takes what waits or whose worker is silent. @returns whether it did */
export async function claim({ db }: LeaseServices, { table, id, run }: Lease): Promise<boolean> {
  const claimed = await db
    .updateTable(rowsOf(table))
    .set((eb) => ({
      state: "running",
      run,
      seen_at: sql<Date>`now()`,
      attempts: eb("attempts", "+", 1),
    }))
    .where("id", "=", id)
    .where((eb) =>
      eb.or([
        eb("state", "=", "queued"),
        eb.and([
          eb("state", "=", "running"),
          eb("seen_at", "<", sql<Date>`now() - make_interval(secs => ${silentSeconds}::int)`),
        ]),
      ]),
    )
    .executeTakeFirst();
  return claimed.numUpdatedRows > 0n;
}

/** Writes to the row while the run has it. @throws Superseded */
export async function write(
  { db }: LeaseServices,
  { table, id, run }: Lease,
  values: Updateable<Exports> | Updateable<Imports>,
): Promise<void> {
  const result = await db
    .updateTable(rowsOf(table))
    .set({ ...(values as Updateable<Exports>), seen_at: sql<Date>`now()` })
    .where("id", "=", id)
    .where("run", "=", run)
    .where("state", "=", "running")
    .executeTakeFirst();
  if (result.numUpdatedRows === 0n) throw new Superseded();
}

/** Says every few seconds that the run lives; aborts when it no longer has the row. */
export function beat(services: LeaseServices, at: Lease) {
  const lost = new AbortController();
  const timer = setInterval(() => {
    write(services, at, {}).catch((error: unknown) => {
      if (error instanceof Superseded) lost.abort(error);
      else services.log.warn({ err: error, ...at }, "a worker could not say that it lives");
    });
  }, heartbeatMs);
  return { signal: lost.signal, stop: () => clearInterval(timer) };
}
