-- What people write to the operator, what admins do, and how the installation is.

create table messages (
  id         uuid primary key,
  kind       text not null check (kind in ('contact', 'idea', 'bug', 'feature', 'commission')),
  -- Null for a guest, and once the account is gone; the address to answer stands in the row either way.
  user_id    uuid references users (id) on delete set null,
  name       text not null check (btrim(name) <> '' and char_length(name) <= 120),
  email      citext not null check (char_length(email) <= 254),
  body       text not null check (btrim(body) <> '' and char_length(body) <= 5000),
  created_at timestamptz(3) not null default now(),
  -- Null until an operator has dealt with it.
  closed_at  timestamptz(3)
);
create index messages_newest on messages (created_at desc, id desc);
create index messages_open on messages (created_at desc, id desc) where closed_at is null;

-- Who did what: written in the transaction of the deed, never changed. Ids without references, for rows of
-- other tables go while their history stays.
create table admin_audit (
  id          bigint generated always as identity primary key,
  admin_id    uuid not null,
  action      text not null,
  target_kind text not null,
  target_id   text not null,
  before      jsonb,
  after       jsonb,
  reason      text,
  request_id  text not null,
  created_at  timestamptz(3) not null default now()
);
create index admin_audit_target on admin_audit (target_kind, target_id, id desc);
create trigger admin_audit_append_only before update or delete or truncate on admin_audit
  for each statement execute function refuse_change();

create or replace view invariant_i5_append_only as
  select t.name from (values
    ('ledger_entries_append_only'), ('ledger_transactions_append_only'), ('admin_audit_append_only')) as t(name)
  where not exists (select 1 from pg_trigger g where g.tgname = t.name and g.tgenabled in ('O', 'A'));

-- One row a running process, written anew every few seconds.
create table processes (
  id         uuid primary key,
  roles      text[] not null,
  started_at timestamptz(3) not null,
  seen_at    timestamptz(3) not null
);

-- Times at which a part of the installation did not answer.
create table incidents (
  id         uuid primary key,
  part       text not null check (part in ('database', 'storage', 'worker', 'engines')),
  began_at   timestamptz(3) not null,
  ended_at   timestamptz(3) check (ended_at >= began_at)
);
create unique index incidents_open on incidents (part) where ended_at is null;
create index incidents_newest on incidents (began_at desc);

-- Taken away by an admin: hidden at once, deleted with its files a day later unless it is brought back.
alter table pictures add column removed_at timestamptz(3);
create index pictures_removed on pictures (removed_at) where removed_at is not null;
alter table pictures add check (removed_at is null or not approved);

-- Given by an admin to a creator who is who they say they are.
alter table users add column verified_at timestamptz(3);
