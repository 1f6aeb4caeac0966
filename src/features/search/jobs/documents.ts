import type { Kysely } from "kysely";
import { EMBEDDING_VERSION } from "#app/adapters/vision/port.ts";
import type { Database } from "#app/db/schema.ts";
import { aspectShape } from "#app/rules/aspect-shape.ts";
import type { SearchDocument } from "../commands.ts";

/** What the index keeps of those of the pictures that are public and approved. */
export async function documentsOf(
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<SearchDocument[]> {
  const rows = await db
    .selectFrom("pictures as p")
    .innerJoin("users as u", "u.id", "p.owner_id")
    .leftJoin("picture_meanings as m", (join) =>
      join.onRef("m.picture_id", "=", "p.id").on("m.version", "=", EMBEDDING_VERSION),
    )
    .select(["p.id", "p.owner_id", "p.created_at", "p.title", "p.tags", "p.prompt", "p.colors"])
    .select(["p.prompt_hidden", "p.description", "p.width", "p.height", "p.license", "p.likes"])
    .select(["p.remix_count", "u.name", "u.username", "m.meaning"])
    .where("p.id", "in", [...ids])
    .where("p.is_public", "=", true)
    .where("p.approved", "=", true)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    ownerId: row.owner_id,
    createdAt: row.created_at,
    title: row.title,
    tags: row.tags,
    prompt: row.prompt_hidden ? null : row.prompt,
    description: row.description,
    creator: { name: row.name, username: row.username },
    shape: aspectShape(row.width, row.height),
    license: row.license,
    colors: row.colors,
    likes: row.likes,
    remixes: row.remix_count,
    meaning: row.meaning,
  }));
}
