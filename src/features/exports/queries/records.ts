/** What an archive says of a member's things that go with the member: the lines of the files below `data/`. */
import { sql, type Kysely } from "kysely";
import type { Database } from "#app/db/schema.ts";
import type { GenMeta } from "#app/features/pictures/queries.ts";
import { joinedMasks, pictureMask } from "./masks.ts";

type Db = Kysely<Database>;

/** Rows read at a time. */
const page = 500;

type ReferenceRecord = { sha256: string; role: string; weight: number | null };

/** A picture as `data/pictures.jsonl` has it. Pictures are named by the digest of their file, in every installation. */
export type PictureRecord = {
  sha256: string;
  bytes: number;
  width: number;
  height: number;
  title: string;
  description: string | null;
  prompt: string | null;
  promptHidden: boolean;
  authoringPrompt: string | null;
  miniPrompt: string | null;
  tags: string[];
  license: string;
  isPublic: boolean;
  createdAt: string;
  /** The picture that it was made from, where it is the member's own or public. */
  parent: string | null;
  /** What it was made with, where it is the member's own or public. */
  references: ReferenceRecord[];
  /** Digest of what was marked of its parent; only where it is an edit with a mask. */
  mask?: string;
  /** Engine, model, seed and settings. */
  made: GenMeta;
};

type PictureRow = {
  sha256: string;
  bytes: number;
  width: number;
  height: number;
  title: string;
  description: string | null;
  prompt: string | null;
  prompt_hidden: boolean;
  authoring_prompt: string | null;
  mini_prompt: string | null;
  tags: string[];
  license: string;
  is_public: boolean;
  created_at: Date;
  parent: string | null;
  references: ReferenceRecord[];
  mask: string | null;
  gen_meta: GenMeta;
};

/** An object with its keys in order, at every depth: equal data gives equal lines. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, inOrder(inner)]));
}

function toRecord(row: PictureRow, masks: ReadonlyMap<string, string>): PictureRecord {
  const mask = masks.get(row.mask ?? "");
  // What the classifier thought is the site's, and another site has its own.
  const { moderation: _m, imported: _i, ...made } = row.gen_meta;
  return {
    sha256: row.sha256,
    bytes: row.bytes,
    width: row.width,
    height: row.height,
    title: row.title,
    description: row.description,
    prompt: row.prompt,
    promptHidden: row.prompt_hidden,
    authoringPrompt: row.authoring_prompt,
    miniPrompt: row.mini_prompt,
    tags: row.tags,
    license: row.license,
    isPublic: row.is_public,
    createdAt: row.created_at.toISOString(),
    parent: row.parent,
    references: row.references,
    ...(mask !== undefined && { mask }),
    made: inOrder(made) as GenMeta,
  };
}

/**
 * The member's pictures, oldest first, with the addresses of those that the site shows.
 * @param masks digests of the files of masks, by their ids
 */
export async function* ownPictures(
  db: Db,
  userId: string,
  leftOut: readonly string[],
  masks: ReadonlyMap<string, string> = new Map(),
): AsyncGenerator<{ record: PictureRecord; slug: string; storageKey: string; isShown: boolean }> {
  let after = { at: new Date(0), sha256: "" };
  for (;;) {
    const { rows } = await sql<
      PictureRow & { slug: string; storageKey: string; approved: boolean }
    >`
      select p.sha256, p.bytes, p.width, p.height, p.title, p.description, p.prompt,
        p.prompt_hidden, p.authoring_prompt, p.mini_prompt, p.tags, p.license, p.is_public,
        p.created_at, p.gen_meta, p.slug, p.approved, p.storage_key as "storageKey",
        ${pictureMask} as mask,
        (select s.sha256 from pictures s where s.id = p.source_picture_id
          and ((s.is_public and s.approved) or s.owner_id = p.owner_id)) as parent,
        coalesce((select json_agg(json_build_object('sha256', s.sha256, 'role', r.role, 'weight', r.weight) order by r.place)
          from picture_references r join pictures s on s.id = r.reference_id
          where r.picture_id = p.id and s.removed_at is null
            and ((s.is_public and s.approved) or s.owner_id = p.owner_id)), '[]') as "references"
      from pictures p ${joinedMasks}
      where p.owner_id = ${userId} and p.removed_at is null
        and not p.sha256 = any(${[...leftOut]}::text[])
        and (p.created_at, p.sha256) > (${after.at}, ${after.sha256})
      order by p.created_at, p.sha256 limit ${page}`.execute(db);
    for (const row of rows) {
      const isShown = row.is_public && row.approved;
      const { slug, storageKey } = row;
      yield { record: toRecord(row, masks), slug, storageKey, isShown };
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < page) return;
    after = { at: last.created_at, sha256: last.sha256 };
  }
}

export type OriginalFile = { sha256: string; bytes: number; storageKey: string };

/** The originals of the member's pictures, by digest. */
export async function* ownOriginals(
  db: Db,
  userId: string,
  leftOut: readonly string[],
): AsyncGenerator<OriginalFile> {
  let after = "";
  for (;;) {
    const { rows } = await sql<OriginalFile>`
      select p.sha256, p.bytes, p.storage_key as "storageKey" from pictures p
      where p.owner_id = ${userId} and p.removed_at is null and p.sha256 > ${after}
        and not p.sha256 = any(${[...leftOut]}::text[])
      order by p.sha256 limit ${page}`.execute(db);
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < page) return;
    after = last.sha256;
  }
}

export type CollectionRecord = {
  name: string;
  description: string | null;
  isPublic: boolean;
  createdAt: string;
  /** Digests of its pictures, in order; of others' only what the site shows. */
  pictures: string[];
  /** The one that was chosen as cover. */
  cover: string | null;
};

/** The member's collections, oldest first. */
export async function* ownCollections(db: Db, userId: string): AsyncGenerator<CollectionRecord> {
  const collections = await db
    .selectFrom("collections")
    .select(["id", "name", "description", "is_public", "created_at"])
    .where("owner_id", "=", userId)
    .where("deleted_at", "is", null)
    .orderBy("created_at")
    .orderBy("name")
    .orderBy("id")
    .execute();
  for (const row of collections) {
    const { rows: items } = await sql<{ sha256: string; is_cover: boolean }>`
      select p.sha256, i.is_cover from collection_items i join pictures p on p.id = i.picture_id
      where i.collection_id = ${row.id} and p.removed_at is null
        and ((p.is_public and p.approved) or p.owner_id = ${userId})
      order by i.position, p.sha256`.execute(db);
    yield {
      name: row.name,
      description: row.description,
      isPublic: row.is_public,
      createdAt: row.created_at.toISOString(),
      pictures: items.map((item) => item.sha256),
      cover: items.find((item) => item.is_cover)?.sha256 ?? null,
    };
  }
}

export type LikeRecord = { sha256: string; likedAt: string };

/** What the member likes and may still see, oldest first, with where it is. */
export async function* ownLikes(
  db: Db,
  userId: string,
): AsyncGenerator<{ record: LikeRecord; slug: string }> {
  let after = { at: new Date(0), id: "00000000-0000-0000-0000-000000000000" };
  for (;;) {
    const { rows } = await sql<{ id: string; sha256: string; slug: string; created_at: Date }>`
      select p.id, p.sha256, p.slug, l.created_at from likes l join pictures p on p.id = l.picture_id
      where l.user_id = ${userId} and p.removed_at is null
        and ((p.is_public and p.approved) or p.owner_id = ${userId})
        and (l.created_at, p.id) > (${after.at}, ${after.id})
      order by l.created_at, p.id limit ${page}`.execute(db);
    for (const { sha256, slug, created_at: at } of rows) {
      yield { record: { sha256, likedAt: at.toISOString() }, slug };
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < page) return;
    after = { at: last.created_at, id: last.id };
  }
}

export type FollowRecord = { username: string; followedAt: string };

/** Whom the member follows, oldest first. */
export async function* ownFollows(db: Db, userId: string): AsyncGenerator<FollowRecord> {
  const rows = await db
    .selectFrom("follows as f")
    .innerJoin("users as u", "u.id", "f.creator_id")
    .select(["u.username", "f.created_at"])
    .where("f.follower_id", "=", userId)
    .where("u.banned_at", "is", null)
    .orderBy("f.created_at")
    .orderBy("u.username")
    .execute();
  for (const { username, created_at: at } of rows) {
    yield { username, followedAt: at.toISOString() };
  }
}

export type KitRecord = {
  name: string;
  camera: string;
  lighting: string;
  material: string;
  palette: string[];
  isShared: boolean;
  /** Digest of the picture that stands for it. */
  picture: string | null;
  /** The pictures of its mood board that are the member's own or public, in order. */
  board: { sha256: string; role: string }[];
  createdAt: string;
};

/** The member's style kits, oldest first. */
export async function* ownKits(db: Db, userId: string): AsyncGenerator<KitRecord> {
  const { rows } = await sql<Omit<KitRecord, "createdAt"> & { created_at: Date }>`
    select k.name, k.camera, k.lighting, k.material, k.palette, k.is_shared as "isShared",
      (select p.sha256 from pictures p where p.id = k.picture_id
        and ((p.is_public and p.approved) or p.owner_id = k.owner_id)) as picture,
      coalesce((select json_agg(json_build_object('sha256', p.sha256, 'role', b.role) order by b.place)
        from style_kit_pictures b join pictures p on p.id = b.picture_id
        where b.kit_id = k.id and p.removed_at is null
          and ((p.is_public and p.approved) or p.owner_id = k.owner_id)), '[]') as board, k.created_at
    from style_kits k where k.owner_id = ${userId} order by k.created_at, k.name, k.id`.execute(db);
  for (const { created_at: at, ...kit } of rows) yield { ...kit, createdAt: at.toISOString() };
}

/** The member's lists of words, by name. */
export async function ownWordLists(
  db: Db,
  userId: string,
): Promise<{ name: string; words: string[] }[]> {
  const lists = db.selectFrom("word_lists").select(["name", "words"]);
  return lists.where("owner_id", "=", userId).orderBy("name").execute();
}
