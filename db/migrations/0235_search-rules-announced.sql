-- Rules of searches are kept in memory by every process; this tells all of them that one was changed, however that came about.
create function announce_search_rules() returns trigger language plpgsql as $$
begin
  perform pg_notify('search_rules_changed', '');
  return null;
end $$;

create trigger search_rules_announced after insert or update or delete on search_rules
  for each statement execute function announce_search_rules();
