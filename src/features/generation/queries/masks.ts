import type { Kysely, Selectable } from "kysely";
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
