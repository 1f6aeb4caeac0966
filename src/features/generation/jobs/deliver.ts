import { sql } from "kysely";
import { EngineError, type GeneratedImage } from "#app/adapters/engines/port.ts";
import { isAppError } from "#app/lib/errors.ts";
import { failpoint } from "#app/lib/failpoint.ts";
import type { Services } from "#app/services.ts";
import {
  insertPicture,
  storePicture,
  type StoredPicture,
} from "#app/features/pictures/commands.ts";
import type { Generation } from "../commands/close.ts";
import { kitOf, paramsOf } from "../queries/cast.ts";
import { editOf } from "../queries/masks.ts";
import { referencesOf } from "../queries/references.ts";
import { isRefused, wordsToKeep } from "../queries/upscale.ts";
import type { ProgressWriter } from "./progress-writer.ts";
import { reportOf } from "./report.ts";

export type Delivery = {
  services: Services;
  row: Generation;
  progress: ProgressWriter;
  /** The engine; costs that a service reports are stored. */
  renderer: { id: string; neural: boolean; isService: boolean };
  image: GeneratedImage;
};

const unreadable = new Set(["unprocessable", "unsupported-media-type", "too-large"]);

/** What the picture is made with, as it is kept with it. */
const madeWith = (row: Generation) =>
  referencesOf(row).map(({ pictureId = null, role, weight = null }) => ({
    id: pictureId,
    role,
    weight,
  }));

async function store({ services, row, renderer, image }: Delivery): Promise<StoredPicture> {
  const { id, neural } = renderer;
  // An enlarged picture is the same picture: it keeps its words, and what is hidden of them.
  const kept =
    (row.kind === "upscale" && (await wordsToKeep(services.db, row.source_picture_id))) || {};
  try {
    const stored = await storePicture(services, {
      bytes: image.bytes,
      keepAs: image.keepAs,
      within: image.within,
      isEdit: row.edit !== null,
      ownerId: row.user_id,
      prompt: row.texts?.[image.index] ?? row.prompt,
      ...kept,
      engine: { id, label: row.engine_label, neural },
      seed: image.seed ?? row.seed + image.index,
      sourcePictureId: row.source_picture_id,
      references: madeWith(row),
      // What Sketch draws from words alone comes from a fixed vocabulary.
      review: neural || row.kind !== "create",
    });
    if (!(await isRefused(services.db, row.source_picture_id))) return stored;
    // Rejected during the cast: the same picture is rejected with it, another one waits for a moderator.
    const isSame = row.kind === "upscale" || row.edit !== null;
    return { ...stored, approved: false, status: isSame ? "rejected" : "waiting" };
  } catch (error) {
    if (!isAppError(error) || !unreadable.has(error.code)) throw error;
    const reason = "The engine sent something that is not a picture.";
    throw new EngineError("bad-response", reason, { billed: "maybe", cause: error });
  }
}

function metaOf(row: Generation) {
  const { model, aspect, quality, negative, strength } = row;
  const kit = kitOf(row);
  const params = paramsOf(row);
  const edit = editOf(row);
  return {
    model,
    aspect,
    quality,
    ...(row.kind === "upscale" && { enlarged: 2 }),
    ...(edit !== null && { edit: { grow: edit.grow, feather: edit.feather, extend: edit.extend } }),
    ...(negative !== null && { negative }),
    ...(strength !== null && { strength }),
    ...(kit !== null && { styleKit: kit.name }),
    ...(Object.keys(params).length > 0 && { params }),
  };
}

/** Thrown inside the transaction so that the picture's row goes with it. */
class LeaseLost extends Error {}

/**
 * Stores one picture as soon as it is drawn and publishes it: its row, the tile of the cast and the count of what
 * is delivered are one transaction, fenced by the attempt. A crash before it leaves a file without a row, which is
 * swept; a crash after it leaves a picture that the next attempt skips and the end of the cast charges.
 * @returns false when the lease is lost and nothing was published
 * @throws EngineError bad-response for bytes that are no picture; AppError storage-full
 */
export async function deliverPicture(delivery: Delivery): Promise<boolean> {
  const { services, row, progress, image, renderer } = delivery;
  const { index } = image;
  if (!Number.isInteger(index) || index < 0 || index >= row.count) {
    throw new EngineError("bad-response", "The engine sent a picture that was not asked for.", {
      billed: "maybe",
    });
  }
  const stored = await store(delivery);
  failpoint(services.env, "after-file-write");
  try {
    await progress.exclusively(async () => {
      const { id, slug, filename, width, height, colors, placeholder } = stored;
      const tile = { id, slug, filename, width, height, colors, placeholder };
      const entries = progress.withPicture(index, tile);
      await services.db.transaction().execute(async (tx) => {
        await insertPicture(tx, {
          ...stored,
          generationId: row.id,
          generationIndex: index,
          isPublic: row.is_public,
          meta: metaOf(row),
          references: madeWith(row),
        });
        const fence = await tx
          .updateTable("generations")
          .set((eb) => ({
            progress: JSON.stringify(entries),
            delivered: eb("delivered", "+", 1),
            ...(renderer.isService && {
              reports: sql`reports || ${JSON.stringify([reportOf(index, image.providerMeta)])}::jsonb`,
            }),
          }))
          .where("id", "=", row.id)
          .where("attempt", "=", row.attempt)
          .where("state", "=", "running")
          .executeTakeFirst();
        if (fence.numUpdatedRows === 0n) throw new LeaseLost();
      });
      return entries;
    });
  } catch (error) {
    if (error instanceof LeaseLost) return false;
    throw error;
  }
  failpoint(services.env, "after-image-commit");
  if (progress.delivered().length === 1) failpoint(services.env, "after-first-image");
  return true;
}
