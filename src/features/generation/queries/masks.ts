import { sql, type Kysely, type Selectable } from "kysely";
import type { Database, Generations } from "#app/db/schema.ts";
import type { EditShape } from "#app/rules/edit-limits.ts";
import type { CastInput } from "../inputs.ts";

/** A mask of the member's own. */
export async function ownMask(db: Kysely<Database>, userId: string, id: string) {
  return db
    .selectFrom("masks")
    .select(["id", "storage_key", "width", "height", "is_black"])
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .executeTakeFirst();
}

/** Whether the mask `m` is of no use: no cast and no picture has it. */
export const isUnused = sql<boolean>`(
  not exists (select from generations g where g.mask_id = m.id)
  and not exists (select from picture_masks k where k.mask_id = m.id))`;

/** Whether no mask is known of the picture `p`, neither by its cast nor as it came from elsewhere. */
export const isWithoutMask = sql<boolean>`(
  not exists (select from picture_masks k where k.picture_id = p.id)
  and not exists (select from generations g where g.id = p.generation_id and g.mask_id is not null))`;

/** An edit as its member gets it. */
export type CastEdit = EditShape & { maskId: string | null };

/** What a cast changes of its source; null for one that is no edit. The column was written by enqueue.ts. */
export function editOf(row: Pick<Selectable<Generations>, "edit" | "mask_id">): CastEdit | null {
  if (row.edit === null) return null;
  const { grow, feather, extend } = row.edit as unknown as EditShape;
  return { maskId: row.mask_id, grow, feather, extend };
}

/** The same as it was asked for. */
export function wishedEdit(row: Parameters<typeof editOf>[0]): CastInput["edit"] {
  const edit = editOf(row);
  return edit ? { ...edit, maskId: edit.maskId ?? undefined } : undefined;
}

/** What was changed of the source of a picture of the member's own, with its mask; null for one that is no edit. */
export async function editOfPicture(
  db: Kysely<Database>,
  userId: string,
  pictureId: string,
): Promise<CastEdit | null> {
  const { rows } = await sql<{ edit: EditShape | null; maskId: string | null }>`
    select p.gen_meta -> 'edit' as edit, coalesce(k.mask_id, g.mask_id) as "maskId"
    from pictures p
      left join picture_masks k on k.picture_id = p.id
      left join generations g on g.id = p.generation_id and g.user_id = p.owner_id
    where p.id = ${pictureId} and p.owner_id = ${userId} and p.removed_at is null`.execute(db);
  const row = rows.at(0);
  if (!row?.edit) return null;
  const { grow, feather, extend } = row.edit;
  return { maskId: row.maskId, grow, feather, extend };
}
