-- Whoever deletes a file asks whether an import counts on it.
create index import_pictures_digest on import_pictures (sha256) where outcome is null;
