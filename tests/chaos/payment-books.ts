import type { OpenServices } from "#app/open-services.ts";
import { offers } from "#app/rules/price-list.ts";

export type Comparison = {
  /** Payments that succeeded by the sandbox's books, and those that the ledger booked. */
  facts: number;
  booked: number;
  refunds: number;
  disputes: number;
  /** Credits by the books and by the ledger. */
  expectedCredits: number;
  ledgerCredits: number;
  /** Payments and members that differ. */
  wrongPayments: unknown[];
  wrongMembers: unknown[];
};

/** What a payment leaves a member with, worked out from its money alone. */
function creditsLeft(amount: number, gone: number): number {
  const credits = offers.find((offer) => offer.amount === amount)?.credits;
  if (credits === undefined) throw new Error(`nothing is sold for ${amount}`);
  if (gone >= amount) return 0;
  return credits - Math.floor((credits * gone) / amount);
}

/** Compares the ledger with the sandbox's books, payment by payment and member by member. */
export async function comparison(
  { pool, payments }: OpenServices,
  members: readonly string[],
  ownCredits: (userId: string) => number,
): Promise<Comparison> {
  const { sandbox } = payments;
  if (sandbox === null) throw new Error("there is no sandbox");
  const books = await sandbox.books();
  const customers = await pool.query<{ customer_id: string; user_id: string }>(
    "select customer_id, user_id from payment_customers",
  );
  const memberOf = new Map(customers.rows.map((row) => [row.customer_id, row.user_id]));
  const expected = new Map(members.map((id) => [id, ownCredits(id)]));
  const left = new Map<string, number>();
  for (const { paymentIntent, invoice, status, amount, refunded, customer } of books.payments) {
    if (status !== "succeeded") continue;
    const lost = books.disputes
      .filter((each) => each.paymentIntent === paymentIntent && each.status === "lost")
      .reduce((sum, each) => sum + each.amount, 0);
    const credits = creditsLeft(amount, refunded + lost);
    left.set(invoice ?? paymentIntent, credits);
    const userId = memberOf.get(customer ?? "") ?? "";
    expected.set(userId, (expected.get(userId) ?? 0) + credits);
  }
  const booked = await pool.query<{ id: string; credits: number; purchases: number }>(
    `select t.payment_id as id, -sum(e.amount)::integer as credits,
       count(distinct t.id) filter (where t.kind = 'purchase')::integer as purchases
     from ledger_transactions t
     join ledger_entries e on e.transaction_id = t.id
     join ledger_accounts a on a.id = e.account_id and a.kind = 'purchase'
     where t.payment_id is not null group by t.payment_id`,
  );
  const inLedger = new Map(booked.rows.map((row) => [row.id, row]));
  const ids = new Set([...left.keys(), ...inLedger.keys()]);
  const wrongPayments = [...ids].flatMap((id) => {
    const row = inLedger.get(id);
    const isRight = row?.purchases === 1 && row.credits === left.get(id);
    return isRight ? [] : [{ id, expected: left.get(id) ?? null, ledger: row ?? null }];
  });
  const accounts = await pool.query<{ user_id: string; net: number }>(
    `select user_id, (available + held + frozen - debt)::integer as net
     from ledger_accounts where kind = 'member'`,
  );
  const wrongMembers = accounts.rows.flatMap(({ user_id, net }) =>
    net === expected.get(user_id) ? [] : [{ user_id, expected: expected.get(user_id), net }],
  );
  const sum = (values: Iterable<number>) => [...values].reduce((total, each) => total + each, 0);
  return {
    facts: left.size,
    booked: inLedger.size,
    refunds: books.refunds.length,
    disputes: books.disputes.length,
    expectedCredits: sum(left.values()),
    ledgerCredits: sum(booked.rows.map(({ credits }) => credits)),
    wrongPayments,
    wrongMembers,
  };
}
