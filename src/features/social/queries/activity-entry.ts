import { publicAndShown } from "#app/features/collections/queries.ts";
import type { NewActivity } from "#app/features/notifications/commands.ts";
import { publicAndApproved } from "#app/features/pictures/queries.ts";
import { paths } from "#app/paths.ts";
import { imageAddress, pageImageHost } from "#app/rules/image-address.ts";
import type { Services } from "#app/services.ts";
import type { Db } from "./rows.ts";

/** A row of the outbox, as triggers write it. */
export type ActivityEntry = {
  id: number;
  /** Whose work it is about, and who did it. */
  user_id: string;
  actor_id: string;
} & (
  | { kind: "like"; source_id: null; picture_id: string }
  | { kind: "follow"; source_id: null; picture_id: null }
  // source_id: the remix or the collection.
  | { kind: "remix" | "collection"; source_id: string; picture_id: string }
);

type Source = { id: string; link: string; collection?: string };

/** What was done, if it still is: a like that was taken back and a hidden remix are nobody's news. */
async function sourceOf(db: Db, entry: ActivityEntry): Promise<Source | null> {
  const { user_id, actor_id } = entry;
  switch (entry.kind) {
    case "like": {
      const row = await db
        .selectFrom("likes as l")
        .innerJoin("pictures as p", "p.id", "l.picture_id")
        .select("p.slug")
        .where("l.user_id", "=", actor_id)
        .where("l.picture_id", "=", entry.picture_id)
        .where("p.owner_id", "=", user_id)
        .executeTakeFirst();
      return row === undefined ? null : { id: actor_id, link: paths.picture(row.slug) };
    }
    case "follow": {
      const row = await db
        .selectFrom("follows as f")
        .innerJoin("users as u", "u.id", "f.follower_id")
        .select("u.username")
        .where("f.follower_id", "=", actor_id)
        .where("f.creator_id", "=", user_id)
        .executeTakeFirst();
      return row === undefined ? null : { id: actor_id, link: paths.creator(row.username) };
    }
    case "remix": {
      const row = await db
        .selectFrom("pictures as p")
        .select(["p.id", "p.slug"])
        .where("p.id", "=", entry.source_id)
        .where("p.owner_id", "=", actor_id)
        .where("p.source_picture_id", "=", entry.picture_id)
        .where(publicAndApproved)
        .executeTakeFirst();
      return row === undefined ? null : { id: row.id, link: paths.picture(row.slug) };
    }
    default: {
      const row = await db
        .selectFrom("collection_items as i")
        .innerJoin("collections as c", "c.id", "i.collection_id")
        .innerJoin("users as u", "u.id", "c.owner_id")
        .select(["c.id", "c.name", "u.username"])
        .where("c.id", "=", entry.source_id)
        .where("c.owner_id", "=", actor_id)
        .where("i.picture_id", "=", entry.picture_id)
        .where("c.deleted_at", "is", null)
        .where(publicAndShown)
        .executeTakeFirst();
      if (row === undefined) return null;
      return { id: row.id, link: paths.collection(row.username, row.id), collection: row.name };
    }
  }
}

/**
 * What the member is notified of for an entry of the outbox; null when it is not so any more, or one of the two is banned
 * or gone.
 */
export async function activityOfEntry(
  { env }: Pick<Services, "env">,
  db: Db,
  entry: ActivityEntry,
): Promise<NewActivity | null> {
  const { kind, user_id: userId, actor_id, picture_id } = entry;
  const accounts = await db
    .selectFrom("users")
    .select(["id", "name"])
    .where("id", "in", [userId, actor_id])
    .where("banned_at", "is", null)
    .execute();
  const actor = accounts.find(({ id }) => id === actor_id);
  if (accounts.length < 2 || actor === undefined) return null;
  const source = await sourceOf(db, entry);
  if (source === null) return null;
  const { id: sourceId, link, collection } = source;
  const about = { kind, userId, actor, sourceId, link, collection };
  if (picture_id === null) return { ...about, picture: null };
  const picture = await db
    .selectFrom("pictures")
    .select(["id", "title", "filename"])
    .where("id", "=", picture_id)
    .where("owner_id", "=", userId)
    .executeTakeFirst();
  if (picture === undefined) return null;
  const { id, title, filename } = picture;
  const host = pageImageHost(env.SERVER_URL, env.PICTURES_URL);
  const thumbnail = { width: 512 };
  const imageUrl = imageAddress(host, filename, thumbnail);
  // Below the image host this key answers the thumbnail.
  const r2Key = imageAddress("", filename, thumbnail).slice(1);
  return { ...about, picture: { id, title, imageUrl, r2Key } };
}
