-- Casts that services billed or may have billed, newest first.
create index generations_billed on generations (created_at desc, id desc) where reports <> '[]' or asked <> '{}';
