import type { Kysely } from "kysely";
import type { Database } from "#app/db/schema.ts";

/** Facts about an account beside the profile. */
export type AccountFacts = {
  emailVerified: boolean;
  /** False for a member who signed up with Google and never set one. */
  hasPassword: boolean;
  hasGoogle: boolean;
  /** ISO 8601, UTC. */
  since: string;
};

/** @throws NoResultError when there is no such member */
export async function accountFacts(db: Kysely<Database>, userId: string): Promise<AccountFacts> {
  const user = await db
    .selectFrom("users")
    .select(["email_verified", "created_at"])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  const ways = await db
    .selectFrom("accounts")
    .select("provider_id")
    .where("user_id", "=", userId)
    .execute();
  const providers = new Set(ways.map((way) => way.provider_id));
  return {
    emailVerified: user.email_verified,
    hasPassword: providers.has("credential"),
    hasGoogle: providers.has("google"),
    since: user.created_at.toISOString(),
  };
}
