-- Counters of the limits that guard accounts, common to all processes (src/lib/rate-limit.ts). The columns are the library's.
-- A crash of the database may empty it: unlogged, for it is written at every try to sign in.
create unlogged table rate_limits (
  key    text primary key,
  points integer not null default 0,
  -- Milliseconds since 1970.
  expire bigint
);
create index rate_limits_expire on rate_limits (expire);
