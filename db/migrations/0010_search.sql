-- Search (specification, section 2; data guide, F). Everything here but search_log can be made anew from the pictures.

-- What has changed and is not in the index yet: written with the change itself, in its transaction, and emptied by the
-- worker. Rows are only ever added and taken away, so that a change during the reading of an older one is never lost.
create table search_outbox (
  id         bigint generated always as identity primary key,
  picture_id uuid not null,
  -- The counts alone change often and cost little; all else is read anew.
  counts     boolean not null default false
);

-- Public, approved pictures alone, and narrow: likes and views never rewrite these rows or their word index.
create table image_search (
  picture_id uuid primary key references pictures (id) on delete cascade,
  owner_id   uuid not null,
  created_at timestamptz(3) not null,
  -- INDEX_VERSION of the rules by which the row was made.
  version    smallint not null,
  -- Folded, for titles that are nearly as typed.
  title      text not null,
  -- The five colours in OKLab, largest share first, each part times 1000.
  palette    smallint[] not null check (cardinality(palette) = 15),
  -- Words of title (A), tags (B), prompt and description (C), creator (D); facets as lexemes that begin with "#".
  words      tsvector not null
);
create index image_search_feed on image_search (created_at desc, picture_id desc);
create index image_search_owner on image_search (owner_id, created_at desc, picture_id desc);
create index image_search_words on image_search using gin (words) with (fastupdate = off);
create index image_search_title on image_search using gin (title gin_trgm_ops) with (fastupdate = off);
-- Which lexemes are common is what decides between the newest first and the word index.
alter table image_search alter column words set statistics 1000;

create table image_search_counts (
  picture_id uuid primary key references image_search (picture_id) on delete cascade,
  likes      integer not null,
  remixes    integer not null
);
create index image_search_liked on image_search_counts (likes desc, picture_id desc);
create index image_search_remixed on image_search_counts (remixes desc, picture_id desc);

-- The signs of picture_meanings, narrow enough to be compared one by one.
create table image_search_meanings (
  picture_id uuid primary key references image_search (picture_id) on delete cascade,
  created_at timestamptz(3) not null,
  signs      bit(512) not null
);
create index image_search_meanings_feed on image_search_meanings (created_at desc);

-- The words that pictures use and in how many they came: what misspelt words are mended from.
create table search_words (
  word text primary key,
  n    integer not null
);
create index search_words_alike on search_words using gin (word gin_trgm_ops);

-- What was searched for, by day; nothing of who asked, nor when within the day.
create table search_log (
  day      date not null,
  query    text not null check (char_length(query) <= 200),
  searches integer not null,
  -- Found by the last of them; 1,000 stands for more.
  results  integer not null,
  primary key (day, query)
);

-- How far the pictures from before this version of the index are through.
create table search_backfill (
  version smallint primary key,
  -- The last picture that was handed to the outbox; null before the first.
  after   uuid,
  done    boolean not null default false
);

create function index_picture() returns trigger language plpgsql as $$
begin
  -- What is hidden is gone from the index in the same moment; the outbox alone would leave it there a little longer.
  if not (new.approved and new.is_public) then
    delete from image_search where picture_id = new.id;
  end if;
  insert into search_outbox (picture_id) values (new.id);
  perform pg_notify('search_outbox', '');
  return null;
end $$;
create trigger pictures_index_new after insert on pictures for each row
  when (new.approved and new.is_public) execute function index_picture();
create trigger pictures_index_changed after update on pictures for each row
  when ((old.title, old.description, old.prompt, old.prompt_hidden, old.tags, old.colors, old.width, old.height,
         old.license, old.is_public, old.approved, old.owner_id, old.created_at)
        is distinct from
        (new.title, new.description, new.prompt, new.prompt_hidden, new.tags, new.colors, new.width, new.height,
         new.license, new.is_public, new.approved, new.owner_id, new.created_at))
  execute function index_picture();

create function index_picture_counts() returns trigger language plpgsql as $$
begin
  insert into search_outbox (picture_id, counts) values (new.id, true);
  return null;
end $$;
create trigger pictures_index_counts after update on pictures for each row
  when ((old.likes, old.remix_count) is distinct from (new.likes, new.remix_count)
        and new.approved and new.is_public)
  execute function index_picture_counts();

create function index_picture_meaning() returns trigger language plpgsql as $$
begin
  insert into search_outbox (picture_id) values (new.picture_id);
  return null;
end $$;
create trigger picture_meanings_index after insert or update on picture_meanings for each row
  execute function index_picture_meaning();

create function index_creator() returns trigger language plpgsql as $$
begin
  insert into search_outbox (picture_id) select id from pictures where owner_id = new.id and approved and is_public;
  return null;
end $$;
create trigger users_index after update of name, username on users for each row
  when ((old.name, old.username) is distinct from (new.name, new.username))
  execute function index_creator();
