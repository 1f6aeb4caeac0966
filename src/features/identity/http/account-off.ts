import { t } from "#app/language/message.ts";
import { AppError } from "#app/lib/errors.ts";
import { paths } from "#app/paths.ts";
import { formatDeletionDay } from "#app/rules/deletion.ts";
import { signInRefusal } from "#app/rules/sanctions.ts";
import type { Services } from "#app/services.ts";
import { banOf, waitingDeletionOf } from "../queries/account-ban.ts";
import { codeIn } from "./forward.ts";

/**
 * What a sign-in with the right password says of an account that is off: why, until when, and where its owner reads and
 * answers the decision. Null for every other refusal: a wrong password learns nothing of the account.
 */
export async function accountOff(
  { db, env }: Pick<Services, "db" | "env">,
  error: unknown,
  email: string,
): Promise<AppError | null> {
  // The library checks the password before our hook refuses the session.
  if (codeIn(error) !== "FAILED_TO_CREATE_SESSION") return null;
  const deletion = await deletionRefusal({ db, env }, { email });
  if (deletion !== null) return deletion;
  const ban = await banOf(db, email);
  if (ban === null) return null;
  const { kind, reason, until, key } = ban;
  const said = signInRefusal({ kind, reason, endsAt: until });
  return new AppError("forbidden", {
    detail: t`${said} Read the decision and answer it: ${env.SERVER_URL}${paths.appeal(key)}`,
    extra: { code: "ACCOUNT_OFF" },
  });
}

/** What a sign-in says of an account that waits for its deletion: when, and where its owner keeps it. Null for others. */
export async function deletionRefusal(
  { db, env }: Pick<Services, "db" | "env">,
  whose: { email: string } | { id: string },
): Promise<AppError | null> {
  const waiting = await waitingDeletionOf(db, whose);
  if (waiting === null) return null;
  const day = formatDeletionDay(waiting.dueAt);
  return new AppError("forbidden", {
    detail: t`Your account will be deleted on ${day} – keep it: ${env.SERVER_URL}${paths.appeal(waiting.key)}`,
    extra: { code: "ACCOUNT_LEAVING" },
  });
}
