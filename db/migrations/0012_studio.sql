-- Style kits, what casts keep of them, lineage that outlives deletions, and the rules of prompts.

create table style_kits (
  id          uuid primary key,
  owner_id    uuid not null references users (id) on delete cascade,
  name        text not null check (btrim(name) <> '' and char_length(name) <= 60),
  -- Hexadecimal colours, from leading to accent.
  palette     text[] not null default '{}' check (cardinality(palette) <= 5),
  material    text not null default '' check (char_length(material) <= 200),
  lighting    text not null default '' check (char_length(lighting) <= 200),
  camera      text not null default '' check (char_length(camera) <= 200),
  -- Shown on the kit's card while it is there.
  picture_id  uuid references pictures (id) on delete set null,
  is_shared   boolean not null default false,
  created_at  timestamptz(3) not null default now(),
  updated_at  timestamptz(3) not null default now()
);
create index style_kits_owner on style_kits (owner_id, created_at desc, id desc);
create index style_kits_shared on style_kits (created_at desc, id desc) where is_shared;
create index style_kits_picture on style_kits (picture_id) where picture_id is not null;

-- The kit as it was when the cast was made, whatever became of it since.
alter table generations add column style_kit jsonb;
-- Whether another engine may draw when this one cannot be reached, and the name of the one that gave way.
alter table generations add column allow_fallback boolean not null default false;
alter table generations add column fell_back_from text;

-- The source as it was when the picture came: it stays when the source is gone, so that a line has a gap, not an end.
alter table pictures add column line_source_id uuid;
update pictures set line_source_id = source_picture_id where source_picture_id is not null;
create index pictures_line_source on pictures (line_source_id) where line_source_id is not null;

create function keep_line_source() returns trigger language plpgsql as $$
begin
  new.line_source_id := new.source_picture_id;
  return new;
end $$;
create trigger pictures_line_source before insert on pictures for each row
  when (new.source_picture_id is not null) execute function keep_line_source();

-- Where a deleted picture stood in its line; nothing else of it.
create table picture_gaps (
  id             uuid primary key,
  root_id        uuid not null,
  line_source_id uuid
);
create index picture_gaps_root on picture_gaps (root_id);

create function keep_picture_gap() returns trigger language plpgsql as $$
begin
  if exists (select from pictures where line_source_id = old.id)
     or exists (select from picture_gaps where line_source_id = old.id) then
    insert into picture_gaps (id, root_id, line_source_id)
    values (old.id, coalesce(old.root_picture_id, old.id), old.line_source_id)
    on conflict do nothing;
  end if;
  return null;
end $$;
create trigger pictures_gap after delete on pictures for each row execute function keep_picture_gap();

-- Words that a prompt must not have; with companions, only together with one of those. Admins change them.
create table prompt_rules (
  name       text primary key check (name ~ '^[a-z][a-z0-9-]{1,39}$'),
  words      text[] not null check (cardinality(words) between 1 and 500),
  companions text[] not null default '{}' check (cardinality(companions) <= 500),
  -- One sentence for the member.
  reason     text not null check (char_length(reason) between 1 and 200),
  is_enabled boolean not null default true,
  -- Holds for admins too, and cannot be switched off.
  is_fixed   boolean not null default false check (not is_fixed or is_enabled),
  updated_at timestamptz(3) not null default now()
);
insert into prompt_rules (name, words, companions, reason, is_fixed) values
  ('minors',
   '{child,children,kid,kids,toddler,baby,babies,infant,minor,minors,underage,preteen,teen,teens,teenage,teenager,schoolgirl,schoolboy,loli,shota,little girl,little boy,young girl,young boy}',
   '{nude,nudes,naked,nudity,topless,undressed,sex,sexual,sexy,sexualised,sexualized,erotic,porn,porno,pornographic,nsfw,hentai,lewd,fetish,lingerie,orgasm,genitals}',
   'Sexual pictures of children are never made here.', true),
  ('sexual',
   '{porn,porno,pornographic,hentai,nsfw,orgasm,genitals,blowjob,cumshot,gangbang}', '{}',
   'Sexual pictures are not made here.', false),
  ('gore',
   '{gore,gory,dismembered,dismemberment,beheading,beheaded,decapitated,decapitation,disembowelled,disemboweled,mutilated corpse}', '{}',
   'Pictures of mutilation are not made here.', false);
