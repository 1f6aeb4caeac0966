import type { Kysely } from "kysely";
import { t } from "#app/language/message.ts";
import type { Database } from "#app/db/schema.ts";
import { offerOf } from "#app/rules/price-list.ts";

/** What became of a checkout of the member's own. */
export type Purchase = {
  /** "200 credits", "Pro". */
  name: string;
  credits: number;
  /** Granted once the credits are in the ledger. */
  state: "waiting" | "granted" | "failed";
};

/**
 * The purchase behind a checkout session that the provider sent the browser back from; null for one of somebody else.
 * The ledger is asked, not the browser: an address proves nothing.
 */
export async function purchaseOf(
  db: Kysely<Database>,
  userId: string,
  sessionId: string,
): Promise<Purchase | null> {
  const checkout = await db
    .selectFrom("payment_checkouts")
    .select(["id", "offer", "credits"])
    .where("session_id", "=", sessionId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  if (checkout === undefined) return null;
  const payments = await db
    .selectFrom("payments")
    .select(["state", "granted_at"])
    .where("checkout_id", "=", checkout.id)
    .execute();
  const isGranted = payments.some(({ granted_at }) => granted_at !== null);
  const hasFailed = payments.some(({ state }) => state === "failed");
  return {
    name: offerOf(checkout.offer)?.name ?? t`${checkout.credits} credits`,
    credits: checkout.credits,
    state: isGranted ? "granted" : hasFailed ? "failed" : "waiting",
  };
}
