import { sql, type Kysely } from "kysely";
import { prepared } from "#app/db/prepared.ts";
import { EMBEDDING_LENGTH, EMBEDDING_VERSION } from "#app/adapters/vision/port.ts";
import type { Database } from "#app/db/schema.ts";
import { binaryEmbedding, packedEmbedding } from "#app/rules/binary-embedding.ts";
import type { Page } from "./matches.ts";
import { gallery } from "./scope.ts";
import { signTable } from "./signs.ts";

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

/** The nearest by signs within a part of the gallery: of all that are compared only those are put in order that are no further than the last wanted one of a few. */
async function nearestWithin(
  db: Db,
  meaning: Float32Array,
  { asOf, source }: Page,
  looked: number,
): Promise<string[]> {
  const apart = sql`bit_count(i.signs # ${binaryEmbedding(meaning)}::bit(512))`;
  // "offset 0" has the time compared of the few that are near, not of all.
  const { rows } = await sql<{ picture_id: string }>`
    select near.picture_id from (
      select i.picture_id, i.created_at, ${apart} as apart from ${source.meanings} i
      where ${apart} <= coalesce((
        select few.apart from (
          select ${apart} as apart from ${source.meanings} i where i.created_at <= ${asOf}
          order by i.created_at desc limit ${sampled}) few
        order by few.apart offset ${looked - 1} limit 1), ${EMBEDDING_LENGTH})
      offset 0) near
    where near.created_at <= ${asOf}
    order by near.apart, near.created_at desc, near.picture_id desc limit ${looked}`.execute(db);
  return rows.map((row) => row.picture_id);
}

type Vector = { picture_id: string; meaning: Buffer | null };

/** The vectors of pictures whose signs are compared; null where it is of another model. */
async function vectorsOf(db: Db, ids: readonly string[]): Promise<Vector[]> {
  const { rows } = await sql<Vector>`
    ${prepared} select i.picture_id, array_send(m.meaning) as meaning from image_search_meanings i
    left join picture_meanings m on m.picture_id = i.picture_id and m.version = ${EMBEDDING_VERSION}
    where i.picture_id = any(${ids}::uuid[])`.execute(db);
  return rows;
}

/** The nearest of the whole gallery by the signs in memory; those that are gone from the index are forgotten on the way. */
async function nearestOfAll(
  db: Db,
  meaning: Float32Array,
  { asOf, signs }: Page,
  looked: number,
): Promise<Vector[]> {
  const table = await signTable(db, signs);
  const packed = packedEmbedding(meaning);
  for (;;) {
    const ids = table.nearest(packed, asOf, looked);
    if (ids.length === 0) return [];
    const vectors = await vectorsOf(db, ids);
    if (vectors.length === ids.length) return vectors;
    const present = new Set(vectors.map((row) => row.picture_id));
    table.forget(ids.filter((id) => !present.has(id)));
  }
}

/**
 * The pictures whose words mean nearly the same. The cosines are counted here, which takes a fifth of the time that the
 * database needs for them.
 * @param looked nearest by signs, measured exactly
 */
export async function nearestMeanings(
  db: Db,
  meaning: Float32Array | null,
  page: Page,
  looked: number,
): Promise<Alike[]> {
  if (meaning === null) return [];
  const vectors =
    page.source === gallery
      ? await nearestOfAll(db, meaning, page, looked)
      : await vectorsOf(db, await nearestWithin(db, meaning, page, looked));
  return vectors.flatMap((row) =>
    row.meaning === null
      ? []
      : [{ picture_id: row.picture_id, likeness: cosine(meaning, row.meaning) }],
  );
}
