-- Search within one's own work (docs/search.md). The index of everybody has neither private pictures nor hidden prompts;
-- their owners find them by this one. No word of it gets into search_words: what is suggested or corrected is public.
create table image_search_private (
  picture_id uuid primary key references pictures (id) on delete cascade,
  owner_id   uuid not null,
  -- As in image_search, with the whole prompt.
  created_at timestamptz(3) not null,
  version    smallint not null,
  title      text not null,
  palette    smallint[] not null check (cardinality(palette) = 15),
  words      tsvector not null
);
create index image_search_private_owner on image_search_private (owner_id, created_at desc, picture_id desc);

-- Every new picture is noted now, not only the public ones.
drop trigger pictures_index_new on pictures;
create trigger pictures_index_new after insert on pictures for each row execute function index_picture();

create or replace function index_creator() returns trigger language plpgsql as $$
begin
  insert into search_outbox (picture_id) select id from pictures where owner_id = new.id;
  return null;
end $$;

insert into search_outbox (picture_id)
  select id from pictures where not (approved and is_public) or prompt_hidden;
