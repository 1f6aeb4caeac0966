import { Hono } from "hono";
import { AppError } from "#app/lib/errors.ts";
import { parseQuery, requireMember, type AppEnv } from "#app/lib/http.ts";
import type { Limits } from "#app/lib/rate-limit.ts";
import { isUuid } from "#app/rules/picture-filename.ts";
import type { Services } from "#app/services.ts";
import { pictureById } from "#app/features/pictures/queries.ts";
import { followCreator, likePicture, unfollowCreator, unlikePicture } from "./commands.ts";
import {
  creatorPicturesDocs,
  creatorsDocs,
  followDocs,
  followedPicturesDocs,
  followsDocs,
  likeDocs,
  likesDocs,
  unfollowDocs,
  unlikeDocs,
  viewerStateDocs,
} from "./http/docs.ts";
import { creatorsQuery, followsQuery, likesQuery, picturesQuery } from "./inputs.ts";
import {
  creatorByUsername,
  creators,
  followedPictures,
  followersOf,
  followingOf,
  isFollowing,
  likedBy,
  likesOf,
  picturesOf,
} from "./queries.ts";

/** Likes, follows and creators (docs/api.md). */
export function socialRoutes(services: Services, limits: Limits) {
  const { db } = services;
  const noStore = { "cache-control": "no-store" };
  return new Hono<AppEnv>()
    .get("/api/likes", likesDocs, async (c) => {
      const actor = requireMember(c);
      const { among, ...paging } = parseQuery(c, likesQuery);
      if (among === undefined) return c.json(await likesOf(db, actor, paging), 200, noStore);
      const liked = await likedBy(db, actor.userId, among);
      return c.json({ liked: [...liked] }, 200, noStore);
    })
    .get("/api/picture/:id/viewer-state", viewerStateDocs, async (c) => {
      const actor = c.get("actor");
      const id = c.req.param("id");
      const options = { includeUnapproved: true };
      const picture = isUuid(id) ? await pictureById(db, id, actor, options) : null;
      if (picture === null) throw new AppError("not-found");
      const [liked, following] = await Promise.all([
        likedBy(db, actor.userId, [picture.id]),
        isFollowing(db, actor.userId, picture.ownerId),
      ]);
      return c.json({ liked: liked.has(picture.id), following }, 200, noStore);
    })
    .post("/api/picture/:id/like", likeDocs, async (c) => {
      const actor = requireMember(c);
      await limits.take("social", actor.userId);
      return c.json(await likePicture(services, actor, c.req.param("id")), 200, noStore);
    })
    .delete("/api/picture/:id/like", unlikeDocs, async (c) => {
      const actor = requireMember(c);
      await limits.take("social", actor.userId);
      return c.json(await unlikePicture(services, actor, c.req.param("id")), 200, noStore);
    })
    .put("/api/users/:username/follow", followDocs, async (c) => {
      const actor = requireMember(c);
      await limits.take("social", actor.userId);
      return c.json(await followCreator(services, actor, c.req.param("username")), 200, noStore);
    })
    .delete("/api/users/:username/follow", unfollowDocs, async (c) => {
      const actor = requireMember(c);
      await limits.take("social", actor.userId);
      return c.json(await unfollowCreator(services, actor, c.req.param("username")), 200, noStore);
    })
    .get("/api/follows", followsDocs, async (c) => {
      const { userId } = requireMember(c);
      const { of, ...paging } = parseQuery(c, followsQuery);
      const list = of === "followers" ? followersOf : followingOf;
      return c.json(await list(db, userId, userId, paging), 200, noStore);
    })
    .get("/api/follows/pictures", followedPicturesDocs, async (c) => {
      const actor = requireMember(c);
      const page = await followedPictures(db, actor, parseQuery(c, picturesQuery));
      return c.json(page, 200, noStore);
    })
    .get("/api/creators", creatorsDocs, async (c) => {
      const asked = parseQuery(c, creatorsQuery);
      return c.json(await creators(db, c.get("actor").userId, asked), 200, noStore);
    })
    .get("/api/users/:username/pictures", creatorPicturesDocs, async (c) => {
      const creator = await creatorByUsername(db, c.req.param("username"));
      if (creator === null) throw new AppError("not-found");
      const page = await picturesOf(db, c.get("actor"), creator.id, parseQuery(c, picturesQuery));
      return c.json(page, 200, noStore);
    });
}
