import { t } from "#app/language/message.ts";
import type { Member } from "#app/lib/actor.ts";
import { AppError, fieldError } from "#app/lib/errors.ts";
import { type Capabilities } from "#app/adapters/engines/port.ts";
import type { ParamMode } from "#app/rules/engine-params.ts";
import { fittingBoard, referenceFaults } from "#app/rules/references.ts";
import type { Services } from "#app/services.ts";
import type { ReferenceInput } from "../inputs/references.ts";
import { ownUpload } from "../queries.ts";
import type { StyleKit } from "../queries/kits.ts";
import type { KeptReference } from "../queries/references.ts";
import { pictureToUse } from "./picture-to-use.ts";

/** @throws AppError invalid-request that names each reference that the model does not take */
export function checkReferences(
  { references: offer }: Pick<Capabilities, "references">,
  given: readonly ReferenceInput[],
  mode: ParamMode,
): void {
  const errors = referenceFaults(offer, given, mode).map(({ index, code, message }) => ({
    path: `references.${index}`,
    code,
    message,
  }));
  if (errors.length > 0) {
    const [{ path, message }] = errors;
    throw new AppError("invalid-request", { detail: `${path}: ${message}`, errors });
  }
}

/** @throws AppError invalid-request also for one that the actor may not use, as if it did not exist */
async function kept(
  services: Pick<Services, "db">,
  actor: Member,
  given: ReferenceInput,
  index: number,
): Promise<KeptReference> {
  if ("pictureId" in given) {
    await pictureToUse(services, actor, given.pictureId, `references.${index}.pictureId`);
    return given;
  }
  if (await ownUpload(services.db, actor.userId, given.uploadId)) return given;
  throw fieldError(`references.${index}.uploadId`, "unknown", t`There is no such upload`);
}

/**
 * The references of a cast as they are kept: those that it names, each of which the actor may use, and as many of its style
 * kit's mood board as the model takes besides.
 * @throws AppError invalid-request
 */
export async function resolveReferences(
  services: Pick<Services, "db">,
  actor: Member,
  given: readonly ReferenceInput[],
  kit: Pick<StyleKit, "board"> | null,
  use: { can: Pick<Capabilities, "references">; mode: ParamMode },
): Promise<KeptReference[]> {
  const named: KeptReference[] = [];
  for (const [index, one] of given.entries()) named.push(await kept(services, actor, one, index));
  const board = (kit?.board ?? []).map(({ id, role }): KeptReference => ({
    pictureId: id,
    role,
    fromKit: true,
  }));
  const isNamed = new Set(named.map(({ pictureId }) => pictureId));
  const others = board.filter(({ pictureId }) => !isNamed.has(pictureId));
  return [...named, ...fittingBoard(use.can.references, named, others, use.mode).used];
}
