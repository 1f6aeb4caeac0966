-- Accounts and sessions (specification, section 3: user profile).
create extension if not exists citext;
create extension if not exists pg_trgm;
create extension if not exists unaccent;

create table users (
  id                  uuid primary key,
  email               citext not null unique,
  email_verified      boolean not null default false,
  name                text not null check (btrim(name) <> ''),
  last_name           text,
  username            citext not null unique check (username ~ '^[a-z0-9_][a-z0-9_.-]{1,28}[a-z0-9_]$'),
  avatar_url          text,
  cover_photo_url     text,
  role                text not null default 'member' check (role in ('member', 'user', 'admin')),
  -- What the member can spend now; kept by a trigger on ledger_accounts, never written by hand.
  credits             bigint not null default 0,
  plan                text not null default 'Free',
  renewal_date        timestamptz(3),
  bio                 text check (char_length(bio) <= 500),
  profession          text,
  website             text,
  location_label      text,
  location_country    text,
  location_city       text,
  location_state      text,
  location_lat        double precision check (location_lat between -90 and 90),
  location_lon        double precision check (location_lon between -180 and 180),
  twitter_username    text,
  instagram_username  text,
  linkedin_username   text,
  facebook_id         text,
  paypal_email        text,
  stripe_link         text,
  can_change_username boolean not null default true,
  -- Seeded demonstration creators: no password, nobody can sign in to them.
  is_demo             boolean not null default false,
  banned_at           timestamptz(3),
  created_at          timestamptz(3) not null default now(),
  updated_at          timestamptz(3) not null default now()
);

create table sessions (
  id         uuid primary key,
  user_id    uuid not null references users (id) on delete cascade,
  token      text not null unique,
  expires_at timestamptz(3) not null,
  ip_address text,
  user_agent text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);

create table accounts (
  id                       uuid primary key,
  user_id                  uuid not null references users (id) on delete cascade,
  account_id               text not null,
  provider_id              text not null,
  access_token             text,
  refresh_token            text,
  id_token                 text,
  access_token_expires_at  timestamptz(3),
  refresh_token_expires_at timestamptz(3),
  scope                    text,
  password                 text,
  created_at               timestamptz(3) not null default now(),
  updated_at               timestamptz(3) not null default now(),
  unique (provider_id, account_id)
);
create index accounts_user on accounts (user_id);

create table verifications (
  id         uuid primary key,
  identifier text not null,
  value      text not null,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index verifications_identifier on verifications (identifier);
