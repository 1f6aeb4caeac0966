-- Figures and lists of a creator stop after so many public pictures, however many hidden ones lie between them.
create index pictures_of_creator on pictures (owner_id, created_at desc, id desc) where approved and is_public;

-- The latest remixes of a picture and the collections it was last put into, without reading the others.
drop index pictures_source;
create index pictures_source on pictures (source_picture_id, created_at desc)
  where source_picture_id is not null;
drop index collection_items_picture;
create index collection_items_picture on collection_items (picture_id, added_at desc);
