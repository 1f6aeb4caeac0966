import { sql, type Kysely } from "kysely";
import { t } from "#app/language/message.ts";
import type { Database } from "#app/db/schema.ts";
import { AppError } from "#app/lib/errors.ts";
import { isUuid } from "#app/rules/picture-filename.ts";
import type { ChunkedFile } from "./queries/chunked-file.ts";
import { archivePrefix, planSchema } from "./queries/plan.ts";

export { readChunks } from "./queries/chunked-file.ts";

const states = ["queued", "running", "ready", "failed", "cancelled", "expired"] as const;
export type ExportState = (typeof states)[number];

/** The export that a member asked for last. */
export type OwnExport = {
  id: string;
  state: ExportState;
  /** Bytes of the archive that are written, and all of them; 0 while they are counted. */
  done: number;
  total: number;
  pictures: number;
  /** Images whose file could not be read. */
  leftOut: number;
  /** ISO 8601, UTC. */
  requestedAt: string;
  expiresAt: string | null;
};

/** The member's last export; null where there is none. */
export async function lastExport(db: Kysely<Database>, userId: string): Promise<OwnExport | null> {
  const row = await db
    .selectFrom("exports")
    .select(["id", "state", "done", "total", "pictures", "requested_at", "expires_at"])
    .select(sql<number>`cardinality(left_out)`.as("left_out"))
    // One that has expired and was not cleared away yet.
    .select(sql<boolean>`coalesce(expires_at < now(), false)`.as("is_over"))
    .where("user_id", "=", userId)
    .orderBy("requested_at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return null;
  const isOver = row.state === "ready" && row.is_over;
  return {
    id: row.id,
    state: isOver ? "expired" : (row.state as ExportState),
    done: row.done,
    total: row.total,
    pictures: row.pictures,
    leftOut: row.left_out,
    requestedAt: row.requested_at.toISOString(),
    expiresAt: row.expires_at?.toISOString() ?? null,
  };
}

export type Archive = {
  file: ChunkedFile;
  /** Names these bytes and no others. */
  identity: string;
  username: string;
  requestedAt: Date;
};

/**
 * The archive of a finished export of the member's.
 * @throws AppError not-found, also for somebody else's and for one that has expired
 */
export async function archiveOf(
  db: Kysely<Database>,
  userId: string,
  id: string,
): Promise<Archive> {
  if (!isUuid(id)) throw new AppError("not-found");
  const row = await db
    .selectFrom("exports as e")
    .innerJoin("users as u", "u.id", "e.user_id")
    .select(["e.id", "e.round", "e.plan", "e.requested_at", "u.username"])
    .where("e.id", "=", id)
    .where("e.user_id", "=", userId)
    .where("e.state", "=", "ready")
    .where("e.expires_at", ">", sql<Date>`now()`)
    .executeTakeFirst();
  if (row === undefined) {
    throw new AppError("not-found", { detail: t`This export is not there, or has expired` });
  }
  const { chunk, total } = planSchema.parse(row.plan);
  return {
    file: { prefix: archivePrefix(row.id, row.round), chunk, size: total },
    identity: `${row.id}-${row.round}`,
    username: row.username,
    requestedAt: row.requested_at,
  };
}

/** What was taken over of an archive, what was there already, and what could not be taken over. */
export type ImportCounts = {
  pictures: { added: number; known: number; ofOthers: number };
  /** Images whose source is not here. */
  withoutSource: number;
  collections: { added: number; known: number; withoutImages: number };
  likes: { added: number; notHere: number };
  follows: { added: number; notHere: number };
  kits: { added: number; known: number };
  /** Left out by imports of earlier releases. */
  wordLists?: { added: number; known: number };
  /** Masks of edits; likewise. */
  masks?: { added: number; known: number };
};

/** An archive that a member brings. */
export type OwnImport = {
  id: string;
  state: "uploading" | "queued" | "running" | "done" | "refused" | "failed" | "cancelled";
  /** Bytes of the archive, and those that have arrived. */
  size: number;
  received: number;
  phase: "check" | "store" | "book" | null;
  /** Images that the phase is through with, and all of them. */
  done: number;
  total: number;
  /** What was taken over and what was left out. */
  counts: ImportCounts | null;
  /** Why it was refused. */
  reason: string | null;
  /** ISO 8601, UTC. */
  requestedAt: string;
};

/** The archive that the member brought last; null where there is none. */
export async function lastImport(db: Kysely<Database>, userId: string): Promise<OwnImport | null> {
  const row = await db
    .selectFrom("imports")
    .select(["id", "state", "size", "received", "phase", "done", "total", "counts", "reason"])
    .select("requested_at")
    .where("user_id", "=", userId)
    .where("by_operator", "=", false)
    .orderBy("requested_at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { requested_at: at, ...rest } = row;
  return { ...(rest as Omit<OwnImport, "requestedAt">), requestedAt: at.toISOString() };
}
