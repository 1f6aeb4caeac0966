import { sql, type Transaction } from "kysely";
import { t } from "#app/language/message.ts";
import type { Database } from "#app/db/schema.ts";
import type { AuditedTransaction } from "#app/lib/audit.ts";
import { fieldError } from "#app/lib/errors.ts";

type Tx = Transaction<Database>;

export const collectionActions = ["pick", "unpick", "hide", "unhide"] as const;
export type CollectionAction = (typeof collectionActions)[number];

/** What admins decided about a collection, as kept in the audit log. Times are ISO 8601, UTC. */
export type CollectionReview = { pickedAt: string | null; hiddenAt: string | null };

export type CollectionChange = { id: string; before: CollectionReview; after: CollectionReview };

type Found = CollectionReview & { isPublic: boolean };

/** Locks collections in the order of ids; deleted ones are left out. */
async function lockReviews(tx: Tx, ids: readonly string[]): Promise<Map<string, Found>> {
  const rows = await tx
    .selectFrom("collections")
    .select(["id", "is_public", "picked_at", "hidden_at"])
    .where("id", "in", ids)
    .where("deleted_at", "is", null)
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
  return new Map(
    rows.map((row) => [
      row.id,
      {
        isPublic: row.is_public,
        pickedAt: row.picked_at?.toISOString() ?? null,
        hiddenAt: row.hidden_at?.toISOString() ?? null,
      },
    ]),
  );
}

/** The review after an action. Only what everybody may see can be picked; hiding ends a pick. */
function decided(
  action: CollectionAction,
  { isPublic, pickedAt, hiddenAt }: Found,
  now: string,
): CollectionReview {
  switch (action) {
    case "pick": {
      const canPick = isPublic && hiddenAt === null;
      return { pickedAt: canPick ? (pickedAt ?? now) : pickedAt, hiddenAt };
    }
    case "unpick":
      return { pickedAt: null, hiddenAt };
    case "hide":
      return { pickedAt: null, hiddenAt: hiddenAt ?? now };
    default:
      return { pickedAt, hiddenAt: null };
  }
}

const isSame = (a: CollectionReview, b: CollectionReview) =>
  a.pickedAt === b.pickedAt && a.hiddenAt === b.hiddenAt;

async function write(tx: Tx, id: string, { pickedAt, hiddenAt }: CollectionReview): Promise<void> {
  await tx
    .updateTable("collections")
    .set({
      picked_at: sql<Date | null>`${pickedAt}::timestamptz`,
      hidden_at: sql<Date | null>`${hiddenAt}::timestamptz`,
    })
    .where("id", "=", id)
    .execute();
}

/**
 * An admin's decision on collections: picked or not, hidden or not. `updated_at` is the owner's and stays.
 * @returns what changed, collection by collection
 * @throws AppError invalid-request when one of them is no collection; then nothing has changed
 */
export async function reviewCollections(
  tx: AuditedTransaction,
  ids: readonly string[],
  action: CollectionAction,
): Promise<CollectionChange[]> {
  const found = await lockReviews(tx, ids);
  if (found.size !== ids.length) {
    throw fieldError("ids", "unknown", t`One of these is not a collection, or not any more`);
  }
  const now = new Date().toISOString();
  const changes: CollectionChange[] = [];
  for (const [id, state] of found) {
    const before = { pickedAt: state.pickedAt, hiddenAt: state.hiddenAt };
    const after = decided(action, state, now);
    if (isSame(before, after)) continue;
    await write(tx, id, after);
    changes.push({ id, before, after });
  }
  return changes;
}

/** Undoes decisions where nobody has decided again since; @returns what changed. */
export async function undoCollectionReview(
  tx: AuditedTransaction,
  changes: readonly CollectionChange[],
): Promise<CollectionChange[]> {
  const found = await lockReviews(
    tx,
    changes.map(({ id }) => id),
  );
  const undone: CollectionChange[] = [];
  for (const { id, before, after } of changes) {
    const state = found.get(id);
    if (state === undefined || !isSame(state, after)) continue;
    await write(tx, id, before);
    undone.push({ id, before: after, after: before });
  }
  return undone;
}
