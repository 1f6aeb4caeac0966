-- The newest pictures of a shape, however few have it: the feed had to be read to its end for them.
create index pictures_of_shape on pictures (
  (case when width * 5 > height * 6 then 'landscape' when width * 5 < height * 4 then 'portrait' else 'square' end),
  created_at desc, id desc) where approved and is_public;
-- How many have which shape, for the planner.
analyze pictures;
