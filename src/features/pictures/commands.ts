/**
 * Writes to pictures. Locks on their rows are taken in the order of ids, so that no two transactions wait for
 * each other; in the order of tables they come where features/billing/commands.ts says.
 */
import type { Transaction } from "kysely";
import type { Database } from "#app/db/schema.ts";
import { paletteLab } from "#app/rules/oklab.ts";
import type { Services } from "#app/services.ts";
import { insertFeatures } from "./commands/features.ts";
import { countRemix, lockLine } from "./commands/lines.ts";
import { insertMarks } from "./commands/mark.ts";
import { insertReferences, type MadeWith } from "./commands/references.ts";
import type { StoredPicture } from "./commands/store.ts";
import type { GenMeta } from "./queries/page.ts";

export { updatePicture } from "./commands/change.ts";
export {
  insertDraft,
  lockDraftOfFile,
  publishDrafts,
  unpublishDrafts,
  updateDraft,
} from "./commands/drafts.ts";
export {
  discardEdits,
  editsOf,
  finishEdits,
  prepareEdits,
  revertOf,
  writeEdits,
  type EditOf,
  type FieldsChange,
  type PreparedEdit,
} from "./commands/edit-many.ts";
export { mayErase } from "./commands/change.ts";
export { writeAs, type Editor } from "./commands/editor.ts";
export { deletePicture, purgeRemoved } from "./commands/delete.ts";
export { erasePictures, eraseUploads, rewriteWithoutSource } from "./commands/erase.ts";
export { deleteUnlessNamed, holdFiles, removeFiles } from "./commands/files.ts";
export { makeVariant } from "./commands/signed.ts";
export { storePicture, type StoredPicture } from "./commands/store.ts";
export {
  reviewActions,
  reviewPictures,
  undoReview as takeBackReview,
  type ReviewChange,
  type ReviewState,
} from "./commands/moderate.ts";
export {
  reopenReport,
  reportActions,
  reportPicture,
  resolveReport,
  type ReportChange,
} from "./commands/reports.ts";
export { factsOfFile, takeOverPicture, type FileFacts } from "./commands/take-over.ts";
export { saveUpload } from "./commands/uploads.ts";

type Tx = Transaction<Database>;

/** A stored picture with the other fields of its row. */
export type NewPicture = StoredPicture & {
  generationId?: string;
  /** Place among the pictures of its generation, from 0. */
  generationIndex?: number;
  description?: string | null;
  authoringPrompt?: string | null;
  miniPrompt?: string | null;
  tags?: string[];
  /** Pictures that it was made with. */
  references?: readonly MadeWith[];
  /** Joined to what storePicture wrote there. */
  meta?: GenMeta;
  /** True when left out. */
  isPublic?: boolean;
  /** What it looks like, where that is known; kept of pictures that everybody sees, and of no others. */
  features?: Float32Array | null;
};

/**
 * The row of a stored picture. With a source it counts as a remix: of the source, and in the group of the first
 * picture of its line. A source deleted meanwhile is left out.
 */
export async function insertPicture(
  tx: Tx,
  picture: NewPicture,
): Promise<{ id: string; slug: string; filename: string }> {
  const line = await lockLine(tx, picture.sourcePictureId);
  await tx
    .insertInto("pictures")
    .values({
      id: picture.id,
      owner_id: picture.ownerId,
      generation_id: picture.generationId ?? null,
      generation_index: picture.generationIndex ?? null,
      source_picture_id: line?.sourceId ?? null,
      root_picture_id: line?.rootId ?? null,
      title: picture.title,
      description: picture.description ?? null,
      prompt: picture.prompt,
      prompt_hidden: picture.promptHidden,
      authoring_prompt: picture.authoringPrompt ?? null,
      mini_prompt: picture.miniPrompt ?? null,
      tags: picture.tags ?? [],
      gen_meta: JSON.stringify({ ...picture.genMeta, ...picture.meta }),
      storage_key: picture.storageKey,
      filename: picture.filename,
      filename_webp: picture.filenameWebp,
      slug: picture.slug,
      width: picture.width,
      height: picture.height,
      has_alpha: picture.hasAlpha,
      bytes: picture.bytes,
      sha256: picture.sha256,
      colors: picture.colors,
      palette_lab: paletteLab(picture.colors),
      placeholder: picture.placeholder,
      license: picture.license,
      is_public: picture.isPublic ?? true,
      approved: picture.approved,
      status: picture.status,
      created_at: picture.createdAt,
    })
    .execute();
  await insertReferences(tx, picture.id, picture.references ?? []);
  if (picture.mark !== null) await insertMarks(tx, picture.id, picture.mark);
  const isOpen = picture.approved && picture.isPublic !== false;
  if (isOpen && picture.features) await insertFeatures(tx, picture.id, picture.features);
  if (line !== null) await countRemix(tx, line, 1);
  return { id: picture.id, slug: picture.slug, filename: picture.filename };
}

/** Backdates a picture that was not made just now, and says whether it is a pick. */
export async function backdatePicture(
  services: Pick<Services, "db">,
  id: string,
  { createdAt, isPick }: { createdAt: Date; isPick: boolean },
): Promise<void> {
  await services.db
    .updateTable("pictures")
    .set({ created_at: createdAt, picked_at: isPick ? createdAt : null })
    .where("id", "=", id)
    .execute();
}

/** Counts a view; aggregated into the picture's row within seconds. Never throws. */
export async function countView(services: Pick<Services, "db" | "log">, id: string): Promise<void> {
  try {
    await services.db.insertInto("picture_views").values({ picture_id: id }).execute();
  } catch (error) {
    services.log.warn({ err: error }, "cannot count a view");
  }
}

/** Counts a download. */
export async function countDownload(services: Pick<Services, "db">, id: string): Promise<void> {
  await services.db
    .updateTable("pictures")
    .set((eb) => ({ downloads: eb("downloads", "+", 1) }))
    .where("id", "=", id)
    .execute();
}
