-- Indexes for upkeep and for what admins look at.

-- The sweep of portraits asks whether a file is anybody's.
create index users_avatar on users (avatar_url) where avatar_url is not null;
create index users_cover on users (cover_photo_url) where cover_photo_url is not null;

-- Figures of the last 30 days. Entries are only added, in the order of time: their index is a few pages.
create index ledger_entries_created on ledger_entries using brin (created_at)
  with (pages_per_range = 32, autosummarize = on);
create index generations_created on generations (created_at);
create index users_created on users (created_at);

-- The asset manager's lists, and the count of what waits.
create index pictures_newest on pictures (created_at desc, id desc);
create index pictures_waiting on pictures (created_at desc, id desc)
  where status = 'waiting' and not approved and removed_at is null;

-- Everybody's collections, for admins.
create index collections_made on collections (created_at desc, id desc) where deleted_at is null;
