import type { Kysely, Selectable } from "kysely";
import type { Database, Generations } from "#app/db/schema.ts";
import type { ReferenceRole } from "#app/rules/references.ts";
import { visibleTo } from "#app/features/pictures/queries.ts";

/** A reference as a cast keeps it. */
export type KeptReference = {
  pictureId?: string;
  uploadId?: string;
  role: ReferenceRole;
  weight?: number;
  /** Of the mood board of the cast's style kit. */
  fromKit?: true;
};

/** A reference as the cast's member sees it: without a picture where it is gone, or is no longer shown to them. */
export type CastReference = {
  role: ReferenceRole;
  weight: number | null;
  fromKit: boolean;
  picture: { id: string; slug: string; title: string; colors: string[] } | null;
  uploadId: string | null;
};

/** The references of a cast; the column was written by enqueue.ts. */
export function referencesOf(row: Pick<Selectable<Generations>, "referenced">): KeptReference[] {
  return row.referenced as unknown as KeptReference[];
}

/** What is shown of the references of casts, by the ids of pictures that their member may see. */
export async function shownReferences(
  db: Kysely<Database>,
  userId: string,
  rows: readonly Selectable<Generations>[],
): Promise<(row: Selectable<Generations>) => CastReference[]> {
  const ids = rows.flatMap((row) => referencesOf(row).flatMap(({ pictureId }) => pictureId ?? []));
  const found =
    ids.length === 0
      ? []
      : await db
          .selectFrom("pictures as p")
          .select(["p.id", "p.slug", "p.title", "p.colors"])
          .where("p.id", "in", ids)
          .where(visibleTo({ role: "member", userId }, true))
          .execute();
  const pictures = new Map(found.map((picture) => [picture.id, picture]));
  return (row) =>
    referencesOf(row).map(({ pictureId = "", uploadId = null, role, weight = null, fromKit }) => ({
      role,
      weight,
      fromKit: fromKit === true,
      picture: pictures.get(pictureId) ?? null,
      uploadId,
    }));
}
