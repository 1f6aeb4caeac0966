import { sql, type Kysely } from "kysely";
import { prepared } from "#app/db/prepared.ts";
import type { Database } from "#app/db/schema.ts";
import type { Actor } from "#app/lib/actor.ts";
import { isAppError } from "#app/lib/errors.ts";
import { decodeCursorOrRefuse, takePage } from "#app/lib/paging.ts";
import { decodeRankCursor, encodeRankCursor, type RankCursor } from "#app/rules/rank-cursor.ts";
import type { CollectionHits } from "#app/rules/search-hits.ts";
import { queryWords } from "#app/rules/search-text.ts";
import type { Services } from "#app/services.ts";
import {
  collectionCards,
  publicAndShown,
  type CollectionCard,
} from "#app/features/collections/queries.ts";
import { anyWord, everyWord } from "./conditions.ts";
import { withinLimits } from "./limits.ts";
import { sharedResult } from "./shared-results.ts";

/** Only the latest published are looked through. */
const looked = 20_000;
const mostFound = 1_000;
/** Ranks are kept as whole numbers, so that a cursor has them to the last digit. */
const scale = 1_000_000;

async function collectionsWith(
  db: Kysely<Database>,
  words: readonly string[],
  { q, after, limit }: { q: string; after: RankCursor | undefined; limit: number },
): Promise<CollectionHits> {
  const beyond = after
    ? sql<boolean>`(rank, id) < (${after.rank}::integer, ${after.id}::uuid)`
    : sql<boolean>`true`;
  const { rows } = await sql<{ id: string; rank: number; total: number }>`
    ${prepared} with found as materialized (
      select c.id, (${scale}::float8 * (
          ts_rank(t.words, ${anyWord(words)}, 1) + similarity(c.name, ${q})
          + case when t.words @@ ${everyWord(words)} then 1 else 0 end))::integer as rank
      from (
        select c.id, c.name, c.description, c.owner_id from collections c
        where ${publicAndShown} and c.deleted_at is null
        order by c.published_at desc, c.id desc limit ${looked}) c
      join users u on u.id = c.owner_id and u.banned_at is null
      cross join lateral (
        select setweight(to_tsvector('english', c.name), 'A')
          || setweight(to_tsvector('english', coalesce(c.description, '')), 'C')
          || setweight(to_tsvector('english', u.name || ' ' || u.username), 'D') as words) t
      where (t.words @@ ${everyWord(words)} or word_similarity(${q}, c.name) > 0.6)
        and exists (
          select 1 from collection_items i join pictures p on p.id = i.picture_id
          where i.collection_id = c.id and p.is_public and p.approved)
      limit ${mostFound})
    select id, rank, (select count(*)::integer from found) as total from found
    where ${beyond} order by rank desc, id desc limit ${limit + 1}`.execute(db);
  const { page, last } = takePage(rows, limit);
  return {
    ids: page.map(({ id }) => id),
    next: last === undefined ? null : encodeRankCursor({ rank: last.rank, id: last.id }),
    total: after === undefined ? (rows[0]?.total ?? 0) : null,
  };
}

type Asked = { viewer: Actor; q: string; cursor?: string; limit: number };

/** Guests share what was found for an equal request of a moment ago; members see at once what they change themselves. */
async function findCollections(
  { db, search }: Pick<Services, "db" | "search">,
  { viewer, q, cursor, limit }: Asked,
): Promise<CollectionHits> {
  const words = queryWords(q);
  const after = decodeCursorOrRefuse(cursor, decodeRankCursor);
  if (words.length === 0) return { ids: [], next: null, total: after ? null : 0 };
  const find = () =>
    search.gate.run(() =>
      withinLimits(db, (tx) => collectionsWith(tx, words, { q, after, limit })),
    );
  if (viewer.role !== "guest") return find();
  return sharedResult(search.collections, JSON.stringify([q, after, limit]), find);
}

/**
 * Public collections with a public picture whose name, description or owner has the words; those with a name nearly so
 * after them. Private, hidden and deleted ones never.
 * @returns `total` is counted up to 1,000; null on later pages
 * @throws AppError invalid-request for an unknown cursor; unavailable after 2 s
 */
export async function searchCollections(
  services: Pick<Services, "db" | "search">,
  asked: Asked,
): Promise<{ items: CollectionCard[]; next: string | null; total: number | null }> {
  const { ids, next, total } = await findCollections(services, asked);
  return { items: await collectionCards(services.db, ids), next, total };
}

/**
 * How many such collections there are, counted up to 1,000; null where the count takes too long: the pictures beside it
 * are shown without.
 */
export async function countCollections(
  services: Pick<Services, "db" | "search">,
  asked: Pick<Asked, "viewer" | "q">,
): Promise<number | null> {
  try {
    return (await findCollections(services, { ...asked, limit: 0 })).total;
  } catch (error) {
    if (isAppError(error) && error.code === "unavailable") return null;
    throw error;
  }
}
