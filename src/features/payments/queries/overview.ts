import { sql, type Kysely } from "kysely";
import type { PaymentMode } from "#app/adapters/payments/port.ts";
import type { Database } from "#app/db/schema.ts";
import { keysetPage } from "#app/lib/keyset.ts";

/** What was paid for an offer in a month, in minor units of the currency. */
export type RevenueLine = {
  /** e.g. 2026-11, UTC. */
  month: string;
  offer: string;
  currency: string;
  payments: number;
  credits: number;
  /** With tax; refunds and lost disputes are not taken off. */
  paid: number;
  tax: number;
  refunded: number;
  /** Lost in disputes. */
  lost: number;
};

/** Revenue of the last twelve months by month and offer, newest first. */
export async function revenueByMonth(
  db: Kysely<Database>,
  mode: PaymentMode,
): Promise<RevenueLine[]> {
  const { rows } = await sql<RevenueLine>`
    select to_char(p.created_at at time zone 'utc', 'YYYY-MM') as month, p.offer, p.currency,
      count(*)::integer as payments, sum(p.credits)::bigint as credits, sum(p.amount)::bigint as paid,
      sum(p.tax)::bigint as tax, sum(p.refunded)::bigint as refunded,
      coalesce(sum(least(coalesce(d.lost, 0), p.amount - p.refunded)), 0)::bigint as lost
    from payments p
    left join (
      select payment_id, sum(amount) as lost from payment_disputes where state = 'lost' group by payment_id
    ) d on d.payment_id = p.id
    where p.mode = ${mode} and p.granted_at is not null
      and p.created_at >= (date_trunc('month', now() at time zone 'utc') - interval '11 months') at time zone 'utc'
    group by 1, 2, 3 order by 1 desc, 2, 3`.execute(db);
  return rows;
}

export type PaymentTotals = {
  /** Events that were given up, and those that wait. */
  events: { failed: number; waiting: number };
  disputes: { open: number; won: number; lost: number };
  /** Members with a plan that runs. */
  subscriptions: number;
};

/** Counts of what an admin may have to look after. */
export async function paymentTotals(
  db: Kysely<Database>,
  mode: PaymentMode,
): Promise<PaymentTotals> {
  const { rows } = await sql<{
    failed: number;
    waiting: number;
    open: number;
    won: number;
    lost: number;
    subscriptions: number;
  }>`
    select (select count(*)::integer from payment_events where state = 'failed') as failed,
      (select count(*)::integer from payment_events where state = 'received') as waiting,
      count(*) filter (where d.state = 'open')::integer as open,
      count(*) filter (where d.state = 'won')::integer as won,
      count(*) filter (where d.state = 'lost')::integer as lost,
      (select count(*)::integer from subscriptions
       where mode = ${mode} and state in ('active', 'trialing', 'past_due')) as subscriptions
    from payment_disputes d join payments p on p.id = d.payment_id and p.mode = ${mode}`.execute(
    db,
  );
  const { failed, waiting, subscriptions, ...disputes } = rows[0];
  return { events: { failed, waiting }, disputes, subscriptions };
}

export const paymentStates = ["paid", "open", "failed", "refunded", "disputed"] as const;
export type PaymentState = (typeof paymentStates)[number];

export type ListedPayment = {
  id: string;
  member: { name: string; username: string; email: string };
  offer: string;
  credits: number;
  /** Credits that were taken back. */
  taken: number;
  amount: number;
  refunded: number;
  currency: string;
  state: PaymentState;
  mode: string;
  /** ISO 8601, UTC. */
  createdAt: string;
};

export type PaymentFilter = {
  state?: PaymentState | undefined;
  /** The id of a payment, or `@name`, a member. */
  q?: string | undefined;
  cursor?: string | undefined;
  limit: number;
};

function matching(q: string) {
  // Known before the list is read, so that the planner takes the member's index.
  if (q.startsWith("@")) {
    return sql<boolean>`p.user_id = (select id from users where username = ${q.slice(1)}::citext)`;
  }
  return sql<boolean>`(p.id = ${q} or p.payment_intent = ${q})`;
}

/**
 * Everybody's payments, newest first; `next` is the cursor of the page after. For admins alone.
 * @throws AppError invalid-request for an unknown cursor
 */
export async function allPayments(
  db: Kysely<Database>,
  { state, q = "", cursor, limit }: PaymentFilter,
): Promise<{ items: ListedPayment[]; next: string | null }> {
  let query = db
    .selectFrom("payments as p")
    .innerJoin("users as u", "u.id", "p.user_id")
    .select(["p.id", "p.offer", "p.credits", "p.taken", "p.amount", "p.refunded", "p.currency"])
    .select(["p.state", "p.mode", "p.created_at", "u.name", "u.username", "u.email"]);
  if (state !== undefined) query = query.where("p.state", "=", state);
  if (q !== "") query = query.where(matching(q));
  const { page, next } = await keysetPage(
    query,
    { by: "p.created_at", id: "p.id", at: (row) => row.created_at, ids: "text" },
    { cursor, limit },
  );
  return {
    items: page.map(({ name, username, email, created_at, state: found, ...row }) => ({
      ...row,
      state: found as PaymentState,
      member: { name, username, email },
      createdAt: created_at.toISOString(),
    })),
    next,
  };
}
