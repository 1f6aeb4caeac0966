import { sql, type RawBuilder } from "kysely";
import { prepared } from "#app/db/prepared.ts";
import { FEATURES_LENGTH, FEATURES_VERSION } from "#app/adapters/vision/port.ts";
import { createKept } from "#app/lib/kept.ts";
import { isUuid } from "#app/rules/picture-filename.ts";
import { publicAndApproved, publicPictures, type Db, type WallPicture } from "./rows.ts";

/** Only the newest are compared: ranking everything grows with the gallery. */
const candidates = 1_000;

/** Of those nearest by the binary features, this many are compared exactly. */
const looked = 100;
/** Weight of the visual features; colours weigh 1. */
const featureWeight = 1.5;
/** Cosine of features of pictures that have nothing to do with one another: the median over 162 real ones is 0.40. */
const unlike = 0.4;

/** Similar pictures change slowly, and ranking a thousand candidates is most of the work of the page. */
const rankings = createKept<string[]>({ max: 2_000, ttlMs: 60_000 });

/**
 * Public pictures most similar to this one: by visual features (where both are analysed), by colours (the five of
 * each, dark to light), shared tags, words shared by the titles, and a little for the same creator. Best first; none
 * for an unknown picture. Ranked at most once a minute; visibility is checked each time.
 */
export async function similarPictures(db: Db, id: string, limit: number): Promise<WallPicture[]> {
  if (!isUuid(id)) return [];
  const ids = await rankings(db, `${id} ${limit}`, () => rankSimilar(db, id, limit));
  return publicPictures(db, ids);
}

async function rankSimilar(db: Db, id: string, limit: number): Promise<string[]> {
  // From 0 for unrelated to 1 for equal.
  const alike = (cosine: RawBuilder<number>) =>
    sql<number>`${featureWeight}::float8 * coalesce(greatest(0, (${cosine} - ${unlike}::float8) / ${1 - unlike}::float8), 0)`;
  // The expected share of differing bits of two vectors is their angle divided by 180 degrees.
  const byBinaryEmbedding = sql<number>`cos(pi() * bit_count(f.signs # s.signs) / ${FEATURES_LENGTH}::float8)`;
  const exactly = sql<number>`(select sum(x * y) from unnest(r.features, s.features) as v (x, y))`;
  const ranked = await sql<{ id: string; score: number }>`
    ${prepared} with self as (
      select p.id, p.owner_id, p.title, p.tags, p.palette_lab, f.features, f.signs
      from pictures p
      left join picture_features f on f.picture_id = p.id and f.version = ${FEATURES_VERSION}
      where p.id = ${id}),
    newest as materialized (
      select p.id, p.owner_id, p.title, p.tags, p.palette_lab
      from pictures p where ${publicAndApproved} and p.id <> ${id}
      order by p.created_at desc, p.id desc limit ${candidates}),
    compared as materialized (
      select n.id, f.features, ${alike(byBinaryEmbedding)} as look,
        coalesce((select 1 - least(1, avg(abs(x - y)) / 200.0) from unnest(n.palette_lab, s.palette_lab) as c (x, y)), 0)
        + 0.4 * least(3, cardinality(array(select unnest(n.tags) intersect select unnest(s.tags))))
        + 1.2 * similarity(n.title, s.title)
        + case when n.owner_id = s.owner_id then 0.1 else 0 end as score
      from newest n cross join self s
      left join picture_features f on f.picture_id = n.id and f.version = ${FEATURES_VERSION}),
    rough as materialized (
      select * from compared order by score + look desc, id desc limit ${Math.max(limit, looked)})
    select r.id, r.score + ${alike(exactly)} as score
    from rough r cross join self s
    order by score desc, r.id desc limit ${limit}`.execute(db);
  return ranked.rows.map((row) => row.id);
}
