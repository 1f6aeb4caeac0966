import { t } from "#app/language/message.ts";
import type { Member } from "#app/lib/actor.ts";
import { AppError } from "#app/lib/errors.ts";
import type { Services } from "#app/services.ts";
import { updatePicture } from "#app/features/pictures/commands.ts";
import type { BulkInput } from "../inputs.ts";

/**
 * Deletes casts of the member's own that are over from the log; their pictures and their credits stay as they are.
 * @returns how many were deleted
 */
export async function deleteCasts(
  { db }: Pick<Services, "db">,
  actor: Member,
  ids: readonly string[],
): Promise<number> {
  const deleted = await db
    .deleteFrom("generations")
    .where("id", "in", ids)
    .where("user_id", "=", actor.userId)
    .where("state", "in", ["done", "failed", "cancelled"])
    .executeTakeFirst();
  return Number(deleted.numDeletedRows);
}

/** Deletes one cast from the log. @throws AppError not-found; conflict while it is not over */
export async function deleteCast(
  services: Pick<Services, "db">,
  actor: Member,
  id: string,
): Promise<void> {
  if ((await deleteCasts(services, actor, [id])) > 0) return;
  const open = await services.db
    .selectFrom("generations")
    .select("id")
    .where("id", "=", id)
    .where("user_id", "=", actor.userId)
    .executeTakeFirst();
  if (!open) throw new AppError("not-found");
  throw new AppError("conflict", { detail: t`Cancel the cast before you delete it` });
}

/** Shows or hides every picture of the chosen casts. @returns how many pictures changed */
async function setPublic(
  services: Services,
  actor: Member,
  ids: readonly string[],
  isPublic: boolean,
): Promise<number> {
  const pictures = await services.db
    .selectFrom("pictures as p")
    .innerJoin("generations as g", "g.id", "p.generation_id")
    .select("p.id")
    .where("g.id", "in", ids)
    .where("g.user_id", "=", actor.userId)
    .where("p.owner_id", "=", actor.userId)
    .where("p.is_public", "=", !isPublic)
    .execute();
  for (const { id } of pictures) await updatePicture(services, actor, id, { is_public: isPublic });
  return pictures.length;
}

/** One action on many casts of the member; those of others are ignored. */
export async function changeCasts(
  services: Services,
  actor: Member,
  { ids, action }: BulkInput,
): Promise<{ changed: number }> {
  if (action === "delete") return { changed: await deleteCasts(services, actor, ids) };
  return { changed: await setPublic(services, actor, ids, action === "publish") };
}
