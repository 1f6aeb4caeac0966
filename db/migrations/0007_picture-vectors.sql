-- What the offline helpers found out about public pictures. All of it can be made anew; what is missing is made by the worker.

create table picture_features (
  picture_id uuid primary key references pictures (id) on delete cascade,
  -- FEATURES_VERSION of src/adapters/vision/port.ts: vectors of different versions cannot be compared.
  version    smallint not null,
  -- What the picture looks like, a unit vector; null where its file could not be read.
  features   real[] check (cardinality(features) = 128),
  -- Which of its numbers are above zero: the share of equal bits tells the angle between two pictures.
  signs      bit(128),
  check ((features is null) = (signs is null))
);

create table picture_meanings (
  picture_id uuid primary key references pictures (id) on delete cascade,
  version    smallint not null,
  -- What title, prompt and tags mean, a unit vector; null where the model cannot read them. Kept out of line, so that
  -- a scan of the signs alone stays short.
  meaning    real[] check (cardinality(meaning) = 512),
  signs      bit(512),
  check ((meaning is null) = (signs is null))
);
alter table picture_meanings alter column meaning set storage external;

-- A picture with other words has to be read again.
create function forget_picture_meaning() returns trigger language plpgsql as $$
begin
  delete from picture_meanings where picture_id = new.id;
  return null;
end $$;
create trigger pictures_reworded after update of title, prompt, prompt_hidden, tags on pictures for each row
  when ((old.title, old.prompt, old.prompt_hidden, old.tags)
        is distinct from (new.title, new.prompt, new.prompt_hidden, new.tags))
  execute function forget_picture_meaning();
