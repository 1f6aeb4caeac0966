import type { Transaction } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { t } from "#app/language/message.ts";
import type { Database } from "#app/db/schema.ts";
import type { Member } from "#app/lib/actor.ts";
import { AppError } from "#app/lib/errors.ts";
import { fieldErrors } from "#app/lib/http.ts";
import { usernameFromName, usernameWithSuffix } from "#app/rules/username.ts";
import type { Services } from "#app/services.ts";
import type { ProfileInput } from "./inputs/profile.ts";
import {
  newMemberInput,
  passwordMessages,
  passwordProblem,
  type NewMember,
} from "./inputs/sign-up.ts";
import { hasAnotherAdmin, lockAccountStates } from "./commands/account-state.ts";
import type { MemberRights } from "./commands/member-rights.ts";
import { forgetLinks } from "./commands/sessions.ts";
import { canChangeUsername } from "./policy.ts";

export {
  deleteMember,
  forgetWaitingDeletion,
  insertNameless,
  keepAccount,
  namesOf,
  postponeDeletion,
  turnOffForDeletion,
} from "./commands/erase.ts";
export {
  lockAccountStates,
  refuseForLastAdmin,
  requireStillAdmin,
  turnAccountOff,
  turnAccountOn,
} from "./commands/account-state.ts";
export { resetSecondFactors } from "./commands/second-factor.ts";
export { restoreProfilePart, takeProfilePart, type Taken } from "./commands/take-down.ts";
export { changeMemberRights, type MemberRights } from "./commands/member-rights.ts";
export { setPortrait } from "./commands/portraits.ts";
export { setPlan } from "./commands/plan.ts";

export type ProfileChange =
  | { ok: true }
  | { ok: false; reason: "username-taken" | "username-fixed" };

type Identity = Pick<Services, "accounts" | "db" | "env">;

function isUniqueViolation(error: unknown, column: string): boolean {
  const { code, constraint } = error as { code?: string; constraint?: string };
  return error instanceof Error && code === "23505" && (constraint ?? "").includes(column);
}

/** Changes the given fields of the actor's own profile; the username can be changed once. */
export async function updateProfile(
  services: Pick<Services, "db">,
  actor: Member,
  input: ProfileInput,
): Promise<ProfileChange> {
  const { location, username, ...plain } = input;
  try {
    return await services.db.transaction().execute(async (tx) => {
      const row = await tx
        .selectFrom("users")
        .select(["username", "can_change_username"])
        .where("id", "=", actor.userId)
        .forUpdate()
        .executeTakeFirstOrThrow();
      const renamed = username !== undefined && username !== row.username.toLowerCase();
      if (renamed && !canChangeUsername(row)) return { ok: false, reason: "username-fixed" };
      await tx
        .updateTable("users")
        .set({
          name: plain.name,
          last_name: plain.lastName,
          bio: plain.bio,
          profession: plain.profession,
          website: plain.website,
          twitter_username: plain.twitterUsername,
          instagram_username: plain.instagramUsername,
          linkedin_username: plain.linkedinUsername,
          facebook_id: plain.facebookId,
          paypal_email: plain.paypalEmail,
          stripe_link: plain.stripeLink,
          ...(location !== undefined && {
            location_label: location?.label ?? null,
            location_country: location?.country ?? null,
            location_city: location?.city ?? null,
            location_state: location?.state ?? null,
            location_lat: location?.lat ?? null,
            location_lon: location?.lon ?? null,
          }),
          ...(renamed && { username, can_change_username: false }),
          updated_at: new Date(),
        })
        .where("id", "=", actor.userId)
        .execute();
      return { ok: true };
    });
  } catch (error) {
    if (isUniqueViolation(error, "username")) return { ok: false, reason: "username-taken" };
    throw error;
  }
}

/** @throws AppError unprocessable when the password may not be used */
function checkPassword(password: string, names: readonly string[]): void {
  const found = passwordProblem(password, names);
  if (found === null) return;
  const message = passwordMessages[found]();
  throw new AppError("unprocessable", {
    detail: message,
    errors: [{ path: "password", code: found, message }],
  });
}

/**
 * A member made by an operator, able to sign in at once.
 * @param onMade writes what else belongs to a member, in the same transaction: the credit account
 * @throws AppError invalid-request, unprocessable (password), conflict (e-mail or username taken)
 */
export async function createMember(
  services: Identity,
  given: NewMember,
  onMade: (tx: Transaction<Database>, userId: string) => Promise<void>,
): Promise<{ id: string; username: string }> {
  const parsed = newMemberInput.safeParse(given);
  if (!parsed.success) {
    const errors = fieldErrors(parsed.error.issues);
    throw new AppError("invalid-request", { detail: errors[0]?.message, errors });
  }
  const { name, email, username, password, role } = parsed.data;
  checkPassword(password, [services.env.APP_NAME, name, email, username ?? ""]);
  const hash = await services.accounts.hashPassword(password);
  const id = uuidv7();
  const base = usernameFromName(name);
  const made = username ?? usernameWithSuffix(base, id.slice(-4));
  try {
    await services.db.transaction().execute(async (tx) => {
      await tx
        .insertInto("users")
        .values({ id, email, email_verified: true, name, username: made, role })
        .execute();
      await tx
        .insertInto("accounts")
        .values({
          id: uuidv7(),
          user_id: id,
          account_id: id,
          provider_id: "credential",
          password: hash,
        })
        .execute();
      await onMade(tx, id);
    });
  } catch (error) {
    for (const path of ["email", "username"]) {
      if (!isUniqueViolation(error, path)) continue;
      const message =
        path === "email" ? t`This e-mail address is taken` : t`This username is taken`;
      throw new AppError("conflict", {
        detail: message,
        errors: [{ path, code: "taken", message }],
      });
    }
    throw error;
  }
  return { id, username: made };
}

/**
 * Gives somebody another role; it counts from their next request on.
 * @throws AppError not-found; conflict for the last admin
 */
export async function setRole(
  services: Pick<Services, "db">,
  email: string,
  role: MemberRights["role"],
): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    await lockAccountStates(tx);
    const row = await tx
      .selectFrom("users")
      .select(["id", "role"])
      .where("email", "=", email)
      .executeTakeFirst();
    if (!row) throw new AppError("not-found", { detail: t`Nobody has this e-mail address` });
    const stepsDown = row.role === "admin" && role !== "admin";
    if (stepsDown && !(await hasAnotherAdmin(tx, row.id))) {
      throw new AppError("conflict", {
        detail: t`Somebody has to be admin: make another one first`,
      });
    }
    await tx
      .updateTable("users")
      .set({ role, updated_at: new Date() })
      .where("id", "=", row.id)
      .execute();
  });
}

/**
 * Sets a new password, ends every session of its owner and revokes their links from reset mails.
 * @throws AppError unprocessable (password), not-found
 */
export async function setPassword(
  services: Identity,
  email: string,
  password: string,
): Promise<void> {
  checkPassword(password, [services.env.APP_NAME, email]);
  const hash = await services.accounts.hashPassword(password);
  await services.db.transaction().execute(async (tx) => {
    const changed = await tx
      .updateTable("accounts")
      .set({ password: hash, updated_at: new Date() })
      .from("users")
      .whereRef("users.id", "=", "accounts.user_id")
      .where("users.email", "=", email)
      .where("accounts.provider_id", "=", "credential")
      .returning("accounts.user_id")
      .executeTakeFirst();
    if (changed === undefined) {
      throw new AppError("not-found", { detail: t`Nobody signs in with this e-mail address` });
    }
    await tx.deleteFrom("sessions").where("user_id", "=", changed.user_id).execute();
    await forgetLinks(tx, changed.user_id);
  });
}
