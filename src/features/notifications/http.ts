import { Hono, type Context } from "hono";
import { t } from "#app/language/message.ts";
import { AppError } from "#app/lib/errors.ts";
import { openEventStream } from "#app/lib/event-stream.ts";
import { parseBody, parseQuery, requireMember, type AppEnv } from "#app/lib/http.ts";
import { hasBody } from "#app/lib/read-body.ts";
import { unsubscribedPage } from "#app/rules/digest-addresses.ts";
import type { Services } from "#app/services.ts";
import { actorOf, isAccountOn } from "#app/features/identity/queries.ts";
import { clearNotifications, markRead } from "./commands.ts";
import { pushKeys, subscribe, unsubscribeBrowser } from "./commands/push.ts";
import { saveSettings, unsubscribe } from "./commands/settings.ts";
import {
  changeSettingsDocs,
  clearDocs,
  listDocs,
  pushDocs,
  readDocs,
  settingsDocs,
  streamDocs,
  subscribeDocs,
  unsubscribeBrowserDocs,
  unsubscribeDocs,
} from "./http/docs.ts";
import {
  clearInput,
  pushInput,
  readInput,
  settingsInput,
  streamInput,
  unsubscribeInput,
} from "./inputs.ts";
import { openHub } from "./jobs.ts";
import { canOpenStream } from "./policy.ts";
import { notificationList, settingsOf } from "./queries.ts";
import { ownEndpoint, type SignIn } from "./queries/push.ts";

const retryMs = 2_000;
const noStore = { "cache-control": "no-store" };

export type StreamTiming = {
  /** How often the session of an open stream is checked again. */
  recheckMs: number;
};

function lastEventId(c: Context<AppEnv>): number | null {
  const header = c.req.header("last-event-id");
  if (header !== undefined && /^\d{1,15}$/.test(header)) return Number(header);
  return parseQuery(c, streamInput).lastEventId ?? null;
}

/**
 * The member's notifications and the stream of events that keeps every tab up to date:
 * `GET /api/notifications`, `POST /api/notifications/read`, `DELETE /api/notifications`,
 * `GET /api/notifications/stream`, the settings at `/api/notifications/settings`, and the notifications of this browser
 * at `/api/notifications/push`.
 */
export function notificationRoutes(
  services: Services,
  timing: StreamTiming = { recheckMs: 60_000 },
) {
  const hub = openHub(services);

  async function isStill(userId: string, headers: Headers): Promise<boolean> {
    try {
      return (await actorOf(services, headers)).userId === userId;
    } catch (error) {
      // The database is down: the stream has nothing to send until it is back, and checks again then.
      services.log.warn({ err: error }, "a stream's session could not be checked");
      return true;
    }
  }

  /** @throws AppError unauthenticated */
  function signInOf(c: Context<AppEnv>): SignIn {
    const { userId } = requireMember(c);
    const token = services.accounts.sessionToken(c.req.raw.headers);
    if (token === null) throw new AppError("unauthenticated");
    return { userId, token };
  }

  return new Hono<AppEnv>()
    .get("/api/notifications", listDocs, async (c) => {
      const { userId } = requireMember(c);
      return c.json(await notificationList(services.db, userId), 200, noStore);
    })
    .post("/api/notifications/read", readDocs, async (c) => {
      const { userId } = requireMember(c);
      const { ids } = hasBody(c.req.raw.headers) ? await parseBody(c, readInput) : {};
      return c.json(await markRead(services, userId, ids), 200, noStore);
    })
    .delete("/api/notifications", clearDocs, async (c) => {
      const { userId } = requireMember(c);
      const { id } = parseQuery(c, clearInput);
      return c.json(await clearNotifications(services, userId, id), 200, noStore);
    })
    .get("/api/notifications/settings", settingsDocs, async (c) => {
      const { userId } = requireMember(c);
      return c.json(await settingsOf(services.db, userId), 200, noStore);
    })
    .put("/api/notifications/settings", changeSettingsDocs, async (c) => {
      const { userId } = requireMember(c);
      const settings = await saveSettings(services, userId, await parseBody(c, settingsInput));
      return c.json(settings, 200, noStore);
    })
    .post("/api/notifications/unsubscribe", unsubscribeDocs, async (c) => {
      await unsubscribe(services, parseQuery(c, unsubscribeInput).key);
      const isBrowser = c.req.header("accept")?.includes("text/html") ?? false;
      if (isBrowser) return c.redirect(unsubscribedPage, 303);
      return c.json({ digest: "never" as const }, 200, noStore);
    })
    .get("/api/notifications/push", pushDocs, async (c) => {
      const signIn = signInOf(c);
      const { publicKey } = await pushKeys(services);
      return c.json({ publicKey, endpoint: await ownEndpoint(services.db, signIn) }, 200, noStore);
    })
    .put("/api/notifications/push", subscribeDocs, async (c) => {
      const signIn = signInOf(c);
      const target = await parseBody(c, pushInput);
      await subscribe(services, signIn, target);
      return c.json({ endpoint: target.endpoint }, 200, noStore);
    })
    .delete("/api/notifications/push", unsubscribeBrowserDocs, async (c) => {
      await unsubscribeBrowser(services, signInOf(c));
      return c.json({ endpoint: null }, 200, noStore);
    })
    .get("/api/notifications/stream", streamDocs, async (c) => {
      const { userId } = requireMember(c);
      const after = lastEventId(c);
      if (!canOpenStream(hub.openStreams(userId))) {
        throw new AppError("rate-limited", {
          detail: t`Too many open streams: close another tab`,
          retryAfterSeconds: 30,
        });
      }
      const stream = openEventStream(retryMs);
      const { headers } = c.req.raw;
      const recheck = setInterval(() => {
        void isStill(userId, headers).then((still) => still || stream.close(retryMs));
      }, timing.recheckMs);
      const end = () => stream.close(retryMs);
      const closing = c.get("closing");
      closing.addEventListener("abort", end, { once: true });
      stream.onEnd(() => {
        clearInterval(recheck);
        closing.removeEventListener("abort", end);
      });
      if (closing.aborted) end();
      try {
        // The response begins when nothing can be missed any more: the client may then read the current state.
        await hub.join(userId, stream, after);
        // From here on the end of the account is announced to the stream; it may have come while this opened.
        if (!(await isAccountOn(services.db, userId))) throw new AppError("unauthenticated");
      } catch (error) {
        end();
        throw error;
      }
      return stream.respond(c.req.raw);
    });
}
