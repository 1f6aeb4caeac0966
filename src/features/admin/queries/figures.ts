import { sql, type Kysely } from "kysely";
import type { Database } from "#app/db/schema.ts";

/** Days (UTC) that the figures go back, today included. */
const shownDays = 30;

const lastDays = (count: number) => sql`generate_series(
  (now() at time zone 'utc')::date - ${count - 1}::integer, (now() at time zone 'utc')::date, '1 day')`;
const dayWord = sql<string>`to_char(d.day, 'YYYY-MM-DD')`;

export type CreditDay = {
  /** e.g. 2026-11-21, UTC. */
  day: string;
  /** Paid for, less what was taken back; given by the house. */
  sold: number;
  granted: number;
  spent: number;
  /** From casts that were not delivered in full. */
  refunded: number;
};

export type CreditFigures = {
  days: CreditDay[];
  /** Credits on members' accounts now. */
  outstanding: { current: number; held: number; frozen: number; debt: number };
  plans: { plan: string; members: number }[];
};

/** Figures from the ledger for the last 30 days. See docs/product.md 2.13 overview. */
export async function creditFigures(db: Kysely<Database>): Promise<CreditFigures> {
  const [found, outstanding, plans] = await Promise.all([
    sql<CreditDay>`
      with moved as (
        select (e.created_at at time zone 'utc')::date as day, t.kind, a.kind as account, e.bucket, e.amount
        from ledger_entries e
        join ledger_transactions t on t.id = e.transaction_id
        join ledger_accounts a on a.id = e.account_id
        where e.created_at >= ((now() at time zone 'utc')::date - ${shownDays - 1}::integer)::timestamp at time zone 'utc')
      select ${dayWord} as day,
        coalesce(-sum(m.amount) filter (where m.account = 'purchase'), 0)::bigint as sold,
        coalesce(-sum(m.amount) filter (where m.account = 'promotion'), 0)::bigint as granted,
        coalesce(sum(m.amount) filter (where m.account = 'revenue'), 0)::bigint as spent,
        coalesce(sum(m.amount) filter (
          where m.account = 'member' and m.bucket = 'available' and m.kind in ('settle', 'void', 'expire', 'refund')
            and m.amount > 0), 0)::bigint as "refunded"
      from ${lastDays(shownDays)} as d(day) left join moved m on m.day = d.day::date
      group by d.day order by d.day`.execute(db),
    db
      .selectFrom("ledger_accounts")
      .select([
        sql<number>`coalesce(sum(available), 0)::bigint`.as("current"),
        sql<number>`coalesce(sum(held), 0)::bigint`.as("held"),
        sql<number>`coalesce(sum(frozen), 0)::bigint`.as("frozen"),
        sql<number>`coalesce(sum(debt), 0)::bigint`.as("debt"),
      ])
      .where("kind", "=", "member")
      .executeTakeFirstOrThrow(),
    db
      .selectFrom("users")
      .select((eb) => ["plan", eb.fn.countAll<number>().as("members")])
      .where("is_demo", "=", false)
      .where("erased_at", "is", null)
      .groupBy("plan")
      .orderBy("members", "desc")
      .execute(),
  ]);
  return {
    days: found.rows,
    outstanding,
    plans,
  };
}

export type TrafficDay = {
  day: string;
  /** Each once a day. */
  visitors: number;
  views: number;
  casts: number;
  signUps: number;
};

/** Visitors, views of pictures, casts and new members by day, today included; counted here, without cookies. */
export async function trafficFigures(
  db: Kysely<Database>,
  shown = shownDays,
): Promise<TrafficDay[]> {
  const found = await sql<TrafficDay>`
    with since as (select ((now() at time zone 'utc')::date - ${shown - 1}::integer) as day),
    visits as (
      select day, sum(visitors)::bigint as count from visit_sources
      where day >= (select day from since) group by day),
    views as (
      select day, sum(views)::bigint as count from picture_days where day >= (select day from since) group by day),
    casts as (
      select (created_at at time zone 'utc')::date as day, count(*) from generations
      where created_at >= (select day from since)::timestamp at time zone 'utc' group by 1),
    arrivals as (
      select (created_at at time zone 'utc')::date as day, count(*) from users
      where not is_demo and created_at >= (select day from since)::timestamp at time zone 'utc' group by 1)
    select ${dayWord} as day, coalesce(n.count, 0)::bigint as visitors, coalesce(v.count, 0)::bigint as views,
      coalesce(c.count, 0)::bigint as casts, coalesce(a.count, 0)::bigint as "signUps"
    from ${lastDays(shown)} as d(day)
    left join visits n on n.day = d.day::date
    left join views v on v.day = d.day::date
    left join casts c on c.day = d.day::date
    left join arrivals a on a.day = d.day::date
    order by d.day`.execute(db);
  return found.rows;
}
