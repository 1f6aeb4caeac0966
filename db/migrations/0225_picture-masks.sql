-- Masks of pictures that came from another installation, where no cast here has them.

create table picture_masks (
  picture_id uuid primary key references pictures (id) on delete cascade,
  mask_id    uuid not null references masks (id)
);
create index picture_masks_mask on picture_masks (mask_id);

-- The pictures of an archive that a mask belongs to.
create index import_pictures_mask on import_pictures (import_id, (record ->> 'mask')) where record ? 'mask';

-- A picture has a mask of its owner's alone.
create view invariant_picture_masks_of_others as
  select p.id as picture_id, p.owner_id, m.user_id as mask_user_id
  from picture_masks k join pictures p on p.id = k.picture_id join masks m on m.id = k.mask_id
  where m.user_id <> p.owner_id;
