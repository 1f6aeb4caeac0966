import type { Kysely, Transaction } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { Database } from "#app/db/schema.ts";
import { moveCredits } from "./movements.ts";

/** Credits of the plan Free, given once at sign-up. See docs/product.md 9.1. */
export const signUpCredits = 5;

/**
 * Opens a member's account with the credits of the sign-up; does nothing when it is open already.
 * Given a plain connection it runs in a transaction of its own.
 */
export async function openAccount(db: Kysely<Database>, userId: string): Promise<void> {
  if (!db.isTransaction) {
    await db.transaction().execute((tx) => openAccount(tx, userId));
    return;
  }
  const tx = db as Transaction<Database>;
  await tx
    .insertInto("ledger_accounts")
    .values({ id: uuidv7(), kind: "member", user_id: userId })
    .onConflict((conflict) => conflict.column("user_id").doNothing())
    .execute();
  await moveCredits(tx, {
    userId,
    change: signUpCredits,
    kind: "grant",
    house: "promotion",
    reason: "Credits at sign-up",
    idempotencyKey: `sign-up:${userId}`,
  });
}
