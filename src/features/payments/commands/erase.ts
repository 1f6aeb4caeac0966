import { sql, type Transaction } from "kysely";
import type { Database } from "#app/db/schema.ts";

/**
 * Gives the payments of a member to the nameless row. The provider's ids and the numbers of invoices stay, for the
 * books; addresses of invoices and what the provider's events say of the payer go. An event that still waits to be
 * worked on stays as it is.
 * @returns how many events were emptied
 */
export async function eraseFromPayments(
  tx: Transaction<Database>,
  userId: string,
  nameless: string,
  email: string,
): Promise<number> {
  const { rows: customers } = await sql<{ customer_id: string }>`
    select customer_id from payment_customers where user_id = ${userId}
    union select customer_id from payment_checkouts where user_id = ${userId}`.execute(tx);
  const named = [email, userId, ...customers.map((row) => row.customer_id)];
  const { numAffectedRows = 0n } = await sql`
    update payment_events e set payload = '{}', last_error = null
    where e.state <> 'received' and exists (
      select from unnest(${named}::text[]) as n (words) where strpos(lower(e.payload::text), lower(n.words)) > 0)`.execute(
    tx,
  );
  const owner = { user_id: nameless };
  await tx.updateTable("payment_customers").set(owner).where("user_id", "=", userId).execute();
  await tx.updateTable("payment_checkouts").set(owner).where("user_id", "=", userId).execute();
  await tx.updateTable("subscriptions").set(owner).where("user_id", "=", userId).execute();
  await tx
    .updateTable("payments")
    .set({ ...owner, url: null })
    .where("user_id", "=", userId)
    .execute();
  return Number(numAffectedRows);
}
