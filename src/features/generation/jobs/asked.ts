/** Tracks paid requests of a cast, and the costs that services report. */
import { sql } from "kysely";
import type { EngineError, ProviderMeta } from "#app/adapters/engines/port.ts";
import type { Services } from "#app/services.ts";
import type { Ending, Generation } from "../commands/close.ts";
import type { Renderer, Traits } from "./renderer.ts";
import { notAgain } from "./failure.ts";
import type { ProgressWriter } from "./progress-writer.ts";
import { reportOf } from "./report.ts";

type Db = Pick<Services, "db">;

/** The outcome of a cast whose request was sent and never answered. */
export const noAnswer: Ending = {
  kind: "failed",
  failKind: "unanswered",
  reason: `The engine was asked for it and no answer came back. ${notAgain}`,
};

/**
 * Pictures that may have been charged for and did not come: they are never requested again, neither by this attempt nor
 * by a later one. A service that can resume work may be polled for them.
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
 * Records, before it is sent, that a request for a picture may cost money. Updates the given row too.
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

/** Records whether a failed request was billed: a free one may be sent again. Updates the given row too. */
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
