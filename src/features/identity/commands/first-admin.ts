import { randomBytes } from "node:crypto";
import type { Transaction } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { t } from "#app/language/message.ts";
import type { Database } from "#app/db/schema.ts";
import { AppError } from "#app/lib/errors.ts";
import type { Services } from "#app/services.ts";
import { createMember } from "../commands.ts";
import type { FirstAdmin } from "../inputs/sign-up.ts";
import { hasAnotherAdmin, lockAccountStates } from "./account-state.ts";
import { hasAdmin } from "../queries.ts";
import {
  firstAdminIdentifier,
  firstAdminLinks,
  firstAdminValue,
  isFirstAdminLink,
} from "../queries/first-admin.ts";

/** How long a link that makes the first admin works, in minutes. */
export const firstAdminMinutes = 60;

/**
 * Makes a link that makes the first admin in the browser, once. Links of other processes keep working.
 * @returns its token; null while an admin can sign in
 */
export async function createFirstAdminLink({ db }: Pick<Services, "db">): Promise<string | null> {
  if (await hasAdmin(db)) return null;
  const token = randomBytes(32).toString("base64url");
  await db
    .insertInto("verifications")
    .values({
      id: uuidv7(),
      identifier: firstAdminIdentifier(token),
      value: firstAdminValue,
      expires_at: new Date(Date.now() + firstAdminMinutes * 60_000),
    })
    .execute();
  return token;
}

const spent = () =>
  new AppError("unprocessable", {
    detail: t`This link no longer works`,
    extra: { code: "INVALID_TOKEN" },
  });

/** Uses the link up, and every other one. @throws AppError unprocessable when it no longer works */
async function takeLink(tx: Transaction<Database>, token: string, userId: string): Promise<void> {
  // Two links, or one link twice: the second waits here and then finds an admin.
  await lockAccountStates(tx);
  const link = await firstAdminLinks(tx, token).executeTakeFirst();
  if (link === undefined || (await hasAnotherAdmin(tx, userId))) throw spent();
  await tx.deleteFrom("verifications").where("value", "=", firstAdminValue).execute();
}

/**
 * The first admin, made with a link of `createFirstAdminLink`.
 * @param onMade as of `createMember`
 * @throws AppError unprocessable for a link that no longer works; else as `createMember`
 */
export async function createFirstAdmin(
  services: Pick<Services, "accounts" | "db" | "env">,
  { token, ...admin }: FirstAdmin,
  onMade: (tx: Transaction<Database>, userId: string) => Promise<void>,
): Promise<string> {
  // Before the password is hashed, which is costly.
  if (!(await isFirstAdminLink(services.db, token))) throw spent();
  const { id } = await createMember(services, { ...admin, role: "admin" }, async (tx, userId) => {
    await takeLink(tx, token, userId);
    await onMade(tx, userId);
  });
  return id;
}
