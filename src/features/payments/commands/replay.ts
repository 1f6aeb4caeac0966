import { sql } from "kysely";
import { t } from "#app/language/message.ts";
import { notify } from "#app/db/live.ts";
import type { AuditedTransaction } from "#app/lib/audit.ts";
import { AppError } from "#app/lib/errors.ts";
import { eventChannel, type EventState } from "./events.ts";

export type QueuedReplay = { id: string; kind: string; before: EventState };

/**
 * Gives events to the workers once more, whatever came of them before; the workers treat them as new ones, with all
 * their tries.
 * @throws AppError not-found when one is no event
 */
export async function queueReplays(
  tx: AuditedTransaction,
  ids: readonly string[],
): Promise<QueuedReplay[]> {
  const { rows } = await sql<QueuedReplay>`
    with old as (
      select id, state from payment_events where id = any(${[...ids]}::text[]) order by id for update)
    update payment_events e
    set state = 'received', done_at = null, last_error = null, attempts = 0, next_attempt_at = now()
    from old where e.id = old.id returning e.id, e.kind, old.state as before`.execute(tx);
  if (rows.length < ids.length) {
    throw new AppError("not-found", { detail: t`There is no such event` });
  }
  for (const { id } of rows) await notify(tx, eventChannel, id);
  return rows;
}
