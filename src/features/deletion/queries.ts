import { createHash } from "node:crypto";
import { sql, type Kysely } from "kysely";
import type { Database } from "#app/db/schema.ts";
import type { DeletionKind, DeletionState, Removed } from "#app/rules/deletion.ts";
import { isUuid } from "#app/rules/picture-filename.ts";

type Db = Kysely<Database>;

/** A deletion as its page, the API and admins see it; it names nobody. */
export type Deletion = {
  /** Address of the page and number of the receipt. */
  id: string;
  kind: DeletionKind;
  state: DeletionState;
  /** ISO 8601, UTC. */
  requestedAt: string;
  dueAt: string;
  finishedAt: string | null;
  removed: Removed;
};

const rows = (db: Db) =>
  db
    .selectFrom("deletions")
    .select(["id", "kind", "state", "requested_at", "due_at", "finished_at", "removed"]);

type Row = Awaited<ReturnType<ReturnType<typeof rows>["execute"]>>[number];

function toDeletion(row: Row): Deletion {
  return {
    id: row.id,
    kind: row.kind as DeletionKind,
    state: row.state as DeletionState,
    requestedAt: row.requested_at.toISOString(),
    dueAt: row.due_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
    removed: row.removed as Removed,
  };
}

/** The deletion with this key or receipt number; null for none. */
export async function deletionByKey(db: Db, key: string): Promise<Deletion | null> {
  if (!isUuid(key)) return null;
  const row = await rows(db).where("id", "=", key).executeTakeFirst();
  return row === undefined ? null : toDeletion(row);
}

/** The deletion that a member's account waits for; null for none. */
export async function deletionOf(db: Db, userId: string): Promise<Deletion | null> {
  const row = await rows(db).where("target_id", "=", userId).executeTakeFirst();
  return row === undefined ? null : toDeletion(row);
}

/** The latest deletions that are over or under way. */
export async function latestDeletions(db: Db, limit: number): Promise<Deletion[]> {
  const found = await rows(db).orderBy("requested_at", "desc").orderBy("id").limit(limit).execute();
  return found.map(toDeletion);
}

/** What was deleted, as a restore of an older backup needs it: without anybody's id. */
export type Tombstone = {
  id: string;
  kind: DeletionKind;
  digest: string;
  /** ISO 8601, UTC. */
  requestedAt: string;
  removed: Removed;
};

/** The digest by which something deleted is known again. */
export const digestOf = (targetId: string): Buffer =>
  createHash("sha256").update(targetId).digest();

/** Everything that was deleted, or is being deleted and cannot be kept any more. */
export async function tombstones(db: Db, id?: string): Promise<Tombstone[]> {
  const found = await db
    .selectFrom("deletions")
    .select(["id", "kind", "requested_at", "removed"])
    .select(sql<string>`encode(target_digest, 'hex')`.as("digest"))
    .where("state", "in", ["erasing", "files", "done"])
    .$if(id !== undefined, (query) => query.where("id", "=", id ?? ""))
    .orderBy("requested_at")
    .orderBy("id")
    .execute();
  return found.map(({ id: receipt, kind, digest, requested_at, removed }) => ({
    id: receipt,
    kind: kind as DeletionKind,
    digest,
    requestedAt: requested_at.toISOString(),
    removed: removed as Removed,
  }));
}
