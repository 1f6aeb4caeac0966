import { sql, type Kysely } from "kysely";
import { t } from "#app/language/message.ts";
import type { Database } from "#app/db/schema.ts";
import { AppError } from "#app/lib/errors.ts";
import type { FactorMethod } from "#app/rules/account-form.ts";
import type { Services } from "#app/services.ts";

/** Minutes that the second step of a sign-in may take. */
export const secondStepMinutes = 10;
/** Minutes for which a proved second factor counts as fresh. */
const freshMinutes = 10;

const methodsOf = (row: { app: boolean; passkey: boolean }): FactorMethod[] => [
  ...(row.app ? (["code"] as const) : []),
  ...(row.passkey ? (["passkey"] as const) : []),
];

/** A member who has given their password and not yet their second factor. */
export type PendingMember = { userId: string; email: string; methods: FactorMethod[] };

/** The member of a sign-in that waits for its second step; null when there is none or it took too long. */
export async function pendingMember(
  { accounts, db }: Pick<Services, "accounts" | "db">,
  headers: Headers,
): Promise<PendingMember | null> {
  const token = accounts.sessionToken(headers);
  if (token === null) return null;
  const { rows } = await sql<{ id: string; email: string; passkey: boolean }>`
    select u.id, u.email, exists (select from passkeys p where p.user_id = u.id) as passkey
    from sessions s join users u on u.id = s.user_id
    where s.token = ${token} and s.expires_at > now() and u.banned_at is null
      and u.two_factor_at is not null and s.factor_at is null
      and s.created_at > now() - make_interval(mins => ${secondStepMinutes}::int)`.execute(db);
  const [row] = rows;
  if (row === undefined) return null;
  const methods = methodsOf({ app: true, passkey: row.passkey });
  return { userId: row.id, email: row.email, methods };
}

/**
 * Passes where the session has proved a second factor within the last minutes, or its member has none.
 * @throws AppError fresh-factor-required, with the ways to prove it as `methods`
 */
export async function requireFreshFactor(
  { accounts, db }: Pick<Services, "accounts" | "db">,
  headers: Headers,
): Promise<void> {
  const token = accounts.sessionToken(headers) ?? "";
  const { rows } = await sql<{ app: boolean; passkey: boolean; fresh: boolean }>`
    select u.two_factor_at is not null as app,
      exists (select from passkeys p where p.user_id = u.id) as passkey,
      coalesce(s.factor_at > now() - make_interval(mins => ${freshMinutes}::int), false) as fresh
    from sessions s join users u on u.id = s.user_id where s.token = ${token}`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new AppError("unauthenticated");
  const methods = methodsOf(row);
  if (row.fresh || methods.length === 0) return;
  throw new AppError("fresh-factor-required", {
    detail: t`This needs your second factor again`,
    extra: { methods },
  });
}

/** When the session with this token last proved a second factor. */
export async function factorTimeOf(db: Kysely<Database>, token: string): Promise<Date | null> {
  const row = await db
    .selectFrom("sessions")
    .select("factor_at")
    .where("token", "=", token)
    .executeTakeFirst();
  return row?.factor_at ?? null;
}

/** The hash of the member's password; null for one who never set one. */
export async function passwordHashOf(db: Kysely<Database>, userId: string): Promise<string | null> {
  const row = await db
    .selectFrom("accounts")
    .select("password")
    .where("user_id", "=", userId)
    .where("provider_id", "=", "credential")
    .executeTakeFirst();
  return row?.password ?? null;
}

/** One of a member's passkeys, as they see it. */
export type OwnPasskey = {
  id: string;
  name: string;
  /** Whether it is copied between the member's devices, e.g. by a password manager. */
  isSynced: boolean;
  /** ISO 8601, UTC. */
  createdAt: string;
  lastUsedAt: string | null;
};

/** What a member's settings show of their second factors. */
export type SecondFactorFacts = {
  /** Since when sign-in takes a second step, ISO 8601; null: it does not. */
  onSince: string | null;
  recoveryCodesLeft: number;
  passkeys: OwnPasskey[];
};

export async function ownPasskeys(db: Kysely<Database>, userId: string): Promise<OwnPasskey[]> {
  const rows = await db
    .selectFrom("passkeys")
    .select(["id", "name", "is_synced", "created_at", "last_used_at"])
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    isSynced: row.is_synced,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  }));
}

/** @throws NoResultError when there is no such member */
export async function secondFactorFacts(
  db: Kysely<Database>,
  userId: string,
): Promise<SecondFactorFacts> {
  const user = await db
    .selectFrom("users")
    .select("two_factor_at")
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  const codes = await db
    .selectFrom("recovery_codes")
    .select((eb) => eb.fn.countAll<number>().as("left"))
    .where("user_id", "=", userId)
    .where("used_at", "is", null)
    .executeTakeFirstOrThrow();
  return {
    onSince: user.two_factor_at?.toISOString() ?? null,
    recoveryCodesLeft: codes.left,
    passkeys: await ownPasskeys(db, userId),
  };
}

/** Members whose authenticator app cannot be checked, because AUTH_SECRET is another than when they set it up. */
export async function unreadableFactors({
  accounts,
  db,
}: Pick<Services, "accounts" | "db">): Promise<{ user_id: string }[]> {
  const rows = await db.selectFrom("totp_secrets").select(["user_id", "secret"]).execute();
  const found: { user_id: string }[] = [];
  for (const { user_id, secret } of rows) {
    if (!(await accounts.apps.canRead(secret))) found.push({ user_id });
  }
  return found;
}
