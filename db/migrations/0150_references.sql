-- Pictures that casts refer to, each with a role, besides the one that a remix starts from.

-- [{ "pictureId" or "uploadId", "role", "weight"?, "fromKit"? }]; whoever deletes a picture does not look here: a cast that waits fails then.
alter table generations add column referenced jsonb not null default '[]'
  constraint generations_referenced_array check (jsonb_typeof(referenced) = 'array');

-- What a picture was made with. An edge of its own kind: it is no step of a thread, and makes no remix.
create table picture_references (
  picture_id uuid not null references pictures (id) on delete cascade,
  place smallint not null check (place >= 0),
  -- No foreign key: one that is gone leaves a tombstone, and no delivery waits for the deletion of what it refers to. Null for an upload.
  reference_id uuid,
  role text not null check (role in ('subject', 'style', 'composition', 'palette')),
  -- Null where the engine weighs none.
  weight real check (weight between 0 and 1),
  primary key (picture_id, place)
);
create index picture_references_used on picture_references (reference_id) where reference_id is not null;

-- The mood board of a style kit.
create table style_kit_pictures (
  kit_id uuid not null references style_kits (id) on delete cascade,
  place smallint not null check (place >= 0 and place < 6),
  picture_id uuid not null references pictures (id) on delete cascade,
  role text not null check (role in ('style', 'palette')),
  primary key (kit_id, place)
);
create index style_kit_pictures_used on style_kit_pictures (picture_id);
