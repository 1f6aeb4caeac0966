-- A member's own queue: order, pauses, and changes of casts that wait.

-- Counted up by each change that a member makes of a waiting cast: whoever changes it names the one they saw.
alter table generations add column version integer not null default 1 check (version > 0);
-- A paused cast keeps its place and its credits, and no worker takes it.
alter table generations add column is_paused boolean not null default false check (not is_paused or state = 'queued');
-- The column priority is the order among the casts of one member: 0 for a new one, so that it is the last; 1 and more once
-- the member has ordered them.

-- Waiting casts that are paused: a member who has no others has no turn.
alter table member_slots add column paused integer not null default 0 check (paused >= 0 and paused <= waiting);
alter table member_slots drop column is_waiting;
alter table member_slots add column is_waiting boolean generated always as (waiting > paused) stored;
create index member_slots_turns on member_slots (last_claimed_at, user_id) where is_waiting;

create or replace view invariant_i8_slots as
  select s.user_id, s.running, c.running as running_generations, s.waiting, c.waiting as waiting_generations,
         s.paused, c.paused as paused_generations
  from member_slots s
  join lateral (
    select count(*) filter (where g.state = 'running') as running, count(*) filter (where g.state = 'queued') as waiting,
           count(*) filter (where g.state = 'queued' and g.is_paused) as paused
    from generations g where g.user_id = s.user_id and g.state in ('queued', 'running')) c on true
  where s.running <> c.running or s.waiting <> c.waiting or s.paused <> c.paused or s.running > s.max_running;

-- Credits that were set aside for a cast belong to one that is not over: a change leaves no hold behind.
create view invariant_i3_held_casts as
  select h.id as hold_id, h.amount, t.idempotency_key
  from holds h
  join ledger_transactions t on t.hold_id = h.id and t.kind = 'hold'
  left join generations g on g.hold_id = h.id and g.state in ('queued', 'running')
  where h.state = 'open' and t.idempotency_key like 'cast:%' and g.id is null;
