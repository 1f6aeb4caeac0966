-- Generations: the cast log and the queue in one table.

create table member_slots (
  user_id         uuid primary key references users (id) on delete cascade,
  running         integer not null default 0 check (running >= 0),
  waiting         integer not null default 0 check (waiting >= 0),
  max_running     integer not null default 2,
  -- Turns go round: who was served longest ago comes first.
  last_claimed_at timestamptz not null default 'epoch',
  -- In the index's condition in place of the count, which changes with every cast.
  is_waiting      boolean generated always as (waiting > 0) stored
) with (fillfactor = 70);
create index member_slots_turns on member_slots (last_claimed_at, user_id) where is_waiting;

create table generations (
  id                uuid primary key,
  user_id           uuid not null references users (id) on delete restrict,
  kind              text not null check (kind in ('create', 'remix')),
  state             text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed', 'cancelled')),
  prompt            text not null,
  negative          text,
  aspect            text not null,
  quality           text not null check (quality in ('standard', 'high')),
  count             integer not null check (count between 1 and 8),
  engine            text not null,
  -- Its name when the cast was made: the log keeps it when the engine is gone.
  engine_label      text not null,
  model             text not null,
  seed              bigint not null,
  width             integer not null,
  height            integer not null,
  source_picture_id uuid references pictures (id) on delete set null,
  source_upload_id  uuid references uploads (id) on delete set null,
  strength          double precision check (strength between 0 and 1),
  is_public         boolean not null default true,
  cost              bigint not null check (cost > 0),
  hold_id           uuid not null unique references holds (id),
  idempotency_key   text not null check (char_length(idempotency_key) between 8 and 255),
  request_hash      text not null,
  priority          integer not null default 0,
  -- Fencing: every write of a worker names the attempt it was given.
  attempt           integer not null default 0,
  -- Leases that ran out without a word; the third ends the generation.
  lapses            integer not null default 0,
  worker            text,
  lease_until       timestamptz(3),
  cancel_requested  boolean not null default false,
  resume_token      text,
  -- One object for each picture: {index, state, fraction, stage, preview?, pictureId?}.
  progress          jsonb not null default '[]',
  delivered         integer not null default 0 check (delivered between 0 and count),
  interpretation    jsonb,
  warnings          text[] not null default '{}',
  fail_kind         text,
  fail_reason       text,
  created_at        timestamptz(3) not null default now(),
  started_at        timestamptz(3),
  finished_at       timestamptz(3),
  unique (user_id, idempotency_key),
  check ((state = 'running') = (lease_until is not null)),
  check ((state in ('done', 'failed', 'cancelled')) = (finished_at is not null))
) with (fillfactor = 80);
create index generations_queue on generations (user_id, priority desc, created_at, id) where state = 'queued';
create index generations_leases on generations (lease_until) where state = 'running';
create index generations_log on generations (user_id, created_at desc, id desc);
create index generations_open on generations (user_id) where state in ('queued', 'running');
create index generations_source on generations (source_picture_id) where source_picture_id is not null;
create index generations_upload on generations (source_upload_id) where source_upload_id is not null;

alter table pictures add foreign key (generation_id) references generations (id) on delete set null;
