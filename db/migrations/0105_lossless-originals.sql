-- Originals may be PNG and WebP besides JPEG: the form is the end of storage_key. What was stored before is JPEG, in which nothing is transparent.

alter table pictures
  add column has_alpha boolean not null default false
    check (not has_alpha or storage_key !~ '\.jpg$');
