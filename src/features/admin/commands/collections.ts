import type { AdminAction, AuditRecord } from "#app/lib/audit.ts";
import type { Services } from "#app/services.ts";
import {
  reviewCollections,
  undoCollectionReview,
  type CollectionChange,
} from "#app/features/collections/commands.ts";
import type { CollectionsInput } from "../inputs/collections.ts";
import { audited, entriesToUndo } from "./audit.ts";

type Db = Pick<Services, "db">;

const recordsOf = (action: string, changes: readonly CollectionChange[]): AuditRecord[] =>
  changes.map(({ id, before, after }) => ({
    action: `collection.${action}`,
    target: { kind: "collection", id },
    before,
    after,
  }));

/**
 * Picks or hides collections, or ends that, all or none of them.
 * @returns how many changed, and the token that undoes it
 * @throws AppError invalid-request when one is no collection
 */
export async function decideOnCollections(
  { db }: Db,
  by: AdminAction,
  { ids, action }: CollectionsInput,
): Promise<{ changed: number; undo: string }> {
  return audited(db, by, async (tx) => {
    const changes = await reviewCollections(tx, ids, action);
    const result = { changed: changes.length, undo: by.requestId };
    return { result, records: recordsOf(action, changes) };
  });
}

/**
 * Undoes the same admin's decisions of one request about collections. What was decided again stays as it is.
 * @returns how many are as before
 * @throws AppError not-found when there is nothing to undo
 */
export async function undoCollections(
  { db }: Db,
  by: AdminAction,
  undo: string,
): Promise<{ changed: number }> {
  return audited(db, by, async (tx) => {
    const entries = await entriesToUndo(tx, by, undo, ["collection"]);
    const done = entries.map(({ id, before, after }) => ({
      id,
      before: before as CollectionChange["before"],
      after: after as CollectionChange["after"],
    }));
    const changes = await undoCollectionReview(tx, done);
    return { result: { changed: changes.length }, records: recordsOf("undo", changes) };
  });
}
