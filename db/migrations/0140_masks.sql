-- Edits: a cast that changes its source only where a mask is white, or that makes it larger at its sides.

-- Grey pictures that members drew over a source: white changes, black stays.
create table masks (
  id          uuid primary key,
  user_id     uuid not null references users (id) on delete cascade,
  storage_key text not null unique,
  width       integer not null check (width > 0),
  height      integer not null check (height > 0),
  bytes       bigint not null check (bytes > 0),
  -- Wholly black: it changes nothing by itself.
  is_black    boolean not null,
  created_at  timestamptz(3) not null default now()
);
create index masks_user on masks (user_id, created_at desc);

-- {grow, feather, extend: {left, top, right, bottom}} in pixels of the source; null for a cast that is no edit.
alter table generations add column edit jsonb check (edit is null or kind = 'remix');
-- A mask stays as long as a cast has it.
alter table generations add column mask_id uuid references masks (id) check (mask_id is null or edit is not null);
create index generations_mask on generations (mask_id) where mask_id is not null;

-- A member casts with masks of their own alone.
create view invariant_masks_of_others as
  select g.id as generation_id, g.user_id, m.user_id as mask_user_id
  from generations g join masks m on m.id = g.mask_id
  where m.user_id <> g.user_id;
