import type { Transaction } from "kysely";
import type { ClaimedParent } from "#app/adapters/provenance/port.ts";
import type { Database } from "#app/db/schema.ts";
import type { ReferenceRole } from "#app/rules/references.ts";
import type { Services } from "#app/services.ts";
import { sourceOf } from "./source.ts";

/** A picture that another was made with; no id for an upload, which is nobody's but its member's. */
export type MadeWith = { id: string | null; role: ReferenceRole; weight: number | null };

/** Writes what a picture was made with. */
export async function insertReferences(
  tx: Transaction<Database>,
  pictureId: string,
  references: readonly MadeWith[],
): Promise<void> {
  if (references.length === 0) return;
  await tx
    .insertInto("picture_references")
    .values(
      references.map(({ id, role, weight }, place) => ({
        picture_id: pictureId,
        place,
        reference_id: id,
        role,
        weight,
      })),
    )
    .execute();
}

/** What a picture was made with, in its order. */
export async function madeWith(
  { db }: Pick<Services, "db">,
  pictureId: string,
): Promise<MadeWith[]> {
  const rows = await db
    .selectFrom("picture_references")
    .select(["reference_id as id", "role", "weight"])
    .where("picture_id", "=", pictureId)
    .orderBy("place")
    .execute();
  return rows.map((row) => ({ ...row, role: row.role as ReferenceRole }));
}

/**
 * References as the manifest of a file keeps them: the address of each that everybody sees. A file that has left cannot be
 * called back, so that of others nothing is said, not even that there was one.
 */
export async function claimsOf(
  services: Pick<Services, "db">,
  references: readonly Pick<MadeWith, "id">[],
): Promise<ClaimedParent[]> {
  const claims: ClaimedParent[] = [];
  for (const { id } of references) {
    const shown = await sourceOf(services, id);
    if (shown) claims.push({ kind: "picture", pictureId: shown.id });
  }
  return claims;
}
