-- Deletion of accounts and of single pictures (docs/deletion.md).

-- When the account is going to be deleted. Until then it is off, and whoever has the key can keep it.
alter table users add column delete_after timestamptz(3);
alter table users add column delete_key uuid;
-- A nameless row in the place of a deleted member, for the books alone. Nobody can sign in to it.
alter table users add column erased_at timestamptz(3);
alter table users add check (delete_after is null or banned_at is not null);
alter table users add check ((delete_after is null) = (delete_key is null));
alter table users add check (erased_at is null or (banned_at is not null and delete_after is null));

-- One row a deletion. Once it is done nothing in it names anybody or anything: it is the receipt, and what a restore of an
-- older backup deletes again.
create table deletions (
  -- Random: the address of the page that tells of it and undoes it, and the number of the receipt.
  id            uuid primary key,
  kind          text not null check (kind in ('account', 'picture')),
  -- The member or picture, until it is gone.
  target_id     uuid,
  -- SHA-256 of the id as text. The id is random, so it cannot be found out.
  target_digest bytea not null check (octet_length(target_digest) = 32),
  asked_by      text not null check (asked_by in ('member', 'admin', 'operator', 'restore')),
  state         text not null check (state in ('waiting', 'erasing', 'files', 'done', 'kept')),
  requested_at  timestamptz(3) not null default now(),
  -- From when it cannot be undone.
  due_at        timestamptz(3) not null,
  finished_at   timestamptz(3),
  -- How much was removed of what.
  removed       jsonb not null default '{}',
  check ((state in ('waiting', 'erasing')) = (target_id is not null)),
  check ((state in ('done', 'kept')) = (finished_at is not null))
);
create index deletions_due on deletions (due_at) where state in ('waiting', 'erasing', 'files');
create unique index deletions_open on deletions (target_id) where target_id is not null;
create index deletions_finished on deletions (finished_at) where state in ('files', 'done');

-- What is left to do after the rows are gone, written in their transaction: files to delete, and files of others' remixes
-- that still name the deleted picture.
create table deletion_tasks (
  deletion_id uuid not null references deletions (id) on delete cascade,
  kind        text not null check (kind in ('file', 'cache', 'restamp')),
  -- A storage key; the digest of an original, for the caches of variants; the id of a remix.
  key         text not null,
  primary key (deletion_id, kind, key)
);

-- A username is nobody's again. Only its digest is kept: whoever has the database can test a name that they guess.
create table reserved_usernames (
  digest bytea primary key check (octet_length(digest) = 32)
);

create function refuse_reserved_username() returns trigger language plpgsql as $$
begin
  if exists (
    select from reserved_usernames where digest = sha256(convert_to(lower(new.username::text), 'UTF8'))) then
    raise exception 'this username is reserved'
      using errcode = 'unique_violation', constraint = 'users_username_key';
  end if;
  return new;
end $$;
create trigger users_reserved_username before insert or update of username on users
  for each row execute function refuse_reserved_username();

-- The ledger and the audit log stay append-only but for words: the functions below replace what names a deleted member,
-- and set `echoform.erasing` to the table for the length of one statement. Triggers of rows hold all else as it was.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and tg_table_name in ('ledger_transactions', 'admin_audit')
     and current_setting('echoform.erasing', true) = tg_table_name then
    return null;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

create function keep_ledger_transaction() returns trigger language plpgsql as $$
begin
  if (new.id, new.kind, new.hold_id, new.payment_id, new.created_at)
     is distinct from (old.id, old.kind, old.hold_id, old.payment_id, old.created_at) then
    raise exception 'of a transaction only words are erased' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger ledger_transactions_kept before update on ledger_transactions
  for each row execute function keep_ledger_transaction();

create function keep_audit_entry() returns trigger language plpgsql as $$
begin
  if (new.id, new.action, new.target_kind, new.request_id, new.created_at, new.admin_id is null)
     is distinct from (old.id, old.action, old.target_kind, old.request_id, old.created_at, old.admin_id is null) then
    raise exception 'of an entry only words are erased' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger admin_audit_kept before update on admin_audit
  for each row execute function keep_audit_entry();

-- Puts the nameless row in the place of a member in the words of the ledger. Sums, kinds and times stay.
create function erase_ledger_words(member uuid, nameless uuid) returns integer language plpgsql as $$
declare
  changed integer;
begin
  perform set_config('echoform.erasing', 'ledger_transactions', true);
  update ledger_transactions t set
    reason = 'Deleted account',
    idempotency_key = case
      -- Casts have keys that their member chose.
      when t.kind = 'hold' then 'erased:' || t.id
      -- Those of payments come again from the provider, and must be known then.
      when t.payment_id is not null then t.idempotency_key
      else replace(t.idempotency_key, member::text, nameless::text) end
  where t.idempotency_key like '%' || member || '%'
     or exists (
       select from ledger_entries e join ledger_accounts a on a.id = e.account_id
       where e.transaction_id = t.id and a.user_id in (member, nameless));
  get diagnostics changed = row_count;
  perform set_config('echoform.erasing', '', true);
  return changed;
end $$;

-- Empties the entries of the audit log about one of these ids, or with one of these texts in them, and puts the nameless row
-- in the place of the member. That something was decided, when and by whom stays.
create function erase_audit_words(member uuid, nameless uuid, ids text[], texts text[]) returns integer
language plpgsql as $$
declare
  changed integer;
begin
  perform set_config('echoform.erasing', 'admin_audit', true);
  if member is null then
    update admin_audit set before = null, after = null, reason = null where target_id = any(ids);
  else
    update admin_audit a set
      admin_id = case when a.admin_id = member then nameless else a.admin_id end,
      target_id = case when a.target_id = member::text then nameless::text else a.target_id end,
      before = null, after = null, reason = null
    where a.admin_id = member or a.target_id = any(ids) or a.target_id = member::text
       or exists (
         select from unnest(texts) as named (words)
         where strpos(lower(concat_ws(' ', a.before::text, a.after::text, a.reason)), lower(named.words)) > 0);
  end if;
  get diagnostics changed = row_count;
  perform set_config('echoform.erasing', '', true);
  return changed;
end $$;

create or replace view invariant_i5_append_only as
  select t.name from (values
    ('ledger_entries_append_only'), ('ledger_transactions_append_only'), ('admin_audit_append_only'),
    ('ledger_transactions_kept'), ('admin_audit_kept')) as t(name)
  where not exists (select 1 from pg_trigger g where g.tgname = t.name and g.tgenabled in ('O', 'A'));

-- An account that waits for its deletion is off and has its row; a nameless row has nothing of a member.
create view invariant_deletions as
  select u.id as user_id, u.delete_after, d.state, d.due_at
  from users u
  full join (select * from deletions where kind = 'account' and state in ('waiting', 'erasing')) d on d.target_id = u.id
  where (u.delete_after is not null or d.id is not null)
    and (u.delete_after, u.delete_key) is distinct from (d.due_at, d.id);
create view invariant_nameless as
  select u.id as user_id from users u
  where u.erased_at is not null
    and (exists (select from sessions s where s.user_id = u.id)
      or exists (select from accounts a where a.user_id = u.id)
      or exists (select from pictures p where p.owner_id = u.id)
      or exists (select from generations g where g.user_id = u.id));
