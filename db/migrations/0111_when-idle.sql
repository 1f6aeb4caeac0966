-- Casts that wait until their engine has nothing else to do, for less.
alter table generations add column when_idle boolean not null default false;

-- Whether a cast at the usual price waits for an engine is asked at each claim of one that waits for idle time.
create index generations_usual on generations (engine) where state = 'queued' and not when_idle and not is_paused;
