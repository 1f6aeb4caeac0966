-- Runs of backups that admins asked for. The folder has the backup; a row says how far it is and why it failed.
create table backups (
  id           uuid primary key,
  -- The folder's name below the folder of backups.
  name         text not null unique,
  state        text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed')),
  phase        text check (phase in ('files', 'tables')),
  done         integer not null default 0 check (done >= 0),
  total        integer not null default 0 check (total >= 0),
  requested_at timestamptz(3) not null default now(),
  started_at   timestamptz(3),
  -- Written every second or so while it runs.
  seen_at      timestamptz(3),
  finished_at  timestamptz(3),
  error        text,
  check ((state in ('done', 'failed')) = (finished_at is not null)),
  check ((state = 'failed') = (error is not null))
);
-- One at a time.
create unique index backups_open on backups ((true)) where state in ('queued', 'running');
create index backups_newest on backups (requested_at desc);

-- The space that originals take is summed up from the index alone.
create index pictures_bytes on pictures (bytes);
