import { sql, type Transaction } from "kysely";
import { t } from "#app/language/message.ts";
import { announce } from "#app/db/announce.ts";
import type { Database } from "#app/db/schema.ts";
import type { Member } from "#app/lib/actor.ts";
import { AppError } from "#app/lib/errors.ts";
import { failpoint } from "#app/lib/failpoint.ts";
import { movedBefore, prioritiesOf } from "#app/rules/queue-order.ts";
import type { Services } from "#app/services.ts";
import { announceEvents, announceProgress } from "#app/features/notifications/commands.ts";
import type { QueueChange } from "../inputs.ts";
import { canSeeCast } from "../policy.ts";
import { waitingIds } from "../queries/queue.ts";
import { lockGeneration, type Generation } from "./close.ts";
import { planEdit, renewHold, type Edited } from "./queue-edit.ts";

type Tx = Transaction<Database>;

/**
 * Refuses a change of a cast that the member does not see, that does not wait, or that is not as they saw it.
 * @throws AppError not-found, conflict
 */
function assertChangeable(
  actor: Member,
  row: Generation | null,
  version: number,
): asserts row is Generation {
  if (!row || !canSeeCast(actor, { userId: row.user_id })) throw new AppError("not-found");
  if (row.state === "running") {
    throw new AppError("conflict", {
      detail: t`This cast is being drawn: it can be cancelled, but not changed`,
    });
  }
  if (row.state !== "queued") {
    throw new AppError("conflict", { detail: t`This cast is over: it cannot be changed` });
  }
  if (row.version !== version) {
    throw new AppError("conflict", {
      detail: t`This cast was changed elsewhere since you saw it: look at it again`,
    });
  }
}

/** Writes an order of all waiting casts of a member, under the lock of their slots. */
async function writeOrder(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`
    update generations g set priority = wished.priority
    from unnest(${ids}::uuid[], ${prioritiesOf(ids)}::int[]) as wished (id, priority)
    where g.id = wished.id and g.priority <> wished.priority`.execute(tx);
}

/** @throws AppError conflict when the cast that should come next does not wait any more */
async function move(tx: Tx, row: Generation, before: string | null): Promise<void> {
  const ids = movedBefore(await waitingIds(tx, row.user_id), row.id, before);
  if (ids === null) {
    throw new AppError("conflict", {
      detail: t`The queue has changed since you saw it: look at it again`,
    });
  }
  await writeOrder(tx, ids);
}

async function countPaused(tx: Tx, userId: string, change: number): Promise<void> {
  await tx
    .updateTable("member_slots")
    .set((eb) => ({ paused: eb("paused", "+", change) }))
    .where("user_id", "=", userId)
    .execute();
}

async function apply(
  tx: Tx,
  row: Generation,
  { before, isPaused }: QueueChange,
  edited: Edited | null,
): Promise<void> {
  if (before !== undefined) await move(tx, row, before);
  if (isPaused !== undefined && isPaused !== row.is_paused) {
    await countPaused(tx, row.user_id, isPaused ? 1 : -1);
  }
  const holdId =
    edited === null || edited.cost === row.cost ? null : await renewHold(tx, row, edited.cost);
  await tx
    .updateTable("generations")
    .set({
      version: row.version + 1,
      ...(isPaused !== undefined && { is_paused: isPaused }),
      ...edited,
      ...(holdId !== null && { hold_id: holdId }),
    })
    .where("id", "=", row.id)
    .execute();
}

/** Tells the workers, who may draw it now, and the member's tabs. */
function tell(services: Services, userId: string, ids: readonly string[]): void {
  announce(services.db, "cast_queued", "");
  for (const id of ids) announceProgress(services.db, userId, id);
  announceEvents(services.db, userId);
}

/**
 * Changes a waiting cast of the member's own: its place, whether it is paused, its words and settings. Whether a worker
 * takes the cast or the change comes first is decided by the row of the member's slots, which both lock. Where the price
 * changes, the hold is voided and placed anew in the same transaction: a change that cannot be paid for changes nothing.
 * @throws AppError not-found, also for the cast of somebody else; conflict when it is being drawn, is over, or was
 * changed meanwhile; invalid-request, insufficient-credits
 */
export async function changeWaiting(
  services: Services,
  actor: Member,
  id: string,
  change: QueueChange,
): Promise<void> {
  const found = services.db.selectFrom("generations").selectAll().where("id", "=", id);
  const seen = (await found.executeTakeFirst()) ?? null;
  assertChangeable(actor, seen, change.version);
  // Engines are asked and words are screened before anything is locked; another version means another plan.
  const edited = await planEdit(services, actor, seen, change);
  await services.db.transaction().execute(async (tx) => {
    const row = await lockGeneration(tx, id);
    assertChangeable(actor, row, change.version);
    await apply(tx, row, change, edited);
    failpoint(services.env, "before-queue-commit");
  });
  failpoint(services.env, "after-queue-commit");
  tell(services, actor.userId, [id]);
}

/**
 * Pauses all waiting casts of the member, or lets them go on. @returns how many were changed
 */
export async function pauseAll(
  services: Services,
  actor: Member,
  isPaused: boolean,
): Promise<number> {
  const ids = await services.db.transaction().execute(async (tx) => {
    await sql`
      select from member_slots where user_id = ${actor.userId} for no key update`.execute(tx);
    const changed = await tx
      .updateTable("generations")
      .set((eb) => ({ is_paused: isPaused, version: eb("version", "+", 1) }))
      .where("user_id", "=", actor.userId)
      .where("state", "=", sql.lit("queued"))
      .where("is_paused", "=", !isPaused)
      .returning("id")
      .execute();
    if (changed.length > 0) {
      await countPaused(tx, actor.userId, isPaused ? changed.length : -changed.length);
    }
    return changed.map((row) => row.id);
  });
  if (ids.length > 0) tell(services, actor.userId, ids);
  return ids.length;
}
