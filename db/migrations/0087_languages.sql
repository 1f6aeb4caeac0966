-- The language that a member chose for the site and their mails; null until they do.

alter table users
  add column language text check (language in ('en', 'de', 'ar'));
