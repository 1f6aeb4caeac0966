import { sql } from "kysely";
import { EMBEDDING_VERSION } from "#app/adapters/vision/port.ts";
import { binaryEmbedding } from "#app/rules/binary-embedding.ts";
import { publicAndApproved, type Db } from "./rows.ts";

/** Of those nearest by the binary embedding, this many are compared exactly. */
const candidates = 200;

/**
 * Public pictures whose title, prompt and tags are similar in meaning to a text, nearest first. All are compared by their bits
 * (37 ms for 100,000), the nearest of those exactly.
 * @param meaning a vector of vision.embedText
 * @returns likeness is the cosine: 1 for the same text, about 0 for unrelated texts
 */
export async function picturesByEmbedding(
  db: Db,
  meaning: Float32Array,
  limit: number,
): Promise<{ id: string; likeness: number }[]> {
  const { rows } = await sql<{ id: string; likeness: number }>`
    with nearest as materialized (
      select m.picture_id, m.meaning from picture_meanings m
      where m.version = ${EMBEDDING_VERSION} and m.signs is not null
      order by bit_count(m.signs # ${binaryEmbedding(meaning)}::bit(512)) limit ${Math.max(limit, candidates)})
    select p.id,
      (select sum(x * y) from unnest(n.meaning, ${[...meaning]}::real[]) as v (x, y))::double precision as likeness
    from nearest n join pictures p on p.id = n.picture_id
    where ${publicAndApproved}
    order by likeness desc, p.id desc limit ${limit}`.execute(db);
  return rows;
}
