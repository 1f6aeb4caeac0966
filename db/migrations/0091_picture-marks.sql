-- Marks that show where a picture came from: a watermark in its pixels and a signed manifest in its files.

-- One row, made at the first start. Whoever has the key can read, write and remove watermarks. A backup keeps it: pictures
-- that have left cannot be recognised without it.
create table watermark_keys (
  is_only boolean primary key default true check (is_only),
  key     bytea not null check (octet_length(key) = 32)
);

create table picture_marks (
  picture_id uuid primary key references pictures (id) on delete cascade,
  -- What the watermark says; made of the picture's id and the key.
  mark       bytea not null check (octet_length(mark) = 8),
  -- Signs of the lowest frequencies of the brightness: pictures that look alike share most of them.
  look       bit(64) not null,
  -- Whether its files have a signed manifest: not where the library for it did not run when they were written.
  is_signed  boolean not null
);
create index picture_marks_mark on picture_marks (mark);

-- Every certificate that this installation has signed with, so that old files are still known as its own.
create table signing_certificates (
  -- SHA-256 of the certificate, hexadecimal.
  fingerprint text primary key check (fingerprint ~ '^[0-9a-f]{64}$'),
  -- PEM, the signer's own first.
  chain       text not null,
  -- PEM; null for a certificate that settings name.
  private_key text,
  created_at  timestamptz(3) not null default now()
);
