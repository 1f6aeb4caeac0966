import { t } from "#app/language/message.ts";
import type { Member } from "#app/lib/actor.ts";
import { fieldError } from "#app/lib/errors.ts";
import type { Services } from "#app/services.ts";
import { sourceForRemix, type RemixSource } from "#app/features/pictures/queries.ts";

/**
 * A picture that another one may be made from. A picture that a moderator rejected or removed is refused: its remix could bring
 * it back into public.
 * @throws AppError invalid-request at `path`, also for a picture that the actor may not use, as if it did not exist
 */
export async function pictureToUse(
  { db }: Pick<Services, "db">,
  actor: Member,
  id: string,
  path: string,
): Promise<RemixSource> {
  const picture = await sourceForRemix(db, actor, id);
  if (!picture) throw fieldError(path, "unknown", t`There is no such picture`);
  if (picture.isRefused) {
    throw fieldError(path, "rejected", t`A picture that was rejected cannot be used`);
  }
  return picture;
}
