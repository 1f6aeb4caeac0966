-- Processes that search keep the signs of meanings in their memory and read what has changed since they looked last
-- (docs/search.md). One process at a time writes them, so that what is committed later has a higher number.
alter table image_search_meanings add column change bigint generated always as identity;
create unique index image_search_meanings_changes on image_search_meanings (change);
