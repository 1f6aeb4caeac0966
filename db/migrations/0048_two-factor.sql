-- Second factors: an authenticator app (TOTP), recovery codes, passkeys.

-- Since when sign-in takes a second step; null: it does not.
alter table users add column two_factor_at timestamptz(3);
-- When the session last proved a second factor. While its member has two-factor sign-in, a session without it does
-- not count: it waits for the second step.
alter table sessions add column factor_at timestamptz(3);

create table totp_secrets (
  user_id      uuid primary key references users (id) on delete cascade,
  -- Encrypted with a key made from AUTH_SECRET.
  secret       text not null,
  -- Null until the member has typed a first code.
  confirmed_at timestamptz(3),
  -- The time step of the last accepted code: codes of it and of earlier steps are refused.
  last_step    bigint,
  created_at   timestamptz(3) not null default now()
);

create table recovery_codes (
  user_id   uuid not null references users (id) on delete cascade,
  -- HMAC-SHA256 under a key made from AUTH_SECRET.
  code_hash text not null,
  used_at   timestamptz(3),
  primary key (user_id, code_hash)
);

create table passkeys (
  id            uuid primary key,
  user_id       uuid not null references users (id) on delete cascade,
  -- base64url, made by the authenticator.
  credential_id text not null unique,
  -- COSE.
  public_key    bytea not null,
  counter       bigint not null check (counter >= 0),
  transports    text[] not null,
  -- Whether it may be copied to other devices, and whether it has been.
  can_sync      boolean not null,
  is_synced     boolean not null check (can_sync or not is_synced),
  name          text not null check (name <> ''),
  created_at    timestamptz(3) not null default now(),
  last_used_at  timestamptz(3)
);
create index passkeys_user on passkeys (user_id, created_at, id);

-- Two-factor sign-in is on exactly where an authenticator app is confirmed, and comes with recovery codes.
create view invariant_i12_second_factor as
  select u.id as user_id, u.two_factor_at, t.confirmed_at
  from users u left join totp_secrets t on t.user_id = u.id
  where (u.two_factor_at is null) <> (t.confirmed_at is null)
     or (u.two_factor_at is not null and not exists (select from recovery_codes r where r.user_id = u.id));
