-- Likes, follows and collections (specification, sections 1 to 3).

create table likes (
  user_id    uuid not null references users (id) on delete cascade,
  picture_id uuid not null references pictures (id) on delete cascade,
  created_at timestamptz(3) not null default now(),
  primary key (user_id, picture_id)
);
create index likes_of_member on likes (user_id, created_at desc, picture_id desc);
create index likes_of_picture on likes (picture_id, created_at desc);

alter table users add column followers_count integer not null default 0 check (followers_count >= 0);
create index users_by_followers on users (followers_count desc, id desc) where banned_at is null;
create index users_newest on users (created_at desc, id desc) where banned_at is null;

create table follows (
  follower_id uuid not null references users (id) on delete cascade,
  creator_id  uuid not null references users (id) on delete cascade,
  created_at  timestamptz(3) not null default now(),
  primary key (follower_id, creator_id),
  check (follower_id <> creator_id)
);
create index follows_of_member on follows (follower_id, created_at desc, creator_id desc);
create index followers_of_creator on follows (creator_id, created_at desc, follower_id desc);

-- Counters follow the rows, and only the rows: also where a picture or an account is deleted with all that hangs on it.
create function count_like() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update pictures set likes = likes + 1 where id = new.picture_id;
  else
    update pictures set likes = likes - 1 where id = old.picture_id;
  end if;
  return null;
end $$;
create trigger likes_counted after insert or delete on likes for each row execute function count_like();

create function count_follow() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update users set followers_count = followers_count + 1 where id = new.creator_id;
  else
    update users set followers_count = followers_count - 1 where id = old.creator_id;
  end if;
  return null;
end $$;
create trigger follows_counted after insert or delete on follows for each row execute function count_follow();

create table collections (
  id               uuid primary key,
  owner_id         uuid not null references users (id) on delete cascade,
  name             text not null check (btrim(name) <> '' and char_length(name) <= 100),
  description      text check (char_length(description) <= 2000),
  is_public        boolean not null default false,
  cover_picture_id uuid references pictures (id) on delete set null,
  -- When it was first made public; lists of everybody's collections go by it.
  published_at     timestamptz(3),
  -- Deleted, but not yet beyond undoing.
  deleted_at       timestamptz(3),
  created_at       timestamptz(3) not null default now(),
  updated_at       timestamptz(3) not null default now(),
  check (not is_public or published_at is not null)
);
create index collections_of_owner on collections (owner_id, updated_at desc, id desc);
create index collections_newest on collections (published_at desc, id desc) where is_public and deleted_at is null;
create index collections_deleted on collections (deleted_at) where deleted_at is not null;
create index collections_cover on collections (cover_picture_id) where cover_picture_id is not null;

create table collection_items (
  collection_id uuid not null references collections (id) on delete cascade,
  picture_id    uuid not null references pictures (id) on delete cascade,
  -- The owner's order; gaps are allowed.
  position      integer not null,
  added_at      timestamptz(3) not null default now(),
  primary key (collection_id, picture_id)
);
create index collection_items_order on collection_items (collection_id, position, picture_id);
create index collection_items_picture on collection_items (picture_id);

create view invariant_i7_like_counts as
  select p.id as picture_id, p.likes, coalesce(l.count, 0) as rows
  from pictures p
  left join (select picture_id, count(*) from likes group by picture_id) l on l.picture_id = p.id
  where p.likes <> coalesce(l.count, 0);

create view invariant_i7_follow_counts as
  select u.id as user_id, u.followers_count, coalesce(f.count, 0) as rows
  from users u
  left join (select creator_id, count(*) from follows group by creator_id) f on f.creator_id = u.id
  where u.followers_count <> coalesce(f.count, 0);
