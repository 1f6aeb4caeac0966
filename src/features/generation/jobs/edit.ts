/** Edits: what an engine is given of a source, and what becomes of its answer. */
import {
  capabilitiesWith,
  EngineError,
  type Engine,
  type GenerateContext,
  type GenerateRequest,
  type GenerateResult,
} from "#app/adapters/engines/port.ts";
import type { OpenEdit } from "#app/adapters/imaging/port.ts";
import { isAppError } from "#app/lib/errors.ts";
import { isExtended } from "#app/rules/edit-limits.ts";
import type { Services } from "#app/services.ts";
import type { Generation } from "../commands/close.ts";
import { editOf } from "../queries/masks.ts";
import { sourceFile } from "./source.ts";

/** What is added has nothing of the source to keep: an engine draws it with at least this strength. */
const leastStrengthOfNew = 0.9;

const keptWithLoss =
  "Without loss the picture would be too large: what was not to change is kept with a slight loss.";

/** An edit under way: what the engine is asked for, and the source that its answer is laid over. */
export type EditOrder = { edit: OpenEdit; source: Uint8Array };

async function maskFile({ db, storage }: Services, row: Generation): Promise<Uint8Array | null> {
  if (row.mask_id === null) return null;
  const mask = await db
    .selectFrom("masks")
    .select("storage_key")
    .where("id", "=", row.mask_id)
    .where("user_id", "=", row.user_id)
    .executeTakeFirst();
  const file = mask && (await storage.get(mask.storage_key));
  if (!file) throw new EngineError("invalid-request", "The mask is no longer there.");
  return file.bytes;
}

/**
 * The request for the part of the source that an edit changes.
 * @param request for the whole source
 * @throws EngineError when the source or the mask is gone, or nothing would change
 */
export async function editRequest(
  services: Services,
  row: Generation,
  engine: Engine,
  request: GenerateRequest,
): Promise<{ request: GenerateRequest; edit: EditOrder }> {
  const shape = editOf(row);
  const source = await sourceFile(services, row);
  if (shape === null || source === undefined) {
    throw new EngineError("invalid-request", "There is nothing to edit.");
  }
  const mask = await maskFile(services, row);
  const { sizes } = capabilitiesWith(await engine.capabilities(), row.model);
  const edit = await services.imaging.openEdit(source, mask, shape, sizes);
  if (edit === null) {
    throw new EngineError("invalid-request", "Made so much narrower, the mask changes nothing.");
  }
  const isNew = isExtended(shape.extend);
  const { strength } = request;
  return {
    request: {
      ...request,
      width: edit.width,
      height: edit.height,
      source: { bytes: edit.source, mime: "image/png" },
      mask: { bytes: edit.mask, mime: "image/png" },
      ...(isNew && { extend: edit.newSides }),
      ...(strength !== undefined && {
        strength: isNew ? Math.max(strength, leastStrengthOfNew) : strength,
      }),
    },
    edit: { edit, source },
  };
}

/** Lays what the engine draws over the source before it is passed on. */
export async function generateEdit(
  { imaging }: Services,
  engine: Engine,
  { request, edit: { edit, source } }: { request: GenerateRequest; edit: EditOrder },
  context: GenerateContext,
): Promise<GenerateResult> {
  let isExact = true;
  const result = await engine.generate(request, {
    ...context,
    async onImage(image) {
      const finished = await imaging
        .finishEdit(edit, source, image.bytes)
        .catch((error: unknown) => {
          if (!isAppError(error)) throw error;
          throw new EngineError(
            "bad-response",
            "The engine sent something that is not a picture.",
            {
              billed: "maybe",
              cause: error,
            },
          );
        });
      isExact &&= finished.isExact;
      const { bytes, mime, width, height } = finished;
      const within = finished.isExact ? edit.within : undefined;
      const keepAs = undefined;
      await context.onImage({ ...image, keepAs, bytes, mime, width, height, within });
    },
  });
  return isExact ? result : { ...result, warnings: [...result.warnings, keptWithLoss] };
}
