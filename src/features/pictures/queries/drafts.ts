import { sql } from "kysely";
import type { Moderation } from "#app/adapters/vision/port.ts";
import { keysetPage } from "#app/lib/keyset.ts";
import type { TitleSource } from "#app/rules/upload-details.ts";
import { assetStateOf, type Asset } from "./assets.ts";
import type { GenMeta } from "./page.ts";
import type { Db } from "./rows.ts";

/** A condition on d (picture_drafts) and p (pictures). */
export const isOpenDraft = sql<boolean>`(d.published_at is null and not p.is_public and p.removed_at is null)`;

/** An uploaded picture that is not published yet, with all that can be edited. */
export type Draft = {
  id: string;
  filename: string;
  /** Name of the file as it was uploaded; empty where it had none. */
  fileName: string;
  title: string;
  /** Where the title was found; null once it was edited. */
  titleFrom: TitleSource | null;
  description: string | null;
  tags: string[];
  license: string;
  prompt: string | null;
  prompt_hidden: boolean;
  colors: string[];
  width: number;
  height: number;
  /** What the file says made it. */
  engine: string | null;
  state: Asset["state"];
  /** The classifier's result: null where the picture could not be read, left out where it has not been analysed. */
  moderation?: Moderation | null;
};

/** The open draft that an admin made of a file, by the digest of the file; null where there is none. */
export async function draftOfFile(db: Db, ownerId: string, sha256: string): Promise<string | null> {
  const row = await db
    .selectFrom("picture_drafts as d")
    .innerJoin("pictures as p", "p.id", "d.picture_id")
    .select("p.id")
    .where("d.owner_id", "=", ownerId)
    .where("d.file_sha256", "=", sha256)
    .where(isOpenDraft)
    .executeTakeFirst();
  return row?.id ?? null;
}

/**
 * An admin's drafts, the last uploaded first; `next` is the cursor of the page after.
 * @throws AppError invalid-request for an unknown cursor
 */
export async function ownDrafts(
  db: Db,
  ownerId: string,
  { cursor, limit }: { cursor?: string; limit: number },
): Promise<{ items: Draft[]; next: string | null }> {
  const query = db
    .selectFrom("picture_drafts as d")
    .innerJoin("pictures as p", "p.id", "d.picture_id")
    .select(["d.picture_id as id", "d.created_at", "d.file_name", "d.made_title", "d.title_from"])
    .select(["p.filename", "p.title", "p.description", "p.tags", "p.license", "p.prompt"])
    .select(["p.prompt_hidden", "p.colors", "p.width", "p.height", "p.gen_meta"])
    .select(["p.approved", "p.status", "p.removed_at", "p.hidden_with_owner"])
    .where("d.owner_id", "=", ownerId)
    .where(isOpenDraft);
  const { page, next } = await keysetPage(
    query,
    { by: "d.created_at", id: "d.picture_id", at: (row) => row.created_at },
    { cursor, limit },
  );
  return {
    items: page.map((row) => {
      const { engine, moderation } = row.gen_meta as GenMeta;
      return {
        id: row.id,
        filename: row.filename,
        fileName: row.file_name,
        title: row.title,
        titleFrom: row.title === row.made_title ? (row.title_from as TitleSource) : null,
        description: row.description,
        tags: row.tags,
        license: row.license,
        prompt: row.prompt,
        prompt_hidden: row.prompt_hidden,
        colors: row.colors,
        width: row.width,
        height: row.height,
        engine: engine?.label ?? null,
        state: assetStateOf(row),
        ...(moderation !== undefined && { moderation }),
      };
    }),
    next,
  };
}
