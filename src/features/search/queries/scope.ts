import { sql, type RawBuilder } from "kysely";
import type { Actor } from "#app/lib/actor.ts";

/** A part of the gallery that is searched by itself, and who searches it. */
export type Scope = { viewer: Actor } & (
  | { kind: "creator"; id: string }
  | { kind: "likes" }
  | { kind: "collection"; id: string }
);

/** The relations that a search reads, each with the columns of the table of the whole gallery. */
export type Source = {
  /** As image_search. */
  rows: RawBuilder<unknown>;
  /** As image_search_counts. */
  counts: RawBuilder<unknown>;
  /** As image_search_meanings. */
  meanings: RawBuilder<unknown>;
  /** As search_words: what a misspelt word may have meant. */
  words: RawBuilder<unknown>;
};

/** The public pictures. */
export const gallery: Source = {
  rows: sql`image_search`,
  counts: sql`image_search_counts`,
  meanings: sql`image_search_meanings`,
  words: sql`search_words`,
};

/** Whether a row of an index belongs to the scope. @param table alias of the index in the statement */
function belongs(scope: Scope, table: string): RawBuilder<boolean> {
  if (scope.kind === "creator") {
    return sql<boolean>`${sql.id(table, "owner_id")} = ${scope.id}::uuid`;
  }
  const ids =
    scope.kind === "likes"
      ? sql`select l.picture_id from likes l where l.user_id = ${scope.viewer.userId}::uuid`
      : sql`select c.picture_id from collection_items c where c.collection_id = ${scope.id}::uuid`;
  return sql<boolean>`${sql.id(table, "picture_id")} in (${ids})`;
}

/**
 * What the viewer may find in a scope: the public pictures, and of their own the private ones and those whose prompt they
 * hide from others. Nobody finds a private picture of somebody else, admins neither.
 */
export function sourceOf(scope: Scope): Source {
  const isOwn = sql<boolean>`own.owner_id = ${scope.viewer.userId}::uuid`;
  const rows = sql`(
    select open.picture_id, open.owner_id, open.created_at, open.version, open.title, open.palette, open.words
    from image_search open
    where ${belongs(scope, "open")} and not exists (
      select from image_search_private own where own.picture_id = open.picture_id and ${isOwn})
    union all
    select own.picture_id, own.owner_id, own.created_at, own.version, own.title, own.palette, own.words
    from image_search_private own where ${isOwn} and ${belongs(scope, "own")})`;
  return {
    rows,
    counts: sql`(select p.id as picture_id, p.likes, p.remix_count as remixes from pictures p)`,
    meanings: sql`(
      select m.picture_id, m.created_at, m.signs from image_search_meanings m
      where m.picture_id in (select r.picture_id from ${rows} r))`,
    // Words of titles that only the viewer may see are offered to nobody else.
    words: sql`(
      select word, n from search_words
      union all
      select t.word, count(*)::integer from ${rows} r, unnest(string_to_array(r.title, ' ')) t (word) group by t.word)`,
  };
}
