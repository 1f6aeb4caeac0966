/** Which pictures of a cast a service that bills was asked for, and what services say of their costs. */
import { sql } from "kysely";
import type { EngineError, ProviderMeta } from "#app/adapters/engines/port.ts";
import type { Services } from "#app/services.ts";
import type { Ending, Generation } from "../commands/close.ts";
import type { Renderer, Traits } from "./renderer.ts";
import { notAgain } from "./failure.ts";
import type { ProgressWriter } from "./progress-writer.ts";
import { reportOf } from "./report.ts";

type Db = Pick<Services, "db">;

/** The end of a cast whose request was sent and whose answer never came. */
export const noAnswer: Ending = {
  kind: "failed",
  failKind: "unanswered",
  reason: `The engine was asked for it and no answer came back. ${notAgain}`,
};

/**
 * Pictures that may have been charged for and did not come: they are never asked for again, not by this attempt nor
 * by a later one. A service that takes up its own work again may be asked after them.
 */
export function unanswered(
  row: Pick<Generation, "asked">,
  { service }: Pick<Renderer, "service">,
  { resumable }: Pick<Traits, "resumable">,
  progress: Pick<ProgressWriter, "isDelivered">,
): number[] {
  if (!service?.bills || resumable) return [];
  return row.asked.filter((index) => !progress.isDelivered(index));
}

const mine = (row: Generation) =>
  sql<boolean>`id = ${row.id} and attempt = ${row.attempt} and state = 'running'`;

/**
 * Notes, before it is sent, that a request for a picture may cost money. The row that is given changes along.
 * @returns false when the lease is lost: then nothing may be sent
 */
export async function noteAsked({ db }: Db, row: Generation, index: number): Promise<boolean> {
  const noted = await db
    .updateTable("generations")
    .set({ asked: sql<number[]>`array_append(array_remove(asked, ${index}::int), ${index}::int)` })
    .where(mine(row))
    .executeTakeFirst();
  if (noted.numUpdatedRows === 0n) return false;
  row.asked = [...row.asked.filter((one) => one !== index), index];
  return true;
}

async function noteReport({ db }: Db, row: Generation, index: number, meta: ProviderMeta) {
  await db
    .updateTable("generations")
    .set({ reports: sql`reports || ${JSON.stringify([reportOf(index, meta)])}::jsonb` })
    .where(mine(row))
    .execute();
}

/** Notes what a failed request cost: one that was free may be sent again. The row that is given changes along. */
export async function noteFailed(
  services: Db,
  row: Generation,
  index: number,
  error: EngineError,
): Promise<void> {
  if (error.report) await noteReport(services, row, index, error.report);
  if (error.billed !== "no" || !row.asked.includes(index)) return;
  await services.db
    .updateTable("generations")
    .set({ asked: sql<number[]>`array_remove(asked, ${index}::int)` })
    .where(mine(row))
    .execute();
  row.asked = row.asked.filter((one) => one !== index);
}
