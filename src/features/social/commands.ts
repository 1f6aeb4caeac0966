/**
 * Likes and follows. The counters on pictures and users are kept by triggers on the rows (db/migrations), so they
 * change only where a row came or went. The row that is counted on is locked before the one that counts.
 */
import { sql } from "kysely";
import { t } from "#app/language/message.ts";
import type { Member } from "#app/lib/actor.ts";
import { AppError } from "#app/lib/errors.ts";
import { isUuid } from "#app/rules/picture-filename.ts";
import type { Services } from "#app/services.ts";
import { visibleTo } from "#app/features/pictures/queries.ts";
import { canFollow } from "./policy.ts";
import {
  creatorByUsername,
  isFollowing,
  likeOf,
  type FollowState,
  type LikeState,
} from "./queries.ts";

export { eraseActivity } from "./commands/erase.ts";

type Db = Pick<Services, "db">;

/**
 * Likes a picture that the actor may see; liking it again changes nothing.
 * @throws AppError not-found, also for what the actor may not see
 */
export async function likePicture(
  { db }: Db,
  actor: Member,
  pictureId: string,
  at: Date = new Date(),
): Promise<LikeState> {
  if (!isUuid(pictureId)) throw new AppError("not-found");
  await sql`
    with seen as (
      select p.id from pictures p where p.id = ${pictureId} and ${visibleTo(actor, true)}
      for no key update)
    insert into likes (user_id, picture_id, created_at) select ${actor.userId}, id, ${at} from seen
    on conflict do nothing`.execute(db);
  const state = await likeOf(db, actor, pictureId);
  if (state === null) throw new AppError("not-found");
  return state;
}

/**
 * Takes a like back, also of a picture that was hidden meanwhile.
 * @throws AppError not-found for what the actor may not see and did not like
 */
export async function unlikePicture(
  { db }: Db,
  actor: Member,
  pictureId: string,
): Promise<LikeState> {
  if (!isUuid(pictureId)) throw new AppError("not-found");
  const { rows } = await sql`
    with counted as (select p.id from pictures p where p.id = ${pictureId} for no key update)
    delete from likes l using counted
    where l.picture_id = counted.id and l.user_id = ${actor.userId} returning 1`.execute(db);
  const state = await likeOf(db, actor, pictureId);
  if (state === null && rows.length === 0) throw new AppError("not-found");
  return state ?? { likes: 0, liked: false };
}

async function creatorOf({ db }: Db, username: string): Promise<{ id: string }> {
  const creator = await creatorByUsername(db, username);
  if (creator === null) throw new AppError("not-found");
  return creator;
}

async function followState({ db }: Db, actor: Member, creatorId: string): Promise<FollowState> {
  const [creator, following] = await Promise.all([
    db.selectFrom("users").select("followers_count").where("id", "=", creatorId).executeTakeFirst(),
    isFollowing(db, actor.userId, creatorId),
  ]);
  if (creator === undefined) throw new AppError("not-found");
  return { followers: creator.followers_count, following };
}

/**
 * Follows a creator; doing so again changes nothing.
 * @throws AppError not-found for an unknown, deleted or banned creator; conflict for oneself
 */
export async function followCreator(
  services: Db,
  actor: Member,
  username: string,
  at: Date = new Date(),
): Promise<FollowState> {
  const creator = await creatorOf(services, username);
  if (!canFollow(actor, creator)) {
    throw new AppError("conflict", { detail: t`You cannot follow yourself` });
  }
  await sql`
    with counted as (
      select u.id from users u where u.id = ${creator.id} and u.banned_at is null for no key update)
    insert into follows (follower_id, creator_id, created_at)
    select ${actor.userId}, id, ${at} from counted
    on conflict do nothing`.execute(services.db);
  return followState(services, actor, creator.id);
}

/**
 * Stops following a creator; harmless when one did not.
 * @throws AppError not-found for an unknown, deleted or banned creator
 */
export async function unfollowCreator(
  services: Db,
  actor: Member,
  username: string,
): Promise<FollowState> {
  const creator = await creatorOf(services, username);
  await sql`
    with counted as (select u.id from users u where u.id = ${creator.id} for no key update)
    delete from follows f using counted
    where f.creator_id = counted.id and f.follower_id = ${actor.userId}`.execute(services.db);
  return followState(services, actor, creator.id);
}
