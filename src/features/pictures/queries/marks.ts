import { sql } from "kysely";
import { publicAndApproved, type Db } from "./rows.ts";

/** A picture that a file may have come from; visible or not. */
export type MarkedPicture = {
  id: string;
  storageKey: string;
  sha256: string;
  /** Whether everybody may see it. */
  isOpen: boolean;
};

const columns = ["p.id", "p.storage_key as storageKey", "p.sha256"] as const;
const isOpen = publicAndApproved.as("isOpen");

/** The pictures whose watermark says this: one, but for the rarest chance. Visible or not. */
export async function picturesByMark(db: Db, payload: Uint8Array): Promise<MarkedPicture[]> {
  return db
    .selectFrom("picture_marks as m")
    .innerJoin("pictures as p", "p.id", "m.picture_id")
    .select([...columns, isOpen])
    .where("m.mark", "=", Buffer.from(payload))
    .orderBy("p.id")
    .limit(10)
    .execute();
}

/** A picture that a file names; visible or not. */
export async function markedPicture(db: Db, id: string): Promise<MarkedPicture | undefined> {
  return db
    .selectFrom("pictures as p")
    .select([...columns, isOpen])
    .where("p.id", "=", id)
    .executeTakeFirst();
}

/** More different signs than this and two pictures have nothing in common; half are by chance. */
const mostDifferent = 22;

/** The pictures that look most like this, nearest first. Visible or not. @param look of imaging.readMark */
export async function picturesByLook(
  db: Db,
  look: string,
  limit: number,
): Promise<MarkedPicture[]> {
  const distance = sql<number>`bit_count(m.look # ${look}::bit(64))`;
  return db
    .selectFrom("picture_marks as m")
    .innerJoin("pictures as p", "p.id", "m.picture_id")
    .select([...columns, isOpen])
    .where(distance, "<=", mostDifferent)
    .orderBy(distance)
    .orderBy("p.id")
    .limit(limit)
    .execute();
}
