import { sql, type Insertable, type Transaction } from "kysely";
import type { Database, PictureDrafts } from "#app/db/schema.ts";
import type { Member } from "#app/lib/actor.ts";
import type { AuditedTransaction } from "#app/lib/audit.ts";
import { AppError } from "#app/lib/errors.ts";
import type { Services } from "#app/services.ts";
import type { DraftChanges } from "../inputs.ts";
import { draftOfFile, isOpenDraft } from "../queries/drafts.ts";
import { updatePicture } from "./change.ts";

type Tx = Transaction<Database>;
type Published = { id: string; before: { is_public: boolean }; after: { is_public: boolean } };

/** The open draft that an admin made of the same file before; uploads of equal files wait for each other. */
export async function lockDraftOfFile(
  tx: Tx,
  ownerId: string,
  sha256: string,
): Promise<string | null> {
  const key = `draft:${ownerId}:${sha256}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx);
  return draftOfFile(tx, ownerId, sha256);
}

/** Marks a picture as uploaded and not published yet. */
export async function insertDraft(tx: Tx, draft: Insertable<PictureDrafts>): Promise<void> {
  await tx.insertInto("picture_drafts").values(draft).execute();
}

/**
 * Changes a draft of the actor's, its prompt and palette too.
 * @throws AppError not-found, also for one that is published or somebody else's
 */
export async function updateDraft(
  services: Services,
  actor: Member,
  id: string,
  changes: DraftChanges,
): Promise<void> {
  const draft = await services.db
    .selectFrom("picture_drafts as d")
    .innerJoin("pictures as p", "p.id", "d.picture_id")
    .select("d.picture_id")
    .where("d.picture_id", "=", id)
    .where("d.owner_id", "=", actor.userId)
    .where(isOpenDraft)
    .executeTakeFirst();
  if (draft === undefined) throw new AppError("not-found");
  await updatePicture(services, actor, id, changes);
}

/** Sets the visibility of locked pictures, and whether they are drafts. */
async function setPublished(tx: Tx, ids: readonly string[], isPublic: boolean) {
  if (ids.length === 0) return;
  await tx
    .updateTable("pictures")
    .set({ is_public: isPublic, updated_at: sql<Date>`now()` })
    .where("id", "in", ids)
    .execute();
  await tx
    .updateTable("picture_drafts")
    .set({ published_at: isPublic ? sql<Date>`now()` : null })
    .where("picture_id", "in", ids)
    .execute();
}

/** Those of the pictures that fit a condition on d (picture_drafts) and p, locked in the order of ids. */
async function lockDrafts(
  tx: Tx,
  ownerId: string,
  ids: readonly string[],
  condition: ReturnType<typeof sql<boolean>>,
) {
  const rows = await tx
    .selectFrom("pictures as p")
    .innerJoin("picture_drafts as d", "d.picture_id", "p.id")
    .select("p.id")
    .where("d.owner_id", "=", ownerId)
    .where("p.id", "in", ids)
    .where(condition)
    .orderBy("p.id")
    .forNoKeyUpdate(["p", "d"])
    .execute();
  return rows.map(({ id }) => id);
}

/** Publishes drafts of an admin; pictures that are no drafts any more are left alone. @returns what changed */
export async function publishDrafts(
  tx: AuditedTransaction,
  ownerId: string,
  ids: readonly string[],
): Promise<Published[]> {
  const drafts = await lockDrafts(tx, ownerId, ids, isOpenDraft);
  await setPublished(tx, drafts, true);
  return drafts.map((id) => ({ id, before: { is_public: false }, after: { is_public: true } }));
}

/** Makes published pictures drafts again, unless they are private by now. @returns what changed */
export async function unpublishDrafts(
  tx: AuditedTransaction,
  ownerId: string,
  ids: readonly string[],
): Promise<Published[]> {
  const isPublished = sql<boolean>`(d.published_at is not null and p.is_public)`;
  const drafts = await lockDrafts(tx, ownerId, ids, isPublished);
  await setPublished(tx, drafts, false);
  return drafts.map((id) => ({ id, before: { is_public: true }, after: { is_public: false } }));
}
