-- Processes that search keep the newest palettes in their memory and read what has changed since they looked last
-- (docs/search.md), as with image_search_meanings. One process at a time writes them, so that what is committed later has a
-- higher number.
alter table image_search_palettes add column change bigint generated always as identity;
create unique index image_search_palettes_changes on image_search_palettes (change);
