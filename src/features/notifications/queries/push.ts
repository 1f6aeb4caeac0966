import { sql, type Kysely, type RawBuilder } from "kysely";
import type { Database } from "#app/db/schema.ts";

/** A signed-in browser, by the token of its session. */
export type SignIn = { userId: string; token: string };

/** The endpoint of this signed-in browser; null while it shows no notifications. */
export async function ownEndpoint(
  db: Kysely<Database>,
  { userId, token }: SignIn,
): Promise<string | null> {
  const row = await db
    .selectFrom("push_subscriptions as p")
    .innerJoin("sessions as s", "s.id", "p.session_id")
    .select("p.endpoint")
    .where("s.user_id", "=", userId)
    .where("s.token", "=", token)
    .executeTakeFirst();
  return row?.endpoint ?? null;
}

/** True where the member has a browser that shows notifications. */
export function hasBrowser(userId: string): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select 1 from push_subscriptions p join sessions s on s.id = p.session_id where s.user_id = ${userId})`;
}
