-- Codes that admins make and members redeem for credits. Only a digest of each code is kept, so that nothing in the
-- database or a backup can be redeemed; the code itself is shown once, to the admin who makes it.

create table grant_codes (
  id         uuid primary key,
  digest     bytea not null unique check (octet_length(digest) = 32),
  -- The last four characters, by which admins tell codes apart.
  ending     text not null check (ending ~ '^[0-9A-HJKMNP-TV-Z]{4}$'),
  credits    bigint not null check (credits between 1 and 100000),
  max_uses   integer not null check (max_uses between 1 and 100000),
  uses       integer not null default 0 check (uses between 0 and max_uses),
  -- Members read it in their ledger.
  reason     text not null check (btrim(reason) <> '' and char_length(reason) <= 300),
  -- Null for a code that does not expire.
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);
create index grant_codes_newest on grant_codes (created_at desc, id desc);
create index grant_codes_revoked on grant_codes (created_at desc, id desc) where revoked_at is not null;

-- Each member uses a code once.
create table grant_code_uses (
  code_id uuid not null references grant_codes (id),
  user_id uuid not null references users (id),
  used_at timestamptz(3) not null default now(),
  primary key (code_id, user_id)
);
create index grant_code_uses_member on grant_code_uses (user_id);

-- A code is used as often as it says, and each use is one grant of its credits.
create view invariant_grant_codes as
  select c.id as code_id, c.uses, c.max_uses, u.members, u.grants
  from grant_codes c
  left join lateral (
    select count(*) as members, count(*) filter (where house.given = c.credits) as grants
    from grant_code_uses used
    left join ledger_transactions t on t.idempotency_key = 'grant-code:' || used.code_id || ':' || used.user_id
    left join lateral (
      select -sum(e.amount) as given from ledger_entries e join ledger_accounts a on a.id = e.account_id
      where e.transaction_id = t.id and a.kind = 'promotion') house on true
    where used.code_id = c.id) u on true
  where c.uses <> u.members or u.grants <> u.members;

-- No grant names a code that does not know of it.
create view invariant_grant_code_grants as
  select t.id as transaction_id, t.idempotency_key
  from ledger_transactions t
  where t.idempotency_key like 'grant-code:%'
    and not exists (
      select from grant_code_uses u
      where t.idempotency_key = 'grant-code:' || u.code_id || ':' || u.user_id);
