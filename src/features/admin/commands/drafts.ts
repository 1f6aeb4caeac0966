import { createHash } from "node:crypto";
import { v7 as uuidv7 } from "uuid";
import type { AdminAction } from "#app/lib/audit.ts";
import { toStorable } from "#app/rules/storable-text.ts";
import { uploadDetails, uploadTitle } from "#app/rules/upload-details.ts";
import type { Services } from "#app/services.ts";
import {
  insertDraft,
  insertPicture,
  lockDraftOfFile,
  publishDrafts,
  removeFiles,
  storePicture,
  updateDraft,
} from "#app/features/pictures/commands.ts";
import type { DraftChanges } from "#app/features/pictures/inputs.ts";
import { draftOfFile } from "#app/features/pictures/queries.ts";
import { audited } from "./audit.ts";

const longestPrompt = 2_000;

type Uploaded = {
  id: string;
  /** Whether the same file was uploaded before and is a draft still: that one is kept, as it was edited. */
  already: boolean;
};

/**
 * Stores a picture with what is known of it: the title and prompt that its file names, else the words of its name; tags
 * and description from prompt, colours and analysis.
 */
async function storeUpload(
  services: Services,
  ownerId: string,
  bytes: Uint8Array,
  fileName: string,
) {
  const found = await services.imaging.settings(bytes);
  const prompt =
    Array.from(toStorable(found?.prompt ?? ""))
      .slice(0, longestPrompt)
      .join("")
      .trim() || null;
  const made = uploadTitle({ title: found?.others["title"], prompt, fileName });
  const engine = found?.model ?? found?.tool ?? null;
  const stored = await storePicture(services, {
    id: uuidv7(),
    bytes,
    ownerId,
    title: made.title,
    prompt,
    engine: { id: "imported", label: engine ?? "unknown model", neural: true },
    ...(found?.seed !== undefined && { seed: found.seed }),
    review: true,
  });
  const { colors, width, height, genMeta } = stored;
  const drawing = genMeta.moderation?.scores.drawing ?? null;
  const details = uploadDetails({ prompt, colors, width, height, engine, drawing });
  return { stored, details, from: made.from };
}

/**
 * Imports a picture as the admin's own. It is a draft: private until it is published, so that everything said of it can
 * be corrected before anybody sees it. A file that is a draft already is not imported again.
 * @throws AppError as storePicture does
 */
export async function importPicture(
  services: Services,
  by: AdminAction,
  bytes: Uint8Array,
  fileName: string,
): Promise<Uploaded> {
  const ownerId = by.admin.userId;
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const earlier = await draftOfFile(services.db, ownerId, sha256);
  if (earlier !== null) return { id: earlier, already: true };
  const { stored, details, from } = await storeUpload(services, ownerId, bytes, fileName);
  // If this throws, the row may be written or not: files without one are swept later.
  const result = await audited(services.db, by, async (tx) => {
    const there = await lockDraftOfFile(tx, ownerId, sha256);
    if (there !== null) return { result: { id: there, already: true }, records: [] };
    const { id } = await insertPicture(tx, { ...stored, ...details, isPublic: false });
    await insertDraft(tx, {
      picture_id: id,
      owner_id: ownerId,
      file_name: fileName,
      file_sha256: sha256,
      made_title: stored.title,
      title_from: from,
    });
    const target = { kind: "picture" as const, id };
    const record = { action: "picture.upload", target, after: { title: stored.title } };
    return { result: { id, already: false }, records: [record] };
  });
  if (result.already) await removeFiles(services, stored);
  return result;
}

/** Changes a draft of the admin's. @throws AppError not-found, also for one that is published */
export async function changeDraft(
  services: Services,
  { admin }: AdminAction,
  id: string,
  changes: DraftChanges,
): Promise<void> {
  await updateDraft(services, admin, id, changes);
}

/**
 * Publishes drafts of the admin's. Those that are no drafts any more, published or removed in another tab, are left out.
 * @returns how many were published, and the token that undoes it
 */
export async function publishUploads(
  { db }: Pick<Services, "db">,
  by: AdminAction,
  ids: readonly string[],
): Promise<{ changed: number; undo: string }> {
  return audited(db, by, async (tx) => {
    const published = await publishDrafts(tx, by.admin.userId, ids);
    const records = published.map(({ id, before, after }) => ({
      action: "picture.publish",
      target: { kind: "picture" as const, id },
      before,
      after,
    }));
    return { result: { changed: published.length, undo: by.requestId }, records };
  });
}
