import { sql, type Kysely } from "kysely";
import type { Database } from "#app/db/schema.ts";

/** A payment whose credits in the ledger are not those that its money stands for. */
export type PaymentDifference = {
  paymentId: string;
  userId: string;
  email: string;
  /** Credits that the payment bought, less those taken back. */
  expected: number;
  /** What the ledger has for it. */
  booked: number;
};

/**
 * Compares the ledger with the payments, one by one: the credits of each by the money that stayed, against the sum of
 * the ledger's entries for it. Money counts as gone when it was refunded or lost in a dispute.
 */
export async function paymentDifferences(
  db: Kysely<Database>,
  limit = 1_000,
): Promise<PaymentDifference[]> {
  const { rows } = await sql<PaymentDifference>`
    with money as (
      select p.id, p.user_id, p.granted_at, p.credits, p.amount, least(p.amount, p.refunded + coalesce(
        (select sum(d.amount) from payment_disputes d where d.payment_id = p.id and d.state = 'lost'), 0)) as gone
      from payments p),
    facts as (
      select id, user_id, case
          when granted_at is null or (gone >= amount and gone > 0) then 0
          else credits - floor(credits * gone / greatest(amount, 1))
        end::bigint as expected
      from money),
    booked as (
      select t.payment_id as id, -sum(e.amount) as credits
      from ledger_transactions t
      join ledger_entries e on e.transaction_id = t.id
      join ledger_accounts a on a.id = e.account_id and a.kind = 'purchase'
      where t.payment_id is not null
      group by t.payment_id)
    select f.id as "paymentId", f.user_id as "userId", u.email::text as email, f.expected,
           coalesce(b.credits, 0)::bigint as booked
    from facts f join users u on u.id = f.user_id left join booked b on b.id = f.id
    where f.expected <> coalesce(b.credits, 0)
    order by f.id
    limit ${limit}`.execute(db);
  return rows;
}
