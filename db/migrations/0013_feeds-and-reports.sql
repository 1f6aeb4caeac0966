-- Feeds of the home page beside the newest, and reports of pictures by members.

-- Chosen by admins for the feed of picks.
alter table pictures add column if not exists picked_at timestamptz(3);
create index if not exists pictures_picked on pictures (picked_at desc, id desc)
  where picked_at is not null and approved and is_public;

-- What came to a picture on each day: the counters of pictures say how much, this says when.
create table picture_days (
  picture_id uuid not null references pictures (id) on delete cascade,
  day        date not null,
  views      integer not null default 0,
  likes      integer not null default 0,
  remixes    integer not null default 0,
  primary key (day, picture_id)
);
create index picture_days_picture on picture_days (picture_id);

create function count_picture_day() returns trigger language plpgsql as $$
begin
  insert into picture_days (picture_id, day, views, likes, remixes)
  values (new.id, (now() at time zone 'utc')::date,
          new.views - old.views, new.likes - old.likes, new.remix_count - old.remix_count)
  on conflict (day, picture_id) do update set
    views = picture_days.views + excluded.views,
    likes = picture_days.likes + excluded.likes,
    remixes = picture_days.remixes + excluded.remixes;
  return null;
end $$;
create trigger pictures_counted after update on pictures for each row
  when ((old.views, old.likes, old.remix_count) is distinct from (new.views, new.likes, new.remix_count))
  execute function count_picture_day();

-- The order of the feed of trending pictures as it was at one moment: whoever turns its pages stays in one of them,
-- so that what rises or falls meanwhile leaves no gap and comes no second time.
create table pulses (
  id      bigint generated always as identity primary key,
  made_at timestamptz(3) not null default now()
);
create table pulse_places (
  pulse_id   bigint not null references pulses (id) on delete cascade,
  place      integer not null,
  picture_id uuid not null,
  primary key (pulse_id, place)
);

-- One report stands open for a picture at a time; every member who reports it has one voice in it.
create table reports (
  id          uuid primary key,
  picture_id  uuid not null references pictures (id) on delete cascade,
  state       text not null default 'open' check (state in ('open', 'upheld', 'dismissed')),
  voices      integer not null default 0 check (voices >= 0),
  created_at  timestamptz(3) not null default now(),
  updated_at  timestamptz(3) not null default now(),
  resolved_at timestamptz(3),
  resolved_by uuid references users (id) on delete set null,
  check ((state = 'open') = (resolved_at is null))
);
create unique index reports_open on reports (picture_id) where state = 'open';
create index reports_queue on reports (state, created_at desc, id desc);
create index reports_resolver on reports (resolved_by) where resolved_by is not null;

create table report_voices (
  report_id  uuid not null references reports (id) on delete cascade,
  user_id    uuid not null references users (id) on delete cascade,
  reason     text not null check (reason in ('sexual', 'violence', 'hate', 'rights', 'person', 'spam', 'other')),
  note       text check (char_length(note) <= 500),
  created_at timestamptz(3) not null default now(),
  primary key (report_id, user_id)
);
create index report_voices_user on report_voices (user_id);

create function count_report_voice() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update reports set voices = voices + 1, updated_at = now() where id = new.report_id;
  else
    update reports set voices = voices - 1 where id = old.report_id;
  end if;
  return null;
end $$;
create trigger report_voices_counted after insert or delete on report_voices
  for each row execute function count_report_voice();

create view invariant_i7_report_voices as
  select r.id as report_id, r.voices, coalesce(v.count, 0) as rows
  from reports r
  left join (select report_id, count(*) from report_voices group by report_id) v on v.report_id = r.id
  where r.voices <> coalesce(v.count, 0);
