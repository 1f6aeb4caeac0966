import { sql, type Selectable, type Transaction } from "kysely";
import type { Database, Generations } from "#app/db/schema.ts";
import { speaking } from "#app/language/spoken.ts";
import { completionText, failureText } from "#app/rules/notification-text.ts";
import { imageAddress, pageImageHost } from "#app/rules/image-address.ts";
import type { Services } from "#app/services.ts";
import { settleHold } from "#app/features/billing/commands.ts";
import { languageOfMember } from "#app/features/identity/queries.ts";
import { addNotification, publishEvent } from "#app/features/notifications/commands.ts";
import type { CastState } from "../policy.ts";
import { progressOf, withoutOpen } from "../queries/progress.ts";
import { leaveEngine } from "./engine-slots.ts";

type Tx = Transaction<Database>;
export type Generation = Selectable<Generations>;

/** Why a generation ends. `reason` is a plain sentence for the member. */
export type Ending =
  | { kind: "finished"; warnings: string[]; interpretation: object | null }
  | { kind: "failed"; failKind: string; reason: string }
  | { kind: "cancelled" };

/**
 * Locks a generation together with its member's slots, in the order that every transaction keeps
 * (see billing/commands.ts), and returns the row as it is under the lock.
 */
export async function lockGeneration(tx: Tx, id: string): Promise<Generation | null> {
  await sql`
    select from member_slots
    where user_id = (select user_id from generations where id = ${id}) for no key update`.execute(
    tx,
  );
  const row = await tx
    .selectFrom("generations")
    .selectAll()
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** Removes a generation that changes its state from the member's counts. */
export async function leaveSlot(tx: Tx, row: Generation): Promise<void> {
  const counter = row.state === "running" ? "running" : "waiting";
  await tx
    .updateTable("member_slots")
    .set((eb) => ({
      [counter]: eb(counter, "-", 1),
      ...(row.is_paused && { paused: eb("paused", "-", 1) }),
      ...(counter === "waiting" &&
        row.grid_cell !== null && { grid_waiting: eb("grid_waiting", "-", 1) }),
    }))
    .where("user_id", "=", row.user_id)
    .execute();
}

function outcome(row: Generation, ending: Ending) {
  const { delivered, count } = row;
  if (delivered === count) return { state: "done", failKind: null, reason: null } as const;
  if (ending.kind === "cancelled") {
    return { state: "cancelled", failKind: "cancelled", reason: null } as const;
  }
  const failKind = ending.kind === "failed" ? ending.failKind : "incomplete";
  const given = ending.kind === "failed" ? ending.reason : null;
  if (delivered === 0) {
    return { state: "failed", failKind, reason: given ?? "The engine sent no picture." } as const;
  }
  const share = `Only ${delivered} of ${count} pictures were made.`;
  return { state: "done", failKind, reason: given ? `${share} ${given}` : share } as const;
}

type Addresses = { env: Pick<Services["env"], "SERVER_URL" | "PICTURES_URL"> };

/** A notification for what was delivered, and one for what was not, with the texts of docs/product.md 4.4. */
async function addNotices(
  { env }: Addresses,
  tx: Tx,
  row: Generation,
  reason: string | null,
): Promise<void> {
  const [first] = await tx
    .selectFrom("pictures")
    .select(["id", "title", "filename"])
    .where("generation_id", "=", row.id)
    .orderBy("generation_index")
    .limit(1)
    .execute();
  const host = pageImageHost(env.SERVER_URL, env.PICTURES_URL);
  const thumbnail = { width: 512 };
  const about = {
    userId: row.user_id,
    generationId: row.id,
    imageId: first?.id ?? null,
    imageUrl: first ? imageAddress(host, first.filename, thumbnail) : null,
    imageTitle: first?.title ?? null,
    // Below the image host this key answers the thumbnail.
    r2Key: first ? imageAddress("", first.filename, thumbnail).slice(1) : null,
    metadata: first ? { title: first.title } : {},
  };
  const language = await languageOfMember(tx, row.user_id);
  if (row.delivered > 0) {
    const text = speaking(language, () =>
      completionText({ title: first?.title, imageCount: row.delivered }),
    );
    const imageCount = row.delivered;
    await addNotification(tx, { ...about, ...text, type: "generation_completed", imageCount });
  }
  if (reason !== null) {
    const text = speaking(language, () => failureText(reason));
    await addNotification(tx, { ...about, ...text, type: "generation_failed", imageCount: null });
  }
}

/**
 * What is told of a grid when its last picture is over: all of them as one. Null while others are open.
 */
async function endOfGrid(
  tx: Tx,
  { grid_id: gridId }: Generation,
): Promise<{ delivered: number; reason: string | null } | null> {
  const sum = await tx
    .selectFrom("generations")
    .select((eb) => [
      eb.fn.countAll<number>().as("pictures"),
      eb.fn.sum<number>("delivered").as("delivered"),
      eb.fn.countAll<number>().filterWhere("state", "in", ["queued", "running"]).as("open"),
      eb.fn.countAll<number>().filterWhere("state", "=", "failed").as("failed"),
    ])
    .where("grid_id", "=", gridId)
    .executeTakeFirstOrThrow();
  if (sum.open > 0) return null;
  const { delivered } = sum;
  const reason = `Only ${delivered} of ${sum.pictures} pictures were made.`;
  return { delivered, reason: sum.failed > 0 ? reason : null };
}

/**
 * Ends a locked generation: charges what was delivered, refunds the rest, and notifies the member, all in the
 * caller's transaction. The caller has checked, under the lock, that it may end it.
 * @returns the state it ended in
 */
export async function closeGeneration(
  addresses: Addresses,
  tx: Tx,
  row: Generation,
  ending: Ending,
): Promise<CastState> {
  const { state, failKind, reason } = outcome(row, ending);
  await leaveSlot(tx, row);
  await leaveEngine(tx, row);
  await tx
    .updateTable("generations")
    .set({
      state,
      is_paused: false,
      fail_kind: failKind,
      fail_reason: reason,
      lease_until: null,
      requests: 0,
      finished_at: sql<Date>`now()`,
      progress: JSON.stringify(withoutOpen(progressOf(row.progress), "failed")),
      ...(ending.kind === "finished" && {
        warnings: ending.warnings,
        interpretation: ending.interpretation && JSON.stringify(ending.interpretation),
      }),
    })
    .where("id", "=", row.id)
    .execute();
  const { settled } = await settleHold(tx, row.hold_id, (row.cost / row.count) * row.delivered);
  const told = row.grid_id === null ? { ...row, reason } : await endOfGrid(tx, row);
  if (told !== null) await addNotices(addresses, tx, { ...row, ...told }, told.reason);
  await publishEvent(
    tx,
    row.user_id,
    state === "failed" ? "generation.failed" : "generation.done",
    {
      generationId: row.id,
      state,
      delivered: row.delivered,
      count: row.count,
      creditsBack: row.cost - settled,
      reason,
    },
  );
  return state;
}
