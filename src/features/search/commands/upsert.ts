import { sql, type Kysely } from "kysely";
import type { Database } from "#app/db/schema.ts";
import type { Shape } from "#app/rules/aspect-shape.ts";
import { paletteCells, paletteNames, paletteNumbers } from "#app/rules/palette-cells.ts";
import { periodOf } from "#app/rules/search-periods.ts";
import { foldText, indexText } from "#app/rules/search-text.ts";
import { binaryEmbedding } from "#app/rules/binary-embedding.ts";
import type { Services } from "#app/services.ts";

type Db = Kysely<Database>;
type IndexServices = Pick<Services, "db" | "search">;

/** A picture as an index keeps it. */
export type SearchDocument = {
  id: string;
  ownerId: string;
  createdAt: Date;
  title: string;
  tags: readonly string[];
  /** Null where there is none or its owner hides it. */
  prompt: string | null;
  description: string | null;
  creator: { name: string; username: string };
  shape: Shape;
  license: string;
  /** Five hex colours, largest share first. */
  colors: readonly string[];
  likes: number;
  remixes: number;
  /** Unit vector of what its words mean; null where nobody has read them. */
  meaning: readonly number[] | null;
};

/** Raised whenever the same picture would be indexed otherwise; all are then indexed again. */
export const INDEX_VERSION = 2;

/** Words that a misspelt one may have meant; others are names, numbers and noise. */
const mendable = /^\p{Script=Latin}{3,24}$/u;

function wordsOf({ title, tags, prompt, description }: SearchDocument): string[] {
  const text = foldText([title, ...tags, prompt ?? "", description ?? ""].join(" "));
  return [...new Set(text.split(" "))].filter((word) => mendable.test(word));
}

/** What filters look up: shape, licence, colours by cells and names, and when it came. */
function facetsOf({ shape, license, colors, createdAt }: SearchDocument): string[] {
  const ofColors = [...paletteCells(colors), ...paletteNames(colors)];
  return [`#${shape}`, `#l.${license}`, ...ofColors, periodOf(createdAt)];
}

/** A picture as its row is made; what begins with "#" is no word of anybody's. */
export function rowOf(document: SearchDocument) {
  const { id, ownerId, createdAt, title, tags, prompt, description, creator, colors } = document;
  return {
    id,
    owner_id: ownerId,
    created_at: createdAt.toISOString(),
    title: foldText(title),
    a: indexText(title),
    b: indexText(tags.join(" ")),
    c: indexText(`${prompt ?? ""} ${description ?? ""}`),
    d: indexText(`${creator.name} ${creator.username}`),
    facets: facetsOf(document),
    palette: paletteNumbers(colors),
    likes: document.likes,
    remixes: document.remixes,
    signs: document.meaning && binaryEmbedding(document.meaning),
  };
}

/** Notes the words that pictures brought; `added` are those of pictures that were not in before. */
async function noteWords(db: Db, words: readonly string[][], added: readonly string[][]) {
  const counts = new Map<string, number>();
  for (const word of words.flat()) counts.set(word, 0);
  for (const word of added.flat()) counts.set(word, (counts.get(word) ?? 0) + 1);
  if (counts.size === 0) return;
  const sorted = [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1));
  await sql`
    insert into search_words (word, n)
    select * from unnest(${sorted.map(([word]) => word)}::text[], ${sorted.map(([, n]) => n)}::integer[])
    on conflict (word) do update set n = search_words.n + excluded.n where excluded.n > 0`.execute(
    db,
  );
}

/** The places of a palette's numbers in image_search, and the columns that have them in image_search_palettes. */
const places = Array.from({ length: 15 }, (_, at) => at + 1);
const columnsOf = (table?: string) =>
  sql.join(
    places.map((place) => {
      const column = `${"lab"[(place - 1) % 3]}${Math.ceil(place / 3)}`;
      return table === undefined ? sql.id(column) : sql.id(table, column);
    }),
  );
const [columns, excluded, kept] = [columnsOf(), columnsOf("excluded"), columnsOf("kept")];

async function writeRows(db: Db, documents: readonly SearchDocument[]): Promise<Set<string>> {
  const rows = JSON.stringify(documents.map(rowOf));
  const written = await sql<{ picture_id: string; fresh: boolean }>`
    insert into image_search (picture_id, owner_id, created_at, version, title, palette, words)
    select d.id, d.owner_id, d.created_at, ${INDEX_VERSION}::smallint, d.title, d.palette,
      setweight(to_tsvector('english', d.a), 'A') || setweight(to_tsvector('english', d.b), 'B')
      || setweight(to_tsvector('english', d.c), 'C') || setweight(to_tsvector('english', d.d), 'D')
      || array_to_tsvector(d.facets)
    from jsonb_to_recordset(${rows}::jsonb) as d (id uuid, owner_id uuid, created_at timestamptz(3),
      title text, a text, b text, c text, d text, facets text[], palette smallint[])
    -- Deleted since it was read.
    where exists (select 1 from pictures p where p.id = d.id)
    on conflict (picture_id) do update set owner_id = excluded.owner_id, created_at = excluded.created_at,
      version = excluded.version, title = excluded.title, palette = excluded.palette, words = excluded.words
    returning picture_id, xmax = 0 as fresh`.execute(db);
  const present = written.rows.map((row) => row.picture_id);
  await sql`
    with d as (
      select * from jsonb_to_recordset(${rows}::jsonb)
        as d (id uuid, created_at timestamptz(3), likes integer, remixes integer, signs text, palette smallint[])
      where d.id = any(${present}::uuid[])),
    gone as (
      delete from image_search_meanings m using d where m.picture_id = d.id and d.signs is null),
    meanings as (
      insert into image_search_meanings (picture_id, created_at, signs)
      select id, created_at, signs::bit(512) from d where signs is not null
      on conflict (picture_id) do update set created_at = excluded.created_at, signs = excluded.signs, change = default),
    palettes as (
      insert into image_search_palettes as kept
      select id, created_at, ${sql.join(places.map((place) => sql`palette[${sql.lit(place)}]`))} from d
      on conflict (picture_id) do update set (created_at, ${columns}) = (excluded.created_at, ${excluded}), change = default
      where (kept.created_at, ${kept}) is distinct from (excluded.created_at, ${excluded}))
    insert into image_search_counts (picture_id, likes, remixes) select id, likes, remixes from d
    on conflict (picture_id) do update set likes = excluded.likes, remixes = excluded.remixes`.execute(
    db,
  );
  return new Set(written.rows.filter((row) => row.fresh).map((row) => row.picture_id));
}

/** Changes the index. What searches of this process found before is not shared any more. */
async function changing({ search }: IndexServices, change: Promise<unknown>): Promise<void> {
  try {
    await change;
  } finally {
    search.hits.clear();
  }
}

/** Puts pictures into the index, or anew, and their words into its vocabulary. Doing it twice changes nothing. */
export async function upsertDocuments(
  services: IndexServices,
  given: readonly SearchDocument[],
): Promise<void> {
  if (given.length === 0) return;
  // One order for all who write, so that nobody waits for one who waits for them.
  const documents = given.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const write = services.db.transaction().execute(async (tx) => {
    const fresh = await writeRows(tx, documents);
    const isFresh = ({ id }: SearchDocument) => fresh.has(id);
    await noteWords(tx, documents.map(wordsOf), documents.filter(isFresh).map(wordsOf));
  });
  await changing(services, write);
}

/** Renews likes and remixes of pictures that are in the index; others are passed over. */
export async function writeCounts(
  services: IndexServices,
  given: readonly Pick<SearchDocument, "id" | "likes" | "remixes">[],
): Promise<void> {
  if (given.length === 0) return;
  const write = sql`
    update image_search_counts c set likes = d.likes, remixes = d.remixes
    from unnest(${given.map(({ id }) => id)}::uuid[], ${given.map(({ likes }) => likes)}::integer[],
      ${given.map(({ remixes }) => remixes)}::integer[]) as d (id, likes, remixes)
    where c.picture_id = d.id and (c.likes, c.remixes) <> (d.likes, d.remixes)`.execute(
    services.db,
  );
  await changing(services, write);
}

/** Takes pictures out of the index. */
export async function removeDocuments(
  services: IndexServices,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const write = services.db
    .deleteFrom("image_search")
    .where("picture_id", "in", [...ids])
    .execute();
  await changing(services, write);
}
