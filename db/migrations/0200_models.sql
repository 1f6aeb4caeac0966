-- Models that draw on this machine: what admins asked for, how far that is, and which of them members are offered.

create table models (
  -- As in the catalogue, e.g. sdxs-512.
  id           text primary key check (length(id) between 1 and 80),
  -- The entry of the catalogue when it was asked for, with the revisions, sizes and hashes that were confirmed since.
  entry        jsonb not null,
  state        text not null check (state in ('queued', 'working', 'asking', 'paused', 'ready', 'failed', 'removed')),
  -- What is done, or will be done when its turn comes.
  task         text not null check (task in ('add', 'verify', 'measure')),
  -- Where the work is.
  step         text check (step in ('runtime', 'files', 'check', 'measure')),
  -- What an admin has to confirm: hashes that only the hub states, or a picture that takes long.
  asks         text check (asks in ('hashes', 'slow')),
  -- Why it failed or was paused: an English sentence, and where a file is the reason, {kind, facts} for any language.
  reason       text,
  fault        jsonb,
  -- What the hub stated of files without a known hash: [{path, sha256, bytes, revision}].
  statements   jsonb not null default '[]',
  -- Files that are here and checked: [{role, path, bytes, sha256}].
  files        jsonb not null default '[]',
  bytes_done   bigint not null default 0 check (bytes_done >= 0),
  bytes_total  bigint check (bytes_total >= 0),
  -- Bytes a second of late; null while nothing is known.
  rate         bigint check (rate >= 0),
  -- Of the picture that is drawn for measuring, 0 to 1.
  part         real not null default 0 check (part between 0 and 1),
  -- As measured here at the default size.
  seconds      real check (seconds > 0),
  peak_bytes   bigint check (peak_bytes > 0),
  -- An admin has confirmed that a picture may take as long as measured.
  slow_ok      boolean not null default false,
  -- Members may cast with it.
  offered      boolean not null default false,
  -- The licence that was accepted, by its SPDX identifier; who accepted it is in the audit log.
  licence      text not null,
  accepted_at  timestamptz(3) not null default now(),
  wanted_at    timestamptz(3) not null default now(),
  removed_at   timestamptz(3),
  -- What it was when it was removed, for undoing that.
  before       jsonb,
  -- Which worker has it, and when it was last heard of.
  run          uuid,
  seen_at      timestamptz(3) not null default now(),
  check ((state = 'asking') = (asks is not null)),
  check ((state = 'removed') = (removed_at is not null)),
  check (state <> 'working' or run is not null),
  check (not offered or jsonb_array_length(files) > 0)
);

-- One at a time over all processes.
create unique index models_at_work on models ((true)) where state = 'working';
create index models_waiting on models (wanted_at) where state = 'queued';

-- What members are offered was measured, where it draws from words, and nothing that is removed is offered.
create view invariant_models as
  select id, state, seconds from models
  where offered and (state in ('removed', 'failed', 'asking')
    or (seconds is null and coalesce((entry -> 'abilities' ->> 'txt2img')::boolean, true)));
