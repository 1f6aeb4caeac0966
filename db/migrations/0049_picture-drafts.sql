-- What admins upload and have not published yet. The picture itself is a private row of pictures.
create table picture_drafts (
  picture_id   uuid primary key references pictures (id) on delete cascade,
  owner_id     uuid not null references users (id) on delete cascade,
  -- The name and the digest of the file as it was uploaded: the same file is not uploaded twice.
  file_name    text not null check (char_length(file_name) <= 255),
  file_sha256  text not null,
  -- The title that the upload was given, and where it was found.
  made_title   text not null,
  title_from   text not null check (title_from in ('metadata', 'prompt', 'file', 'nothing')),
  created_at   timestamptz(3) not null default now(),
  published_at timestamptz(3)
);
create index picture_drafts_open on picture_drafts (owner_id, created_at, picture_id) where published_at is null;
create index picture_drafts_file on picture_drafts (owner_id, file_sha256) where published_at is null;
