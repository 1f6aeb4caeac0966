import { setTimeout as sleep } from "node:timers/promises";
import { sql, type Kysely } from "kysely";
import { prepared } from "./prepared.ts";
import type { Database } from "./schema.ts";

type Batch = { waiting: Map<string, [channel: string, payload: string]>; sending: boolean };

/** Between two statements: under load, what comes meanwhile is sent as one. */
const pauseMs = 10;

/** One buffer per pool; what is in it may be lost without harm. */
const batches = new WeakMap<Kysely<Database>, Batch>();

async function send(db: Kysely<Database>, batch: Batch): Promise<void> {
  batch.sending = true;
  try {
    while (batch.waiting.size > 0) {
      const notes = [...batch.waiting.values()];
      batch.waiting.clear();
      await sql`
        ${prepared} select set_config('synchronous_commit', 'off', true), pg_notify(note.channel, note.payload)
        from unnest(${notes.map(([channel]) => channel)}::text[], ${notes.map(([, payload]) => payload)}::text[])
          as note (channel, payload)`.execute(db);
      await sleep(pauseMs);
    }
  } finally {
    batch.sending = false;
  }
}

/**
 * Sends a notification soon, outside any transaction, batched with others of the same moment.
 * A notification inside a transaction makes commits wait for each other (half the writes a second, measured), so hot
 * paths announce after the commit. It may be lost with the process or the database: every listener also
 * polls now and then.
 */
export function announce(db: Kysely<Database>, channel: string, payload: string): void {
  const batch = batches.get(db) ?? { waiting: new Map(), sending: false };
  batches.set(db, batch);
  batch.waiting.set(`${channel} ${payload}`, [channel, payload]);
  if (!batch.sending) send(db, batch).catch(() => undefined);
}
