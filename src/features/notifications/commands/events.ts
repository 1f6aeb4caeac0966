import { sql, type Transaction } from "kysely";
import type { Database } from "#app/db/schema.ts";

type EventName =
  | "generation.done"
  | "generation.failed"
  | "notification"
  | "notifications.changed"
  | "balance";

/**
 * Adds a numbered event for the member's tabs; it is sent with the commit.
 * Takes the lock of the member's event counter: call it last in a transaction.
 */
export async function publishEvent(
  tx: Transaction<Database>,
  userId: string,
  name: EventName,
  payload: Record<string, unknown>,
): Promise<void> {
  await sql`
    select publish_event(${userId}, ${name}, ${JSON.stringify(payload)}::jsonb),
           pg_notify('events', ${userId})`.execute(tx);
}
