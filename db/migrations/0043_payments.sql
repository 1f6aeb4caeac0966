-- Payments: what the provider says of customers, checkouts, payments, disputes and subscriptions, and the events that
-- it sent. The provider's objects are the truth; these rows follow them and the ledger follows these rows.

-- Mode is the provider in use: the built-in sandbox, Stripe's test mode or Stripe itself. Ids and money of one are never
-- mixed with those of another.
create table payment_customers (
  user_id     uuid not null references users (id) on delete restrict,
  mode        text not null check (mode in ('sandbox', 'test', 'live')),
  customer_id text not null unique,
  created_at  timestamptz(3) not null default now(),
  primary key (user_id, mode)
);

-- What a member was offered, written before the provider's page is opened. What is paid must be equal to it.
create table payment_checkouts (
  id         uuid primary key,
  user_id    uuid not null references users (id) on delete restrict,
  mode       text not null check (mode in ('sandbox', 'test', 'live')),
  offer      text not null,
  credits    integer not null check (credits > 0),
  -- Minor units of the currency, without tax.
  amount     bigint not null check (amount > 0),
  currency   text not null check (currency ~ '^[a-z]{3}$'),
  -- Who is to pay it.
  customer_id text not null,
  -- Null for a change of a plan, which needs no page.
  session_id text unique,
  created_at timestamptz(3) not null default now()
);
create index payment_checkouts_user on payment_checkouts (user_id, created_at desc);

-- Every signed event as it came in, once for each id.
create table payment_events (
  id              text primary key check (char_length(id) <= 255),
  kind            text not null,
  object_id       text,
  mode            text not null check (mode in ('sandbox', 'test', 'live')),
  livemode        boolean not null,
  payload         jsonb not null,
  state           text not null default 'received' check (state in ('received', 'done', 'ignored', 'failed')),
  attempts        integer not null default 0,
  last_error      text,
  -- When a worker may take it; claiming it moves this time on, so that a crash needs no repair.
  next_attempt_at timestamptz(3) not null default now(),
  received_at     timestamptz(3) not null default now(),
  done_at         timestamptz(3),
  check ((state = 'received') = (done_at is null))
);
create index payment_events_due on payment_events (next_attempt_at) where state = 'received';
create index payment_events_newest on payment_events (received_at desc, id desc);
create index payment_events_state on payment_events (state, received_at desc, id desc);
create index payment_events_kind on payment_events (kind, received_at desc, id desc);
create index payment_events_object on payment_events (object_id);

create table subscriptions (
  id                  text primary key,
  user_id             uuid not null references users (id) on delete restrict,
  mode                text not null check (mode in ('sandbox', 'test', 'live')),
  offer               text not null,
  -- The provider's word: active, past_due, incomplete, canceled …
  state               text not null,
  renews_at           timestamptz(3),
  cancels_at          timestamptz(3),
  last_payment_failed boolean not null default false,
  created_at          timestamptz(3) not null,
  -- Counts what was applied: a read that began before the last one was applied is not applied over it.
  version             integer not null default 1
);
create index subscriptions_user on subscriptions (user_id, created_at desc);

-- One row for each fact that money stands for: a payment intent of a pack ('pi_…') or an invoice of a plan ('in_…').
create table payments (
  id             text primary key,
  user_id        uuid not null references users (id) on delete restrict,
  mode           text not null check (mode in ('sandbox', 'test', 'live')),
  checkout_id    uuid not null references payment_checkouts (id),
  offer          text not null,
  -- What the payment buys, how much of that was taken back, and how much of the rest is frozen by open disputes.
  credits        integer not null check (credits > 0),
  taken          integer not null default 0 check (taken between 0 and credits),
  frozen         integer not null default 0 check (frozen between 0 and credits - taken),
  -- Minor units of the currency, with tax; what was paid, and how much of it went back by refunds.
  amount         bigint not null check (amount >= 0),
  tax            bigint not null default 0 check (tax between 0 and amount),
  refunded       bigint not null default 0 check (refunded between 0 and amount),
  currency       text not null check (currency ~ '^[a-z]{3}$'),
  state          text not null check (state in ('open', 'paid', 'failed', 'refunded', 'disputed')),
  payment_intent text unique,
  subscription_id text,
  number         text,
  url            text,
  period_start   timestamptz(3),
  period_end     timestamptz(3),
  -- When the credits were booked; null until the payment succeeded.
  granted_at     timestamptz(3),
  created_at     timestamptz(3) not null,
  version        integer not null default 1,
  check (granted_at is not null or (taken = 0 and frozen = 0))
);
create index payments_user on payments (user_id, created_at desc, id desc);
create index payments_newest on payments (created_at desc, id desc);

create table payment_disputes (
  id         text primary key,
  payment_id text not null references payments (id),
  amount     bigint not null check (amount >= 0),
  currency   text not null,
  state      text not null check (state in ('open', 'won', 'lost')),
  -- The provider's own words.
  status     text not null,
  reason     text not null,
  -- Credits that were set aside when it was first seen open.
  frozen     integer not null default 0 check (frozen >= 0),
  created_at timestamptz(3) not null,
  closed_at  timestamptz(3),
  check ((state = 'open') = (closed_at is null))
);
create index payment_disputes_payment on payment_disputes (payment_id);
create index payment_disputes_newest on payment_disputes (created_at desc, id desc);

-- The ledger gets two further buckets. Frozen credits are a member's that cannot be spent while a payment is
-- disputed. Debt is what was spent before its payment went back; its entries are negative, the column is positive.
alter table ledger_accounts
  add column frozen bigint not null default 0 check (frozen >= 0),
  add column debt   bigint not null default 0 check (debt >= 0),
  -- Whatever comes in pays the debt first. Statements of billing rest on this.
  add constraint ledger_accounts_debt_first check (debt = 0 or available = 0);
alter table ledger_entries drop constraint ledger_entries_bucket_check;
alter table ledger_entries add constraint ledger_entries_bucket_check
  check (bucket in ('available', 'held', 'frozen', 'debt'));

alter table ledger_transactions add column payment_id text references payments (id);
alter table ledger_transactions drop constraint ledger_transactions_kind_check;
alter table ledger_transactions add constraint ledger_transactions_kind_check check (kind in
  ('grant', 'purchase', 'adjust', 'hold', 'settle', 'void', 'expire', 'refund', 'freeze', 'release'));
-- A purchase and what follows from it names its payment; nothing else does.
alter table ledger_transactions add constraint ledger_transactions_payment
  check ((kind in ('purchase', 'refund', 'freeze', 'release')) = (payment_id is not null));
create index ledger_transactions_of_payment on ledger_transactions (payment_id) where payment_id is not null;

create or replace view invariant_i1_balances as
  select a.id as account_id, a.available, a.held, e.available as entries_available, e.held as entries_held,
         h.open as open_holds, u.credits,
         a.frozen, e.frozen as entries_frozen, p.frozen as payments_frozen, a.debt, e.debt as entries_debt
  from ledger_accounts a
  join users u on u.id = a.user_id
  left join lateral (
    select coalesce(sum(amount) filter (where bucket = 'available'), 0) as available,
           coalesce(sum(amount) filter (where bucket = 'held'), 0) as held,
           coalesce(sum(amount) filter (where bucket = 'frozen'), 0) as frozen,
           coalesce(-sum(amount) filter (where bucket = 'debt'), 0) as debt
    from ledger_entries where account_id = a.id) e on true
  left join lateral (
    select coalesce(sum(amount), 0) as open from holds where account_id = a.id and state = 'open') h on true
  left join lateral (
    select coalesce(sum(frozen), 0) as frozen from payments where user_id = a.user_id) p on true
  where a.kind = 'member'
    and (a.available <> e.available or a.held <> e.held or a.held <> h.open or a.available < 0 or u.credits <> a.available
      or a.frozen <> e.frozen or a.frozen <> p.frozen or a.debt <> e.debt or (a.debt > 0 and a.available > 0));

-- What the ledger booked for a payment is what the payment bought less what was taken back, all of it the payer's.
create view invariant_i12_payments as
  select p.id as payment_id, p.granted_at, p.credits, p.taken, p.frozen,
         l.bought as entries_bought, l.frozen as entries_frozen, l.of_others as entries_of_others
  from payments p
  left join lateral (
    select coalesce(-sum(e.amount) filter (where a.kind = 'purchase'), 0) as bought,
           coalesce(sum(e.amount) filter (where e.bucket = 'frozen'), 0) as frozen,
           count(*) filter (where a.kind not in ('member', 'purchase') or a.user_id <> p.user_id) as of_others
    from ledger_transactions t
    join ledger_entries e on e.transaction_id = t.id
    join ledger_accounts a on a.id = e.account_id
    where t.payment_id = p.id) l on true
  where l.bought <> (case when p.granted_at is null then 0 else p.credits - p.taken end)
     or l.frozen <> p.frozen or l.of_others > 0;

-- Only an open dispute freezes, and it freezes no more than was set aside for it.
create view invariant_i13_frozen as
  select p.id as payment_id, p.frozen, d.open
  from payments p
  left join lateral (
    select coalesce(sum(frozen), 0) as open from payment_disputes
    where payment_id = p.id and state = 'open') d on true
  where p.frozen > d.open;
