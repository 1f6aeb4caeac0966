import { sql } from "kysely";
import { EMBEDDING_VERSION } from "#app/adapters/vision/port.ts";
import { embeddingText } from "#app/rules/embedding-text.ts";
import { binaryEmbedding } from "#app/rules/binary-embedding.ts";
import type { Services } from "#app/services.ts";

type EmbeddingServices = Pick<Services, "db" | "vision">;

/** The condition of createPendingSearch for pictures without a text embedding. */
export const isNotEmbedded = sql<boolean>`(m.version is distinct from ${EMBEDDING_VERSION})`;

/**
 * Keeps the text embedding of a picture. A prompt that its owner hides does not count. A text that changes
 * meanwhile is found again: the row is written only for the text that was embedded.
 * @throws VisionError failed, off
 */
export async function embedPictureText(
  { db, vision }: EmbeddingServices,
  id: string,
): Promise<void> {
  const row = await db
    .selectFrom("pictures")
    .select(["title", "prompt", "prompt_hidden", "tags"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (row === undefined) return;
  const text = embeddingText(row.title, row.prompt_hidden ? null : row.prompt, row.tags);
  const [embedding] = await vision.embedText([text]);
  const values = embedding && [...embedding];
  const signs = embedding && binaryEmbedding(embedding);
  await sql`
    insert into picture_meanings (picture_id, version, meaning, signs)
    select id, ${EMBEDDING_VERSION}::smallint, ${values}::real[], ${signs}::bit(512)
    from pictures
    where id = ${id} and title = ${row.title} and tags = ${row.tags}
      and prompt_hidden = ${row.prompt_hidden} and prompt is not distinct from ${row.prompt}
    on conflict (picture_id) do update
      set version = excluded.version, meaning = excluded.meaning, signs = excluded.signs`.execute(
    db,
  );
}
