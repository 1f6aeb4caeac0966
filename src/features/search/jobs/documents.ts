import type { Kysely } from "kysely";
import { EMBEDDING_VERSION } from "#app/adapters/vision/port.ts";
import type { Database } from "#app/db/schema.ts";
import { aspectShape } from "#app/rules/aspect-shape.ts";
import type { SearchDocument } from "../commands.ts";

/** What the indexes keep of pictures. */
export type Documents = {
  /** Of the public and approved ones, for everybody. */
  open: SearchDocument[];
  /** For their owners, of those that nobody else sees or whose prompt they hide. */
  own: SearchDocument[];
};

/** What the indexes keep of these pictures; nothing of those that are gone. */
export async function documentsOf(
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<Documents> {
  const rows = await db
    .selectFrom("pictures as p")
    .innerJoin("users as u", "u.id", "p.owner_id")
    .leftJoin("picture_meanings as m", (join) =>
      join.onRef("m.picture_id", "=", "p.id").on("m.version", "=", EMBEDDING_VERSION),
    )
    .select(["p.id", "p.owner_id", "p.created_at", "p.title", "p.tags", "p.prompt", "p.colors"])
    .select(["p.prompt_hidden", "p.description", "p.width", "p.height", "p.license", "p.likes"])
    .select(["p.remix_count", "p.is_public", "p.approved", "u.name", "u.username", "m.meaning"])
    .where("p.id", "in", [...ids])
    .execute();
  const isOpen = (row: (typeof rows)[number]) => row.is_public && row.approved;
  const document = (row: (typeof rows)[number], prompt: string | null): SearchDocument => ({
    id: row.id,
    ownerId: row.owner_id,
    createdAt: row.created_at,
    title: row.title,
    tags: row.tags,
    prompt,
    description: row.description,
    creator: { name: row.name, username: row.username },
    shape: aspectShape(row.width, row.height),
    license: row.license,
    colors: row.colors,
    likes: row.likes,
    remixes: row.remix_count,
    meaning: row.meaning,
  });
  return {
    open: rows.filter(isOpen).map((row) => document(row, row.prompt_hidden ? null : row.prompt)),
    own: rows
      .filter((row) => row.prompt_hidden || !isOpen(row))
      .map((row) => document(row, row.prompt)),
  };
}
