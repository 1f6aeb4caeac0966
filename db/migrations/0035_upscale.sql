-- Casts that enlarge a picture.

alter table generations drop constraint generations_kind_check;
alter table generations add constraint generations_kind_check check (kind in ('create', 'remix', 'upscale'));
