import { sql, type CompiledQuery, type Kysely } from "kysely";
import { prepared } from "#app/db/prepared.ts";
import type { Database } from "#app/db/schema.ts";
import type { Actor } from "#app/lib/actor.ts";
import { creatorOf, type Creator } from "#app/rules/creator.ts";

export type Db = Kysely<Database>;

/** Literal, so that the partial index of the feed is used. */
export const publicAndApproved = sql<boolean>`(p.approved and p.is_public)`;

/**
 * What the actor may see: the public and approved; of their own (of all, for admins) also the private,
 * and the unapproved only where that is asked for. See docs/product.md 4.12.
 */
export function visibleTo(actor: Actor, includeUnapproved: boolean) {
  if (actor.role === "guest") return publicAndApproved;
  const approved = includeUnapproved ? sql`true` : sql`p.approved`;
  if (actor.role === "admin") return sql<boolean>`(${approved})`;
  return sql<boolean>`(${publicAndApproved} or (p.owner_id = ${actor.userId} and ${approved}))`;
}

export type WallPicture = {
  id: string;
  slug: string;
  filename: string;
  title: string;
  /** Null where there is none or its owner hides it. */
  prompt: string | null;
  width: number;
  height: number;
  /** Five hex colours, largest share first. */
  colors: string[];
  /** 24 px webp, base64. */
  placeholder: string;
  alt: string;
  likes: number;
  remixCount: number;
  /** ISO 8601, UTC. */
  createdAt: string;
  creator: Creator;
  /** Its creator is a demonstration account. */
  isDemo: boolean;
  sourceId: string | null;
};

/** The query of pictures with their creators, as walls show them. */
export function wallRows(db: Db) {
  return db
    .selectFrom("pictures as p")
    .innerJoin("users as u", "u.id", "p.owner_id")
    .select([
      "p.id",
      "p.slug",
      "p.filename",
      "p.title",
      "p.description",
      "p.prompt",
      "p.prompt_hidden",
      "p.width",
      "p.height",
      "p.colors",
      "p.placeholder",
      "p.likes",
      "p.remix_count",
      "p.created_at",
      "p.source_picture_id",
      "u.id as creator_id",
      "u.name as creator_name",
      "u.username as creator_username",
      "u.avatar_url as creator_avatar",
      "u.profession as creator_role",
      "u.followers_count as creator_followers",
      "u.is_demo",
    ]);
}

export type WallRow = Awaited<ReturnType<ReturnType<typeof wallRows>["execute"]>>[number];

/** Alternative text: the description in one line where there is one, else the title. */
export function altOf(row: { title: string; description: string | null }): string {
  const described = row.description?.replace(/\s+/g, " ").trim() ?? "";
  return described === "" ? row.title : described.slice(0, 300).toWellFormed();
}

export function toWallPicture(row: WallRow): WallPicture {
  return {
    id: row.id,
    slug: row.slug,
    filename: row.filename,
    title: row.title,
    prompt: row.prompt_hidden ? null : row.prompt,
    width: row.width,
    height: row.height,
    colors: row.colors,
    placeholder: row.placeholder,
    alt: altOf(row),
    likes: row.likes,
    remixCount: row.remix_count,
    createdAt: row.created_at.toISOString(),
    creator: creatorOf({
      id: row.creator_id,
      name: row.creator_name,
      username: row.creator_username,
      avatar: row.creator_avatar,
      role: row.creator_role,
      followers_count: row.creator_followers,
    }),
    isDemo: row.is_demo,
    sourceId: row.source_picture_id,
  };
}

let byIds: CompiledQuery<WallRow> | undefined;

/**
 * Those of these pictures that everybody may see, in the order of the ids. The query is put together once: most pages ask
 * it, and to build it took longer than to read its rows.
 */
export async function publicPictures(db: Db, ids: readonly string[]): Promise<WallPicture[]> {
  if (ids.length === 0) return [];
  byIds ??= wallRows(db)
    .modifyFront(prepared)
    // One array: a list of parameters is another statement for each length.
    .where(sql<boolean>`p.id = any(${[]}::uuid[])`)
    .where(publicAndApproved)
    .compile();
  const { rows } = await db.executeQuery<WallRow>({ ...byIds, parameters: [ids] });
  return inOrder(rows, ids);
}

/** Rows as pictures, in the order of the ids. */
export function inOrder(rows: readonly WallRow[], ids: readonly string[]): WallPicture[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    return row === undefined ? [] : [toWallPicture(row)];
  });
}
