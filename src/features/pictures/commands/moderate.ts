import { sql, type Transaction } from "kysely";
import { t } from "#app/language/message.ts";
import type { Database } from "#app/db/schema.ts";
import type { AuditedTransaction } from "#app/lib/audit.ts";
import { fieldError } from "#app/lib/errors.ts";

type Tx = Transaction<Database>;

export const reviewActions = ["approve", "reject", "pick", "unpick", "remove"] as const;
export type ReviewAction = (typeof reviewActions)[number];

/** The moderation state of a picture, as kept in the audit log. */
export type ReviewState = {
  /** Also of a picture that is hidden only because its owner's account is off. */
  approved: boolean;
  status: "ready" | "waiting" | "rejected";
  /** ISO 8601, UTC; null when it is not picked. */
  pickedAt: string | null;
  /** Null when it was not removed. */
  removedAt: string | null;
};

export type ReviewChange = { id: string; before: ReviewState; after: ReviewState };

async function lockStates(tx: Tx, ids: readonly string[]): Promise<Map<string, ReviewState>> {
  const rows = await tx
    .selectFrom("pictures")
    .select(["id", "approved", "hidden_with_owner", "status", "picked_at", "removed_at"])
    .where("id", "in", ids)
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
  return new Map(
    rows.map((row) => [
      row.id,
      {
        approved: row.approved || row.hidden_with_owner,
        status: row.status as ReviewState["status"],
        pickedAt: row.picked_at?.toISOString() ?? null,
        removedAt: row.removed_at?.toISOString() ?? null,
      },
    ]),
  );
}

/** The state after an action; unchanged where the action does not apply. */
function decided(action: ReviewAction, state: ReviewState, now: string): ReviewState {
  switch (action) {
    case "approve":
      return { ...state, approved: true, status: "ready", removedAt: null };
    case "reject":
      return { ...state, approved: false, status: "rejected", pickedAt: null };
    case "remove":
      return { ...state, approved: false, pickedAt: null, removedAt: state.removedAt ?? now };
    case "pick":
      return state.approved ? { ...state, pickedAt: state.pickedAt ?? now } : state;
    default:
      return { ...state, pickedAt: null };
  }
}

async function write(tx: Tx, id: string, { approved, status, pickedAt, removedAt }: ReviewState) {
  await tx
    .updateTable("pictures")
    .set({
      // By trigger an approved picture stays hidden while its owner's account is off.
      approved,
      hidden_with_owner: false,
      status,
      picked_at: pickedAt,
      removed_at: removedAt,
      updated_at: sql`now()`,
    })
    .where("id", "=", id)
    .execute();
}

const isSame = (a: ReviewState, b: ReviewState) =>
  a.approved === b.approved &&
  a.status === b.status &&
  a.pickedAt === b.pickedAt &&
  a.removedAt === b.removedAt;

/**
 * An admin's decision on pictures: approve, reject, pick for the feed of Picks, or remove (hidden at once,
 * deleted a day later).
 * @returns what changed, picture by picture
 * @throws AppError invalid-request when one of them is no picture; then nothing has changed
 */
export async function reviewPictures(
  tx: AuditedTransaction,
  ids: readonly string[],
  action: ReviewAction,
): Promise<ReviewChange[]> {
  const states = await lockStates(tx, ids);
  if (states.size !== ids.length) {
    throw fieldError("ids", "unknown", t`One of these is not a picture, or not any more`);
  }
  const now = new Date().toISOString();
  const changes: ReviewChange[] = [];
  for (const [id, before] of states) {
    const after = decided(action, before, now);
    if (isSame(before, after)) continue;
    await write(tx, id, after);
    changes.push({ id, before, after });
  }
  return changes;
}

/** Undoes decisions where nobody has decided again since; @returns what changed. */
export async function undoReview(
  tx: AuditedTransaction,
  changes: readonly ReviewChange[],
): Promise<ReviewChange[]> {
  const states = await lockStates(
    tx,
    changes.map(({ id }) => id),
  );
  const undone: ReviewChange[] = [];
  for (const { id, before, after } of changes) {
    const state = states.get(id);
    if (state === undefined || !isSame(state, after)) continue;
    await write(tx, id, before);
    undone.push({ id, before: state, after: before });
  }
  return undone;
}
