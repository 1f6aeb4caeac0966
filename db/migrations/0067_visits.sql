-- Visitors by day, without cookies (decision 091). Only visit_sources outlives its day.

-- What the marks of a day are made with. Without write-ahead log and left out of backups, so that a deleted salt is in
-- no copy: with it gone, nobody can tell from an address which mark was its own.
create unlogged table visit_salts (
  day  date primary key,
  salt bytea not null
);

-- One row a visitor of a day.
create unlogged table visit_marks (
  day  date not null,
  mark bytea not null,
  -- The host that linked to the first page; '' for none.
  host text not null,
  primary key (day, mark)
);

-- Members whose sign-up was counted; kept while it could be counted again.
create unlogged table visit_sign_ups (
  user_id uuid primary key references users (id) on delete cascade,
  day     date not null
);

create table visit_sources (
  day      date not null,
  -- '' is for visitors that no link of another site brought, and for sign-ups whose visit is not known.
  host     text not null check (char_length(host) <= 253),
  visitors integer not null default 0 check (visitors >= 0),
  sign_ups integer not null default 0 check (sign_ups >= 0),
  primary key (day, host)
);
