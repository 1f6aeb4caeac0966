import { sql, type Kysely } from "kysely";
import { t } from "#app/language/message.ts";
import type { Database } from "#app/db/schema.ts";
import { AppError } from "#app/lib/errors.ts";
import { usernameFromName, usernameWithSuffix } from "#app/rules/username.ts";

export async function isBanned(db: Kysely<Database>, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom("users")
    .select("banned_at")
    .where("id", "=", userId)
    .executeTakeFirst();
  // The row of a concurrent sign-up is not committed yet.
  return (row?.banned_at ?? null) !== null;
}

/**
 * A free username: the one made from the name, or that with digits appended.
 * @throws AppError conflict when nine tries are all taken
 */
export async function freeUsername(
  db: Kysely<Database>,
  name: string,
  suffix: () => string,
): Promise<string> {
  const base = usernameFromName(name);
  const choices = [base, ...Array.from({ length: 8 }, () => usernameWithSuffix(base, suffix()))];
  const allowed = base === "maker" ? choices.slice(1) : choices;
  const taken = await db
    .selectFrom("users")
    .select("username")
    .where("username", "in", allowed)
    .execute();
  // Those of deleted members, of which only a digest is kept.
  const { rows: reserved } = await sql<{ username: string }>`
    select name as username from unnest(${allowed}::text[]) as given (name)
    join reserved_usernames r on r.digest = sha256(convert_to(lower(given.name), 'UTF8'))`.execute(
    db,
  );
  const used = new Set([...taken, ...reserved].map((row) => row.username.toLowerCase()));
  const free = allowed.find((choice) => !used.has(choice));
  if (free === undefined) throw new AppError("conflict", { detail: t`Choose another name` });
  return free;
}
