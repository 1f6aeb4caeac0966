-- Archives of all that a member has, asked for by the member and built by a worker.
create table exports (
  id           uuid primary key,
  user_id      uuid not null references users (id) on delete cascade,
  state        text not null default 'queued'
    check (state in ('queued', 'running', 'ready', 'failed', 'cancelled', 'expired')),
  -- The worker's run that may write; another one takes over when it is silent.
  run          uuid,
  -- Runs since the last progress.
  attempts     integer not null default 0 check (attempts >= 0),
  -- The number of the snapshot: a new one begins when the data changed while it was archived.
  round        integer not null default 0 check (round >= 0),
  -- What the archive is made of, once the snapshot is written.
  plan         jsonb,
  -- Digests of originals whose file is lost or damaged.
  left_out     text[] not null default '{}',
  done         bigint not null default 0 check (done >= 0),
  total        bigint not null default 0 check (total >= 0),
  pictures     integer not null default 0 check (pictures >= 0),
  requested_at timestamptz(3) not null default now(),
  seen_at      timestamptz(3) not null default now(),
  finished_at  timestamptz(3),
  expires_at   timestamptz(3),
  error        text,
  check ((state in ('queued', 'running')) = (finished_at is null)),
  check (state <> 'ready' or (plan is not null and expires_at is not null)),
  check ((state = 'failed') = (error is not null))
);
-- One at a time for each member.
create unique index exports_open on exports (user_id) where state in ('queued', 'running');
create index exports_of_member on exports (user_id, requested_at desc);
create index exports_silent on exports (seen_at) where state in ('queued', 'running');
create index exports_expiring on exports (expires_at) where state = 'ready';

alter table notifications drop constraint notifications_type_check;
alter table notifications add constraint notifications_type_check
  check (type in ('generation_completed', 'generation_failed', 'moderation', 'like', 'follow', 'remix', 'collection', 'export'));

-- Archives that members or the operator bring in.
create table imports (
  id           uuid primary key,
  user_id      uuid not null references users (id) on delete cascade,
  state        text not null default 'uploading'
    check (state in ('uploading', 'queued', 'running', 'done', 'refused', 'failed', 'cancelled')),
  -- Bytes of the archive, and of those that have arrived.
  size         bigint not null check (size > 0),
  received     bigint not null default 0 check (received between 0 and size),
  chunk        integer not null check (chunk > 0),
  -- Read at the command line: there are no chunks in the store.
  by_operator  boolean not null default false,
  -- The username that the archive bears, where it is another than the member's.
  former_name  text,
  phase        text check (phase in ('check', 'store', 'book')),
  done         integer not null default 0 check (done >= 0),
  total        integer not null default 0 check (total >= 0),
  -- What was taken over and what was left out.
  counts       jsonb,
  reason       text,
  run          uuid,
  attempts     integer not null default 0 check (attempts >= 0),
  requested_at timestamptz(3) not null default now(),
  seen_at      timestamptz(3) not null default now(),
  finished_at  timestamptz(3),
  check ((state in ('uploading', 'queued', 'running')) = (finished_at is null)),
  check ((state in ('refused', 'failed')) = (reason is not null)),
  check ((state = 'done') = (counts is not null))
);
-- One at a time for each member.
create unique index imports_open on imports (user_id) where state in ('uploading', 'queued', 'running');
create index imports_of_member on imports (user_id, requested_at desc);
create index imports_silent on imports (seen_at) where state in ('uploading', 'queued', 'running');

-- The pictures of an archive while it is brought in: what it says of each, and what was found in its file.
create table import_pictures (
  import_id  uuid not null references imports (id) on delete cascade,
  sha256     text not null,
  -- Their order in the archive.
  place      integer not null,
  record     jsonb not null,
  facts      jsonb,
  -- Whether it was taken over, was here already, or is the picture of somebody else here.
  outcome    text check (outcome in ('added', 'known', 'of-others')),
  -- Its source is not here.
  lost_source boolean not null default false,
  primary key (import_id, sha256)
);
create index import_pictures_open on import_pictures (import_id, place) where outcome is null;
