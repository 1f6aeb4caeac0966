-- Take-downs of a name, bio, portrait or style kit, as decisions with an undo.

alter table sanctions rename column picture_id to target_id;
alter table sanctions rename column picture_title to target_title;
-- What was taken down, for the undo.
alter table sanctions add column taken jsonb;

alter table sanctions drop constraint sanctions_kind_check;
alter table sanctions add constraint sanctions_kind_check check (kind in
  ('strike', 'suspension', 'ban', 'closure', 'picture', 'name', 'bio', 'avatar', 'cover', 'kit'));
alter table sanctions add check (kind <> 'kit' or target_id is not null);
drop index sanctions_picture;
create unique index sanctions_target on sanctions (target_id)
  where lifted_at is null and kind in ('picture', 'kit');

-- Taken down by an admin: its owner alone may use it, whether it is shared or not.
alter table style_kits add column hidden_at timestamptz(3);
