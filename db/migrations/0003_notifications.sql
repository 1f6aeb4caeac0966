-- Notifications, and the numbered stream of events from which every tab is brought up to date.

create table notifications (
  id            uuid primary key,
  user_id       uuid not null references users (id) on delete cascade,
  type          text not null check (type in ('generation_completed', 'generation_failed')),
  title         text not null,
  description   text not null,
  generation_id uuid,
  image_id      uuid,
  image_url     text,
  image_count   integer,
  image_title   text,
  r2_key        text,
  metadata      jsonb not null default '{}',
  read_at       timestamptz(3),
  created_at    timestamptz(3) not null default now()
);
create index notifications_user on notifications (user_id, created_at desc, id desc);
create unique index notifications_generation on notifications (generation_id, type) where generation_id is not null;

-- One counter a member: numbers are given under its row lock, so commit order is number order
-- and a reader that has seen n has missed nothing below n.
create table event_counters (
  user_id uuid primary key references users (id) on delete cascade,
  last    bigint not null default 0
) with (fillfactor = 70);

create table events (
  user_id    uuid not null references users (id) on delete cascade,
  number     bigint not null,
  name       text not null,
  payload    jsonb not null,
  created_at timestamptz(3) not null default now(),
  primary key (user_id, number)
);
create index events_age on events (created_at);

-- Writes one numbered event. Whoever calls also notifies channel "events" with the member's id, in the transaction or,
-- on hot paths, after it: a notification makes commits wait for each other.
create function publish_event(member uuid, event_name text, body jsonb) returns void language plpgsql as $$
declare
  given bigint;
begin
  insert into event_counters (user_id, last) values (member, 1)
    on conflict (user_id) do update set last = event_counters.last + 1
    returning last into given;
  insert into events (user_id, number, name, payload) values (member, given, event_name, body);
end $$;

-- Every change of a balance is an event, whoever makes it and in the same transaction.
create function publish_balance() returns trigger language plpgsql as $$
begin
  perform publish_event(new.user_id, 'balance', jsonb_build_object('current', new.available, 'held', new.held));
  return null;
end $$;
create trigger ledger_accounts_balance after update of available, held on ledger_accounts
  for each row when (new.user_id is not null and (old.available <> new.available or old.held <> new.held))
  execute function publish_balance();
