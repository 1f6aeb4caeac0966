import type { Pool } from "pg";
import { randomText } from "./ids.ts";

/** Names a lock of the database; any number that nothing else uses. */
const creationLock = 7_301_442_019;

const statements = `
create schema if not exists payment_sandbox;
create table if not exists payment_sandbox.objects (
  id text primary key,
  kind text not null,
  seq bigint generated always as identity unique,
  -- When something happens to it by itself, in seconds of the sandbox's clock.
  due_at bigint,
  data jsonb not null,
  -- What Stripe keeps to itself.
  inner_state jsonb not null default '{}'
);
create index if not exists objects_by_kind on payment_sandbox.objects (kind, seq desc);
create index if not exists objects_by_customer on payment_sandbox.objects ((data->>'customer'), kind, seq desc);
create index if not exists objects_by_intent on payment_sandbox.objects ((data->>'payment_intent'), kind);
create index if not exists objects_by_charge on payment_sandbox.objects ((data->>'charge'), kind);
create index if not exists objects_by_invoice on payment_sandbox.objects ((data->>'invoice'), kind);
create index if not exists objects_by_paid_intent
  on payment_sandbox.objects ((data->'payment'->>'payment_intent')) where kind = 'invoice_payment';
create index if not exists objects_due on payment_sandbox.objects (due_at) where due_at is not null;
create table if not exists payment_sandbox.events (
  id text primary key,
  seq bigint generated always as identity unique,
  type text not null,
  object_id text not null,
  created bigint not null,
  data jsonb not null
);
create table if not exists payment_sandbox.deliveries (
  id bigint generated always as identity primary key,
  event_id text not null references payment_sandbox.events on delete cascade,
  state text not null check (state in ('pending', 'delivered', 'lost', 'given-up')),
  attempts int not null default 0,
  next_at timestamptz not null default now(),
  last_status int,
  last_error text,
  created_at timestamptz not null default now(),
  done_at timestamptz
);
create index if not exists deliveries_by_event on payment_sandbox.deliveries (event_id);
create index if not exists deliveries_pending on payment_sandbox.deliveries (next_at) where state = 'pending';
create table if not exists payment_sandbox.idempotency_keys (
  key text primary key,
  endpoint text not null,
  body_hash text not null,
  request_id text not null,
  status int,
  answer jsonb,
  created_at timestamptz not null default now()
);
create table if not exists payment_sandbox.settings (
  name text primary key,
  value text not null
);
`;

/** What is kept once for the whole sandbox. */
export type Secrets = { apiKey: string; webhookSecret: string; accountId: string };

/** Creates the schema where it is missing, and reads the keys, which are made once and then kept. */
export async function prepareSchema(pool: Pool): Promise<Secrets> {
  const client = await pool.connect();
  try {
    await client.query("begin");
    // Two processes may open a new database at the same time.
    await client.query("select pg_advisory_xact_lock($1)", [creationLock]);
    const { rows } = await client.query<{ there: boolean }>(
      "select to_regclass('payment_sandbox.settings') is not null as there",
    );
    if (!rows[0].there) {
      await client.query(statements);
      await client.query(
        "insert into payment_sandbox.settings values ('api-key', $1), ('webhook-secret', $2), ('account', $3)",
        [`sk_test_${randomText(40)}`, `whsec_${randomText(32)}`, `acct_${randomText(16)}`],
      );
    }
    const kept = await client.query<{ name: string; value: string }>(
      "select name, value from payment_sandbox.settings",
    );
    await client.query("commit");
    const value = new Map(kept.rows.map((row) => [row.name, row.value]));
    return {
      apiKey: value.get("api-key") as string,
      webhookSecret: value.get("webhook-secret") as string,
      accountId: value.get("account") as string,
    };
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}
