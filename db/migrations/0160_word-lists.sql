-- Lists of words of members' own, which prompts name as __name__, and the texts that were drawn for the pictures of a cast.

create table word_lists (
  id         uuid primary key,
  owner_id   uuid not null references users (id) on delete cascade,
  -- In small letters: names are the same in capitals.
  name       text not null check (btrim(name) <> '' and char_length(name) <= 40),
  words      text[] not null check (cardinality(words) between 1 and 200),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (owner_id, name)
);

-- One text for each picture of a cast whose prompt has alternatives or lists; null where all have the prompt itself.
alter table generations add column texts text[]
  constraint generations_texts check (texts is null or cardinality(texts) = count);
-- Whether they are all combinations in their order, rather than drawn by the seed.
alter table generations add column each_once boolean not null default false;
