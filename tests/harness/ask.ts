import { Hono } from "hono";
import type { Actor } from "#app/lib/actor.ts";
import { problem, type AppEnv } from "#app/lib/http.ts";

export type Ask = (
  actor: Actor,
  method: string,
  address: string,
  json?: unknown,
) => Promise<Response>;

/** Calls the routes of a slice as an actor, without the server around them. */
export function askRoutes(routes: Hono<AppEnv>): Ask {
  return async (actor, method, address, json) =>
    new Hono<AppEnv>()
      .use(async (c, next) => {
        c.set("actor", actor);
        await next();
      })
      .route("/", routes)
      .onError((error) => problem(error, "request-1"))
      .request(address, {
        method,
        ...(json !== undefined && {
          headers: { "content-type": "application/json" },
          body: JSON.stringify(json),
        }),
      });
}
