-- Rules are kept in memory by every process; this tells all of them that one was changed, however that came about.
create function announce_prompt_rules() returns trigger language plpgsql as $$
begin
  perform pg_notify('prompt_rules_changed', '');
  return null;
end $$;

create trigger prompt_rules_announced after insert or update or delete on prompt_rules
  for each statement execute function announce_prompt_rules();
