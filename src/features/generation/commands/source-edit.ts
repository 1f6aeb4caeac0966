import { t } from "#app/language/message.ts";
import type { Member } from "#app/lib/actor.ts";
import { AppError, fieldError } from "#app/lib/errors.ts";
import {
  editedSize,
  isExtended,
  maskFault,
  sizeFault,
  type EditShape,
} from "#app/rules/edit-limits.ts";
import type { Services } from "#app/services.ts";
import type { CastInput } from "../inputs.ts";
import { ownMask } from "../queries/masks.ts";

type Size = { width: number; height: number };

/** An edit that has been checked. */
export type PlannedEdit = {
  maskId: string | null;
  shape: EditShape;
  /** Of the result, in pixels. */
  size: Size;
};

/**
 * What a cast changes of its source; null for one that is no edit. A mask of somebody else's is treated as one that does not
 * exist.
 * @param source its size; null where there is none
 * @throws AppError invalid-request that names the field; not-found for a mask that is not the member's
 */
export async function resolveEdit(
  { db }: Pick<Services, "db">,
  actor: Member,
  edit: CastInput["edit"],
  source: Size | null,
): Promise<PlannedEdit | null> {
  if (edit === undefined) return null;
  if (source === null) {
    throw fieldError("edit", "needs-source", t`An edit needs a picture to start from`);
  }
  const { maskId = null, ...shape } = edit;
  const size = editedSize(source, shape.extend);
  const tooLarge = sizeFault(size);
  if (tooLarge !== null) throw fieldError("edit.extend", "too-large", tooLarge);
  if (maskId === null) return { maskId, shape, size };
  const mask = await ownMask(db, actor.userId, maskId);
  if (mask === undefined) throw new AppError("not-found", { detail: t`There is no such mask` });
  const misfit = maskFault(mask, source);
  if (misfit !== null) throw fieldError("edit.maskId", "size", misfit);
  if (mask.is_black && !isExtended(shape.extend)) {
    throw fieldError("edit.maskId", "empty", t`Nothing to change: the mask is black`);
  }
  return { maskId, shape, size };
}
