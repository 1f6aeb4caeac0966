-- Notifications of what others do with a member's work, and each member's choice of kinds and channels.

alter table notifications drop constraint notifications_type_check;
alter table notifications add constraint notifications_type_check
  check (type in ('generation_completed', 'generation_failed', 'moderation', 'like', 'follow', 'remix', 'collection'));
alter table notifications
  -- False: kept for the mail digest alone. The lists and counts of the site leave it out.
  add column in_site    boolean not null default true,
  -- Waits for the member's next digest, unless it is read before.
  add column for_digest boolean not null default false,
  -- What activity is grouped by while it is unread: the member's picture, or the member for follows.
  add column subject_id uuid,
  -- The last of those who did it.
  add column actor_id   uuid references users (id) on delete cascade,
  -- What was counted, the latest first: members who liked or follow, remixes, collections.
  add column sources    uuid[] not null default '{}';
create unique index notifications_group on notifications (user_id, type, subject_id)
  where subject_id is not null and read_at is null;
create index notifications_for_digest on notifications (user_id) where for_digest;
create index notifications_of_actor on notifications (actor_id) where actor_id is not null;

-- One row a member who changed something; all others have the defaults of src/rules/notification-settings.ts.
create table notification_settings (
  user_id         uuid primary key references users (id) on delete cascade,
  site            text[] not null,
  mail            text[] not null,
  digest          text not null check (digest in ('never', 'daily', 'weekly')),
  -- When the last digest was made, or digests were turned on.
  digested_at     timestamptz(3) not null default now(),
  -- Ends the digests without a sign-in; in the links of their mails.
  unsubscribe_key text not null unique
);
create index notification_settings_digest on notification_settings (digested_at) where digest <> 'never';

-- Activity that nobody was notified of yet: written by triggers with the activity itself, emptied by the worker.
create table activity_outbox (
  id            bigint generated always as identity primary key,
  kind          text not null check (kind in ('like', 'follow', 'remix', 'collection')),
  user_id       uuid not null,
  actor_id      uuid not null,
  -- The remix or the collection.
  source_id     uuid,
  -- The member's picture; null for follows.
  picture_id    uuid,
  check ((picture_id is null) = (kind = 'follow')),
  check ((source_id is null) = (kind in ('like', 'follow')))
);

-- Nobody reads the notifications of demonstration creators, and nobody is told of what they do themselves.
create function queue_activity(kind text, member uuid, actor uuid, source uuid, picture uuid) returns void language sql as $$
  insert into activity_outbox (kind, user_id, actor_id, source_id, picture_id)
  select kind, member, actor, source, picture from users u
  where u.id = member and member <> actor and not u.is_demo;
$$;

create function queue_like() returns trigger language plpgsql as $$
begin
  perform queue_activity('like', p.owner_id, new.user_id, null, p.id) from pictures p where p.id = new.picture_id;
  return null;
end $$;
create trigger likes_activity after insert on likes for each row execute function queue_like();

create function queue_follow() returns trigger language plpgsql as $$
begin
  perform queue_activity('follow', new.creator_id, new.follower_id, null, null);
  return null;
end $$;
create trigger follows_activity after insert on follows for each row execute function queue_follow();

-- A remix counts from when others can see it.
create function queue_remix() returns trigger language plpgsql as $$
begin
  perform queue_activity('remix', s.owner_id, new.owner_id, new.id, s.id)
    from pictures s where s.id = new.source_picture_id;
  return null;
end $$;
create trigger pictures_activity_new after insert on pictures for each row
  when (new.source_picture_id is not null and new.approved and new.is_public) execute function queue_remix();
create trigger pictures_activity_changed after update on pictures for each row
  when (new.source_picture_id is not null and new.approved and new.is_public and not (old.approved and old.is_public))
  execute function queue_remix();

-- So does a collection.
create function queue_collected() returns trigger language plpgsql as $$
begin
  perform queue_activity('collection', p.owner_id, c.owner_id, c.id, p.id)
    from collections c, pictures p
    where c.id = new.collection_id and p.id = new.picture_id and c.is_public and c.deleted_at is null;
  return null;
end $$;
create trigger collection_items_activity after insert on collection_items for each row execute function queue_collected();

create function queue_published() returns trigger language plpgsql as $$
begin
  perform queue_activity('collection', p.owner_id, new.owner_id, new.id, p.id)
    from collection_items i join pictures p on p.id = i.picture_id
    where i.collection_id = new.id;
  return null;
end $$;
create trigger collections_activity after update of is_public on collections for each row
  when (new.is_public and not old.is_public and new.deleted_at is null) execute function queue_published();

-- What the site does not show waits for a digest, or it would wait for nothing.
create view invariant_mail_only_notifications as
  select id, user_id, type from notifications where not in_site and not for_digest;
