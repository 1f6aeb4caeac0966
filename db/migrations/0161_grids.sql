-- Grids: pictures that vary by rows and columns, asked for at once. Each picture is a cast of its own in the queue.

create table grids (
  id              uuid primary key,
  user_id         uuid not null references users (id) on delete cascade,
  -- As typed.
  prompt          text not null,
  -- What varies: {columns, rows}, each with the labels of its values.
  axes            jsonb not null,
  -- The settings that all pictures share, as they were asked for.
  settings        jsonb not null,
  pictures        integer not null check (pictures between 1 and 64),
  cost            integer not null check (cost > 0),
  -- Whether others see its page, with those of its pictures that are public and approved.
  is_public       boolean not null default false,
  idempotency_key text not null,
  request_hash    text not null,
  created_at      timestamptz(3) not null default now(),
  unique (user_id, idempotency_key)
);

-- The place of a picture: row by row from 0.
alter table generations add column grid_id uuid references grids (id) on delete set null;
alter table generations add column grid_cell smallint check (grid_cell between 0 and 63);
create unique index generations_grid on generations (grid_id, grid_cell) where grid_id is not null;

-- Pictures of grids among the waiting casts: they have a limit of their own.
alter table member_slots add column grid_waiting integer not null default 0
  check (grid_waiting >= 0 and grid_waiting <= waiting);

create or replace view invariant_i8_slots as
  select s.user_id, s.running, c.running as running_generations, s.waiting, c.waiting as waiting_generations,
         s.paused, c.paused as paused_generations, s.grid_waiting, c.grid_waiting as grid_generations
  from member_slots s
  join lateral (
    select count(*) filter (where g.state = 'running') as running, count(*) filter (where g.state = 'queued') as waiting,
           count(*) filter (where g.state = 'queued' and g.is_paused) as paused,
           -- A cell keeps its place when its grid is deleted.
           count(*) filter (where g.state = 'queued' and g.grid_cell is not null) as grid_waiting
    from generations g where g.user_id = s.user_id and g.state in ('queued', 'running')) c on true
  where s.running <> c.running or s.waiting <> c.waiting or s.paused <> c.paused or s.grid_waiting <> c.grid_waiting
     or s.running > s.max_running;
