import { Hono } from "hono";
import { v7 as uuidv7 } from "uuid";
import { addNotification } from "#app/features/notifications/commands.ts";
import { notificationRoutes } from "#app/features/notifications/http.ts";
import type { Actor } from "#app/lib/actor.ts";
import { problem, type AppEnv } from "#app/lib/http.ts";
import { openLog } from "#app/lib/log.ts";
import type { Services } from "#app/services.ts";

/** The routes of notifications for one actor, and what tells them that the server stops. */
export function notificationApp(services: Services, actor: Actor, recheckMs = 60_000) {
  const closing = new AbortController();
  const app = new Hono<AppEnv>()
    .use(async (c, next) => {
      c.set("actor", actor);
      c.set("closing", closing.signal);
      c.set("log", openLog("silent"));
      await next();
    })
    .route("/", notificationRoutes(services, { recheckMs }))
    .onError((error) => problem(error, "request-1"));
  return { app, closing };
}

/** Tells a member of a picture. */
export function notice({ db }: Pick<Services, "db">, userId: string, title: string) {
  return db.transaction().execute((tx) =>
    addNotification(tx, {
      userId,
      type: "generation_completed",
      title,
      description: "Successfully created 1 image(s)",
      generationId: uuidv7(),
      imageUrl: null,
      imageId: null,
      imageCount: 1,
      imageTitle: title,
      metadata: { title },
      r2Key: null,
    }),
  );
}
