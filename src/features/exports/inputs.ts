import { z } from "zod";
import { text } from "#app/lib/text.ts";

/** Body of POST /api/exports: the password of a member who has one. */
export const exportInput = z.strictObject({ password: text().max(1_000).optional() });

/** Bytes of the largest archive that is taken. */
export const mostArchiveBytes = 100_000_000_000;

/** Body of POST /api/imports. */
export const importInput = z.strictObject({
  /** Bytes of the archive. */
  size: z.int().min(1_024).max(mostArchiveBytes),
  /** The username in the archive, where it is another than the member's here. */
  formerName: text().trim().min(1).max(60).optional(),
  password: text().max(1_000).optional(),
});
export type NewImport = Pick<z.output<typeof importInput>, "size" | "formerName">;

/** Query of PUT /api/imports/part. */
export const partQuery = z.strictObject({
  id: z.uuid(),
  /** Offset of the part in the archive. */
  from: z.coerce.number().int().min(0).max(mostArchiveBytes),
});
