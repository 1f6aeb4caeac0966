import { sql } from "kysely";
import { MEANING_VERSION } from "#app/adapters/vision/port.ts";
import { meaningText } from "#app/rules/meaning-text.ts";
import { signBits } from "#app/rules/sign-bits.ts";
import type { Services } from "#app/services.ts";

type ReadServices = Pick<Services, "db" | "vision">;

/** The condition of createSearch for pictures whose words nobody has read. */
export const isUnread = sql<boolean>`(m.version is distinct from ${MEANING_VERSION})`;

/**
 * Keeps what a picture's words mean. A prompt that its owner hides does not count. Words that change while they are
 * read are found unread again: the row is written only for the words that were read.
 * @throws VisionError failed, off
 */
export async function readPicture({ db, vision }: ReadServices, id: string): Promise<void> {
  const row = await db
    .selectFrom("pictures")
    .select(["title", "prompt", "prompt_hidden", "tags"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (row === undefined) return;
  const text = meaningText(row.title, row.prompt_hidden ? null : row.prompt, row.tags);
  const [meaning] = await vision.embedText([text]);
  const values = meaning && [...meaning];
  const signs = meaning && signBits(meaning);
  await sql`
    insert into picture_meanings (picture_id, version, meaning, signs)
    select id, ${MEANING_VERSION}::smallint, ${values}::real[], ${signs}::bit(512)
    from pictures
    where id = ${id} and title = ${row.title} and tags = ${row.tags}
      and prompt_hidden = ${row.prompt_hidden} and prompt is not distinct from ${row.prompt}
    on conflict (picture_id) do update
      set version = excluded.version, meaning = excluded.meaning, signs = excluded.signs`.execute(
    db,
  );
}
