import { Hono } from "hono";
import { parseQuery, requireMember, type AppEnv } from "../../lib/http.ts";
import type { Limits } from "../../lib/rate-limit.ts";
import type { Services } from "../../services.ts";
import { followCreator, likePicture, unfollowCreator, unlikePicture } from "./commands.ts";
import { amongDocs, followDocs, likeDocs, unfollowDocs, unlikeDocs } from "./http/docs.ts";
import { amongQuery } from "./inputs.ts";
import { likedBy } from "./queries.ts";

/** Likes and follows (API guide). */
export function socialRoutes(services: Services, limits: Limits): Hono<AppEnv> {
  const noStore = { "cache-control": "no-store" };
  return new Hono<AppEnv>()
    .get("/api/likes", amongDocs, async (c) => {
      const { userId } = requireMember(c);
      const liked = await likedBy(services.db, userId, parseQuery(c, amongQuery).among);
      return c.json({ liked: [...liked] }, 200, noStore);
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
    });
}
