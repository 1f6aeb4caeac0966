-- Admins pick and hide collections, and say what searches that found nothing should find.

alter table collections add column picked_at timestamptz(3);
-- A hidden collection is seen by its owner and by admins alone, whatever the owner publishes.
alter table collections add column hidden_at timestamptz(3);
alter table collections add check (hidden_at is null or picked_at is null);

drop index collections_newest;
create index collections_newest on collections (published_at desc, id desc)
  where is_public and hidden_at is null and deleted_at is null;
create index collections_picked on collections (picked_at desc, id desc)
  where picked_at is not null and is_public and hidden_at is null and deleted_at is null;
-- The lists of admins: all, by visibility, the picked and the hidden ones.
create index collections_created on collections (created_at desc, id desc) where deleted_at is null;
create index collections_visibility on collections (is_public, created_at desc, id desc)
  where deleted_at is null and hidden_at is null;
create index collections_created_picked on collections (created_at desc, id desc)
  where picked_at is not null and deleted_at is null;
create index collections_created_hidden on collections (created_at desc, id desc)
  where hidden_at is not null and deleted_at is null;
create index collections_name_trgm on collections using gin (name gin_trgm_ops) where deleted_at is null;

create table search_rules (
  id            uuid primary key,
  kind          text not null check (kind in ('synonym', 'redirect')),
  -- Words as a query is split into them, joined by single spaces: those of a synonym anywhere in a query, those of a
  -- redirect all of it.
  query         text not null check (query <> '' and char_length(query) <= 200),
  -- Of a synonym: the words that are looked for too.
  words         text check (words <> '' and char_length(words) <= 200),
  -- Of a redirect: where the search leads.
  collection_id uuid references collections (id) on delete cascade,
  created_at    timestamptz(3) not null default now(),
  check ((kind = 'synonym') = (words is not null)),
  check ((kind = 'redirect') = (collection_id is not null))
);
create unique index search_rules_synonym on search_rules (query, words) where kind = 'synonym';
create unique index search_rules_redirect on search_rules (query) where kind = 'redirect';
create index search_rules_newest on search_rules (created_at desc, id desc);
create index search_rules_kind on search_rules (kind, created_at desc, id desc);
create index search_rules_query_trgm on search_rules using gin (query gin_trgm_ops);
create index search_rules_collection on search_rules (collection_id) where collection_id is not null;

-- An undo looks for the entries of one request.
create index admin_audit_request on admin_audit (request_id);
