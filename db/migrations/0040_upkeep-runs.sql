-- The last run of each piece of upkeep, for admins; a piece that has not run yet has no row.
create table upkeep_runs (
  name text primary key,
  started_at timestamptz not null,
  duration_ms integer not null check (duration_ms >= 0),
  next_at timestamptz not null,
  -- The start of the last run that failed and its error, kept until a later one fails.
  failed_at timestamptz,
  error text,
  check ((failed_at is null) = (error is null))
);
