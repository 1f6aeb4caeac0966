import { sql, type Kysely } from "kysely";
import { EMBEDDING_LENGTH, EMBEDDING_VERSION } from "#app/adapters/vision/port.ts";
import type { Database } from "#app/db/schema.ts";
import { binaryEmbedding } from "#app/rules/binary-embedding.ts";
import type { Page } from "./matches.ts";

type Db = Kysely<Database>;

/** From so many the distance is guessed beyond which nothing can be among the nearest. */
const sampled = 4_000;

/** A picture whose words mean about the same as others, with the cosine. */
export type Alike = { picture_id: string; likeness: number };

/** What array_send writes before the first component, and before each one. */
const sent = { head: 20, length: 4, component: 4 } as const;

/** The cosine of a meaning and one that array_send wrote; both have the length 1. */
function cosine(meaning: Float32Array, other: Buffer): number {
  let sum = 0;
  let at = sent.head + sent.length;
  for (const part of meaning) {
    sum += part * other.readFloatBE(at);
    at += sent.component + sent.length;
  }
  return sum;
}

/**
 * The pictures whose words mean nearly the same. Of all that are compared by their signs only those are put in order
 * that are no further than the last wanted one of a few: the nearest are always among them. The cosines are counted
 * here, which takes a fifth of the time that the database needs for them.
 * @param looked nearest by signs, measured exactly
 */
export async function nearestMeanings(
  db: Db,
  meaning: Float32Array | null,
  { asOf, source }: Page,
  looked: number,
): Promise<Alike[]> {
  if (meaning === null) return [];
  const apart = sql`bit_count(i.signs # ${binaryEmbedding(meaning)}::bit(512))`;
  // "offset 0" has the time compared of the few that are near, not of all.
  const { rows } = await sql<{ picture_id: string; meaning: Buffer }>`
    select n.picture_id, array_send(m.meaning) as meaning
    from (
      select near.picture_id from (
        select i.picture_id, i.created_at, ${apart} as apart from ${source.meanings} i
        where ${apart} <= coalesce((
          select few.apart from (
            select ${apart} as apart from ${source.meanings} i where i.created_at <= ${asOf}
            order by i.created_at desc limit ${sampled}) few
          order by few.apart offset ${looked - 1} limit 1), ${EMBEDDING_LENGTH})
        offset 0) near
      where near.created_at <= ${asOf} order by near.apart limit ${looked}) n
    join picture_meanings m on m.picture_id = n.picture_id and m.version = ${EMBEDDING_VERSION}`.execute(
    db,
  );
  return rows.map((row) => ({
    picture_id: row.picture_id,
    likeness: cosine(meaning, row.meaning),
  }));
}
