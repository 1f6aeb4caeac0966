-- The cover is one of the collection's own pictures and goes when the picture goes; as a mark on the item it needs no
-- lock on the collection while a picture is deleted.
alter table collections drop column cover_picture_id;
alter table collection_items add column is_cover boolean not null default false;
create unique index collection_items_cover on collection_items (collection_id) where is_cover;

-- The directory of creators is searched by parts of names.
create index users_name_trgm on users using gin ((name || ' @' || username::text) gin_trgm_ops) where banned_at is null;
