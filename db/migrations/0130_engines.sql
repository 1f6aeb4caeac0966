-- Engines that admins set up in the browser, beside those that the environment names.
create table engines (
  -- kind:name, as an engine of the environment has it.
  id           text primary key check (id ~ '^[a-z]+:[a-z0-9]{1,30}$'),
  kind         text not null check (id like kind || ':%'),
  label        text not null check (label <> '' and char_length(label) <= 40),
  url          text not null check (char_length(url) <= 300),
  -- Encrypted with a key that is derived from AUTH_SECRET; null for an engine that wants none.
  sealed_key   text,
  -- As in the environment: "id, other=Label" and "steps=28; sampler=Euler a".
  models       text not null default '',
  defaults     text not null default '',
  workflow     text not null default 'checkpoint' check (workflow in ('checkpoint', 'flux')),
  -- Seconds one picture may take.
  deadline     integer not null check (deadline between 5 and 3600),
  concurrency  integer not null check (concurrency between 1 and 32),
  bills        boolean not null,
  -- Its pictures cost so many times the usual price.
  price_factor double precision not null default 1 check (price_factor between 0.1 and 20),
  audience     text not null default 'everyone' check (audience in ('everyone', 'plans', 'admins')),
  -- Off: nobody may cast with it. What waited already is drawn.
  is_on        boolean not null default true,
  -- Counted up by each change: whoever changes it names the one they saw, and a cast the one it was priced by.
  version      integer not null default 1 check (version > 0),
  created_at   timestamptz(3) not null default now(),
  changed_at   timestamptz(3) not null default now()
);

-- The factor that a cast was priced with: changes of a waiting cast are priced with the same.
alter table generations add column price_factor double precision not null default 1;

-- An engine is removed only when no cast waits for it or is drawn by it.
create index generations_open_engine on generations (engine) where state in ('queued', 'running');
