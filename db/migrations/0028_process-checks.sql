-- What a process found when it last looked at the storage and at the engines.
alter table processes add column checks jsonb not null default '{}';
