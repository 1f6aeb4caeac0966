-- Requests to services: how many may be under way, which were sent, and what the services said of them.

-- One row for each service with a limit. The count changes in the transactions that change the casts behind it.
create table engine_slots (
  engine   text primary key,
  requests integer not null default 0 check (requests >= 0)
) with (fillfactor = 70);

-- Requests that a running cast may have under way at its service.
alter table generations add column requests integer not null default 0 check (requests >= 0);
-- Indices of the pictures that a service that bills was asked for, except where it answered that it charges nothing.
alter table generations add column asked integer[] not null default '{}';
-- What the service reported for each picture: {index, requestId?, cost?, usage?, revisedPrompt?, …}.
alter table generations add column reports jsonb not null default '[]';

create index generations_engine on generations (engine) where state in ('queued', 'running');

create view invariant_i8_engine_slots as
  select s.engine, s.requests, c.requests as requests_of_casts
  from engine_slots s
  join lateral (
    select coalesce(sum(g.requests), 0) as requests from generations g
    where g.engine = s.engine and g.state in ('queued', 'running')) c on true
  where s.requests <> c.requests;

create view invariant_i8_requests as
  select id as generation_id, state, engine, requests from generations where state <> 'running' and requests <> 0;
