/** Two-factor sign-in: an authenticator app and recovery codes. */
import { randomInt } from "node:crypto";
import type { Kysely, Transaction } from "kysely";
import { t } from "#app/language/message.ts";
import type { Database } from "#app/db/schema.ts";
import type { AuditedTransaction } from "#app/lib/audit.ts";
import { AppError } from "#app/lib/errors.ts";
import type { Services } from "#app/services.ts";
import { accountMails } from "./account-mails.ts";

type Parts = Pick<Services, "accounts" | "db">;

const recoveryCodeCount = 10;
/** Without letters and digits that look alike. */
const codeLetters = "23456789abcdefghjkmnpqrstuvwxyz";
const codeLength = 16;

/** A new recovery code of 79 bits, in groups for reading, e.g. "k7mq-2xwp-9rtd-hn4v". */
function newRecoveryCode(): string {
  const letters = Array.from({ length: codeLength }, () => codeLetters[randomInt(31)]).join("");
  return letters.replaceAll(/(.{4})(?=.)/g, "$1-");
}

/** What somebody typed as a code, without spaces and hyphens. */
function plainCode(typed: string): string {
  return typed.replaceAll(/[\s-]/g, "").toLowerCase();
}

function wrongCode(): AppError {
  const message = t`This code is wrong, or was used already`;
  return new AppError("unprocessable", {
    detail: message,
    errors: [{ path: "code", code: "wrong-code", message }],
  });
}

/**
 * Makes a secret for an authenticator app; it counts once a code of it was typed (`confirmApp`). An earlier one that was
 * never confirmed is replaced.
 * @returns the secret as text and as an address for a QR code
 * @throws AppError conflict when an app is set up already
 */
export async function beginApp(
  { accounts, db }: Parts,
  member: { userId: string; email: string },
): Promise<{ text: string; uri: string }> {
  const { text, uri, sealed } = await accounts.apps.create(member.email);
  const written = await db
    .insertInto("totp_secrets")
    .values({ user_id: member.userId, secret: sealed })
    .onConflict((oc) =>
      oc
        .column("user_id")
        .doUpdateSet({ secret: sealed, last_step: null, created_at: new Date() })
        .where("totp_secrets.confirmed_at", "is", null),
    )
    .executeTakeFirst();
  if (written.numInsertedOrUpdatedRows === 0n) {
    throw new AppError("conflict", { detail: t`Two-factor sign-in is on already` });
  }
  return { text, uri };
}

/**
 * Accepts a code of the member's app once: codes of its time step and of earlier ones are refused from then on.
 * @param confirmed whether the app must be set up already
 */
async function takeAppCode(
  { accounts }: Pick<Services, "accounts">,
  db: Kysely<Database>,
  userId: string,
  code: string,
  confirmed: boolean,
): Promise<boolean> {
  const app = await db
    .selectFrom("totp_secrets")
    .select("secret")
    .where("user_id", "=", userId)
    .where("confirmed_at", confirmed ? "is not" : "is", null)
    .executeTakeFirst();
  if (app === undefined) return false;
  const step = await accounts.apps.stepOf(app.secret, code, Date.now()).catch((cause: unknown) => {
    const detail = t`Codes cannot be checked: the operator of this site has to turn this off`;
    throw new AppError("unavailable", { detail, cause });
  });
  if (step === null) return false;
  const taken = await db
    .updateTable("totp_secrets")
    .set({ last_step: step })
    .where("user_id", "=", userId)
    .where("secret", "=", app.secret)
    .where((eb) => eb.or([eb("last_step", "is", null), eb("last_step", "<", step)]))
    .executeTakeFirst();
  return taken.numUpdatedRows === 1n;
}

/** Replaces the member's recovery codes. @returns the new ones, which are stored as hashes alone */
async function replaceRecoveryCodes(
  { accounts }: Pick<Services, "accounts">,
  tx: Transaction<Database>,
  userId: string,
): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode);
  await tx.deleteFrom("recovery_codes").where("user_id", "=", userId).execute();
  await tx
    .insertInto("recovery_codes")
    .values(
      codes.map((code) => ({
        user_id: userId,
        code_hash: accounts.apps.hashCode(userId, plainCode(code)),
      })),
    )
    .execute();
  return codes;
}

/**
 * Turns two-factor sign-in on by a first code of the app. The member's other sessions end.
 * @param token of the session that does it, which has proved the factor by this
 * @returns the recovery codes, which are never shown again
 * @throws AppError unprocessable for a wrong code or when nothing was begun
 */
export async function confirmApp(
  services: Parts,
  userId: string,
  token: string,
  code: string,
): Promise<string[]> {
  return services.db.transaction().execute(async (tx) => {
    if (!(await takeAppCode(services, tx, userId, plainCode(code), false))) throw wrongCode();
    const now = new Date();
    await tx
      .updateTable("totp_secrets")
      .set({ confirmed_at: now })
      .where("user_id", "=", userId)
      .execute();
    await tx.updateTable("users").set({ two_factor_at: now }).where("id", "=", userId).execute();
    await tx
      .deleteFrom("sessions")
      .where("user_id", "=", userId)
      .where("token", "!=", token)
      .execute();
    await proveFactor(tx, token);
    return replaceRecoveryCodes(services, tx, userId);
  });
}

/**
 * Makes new recovery codes; the earlier ones are good no more.
 * @throws AppError conflict when two-factor sign-in is off
 */
export async function renewRecoveryCodes(services: Parts, userId: string): Promise<string[]> {
  return services.db.transaction().execute(async (tx) => {
    const user = await tx
      .selectFrom("users")
      .select("two_factor_at")
      .where("id", "=", userId)
      .forUpdate()
      .executeTakeFirst();
    if (!user?.two_factor_at) {
      throw new AppError("conflict", { detail: t`Two-factor sign-in is off` });
    }
    return replaceRecoveryCodes(services, tx, userId);
  });
}

/**
 * Accepts a code of the member's authenticator app or one of their recovery codes, each once.
 * @returns which of them it was
 * @throws AppError unprocessable for any other
 */
export async function takeCode(
  services: Parts,
  userId: string,
  typed: string,
): Promise<"app" | "recovery"> {
  const code = plainCode(typed);
  if (/^\d{6}$/.test(code)) {
    if (await takeAppCode(services, services.db, userId, code, true)) return "app";
    throw wrongCode();
  }
  const used = await services.db
    .updateTable("recovery_codes")
    .set({ used_at: new Date() })
    .where("user_id", "=", userId)
    .where("code_hash", "=", services.accounts.apps.hashCode(userId, code))
    .where("used_at", "is", null)
    .executeTakeFirst();
  if (used.numUpdatedRows !== 1n) throw wrongCode();
  return "recovery";
}

/** Records that the session with this token has proved a second factor now. */
export async function proveFactor(
  db: Kysely<Database>,
  token: string,
  at = new Date(),
): Promise<void> {
  await db.updateTable("sessions").set({ factor_at: at }).where("token", "=", token).execute();
}

/**
 * Turns the member's two-factor sign-in off; their passkeys stay. Sign-ins that wait for their second step end.
 * @returns whether it was on
 */
async function removeApp(tx: Transaction<Database>, userId: string): Promise<boolean> {
  const changed = await tx
    .updateTable("users")
    .set({ two_factor_at: null })
    .where("id", "=", userId)
    .where("two_factor_at", "is not", null)
    .executeTakeFirst();
  await tx.deleteFrom("totp_secrets").where("user_id", "=", userId).execute();
  await tx.deleteFrom("recovery_codes").where("user_id", "=", userId).execute();
  await tx
    .deleteFrom("sessions")
    .where("user_id", "=", userId)
    .where("factor_at", "is", null)
    .execute();
  return changed.numUpdatedRows > 0n;
}

/** Turns the member's own two-factor sign-in off. @returns whether it was on */
export function turnOffSecondFactor(db: Kysely<Database>, userId: string): Promise<boolean> {
  return db.transaction().execute((tx) => removeApp(tx, userId));
}

/**
 * Removes all second factors of a member who has lost them, by an operator, ends their sessions and tells them by mail.
 * @returns what there was
 * @throws AppError not-found when nobody has this address
 */
export async function resetSecondFactors(
  services: Pick<Services, "env" | "jobs">,
  tx: AuditedTransaction,
  email: string,
): Promise<{ id: string; wasOn: boolean; passkeys: number }> {
  const user = await tx
    .selectFrom("users")
    .select(["id", "name", "email"])
    .where("email", "=", email)
    .forUpdate()
    .executeTakeFirst();
  if (user === undefined) {
    throw new AppError("not-found", { detail: t`Nobody has this e-mail address` });
  }
  const wasOn = await removeApp(tx, user.id);
  const removed = await tx.deleteFrom("passkeys").where("user_id", "=", user.id).executeTakeFirst();
  await tx.deleteFrom("sessions").where("user_id", "=", user.id).execute();
  const passkeys = Number(removed.numDeletedRows);
  if (wasOn || passkeys > 0)
    await accountMails({ ...services, db: tx }).factorChanged(user, "reset");
  return { id: user.id, wasOn, passkeys };
}
