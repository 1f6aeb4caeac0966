import { sql, type Kysely } from "kysely";
import type { Database } from "#app/db/schema.ts";
import { keysetPage } from "#app/lib/keyset.ts";

export const eventStates = ["received", "done", "ignored", "failed"] as const;
type EventState = (typeof eventStates)[number];

/** An event as it came from the provider, and what became of it; without its payload. */
export type ListedEvent = {
  id: string;
  /** The provider's word, e.g. invoice.paid. */
  kind: string;
  objectId: string | null;
  mode: string;
  state: EventState;
  attempts: number;
  lastError: string | null;
  /** ISO 8601, UTC. */
  receivedAt: string;
  doneAt: string | null;
  /** When it is tried next; null unless it waits. */
  nextAt: string | null;
};

export type EventFilter = {
  state?: EventState | undefined;
  /** The id of an event or of its object, or a kind. */
  q?: string | undefined;
  cursor?: string | undefined;
  limit: number;
};

const columns = [
  "e.id",
  "e.kind",
  "e.object_id",
  "e.mode",
  "e.state",
  "e.attempts",
  "e.last_error",
  "e.received_at",
  "e.done_at",
  "e.next_attempt_at",
] as const;

type EventRow = {
  id: string;
  kind: string;
  object_id: string | null;
  mode: string;
  state: string;
  attempts: number;
  last_error: string | null;
  received_at: Date;
  done_at: Date | null;
  next_attempt_at: Date;
};

function toListed(row: EventRow): ListedEvent {
  return {
    id: row.id,
    kind: row.kind,
    objectId: row.object_id,
    mode: row.mode,
    state: row.state as EventState,
    attempts: row.attempts,
    lastError: row.last_error,
    receivedAt: row.received_at.toISOString(),
    doneAt: row.done_at?.toISOString() ?? null,
    nextAt: row.state === "received" ? row.next_attempt_at.toISOString() : null,
  };
}

/** A kind has a full stop, the id of an event begins with evt_, and every other word is the id of an object. */
function matching(q: string) {
  if (q.startsWith("evt_")) return sql<boolean>`e.id = ${q}`;
  return q.includes(".") ? sql<boolean>`e.kind = ${q}` : sql<boolean>`e.object_id = ${q}`;
}

/**
 * Events of the provider of payments, newest first; `next` is the cursor of the page after. For admins alone.
 * @throws AppError invalid-request for an unknown cursor
 */
export async function paymentEvents(
  db: Kysely<Database>,
  { state, q = "", cursor, limit }: EventFilter,
): Promise<{ items: ListedEvent[]; next: string | null }> {
  let query = db.selectFrom("payment_events as e").select(columns);
  if (state !== undefined) query = query.where("e.state", "=", state);
  if (q !== "") query = query.where(matching(q));
  const { page, next } = await keysetPage(
    query,
    { by: "e.received_at", id: "e.id", at: (row) => row.received_at, ids: "text" },
    { cursor, limit },
  );
  return { items: page.map(toListed), next };
}

/** One event with its payload; null when there is none with this id. */
export async function paymentEvent(
  db: Kysely<Database>,
  id: string,
): Promise<(ListedEvent & { payload: unknown }) | null> {
  const row = await db
    .selectFrom("payment_events as e")
    .select([...columns, "e.payload"])
    .where("e.id", "=", id)
    .executeTakeFirst();
  return row === undefined ? null : { ...toListed(row), payload: row.payload };
}
