-- The ledger: double entry, append-only. A member's account has two buckets, available and held;
-- the house's accounts (revenue, promotions, purchases, adjustments) have entries only.

create table ledger_accounts (
  id        uuid primary key,
  kind      text not null check (kind in ('member', 'revenue', 'promotion', 'purchase', 'adjustment')),
  user_id   uuid unique references users (id) on delete restrict,
  available bigint not null default 0 check (kind <> 'member' or available >= 0),
  held      bigint not null default 0 check (held >= 0),
  check ((kind = 'member') = (user_id is not null))
) with (fillfactor = 70);
-- Balances change with every cast: with room on the page an update touches no index.
alter table users set (fillfactor = 80);
create unique index ledger_accounts_house on ledger_accounts (kind) where kind <> 'member';

create table holds (
  id         uuid primary key,
  account_id uuid not null references ledger_accounts (id),
  amount     bigint not null check (amount > 0),
  state      text not null default 'open' check (state in ('open', 'settled', 'voided', 'expired')),
  -- Credits kept by the house when settled; the rest went back.
  settled    bigint not null default 0 check (settled between 0 and amount),
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  closed_at  timestamptz(3),
  check ((state = 'open') = (closed_at is null))
);
create index holds_open on holds (expires_at) where state = 'open';
create index holds_account on holds (account_id) where state = 'open';

create table ledger_transactions (
  id              uuid primary key,
  kind            text not null check (kind in ('grant', 'purchase', 'adjust', 'hold', 'settle', 'void', 'expire', 'refund')),
  hold_id         uuid references holds (id),
  -- One row for one intent, however often it is sent.
  idempotency_key text not null unique,
  reason          text not null,
  created_at      timestamptz(3) not null default now(),
  check ((kind in ('hold', 'settle', 'void', 'expire')) = (hold_id is not null))
);
-- A hold is opened once and closed once.
create unique index ledger_transactions_hold_open on ledger_transactions (hold_id) where kind = 'hold';
create unique index ledger_transactions_hold_close on ledger_transactions (hold_id) where kind in ('settle', 'void', 'expire');

create table ledger_entries (
  id             bigint generated always as identity primary key,
  transaction_id uuid not null references ledger_transactions (id),
  account_id     uuid not null references ledger_accounts (id),
  bucket         text not null check (bucket in ('available', 'held')),
  amount         bigint not null check (amount <> 0),
  created_at     timestamptz(3) not null default now()
);
create index ledger_entries_account on ledger_entries (account_id, id desc);
create index ledger_entries_transaction on ledger_entries (transaction_id);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger ledger_entries_append_only before update or delete or truncate on ledger_entries
  for each statement execute function refuse_change();
create trigger ledger_transactions_append_only before update or delete or truncate on ledger_transactions
  for each statement execute function refuse_change();

-- users.credits mirrors the available bucket inside the same transaction.
create function mirror_credits() returns trigger language plpgsql as $$
begin
  update users set credits = new.available where id = new.user_id and credits is distinct from new.available;
  return null;
end $$;
create trigger ledger_accounts_mirror after insert or update of available on ledger_accounts
  for each row when (new.user_id is not null) execute function mirror_credits();

insert into ledger_accounts (id, kind) values
  (gen_random_uuid(), 'revenue'), (gen_random_uuid(), 'promotion'),
  (gen_random_uuid(), 'purchase'), (gen_random_uuid(), 'adjustment');

-- Sets credits aside and answers with the hold: the new one, the first one when the key was used before, or null,
-- with nothing changed, when fewer credits are available. Its plans are kept by the connection, which halves its time.
create function place_hold(hold uuid, member uuid, credits bigint, until timestamptz, why text, key text)
returns uuid language plpgsql as $$
declare
  account uuid;
  movement uuid := gen_random_uuid();
  first uuid;
begin
  select id into account from ledger_accounts where user_id = member for no key update;
  -- Statements after the lock see whatever was committed before it was given.
  select hold_id into first from ledger_transactions where idempotency_key = key;
  if found then
    return first;
  end if;
  update ledger_accounts set available = available - credits, held = held + credits
    where id = account and available >= credits;
  if not found then
    return null;
  end if;
  insert into holds (id, account_id, amount, expires_at) values (hold, account, credits, until);
  insert into ledger_transactions (id, kind, hold_id, idempotency_key, reason) values (movement, 'hold', hold, key, why);
  insert into ledger_entries (transaction_id, account_id, bucket, amount)
    values (movement, account, 'available', -credits), (movement, account, 'held', credits);
  return hold;
end $$;
