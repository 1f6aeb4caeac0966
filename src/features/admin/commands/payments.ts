import type { AdminAction } from "#app/lib/audit.ts";
import type { Services } from "#app/services.ts";
import { queueReplays } from "#app/features/payments/commands.ts";
import { audited } from "./audit.ts";

/**
 * Gives events of the provider of payments to the workers once more, all or none.
 * @throws AppError not-found when one is no event
 */
export async function replayEvents(
  { db }: Pick<Services, "db">,
  by: AdminAction,
  ids: readonly string[],
): Promise<{ queued: number }> {
  return audited(db, by, async (tx) => {
    const events = await queueReplays(tx, ids);
    const records = events.map(({ id, kind, before }) => ({
      action: "payment-event.replay",
      target: { kind: "payment-event" as const, id },
      before: { state: before },
      after: { kind, state: "received" },
    }));
    return { result: { queued: events.length }, records };
  });
}
