import { sql, type Kysely } from "kysely";
import type { PushKeys, PushTarget } from "#app/adapters/push/port.ts";
import type { Database } from "#app/db/schema.ts";
import { AppError } from "#app/lib/errors.ts";
import type { Services } from "#app/services.ts";
import type { SignIn } from "../queries/push.ts";

type Db = Kysely<Database>;

async function storedKeys(db: Db): Promise<PushKeys | null> {
  const row = await db
    .selectFrom("push_keys")
    .select(["public_key", "private_key"])
    .executeTakeFirst();
  return row === undefined ? null : { publicKey: row.public_key, privateKey: row.private_key };
}

/** The key pair of this installation, made at its first use. Processes that make one at once agree on one. */
export async function pushKeys({ db, push }: Pick<Services, "db" | "push">): Promise<PushKeys> {
  const known = await storedKeys(db);
  if (known !== null) return known;
  const { publicKey, privateKey } = await push.newKeys();
  await db
    .insertInto("push_keys")
    .values({ public_key: publicKey, private_key: privateKey })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const agreed = await storedKeys(db);
  if (agreed === null) throw new Error("the keys for push messages cannot be stored");
  return agreed;
}

/**
 * Lets this browser show the member's notifications for as long as the sign-in lasts. A browser belongs to the sign-in that
 * asked last.
 * @throws AppError unauthenticated when the sign-in has ended
 */
export async function subscribe(
  { db }: Pick<Services, "db">,
  { userId, token }: SignIn,
  { endpoint, p256dh, auth }: PushTarget,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const session = await tx
      .selectFrom("sessions")
      .select("id")
      .where("token", "=", token)
      .where("user_id", "=", userId)
      .forKeyShare()
      .executeTakeFirst();
    if (session === undefined) throw new AppError("unauthenticated");
    // Of two sign-ins that name one browser at once, the second waits, and takes it over.
    await sql`select pg_advisory_xact_lock(hashtextextended(${endpoint}, 0))`.execute(tx);
    await tx
      .deleteFrom("push_subscriptions")
      .where("endpoint", "=", endpoint)
      .where("session_id", "<>", session.id)
      .execute();
    const values = { endpoint, p256dh, auth, failing_since: null };
    await tx
      .insertInto("push_subscriptions")
      .values({ session_id: session.id, ...values })
      .onConflict((conflict) =>
        conflict.column("session_id").doUpdateSet({ ...values, created_at: sql<Date>`now()` }),
      )
      .execute();
  });
}

/** Ends the notifications of this browser; harmless when there were none. */
export async function unsubscribeBrowser(
  { db }: Pick<Services, "db">,
  { userId, token }: SignIn,
): Promise<void> {
  await db
    .deleteFrom("push_subscriptions")
    .where("session_id", "in", (sessions) =>
      sessions
        .selectFrom("sessions")
        .select("id")
        .where("user_id", "=", userId)
        .where("token", "=", token),
    )
    .execute();
}
