import { randomUUID } from "node:crypto";
import { sql, type Updateable } from "kysely";
import { announce } from "#app/db/announce.ts";
import { notify } from "#app/db/live.ts";
import type { Models } from "#app/db/schema.ts";
import type { Services } from "#app/services.ts";
import { asModelRow, modelsChanged, modelsProgress, type ModelRow } from "../queries/rows.ts";

type LeaseServices = Pick<Services, "db" | "log">;

/** How often progress is written and told, and so how soon a pause is noticed. */
const beatMs = 500;
/** A model whose worker is silent for this long is continued by another. */
export const silentSeconds = 30;

/** A model while this worker has it. */
export type Held = { id: string; run: string };

/** An admin has paused or cancelled it, or another worker has taken over. */
export class Superseded extends Error {}

const isTaken = (error: unknown) => (error as { code?: string }).code === "23505";

/**
 * Takes the model whose worker is silent, else the one that has waited longest; nothing while another is at work in any
 * process.
 */
export async function claim({ db }: Pick<Services, "db">): Promise<(ModelRow & Held) | null> {
  const run = randomUUID();
  try {
    const row = await db.transaction().execute(async (tx) => {
      const silent = sql<Date>`now() - make_interval(secs => ${silentSeconds}::int)`;
      const next = await tx
        .selectFrom("models")
        .select(["id", "state"])
        .where((eb) =>
          eb.or([
            eb("state", "=", "queued"),
            eb.and([eb("state", "=", "working"), eb("seen_at", "<", silent)]),
          ]),
        )
        .orderBy(sql`state = 'working'`, "desc")
        .orderBy("wanted_at")
        .orderBy("id")
        .limit(1)
        // A second worker waits here, and then sees that the first has it: no other is taken in its place.
        .forUpdate()
        .executeTakeFirst();
      if (next === undefined) return undefined;
      return tx
        .updateTable("models")
        .set({
          state: "working",
          run,
          seen_at: sql<Date>`now()`,
          reason: null,
          fault: null,
          rate: null,
        })
        .where("id", "=", next.id)
        .returningAll()
        .executeTakeFirstOrThrow();
    });
    if (!row) return null;
    announce(db, modelsProgress, "");
    return { ...asModelRow(row), run };
  } catch (error) {
    // One is at work: the index lets no second one in.
    if (isTaken(error)) return null;
    throw error;
  }
}

/** Writes to the model while this worker has it. @throws Superseded */
export async function write(
  { db }: Pick<Services, "db">,
  { id, run }: Held,
  values: Updateable<Models>,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable("models")
    .set({ ...values, seen_at: sql<Date>`now()` })
    .where("id", "=", id)
    .where("run", "=", run)
    .where("state", "=", "working")
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Superseded();
  announce(db, modelsProgress, "");
}

/** Ends the work on a model, and tells all processes. @throws Superseded */
export async function finish(
  { db }: Pick<Services, "db">,
  { id, run }: Held,
  values: Updateable<Models> & { state: string },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable("models")
      .set({ ...values, run: null, rate: null, seen_at: sql<Date>`now()` })
      .where("id", "=", id)
      .where("run", "=", run)
      .where("state", "=", "working")
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new Superseded();
    await notify(tx, modelsChanged, "");
  });
}

/** What is told while a model is worked on; `bytesDone` of all its files. */
export type Telling = {
  /** The last of each is written at the next beat. */
  bytes(done: number): void;
  part(share: number): void;
  /** Aborts with Superseded when the model is this worker's no more. */
  signal: AbortSignal;
  stop(): Promise<void>;
};

/** Share of what was seen last in the rate; the rest is what was known before. */
const freshness = 0.2;

/** Writes twice a second how far the model is, and that its worker lives. */
export function tell(services: LeaseServices, held: Held, from: number): Telling {
  const lost = new AbortController();
  let done = from;
  let part = 0;
  let rate: number | null = null;
  let last = { done: from, at: performance.now() };
  let writing: Promise<void> = Promise.resolve();

  function rateNow(): number | null {
    const now = performance.now();
    const seconds = (now - last.at) / 1000;
    if (done < last.done || done === from) return rate;
    const seen = (done - last.done) / seconds;
    rate = rate === null ? seen : rate * (1 - freshness) + seen * freshness;
    return Math.round(rate);
  }
  async function beat(): Promise<void> {
    const values = { bytes_done: done, part, rate: rateNow() };
    last = { done, at: performance.now() };
    try {
      await write(services, held, values);
    } catch (error) {
      if (error instanceof Superseded) lost.abort(error);
      else
        services.log.warn({ err: error, model: held.id }, "a worker could not say that it lives");
    }
  }
  const timer = setInterval(() => {
    writing = writing.then(beat);
  }, beatMs);
  return {
    bytes(now) {
      done = now;
    },
    part(share) {
      part = Math.min(1, Math.max(0, share));
    },
    signal: lost.signal,
    async stop() {
      clearInterval(timer);
      await writing;
    },
  };
}
