-- The palettes of image_search in narrow rows: where colours are all that is asked for, they are compared one by one, which
-- takes a quarter of the time of reading them from wide rows and out of arrays. Parts as in image_search.palette.
create table image_search_palettes (
  picture_id uuid primary key references image_search (picture_id) on delete cascade,
  created_at timestamptz(3) not null,
  l1 smallint not null, a1 smallint not null, b1 smallint not null,
  l2 smallint not null, a2 smallint not null, b2 smallint not null,
  l3 smallint not null, a3 smallint not null, b3 smallint not null,
  l4 smallint not null, a4 smallint not null, b4 smallint not null,
  l5 smallint not null, a5 smallint not null, b5 smallint not null
);
insert into image_search_palettes
  select picture_id, created_at, palette[1], palette[2], palette[3], palette[4], palette[5], palette[6], palette[7],
    palette[8], palette[9], palette[10], palette[11], palette[12], palette[13], palette[14], palette[15]
  from image_search order by created_at;
create index image_search_palettes_feed on image_search_palettes (created_at desc, picture_id desc);
analyze image_search_palettes;
