import { createHash } from "node:crypto";
import type { Kysely } from "kysely";
import type { Database } from "#app/db/schema.ts";
import { hasAdmin } from "../queries.ts";

/** Marks these links in the table of verifications, where others name their member. */
export const firstAdminValue = "first-admin";

/** Only the digest is stored, so that a reader of the database cannot use a link. */
export const firstAdminIdentifier = (token: string): string =>
  createHash("sha256").update(`${firstAdminValue}:${token}`).digest("base64url");

/** The link with this token, unless it was used or has expired. */
export function firstAdminLinks(db: Kysely<Database>, token: string) {
  return db
    .selectFrom("verifications")
    .select("id")
    .where("identifier", "=", firstAdminIdentifier(token))
    .where("value", "=", firstAdminValue)
    .where("expires_at", ">", new Date());
}

/** Whether a link makes an admin: it is neither used nor expired, and nobody is admin yet. */
export async function isFirstAdminLink(db: Kysely<Database>, token: string): Promise<boolean> {
  const link = await firstAdminLinks(db, token).executeTakeFirst();
  return link !== undefined && !(await hasAdmin(db));
}
