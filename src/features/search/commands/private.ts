import { sql, type Kysely } from "kysely";
import type { Database } from "#app/db/schema.ts";
import { INDEX_VERSION, rowOf, type SearchDocument } from "./upsert.ts";

/**
 * Brings the index that owners search their private pictures by up to date for these pictures: `documents` are what it
 * keeps of them, the others go. Their words stay out of the vocabulary, which everybody sees. Doing it twice changes nothing.
 */
export async function writePrivateDocuments(
  db: Kysely<Database>,
  ids: readonly string[],
  documents: readonly SearchDocument[],
): Promise<void> {
  const kept = documents.map(({ id }) => id);
  await sql`
    delete from image_search_private
    where picture_id = any(${[...ids]}::uuid[]) and picture_id <> all(${kept}::uuid[])`.execute(db);
  if (documents.length === 0) return;
  await sql`
    insert into image_search_private (picture_id, owner_id, created_at, version, title, palette, words)
    select d.id, d.owner_id, d.created_at, ${INDEX_VERSION}::smallint, d.title, d.palette,
      setweight(to_tsvector('english', d.a), 'A') || setweight(to_tsvector('english', d.b), 'B')
      || setweight(to_tsvector('english', d.c), 'C') || setweight(to_tsvector('english', d.d), 'D')
      || array_to_tsvector(d.facets)
    from jsonb_to_recordset(${JSON.stringify(documents.map(rowOf))}::jsonb) as d (id uuid, owner_id uuid,
      created_at timestamptz(3), title text, a text, b text, c text, d text, facets text[], palette smallint[])
    -- Deleted since it was read.
    where exists (select 1 from pictures p where p.id = d.id)
    on conflict (picture_id) do update set owner_id = excluded.owner_id, created_at = excluded.created_at,
      version = excluded.version, title = excluded.title, palette = excluded.palette, words = excluded.words`.execute(
    db,
  );
}
