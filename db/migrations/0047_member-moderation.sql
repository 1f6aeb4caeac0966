-- What admins decide against a member or a member's work, and what the member answers.

-- banned_at says since when an account is off, whatever the cause: suspended, banned or closed on request. The one rule
-- for who may use an account and whose work is seen is `banned_at is null`; the columns below only say why.
alter table users add column ban_kind text check (ban_kind in ('suspension', 'ban', 'closure'));
-- The end of a suspension.
alter table users add column ban_until timestamptz(3);
-- One of the reasons of src/rules/sanctions.ts.
alter table users add column ban_reason text;
-- The address of the page where the member reads the decision and answers it, without a session.
alter table users add column ban_key uuid;
alter table users add check (banned_at is not null
  or (ban_kind is null and ban_until is null and ban_reason is null and ban_key is null));
alter table users add check ((ban_until is not null) = (coalesce(ban_kind, '') = 'suspension'));
create index users_ban_until on users (ban_until) where ban_until is not null;

-- Approved, but its owner's account is off: hidden from everybody until the account is on again. It is a flag beside
-- `approved`, so that every list that asks for approved pictures leaves it out.
alter table pictures add column hidden_with_owner boolean not null default false;
alter table pictures add check (not (approved and hidden_with_owner));
create index pictures_hidden_with_owner on pictures (owner_id) where hidden_with_owner;
update pictures p set approved = false, hidden_with_owner = true
  from users u where u.id = p.owner_id and u.banned_at is not null and p.approved;

-- A picture that is approved or delivered while its owner's account is off.
create function hide_picture_with_owner() returns trigger language plpgsql as $$
begin
  if exists (select from users where id = new.owner_id and banned_at is not null) then
    new.approved := false;
    new.hidden_with_owner := true;
  end if;
  return new;
end $$;
create trigger pictures_hide_with_owner before insert or update of approved on pictures
  for each row when (new.approved) execute function hide_picture_with_owner();

-- Whoever turns an account off or on hides or shows its pictures in the same transaction, and its open streams end.
create function turn_account() returns trigger language plpgsql as $$
begin
  if new.banned_at is null then
    update pictures set approved = true, hidden_with_owner = false where owner_id = new.id and hidden_with_owner;
  else
    update pictures set approved = false, hidden_with_owner = true where owner_id = new.id and approved;
    perform pg_notify('account_off', new.id::text);
  end if;
  return null;
end $$;
create trigger users_turned after update of banned_at on users
  for each row when ((old.banned_at is null) <> (new.banned_at is null)) execute function turn_account();

-- No cast is queued while the account is off.
alter table member_slots add column is_stopped boolean not null default false;

-- An entry without an admin was made by the operator's command line or by upkeep; request_id names which.
alter table admin_audit alter column admin_id drop not null;

alter table notifications drop constraint notifications_type_check;
alter table notifications add constraint notifications_type_check
  check (type in ('generation_completed', 'generation_failed', 'moderation'));

create table sanctions (
  id         uuid primary key,
  member_id  uuid not null references users (id) on delete cascade,
  kind       text not null check (kind in ('strike', 'suspension', 'ban', 'closure', 'picture')),
  reason     text not null check (char_length(reason) between 1 and 40),
  -- Further words to the member.
  note       text check (char_length(note) <= 1000),
  -- The picture that it is about. No reference: the decision stays when the picture is deleted.
  picture_id uuid,
  -- The title when it was decided.
  picture_title text,
  appeal_key uuid not null unique,
  -- Null for the operator's command line and for suspensions that follow from strikes.
  made_by    uuid references users (id) on delete set null,
  created_at timestamptz(3) not null default now(),
  -- Null without an end.
  ends_at    timestamptz(3),
  -- Since when it no longer counts: undone, replaced or over.
  lifted_at  timestamptz(3),
  lifted_by  uuid references users (id) on delete set null,
  check ((kind in ('strike', 'suspension')) = (ends_at is not null)),
  check ((kind = 'picture') <= (picture_id is not null)),
  check (lifted_by is null or lifted_at is not null)
);
create index sanctions_member on sanctions (member_id, created_at desc, id desc);
create index sanctions_maker on sanctions (made_by) where made_by is not null;
create index sanctions_lifter on sanctions (lifted_by) where lifted_by is not null;
create unique index sanctions_account on sanctions (member_id)
  where lifted_at is null and kind in ('suspension', 'ban', 'closure');
create unique index sanctions_picture on sanctions (picture_id) where lifted_at is null and kind = 'picture';
create index sanctions_due on sanctions (ends_at) where lifted_at is null and kind = 'suspension';

create table appeals (
  id          uuid primary key,
  sanction_id uuid not null references sanctions (id) on delete cascade,
  body        text not null check (btrim(body) <> '' and char_length(body) <= 2000),
  state       text not null default 'open' check (state in ('open', 'granted', 'declined')),
  answer      text check (char_length(answer) <= 2000),
  answered_by uuid references users (id) on delete set null,
  answered_at timestamptz(3),
  created_at  timestamptz(3) not null default now(),
  check ((state = 'open') = (answered_at is null))
);
create unique index appeals_open on appeals (sanction_id) where state = 'open';
create index appeals_of_sanction on appeals (sanction_id, created_at);
create index appeals_queue on appeals (state, created_at desc, id desc);
create index appeals_answerer on appeals (answered_by) where answered_by is not null;

-- An account is off by the decision that says so, and a picture is hidden only while its owner's account is off.
create view invariant_i12_accounts_off as
  select u.id as user_id, u.ban_kind, s.kind
  from users u
  full join (
    select member_id, kind, ends_at, appeal_key from sanctions
    where lifted_at is null and kind in ('suspension', 'ban', 'closure')) s on s.member_id = u.id
  where (u.ban_kind is not null or s.kind is not null)
    and (u.ban_kind, u.ban_until, u.ban_key) is distinct from (s.kind, s.ends_at, s.appeal_key);
create view invariant_i12_hidden_with_owner as
  select p.id as picture_id, p.approved, p.hidden_with_owner
  from pictures p join users u on u.id = p.owner_id
  where (p.hidden_with_owner and u.banned_at is null) or (p.approved and u.banned_at is not null);
