-- Pictures (specification, section 3: Image) and uploaded sources.

create table pictures (
  id                uuid primary key,
  owner_id          uuid not null references users (id) on delete restrict,
  generation_id     uuid,
  generation_index  integer,
  -- Lineage: the picture this one was remixed from, and the first of the whole group.
  source_picture_id uuid references pictures (id) on delete set null,
  root_picture_id   uuid,
  title             text not null check (btrim(title) <> '' and char_length(title) <= 140),
  description       text check (char_length(description) <= 2000),
  prompt            text,
  prompt_hidden     boolean not null default false,
  authoring_prompt  text,
  mini_prompt       text,
  tags              text[] not null default '{}' check (cardinality(tags) <= 20),
  gen_meta          jsonb not null default '{}',
  -- Where the original lies; named by its digest, so a rewritten file never replaces one that is being read.
  storage_key       text not null unique,
  filename          text not null unique,
  filename_webp     text,
  slug              text not null unique,
  width             integer not null check (width > 0),
  height            integer not null check (height > 0),
  bytes             bigint not null check (bytes > 0),
  sha256            text not null,
  colors            text[] not null check (cardinality(colors) = 5),
  -- The same five in OKLab, dark to light, each part times 1000: what likeness of colour is measured by.
  palette_lab       smallint[] not null default '{}' check (cardinality(palette_lab) in (0, 15)),
  -- 24 px wide webp as base64, shown until the real one arrives.
  placeholder       text not null,
  likes             integer not null default 0 check (likes >= 0),
  downloads         integer not null default 0,
  views             integer not null default 0,
  remix_count       integer not null default 0 check (remix_count >= 0),
  remix_group_count integer not null default 0 check (remix_group_count >= 0),
  license           text not null default 'cc-by',
  is_public         boolean not null default true,
  approved          boolean not null default true,
  status            text not null default 'ready' check (status in ('ready', 'waiting', 'rejected')),
  created_at        timestamptz(3) not null default now(),
  updated_at        timestamptz(3) not null default now(),
  unique (generation_id, generation_index)
) with (fillfactor = 90);
create index pictures_feed on pictures (created_at desc, id desc) where approved and is_public;
create index pictures_owner on pictures (owner_id, created_at desc, id desc);
create index pictures_source on pictures (source_picture_id) where source_picture_id is not null;
create index pictures_root on pictures (root_picture_id) where root_picture_id is not null;

-- One narrow row a view, gathered into pictures.views every few seconds: pages never rewrite the wide row.
create table picture_views (
  picture_id uuid not null,
  viewed_at  timestamptz(3) not null default now()
);

-- Whoever answers from memory forgets the picture: its visibility, its file or its words have changed.
create function announce_picture_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('picture_changed', old.id::text);
  return null;
end $$;
create trigger pictures_changed after update on pictures for each row
  when ((old.is_public, old.approved, old.storage_key, old.owner_id, old.title)
        is distinct from (new.is_public, new.approved, new.storage_key, new.owner_id, new.title))
  execute function announce_picture_change();
create trigger pictures_deleted after delete on pictures for each row
  execute function announce_picture_change();

create table uploads (
  id          uuid primary key,
  user_id     uuid not null references users (id) on delete cascade,
  storage_key text not null unique,
  width       integer not null,
  height      integer not null,
  bytes       bigint not null,
  sha256      text not null,
  created_at  timestamptz(3) not null default now()
);
create index uploads_user on uploads (user_id, created_at desc);
