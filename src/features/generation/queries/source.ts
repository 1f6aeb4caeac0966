import type { Kysely } from "kysely";
import { t } from "#app/language/message.ts";
import type { Database } from "#app/db/schema.ts";
import type { Member } from "#app/lib/actor.ts";
import { isUuid } from "#app/rules/picture-filename.ts";
import { pictureById } from "#app/features/pictures/queries.ts";
import { ownUpload } from "../queries.ts";

export type StudioSource = {
  kind: "picture" | "upload";
  id: string;
  slug: string | null;
  title: string;
  prompt: string | null;
  width: number;
  height: number;
  colors: string[];
};

/** The picture, or the member's own upload, that the studio is to begin from; null when it is not there. */
export async function sourceOf(
  db: Kysely<Database>,
  actor: Member,
  wished: { sourceId: string | null; uploadId: string | null },
): Promise<StudioSource | null> {
  const { sourceId, uploadId } = wished;
  if (uploadId !== null) {
    const upload = isUuid(uploadId) ? await ownUpload(db, actor.userId, uploadId) : undefined;
    if (!upload) return null;
    const { id, width, height } = upload;
    const place = { kind: "upload" as const, id, slug: null };
    return { ...place, title: t`your picture`, prompt: null, width, height, colors: [] };
  }
  if (sourceId === null) return null;
  const picture = await pictureById(db, sourceId, actor, { includeUnapproved: true });
  if (picture === null) return null;
  const { id, slug, title, prompt, width, height, colors } = picture;
  return { kind: "picture", id, slug, title, prompt, width, height, colors };
}
