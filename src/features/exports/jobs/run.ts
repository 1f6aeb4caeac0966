import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { failpoint } from "#app/lib/failpoint.ts";
import type { Services } from "#app/services.ts";
import { archivePrefix, planSchema, roundFolder, type Plan } from "../queries/plan.ts";
import { buildArchive } from "./build.ts";
import { beat, claim, Superseded, write, type Lease } from "./lease.ts";
import { LostOriginals, writeSnapshot } from "./snapshot.ts";
import { tellFailed, tellReady } from "./tell.ts";

export type ExportServices = Pick<Services, "db" | "env" | "jobs" | "log" | "storage" | "version">;

/** Runs without progress before an export is given up. */
const mostAttempts = 5;
/** Days that an archive is kept. */
export const keptDays = 7;
const longestError = 500;

export type RunOptions = {
  /** Bytes of a chunk, for tests. */
  chunk?: number;
};

type Claimed = {
  id: string;
  user_id: string;
  round: number;
  plan: unknown;
  left_out: string[];
  requested_at: Date;
  attempts: number;
};

async function snapshot(
  services: ExportServices,
  at: Lease,
  claimed: Claimed,
  signal: AbortSignal,
  chunk?: number,
): Promise<{ plan: Plan; round: number }> {
  let { round, left_out: leftOut } = claimed;
  for (;;) {
    round += 1;
    await write(services, at, { round, plan: null, left_out: leftOut, done: 0, total: 0 });
    const folder = roundFolder(at.id, round);
    const { user_id: userId, requested_at: requestedAt } = claimed;
    try {
      const options = { userId, folder, requestedAt, leftOut, signal };
      const plan = await writeSnapshot(services, {
        ...options,
        ...(chunk !== undefined && { chunk }),
      });
      await write(services, at, {
        plan: JSON.stringify(plan),
        total: plan.total,
        pictures: plan.originals.count,
        attempts: 0,
      });
      return { plan, round };
    } catch (error) {
      if (!(error instanceof LostOriginals)) throw error;
      leftOut = [...new Set([...leftOut, ...error.digests])];
    }
  }
}

/** Digests of originals that the member's pictures still have: those of the others were changed or deleted meanwhile. */
async function stillThere({ db }: ExportServices, userId: string, digests: string[]) {
  const rows = await db
    .selectFrom("pictures")
    .select("sha256")
    .where("owner_id", "=", userId)
    .where("sha256", "in", digests)
    .execute();
  return rows.map(({ sha256 }) => sha256);
}

async function build(
  services: ExportServices,
  at: Lease,
  claimed: Claimed,
  signal: AbortSignal,
  { chunk }: RunOptions,
): Promise<void> {
  const known = planSchema.safeParse(claimed.plan);
  let now = known.success ? { plan: known.data, round: claimed.round } : null;
  let state = claimed;
  for (;;) {
    now ??= await snapshot(services, at, state, signal, chunk);
    const prefix = archivePrefix(at.id, now.round);
    try {
      const archive = { plan: now.plan, prefix, mtime: claimed.requested_at };
      await buildArchive(services, archive, signal, async (done) => {
        await write(services, at, { done, attempts: 0 });
        failpoint(services.env, "during-export");
      });
      return;
    } catch (error) {
      if (!(error instanceof LostOriginals)) throw error;
      // The picture was changed since the snapshot, or its file is damaged: a new snapshot has what there is.
      const lost = await stillThere(services, claimed.user_id, error.digests);
      const leftOut = [...new Set([...state.left_out, ...lost])];
      state = { ...state, round: now.round, left_out: leftOut };
      now = null;
    }
  }
}

async function finish(services: ExportServices, { id, run }: Lease, userId: string): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    const row = await tx
      .updateTable("exports")
      .set({
        state: "ready",
        done: sql<number>`total`,
        finished_at: sql<Date>`now()`,
        expires_at: sql<Date>`now() + make_interval(days => ${keptDays}::int)`,
      })
      .where("id", "=", id)
      .where("run", "=", run)
      .where("state", "=", "running")
      .returning("expires_at")
      .executeTakeFirst();
    if (!row?.expires_at) return;
    // The newest one has what the earlier ones have, or what there still is of it.
    await tx
      .updateTable("exports")
      .set({ state: "expired" })
      .where("user_id", "=", userId)
      .where("id", "<>", id)
      .where("state", "=", "ready")
      .execute();
    await tellReady(services, tx, userId, row.expires_at);
  });
}

async function giveUp(
  services: ExportServices,
  { id, run }: Lease,
  userId: string,
  reason: string,
): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable("exports")
      .set({ state: "failed", finished_at: sql<Date>`now()`, error: reason.slice(0, longestError) })
      .where("id", "=", id)
      .where("run", "=", run)
      .where("state", "=", "running")
      .executeTakeFirst();
    if (numUpdatedRows > 0n) await tellFailed(services, tx, userId);
  });
}

/**
 * Builds an export, or continues one whose worker has gone. What is wrong with it is tried again a few times by the
 * upkeep, and then told to the member.
 * @param ending ends the run, as when the program stops; another worker continues it
 */
export async function runExport(
  services: ExportServices,
  id: string,
  ending: AbortSignal,
  options: RunOptions = {},
): Promise<void> {
  const at: Lease = { table: "exports", id, run: randomUUID() };
  if (!(await claim(services, at))) return;
  const claimed = await services.db
    .selectFrom("exports")
    .select(["id", "user_id", "round", "plan", "left_out", "requested_at", "attempts"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const heart = beat(services, at);
  const signal = AbortSignal.any([ending, heart.signal]);
  try {
    await build(services, at, claimed, signal, options);
    heart.stop();
    await finish(services, at, claimed.user_id);
    services.log.info({ exportId: id, userId: claimed.user_id }, "export is ready");
  } catch (error) {
    heart.stop();
    if (error instanceof Superseded || heart.signal.aborted) return;
    if (!ending.aborted) services.log.warn({ err: error, exportId: id }, "export broke off");
    const { attempts } = await services.db
      .selectFrom("exports")
      .select("attempts")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    if (!ending.aborted && attempts >= mostAttempts) {
      const reason = error instanceof Error ? error.message : String(error);
      await giveUp(services, at, claimed.user_id, reason);
      return;
    }
    await write(services, at, { state: "queued" }).catch((thrown: unknown) => {
      if (!(thrown instanceof Superseded)) throw thrown;
    });
    if (!ending.aborted) throw error;
  } finally {
    heart.stop();
  }
}
