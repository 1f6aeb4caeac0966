import { sql, type Kysely } from "kysely";
import type { Database } from "../../../db/schema.ts";
import { decodeRankCursor, encodeRankCursor, type RankPlace } from "../../../rules/rank-cursor.ts";
import { fieldError } from "../../../lib/errors.ts";
import { readQuery } from "../../../rules/search-query.ts";
import { anyWord, everyWord } from "./conditions.ts";

export type FoundCollection = {
  id: string;
  name: string;
  description: string | null;
  pictures: number;
  owner: { name: string; username: string; avatar: string | null };
  /** The first few public pictures, in the owner's order. */
  covers: { slug: string; width: number; height: number; colors: string[]; placeholder: string }[];
};

const coversShown = 4;
/** Ranks are kept as whole numbers, so that a cursor has them to the last digit. */
const scale = 1_000_000;

function placeOf(cursor: string): RankPlace {
  const place = decodeRankCursor(cursor);
  if (place === null) throw fieldError("cursor", "unknown", "This is no cursor of a page");
  return place;
}

/**
 * Public collections whose name or description, or whose owner's name, has the words; those with all of them first,
 * nearly spelled names after them. Private and deleted ones never.
 * @returns `total` up to 1,000; null on later pages
 */
export async function searchCollections(
  db: Kysely<Database>,
  { q, cursor, limit }: { q: string; cursor?: string; limit: number },
): Promise<{ items: FoundCollection[]; next: string | null; total: number | null }> {
  const { words, text } = readQuery(q);
  if (words.length === 0) return { items: [], next: null, total: cursor === undefined ? 0 : null };
  const after = cursor === undefined ? null : placeOf(cursor);
  const beyond = after
    ? sql<boolean>`(f.rank, f.id) < (${after.rank}::integer, ${after.id}::uuid)`
    : sql<boolean>`true`;
  const { rows } = await sql<FoundCollection & { rank: number; total: number }>`
    with found as materialized (
      select c.id, (${scale}::float8 * (
          ts_rank(t.words, ${anyWord(words)}, 1) + similarity(c.name, ${text})
          + case when t.words @@ ${everyWord(words)} then 1 else 0 end))::integer as rank
      from (
        select c.* from collections c
        where c.is_public and c.deleted_at is null
        order by c.published_at desc, c.id desc limit 20000) c
      join users u on u.id = c.owner_id
      cross join lateral (
        select setweight(to_tsvector('english', c.name), 'A')
          || setweight(to_tsvector('english', coalesce(c.description, '')), 'C')
          || setweight(to_tsvector('simple', u.name || ' ' || u.username), 'D') as words) t
      where t.words @@ ${everyWord(words)} or ${text} <% c.name
      limit 1000)
    select c.id, c.name, c.description, f.rank, (select count(*)::integer from found) as total,
      (select count(*)::integer from collection_items i join pictures p on p.id = i.picture_id
        where i.collection_id = c.id and p.is_public and p.approved) as pictures,
      jsonb_build_object('name', u.name, 'username', u.username, 'avatar', u.avatar_url) as owner,
      coalesce((
        select jsonb_agg(to_jsonb(s) - 'position' - 'id' order by s.position, s.id) from (
          select p.id, p.slug, p.width, p.height, p.colors, p.placeholder, i.position
          from collection_items i join pictures p on p.id = i.picture_id
          where i.collection_id = c.id and p.is_public and p.approved
          order by i.position, p.id limit ${coversShown}) s), '[]'::jsonb) as covers
    from found f join collections c on c.id = f.id join users u on u.id = c.owner_id
    where ${beyond} order by f.rank desc, f.id desc limit ${limit + 1}`.execute(db);
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    items: page.map(({ rank: _rank, total: _total, ...collection }) => collection),
    next: last === undefined ? null : encodeRankCursor({ rank: last.rank, id: last.id }),
    total: cursor === undefined ? (rows[0]?.total ?? 0) : null,
  };
}
