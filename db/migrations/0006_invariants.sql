-- Each view lists what breaks an invariant; all are empty, always.

create view invariant_i1_balances as
  select a.id as account_id, a.available, a.held, e.available as entries_available, e.held as entries_held,
         h.open as open_holds, u.credits
  from ledger_accounts a
  join users u on u.id = a.user_id
  left join lateral (
    select coalesce(sum(amount) filter (where bucket = 'available'), 0) as available,
           coalesce(sum(amount) filter (where bucket = 'held'), 0) as held
    from ledger_entries where account_id = a.id) e on true
  left join lateral (
    select coalesce(sum(amount), 0) as open from holds where account_id = a.id and state = 'open') h on true
  where a.kind = 'member'
    and (a.available <> e.available or a.held <> e.held or a.held <> h.open or a.available < 0 or u.credits <> a.available);

create view invariant_i2_double_entry as
  select t.id as transaction_id, coalesce(sum(e.amount), 0) as sum, count(e.id) as entries
  from ledger_transactions t left join ledger_entries e on e.transaction_id = t.id
  -- Taking back from an empty account moves nothing, and its row says that it was dealt with.
  group by t.id having coalesce(sum(e.amount), 0) <> 0 or (count(e.id) < 2 and t.kind not in ('adjust', 'refund'));

create view invariant_i3_generations as
  select g.id as generation_id, g.state, g.delivered, g.count, g.cost, h.state as hold_state, h.settled, p.pictures
  from generations g
  join holds h on h.id = g.hold_id
  left join lateral (select count(*) as pictures from pictures where generation_id = g.id) p on true
  left join lateral (
    select count(*) as done from jsonb_array_elements(g.progress) e where e ->> 'state' = 'done') d on true
  where (g.state in ('queued', 'running') and h.state <> 'open')
     or (g.state in ('done', 'failed', 'cancelled') and h.state = 'open')
     or (g.state in ('done', 'failed', 'cancelled') and h.state = 'settled' and h.settled <> g.cost / g.count * g.delivered)
     or (g.state in ('done', 'failed', 'cancelled') and (h.state = 'settled') <> (g.delivered > 0))
     or (g.state = 'done' and g.delivered = 0)
     or (g.state = 'failed' and g.delivered > 0)
     or (h.amount <> g.cost)
     or (d.done <> g.delivered)
     -- A member may delete a delivered picture; there is never one that was not delivered.
     or (p.pictures > g.delivered);

-- One closing transaction a hold, and it says what the hold says.
create view invariant_i4_holds as
  select h.id as hold_id, h.state, count(t.id) filter (where t.kind = 'hold') as opened,
         count(t.id) filter (where t.kind <> 'hold') as closed
  from holds h left join ledger_transactions t on t.hold_id = h.id
  group by h.id, h.state
  having count(t.id) filter (where t.kind = 'hold') <> 1
      or count(t.id) filter (where t.kind <> 'hold') <> (case h.state when 'open' then 0 else 1 end)
      or (h.state = 'settled' and count(t.id) filter (where t.kind = 'settle') <> 1)
      or (h.state = 'voided' and count(t.id) filter (where t.kind = 'void') <> 1)
      or (h.state = 'expired' and count(t.id) filter (where t.kind = 'expire') <> 1);

-- The triggers that make the ledger append-only are there and enabled.
create view invariant_i5_append_only as
  select t.name from (values ('ledger_entries_append_only'), ('ledger_transactions_append_only')) as t(name)
  where not exists (select 1 from pg_trigger g where g.tgname = t.name and g.tgenabled in ('O', 'A'));

create view invariant_i7_remix_counts as
  select p.id as picture_id, p.remix_count, c.remixes
  from pictures p
  join lateral (select count(*) as remixes from pictures r where r.source_picture_id = p.id) c on true
  where p.remix_count <> c.remixes;

create view invariant_i8_leases as
  select id as generation_id, lease_until from generations
  where state = 'running' and lease_until < now() - interval '60 seconds';

create view invariant_i8_slots as
  select s.user_id, s.running, c.running as running_generations, s.waiting, c.waiting as waiting_generations
  from member_slots s
  join lateral (
    select count(*) filter (where g.state = 'running') as running, count(*) filter (where g.state = 'queued') as waiting
    from generations g where g.user_id = s.user_id and g.state in ('queued', 'running')) c on true
  where s.running <> c.running or s.waiting <> c.waiting or s.running > s.max_running;
