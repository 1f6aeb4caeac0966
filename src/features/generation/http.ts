import { Hono } from "hono";
import { AppError } from "#app/lib/errors.ts";
import { parseBody, parseQuery, requireMember, type AppEnv } from "#app/lib/http.ts";
import { isUuid } from "#app/rules/picture-filename.ts";
import type { Limits } from "#app/lib/rate-limit.ts";
import type { Services } from "#app/services.ts";
import { cancelCast, requestCast } from "./commands.ts";
import { listEngines, type EngineState } from "./queries/engines.ts";
import {
  cancelDocs,
  castDocs,
  enginesDocs,
  generateDocs,
  logDocs,
  previewDocs,
  upscaleDocs,
} from "./http/docs.ts";
import { gridRoutes } from "./http/grids.ts";
import { keyOf } from "./http/idempotency-key.ts";
import { styleKitRoutes } from "./http/kits.ts";
import { castLogRoutes } from "./http/log.ts";
import { maskRoutes } from "./http/masks.ts";
import { queueRoutes } from "./http/queue.ts";
import { sourceRoutes } from "./http/source.ts";
import { threadRoutes } from "./http/threads.ts";
import { wordListRoutes } from "./http/word-lists.ts";
import { offeredTo } from "./queries/own-engines.ts";
import { requestUpscale } from "./commands/upscale.ts";
import { previewKey } from "./queries/preview-key.ts";
import { castInput, castLogInput, upscaleInput } from "./inputs.ts";
import { castById, castLog } from "./queries.ts";

const noStore = { "cache-control": "no-store" };

function idOf(param: string): string {
  if (!isUuid(param)) throw new AppError("not-found");
  return param;
}

/** How long an engine has to respond, and how long the result is cached for everybody, in ms. */
const engineWaitMs = 2500;
const enginesHoldMs = 5000;

/** The list of engines, cached for a while however many members request it. */
function engineList(services: Services): () => Promise<EngineState[]> {
  let latest: { at: number; list: Promise<EngineState[]> } | null = null;
  return () => {
    if (latest === null || performance.now() - latest.at > enginesHoldMs) {
      const list = listEngines(services, { waitMs: engineWaitMs, health: true });
      latest = { at: performance.now(), list };
    }
    return latest.list;
  };
}

/**
 * Casts of the member who asks: `GET /api/engines`, `POST /api/generate`, `POST /api/generations/upscale`, `GET /api/generations`,
 * `GET /api/generations/{id}`, `POST /api/generations/{id}/cancel`, `GET /api/generations/{id}/preview/{index}`.
 */
export function generationRoutes(services: Services, limits: Limits) {
  const engines = engineList(services);
  return new Hono<AppEnv>()
    .route("/", castLogRoutes(services))
    .route("/", maskRoutes(services, limits))
    .route("/", queueRoutes(services, limits))
    .route("/", sourceRoutes(services, limits))
    .route("/", styleKitRoutes(services))
    .route("/", threadRoutes(services))
    .route("/", wordListRoutes(services))
    .route("/", gridRoutes(services))
    .get("/api/engines", enginesDocs, async (c) => {
      const member = requireMember(c);
      const { REMIX_CREDITS: remixCredits } = services.env;
      const items = await offeredTo(services, member, await engines());
      return c.json({ items, remixCredits }, 200, noStore);
    })
    .post("/api/generate", generateDocs, async (c) => {
      const member = requireMember(c);
      const key = keyOf(c.req.header("idempotency-key"));
      const input = await parseBody(c, castInput);
      const { replayed, ...cast } = await requestCast(services, member, input, key);
      return c.json(cast, 202, { ...noStore, ...(replayed && { "idempotent-replayed": "true" }) });
    })
    .post("/api/generations/upscale", upscaleDocs, async (c) => {
      const member = requireMember(c);
      const key = keyOf(c.req.header("idempotency-key"));
      const { picture } = await parseBody(c, upscaleInput);
      const { replayed, ...cast } = await requestUpscale(services, member, picture, key);
      return c.json(cast, 202, { ...noStore, ...(replayed && { "idempotent-replayed": "true" }) });
    })
    .get("/api/generations", logDocs, async (c) => {
      const { userId } = requireMember(c);
      const page = await castLog(services.db, userId, parseQuery(c, castLogInput));
      return c.json(page, 200, noStore);
    })
    .get("/api/generations/:id", castDocs, async (c) => {
      const { userId } = requireMember(c);
      const cast = await castById(services.db, userId, idOf(c.req.param("id")));
      if (!cast) throw new AppError("not-found");
      return c.json(cast, 200, noStore);
    })
    .post("/api/generations/:id/cancel", cancelDocs, async (c) => {
      const member = requireMember(c);
      const id = idOf(c.req.param("id"));
      return c.json({ id, ...(await cancelCast(services, member, id)) }, 202, noStore);
    })
    .get("/api/generations/:id/preview/:index{[0-7]}", previewDocs, async (c) => {
      const { userId } = requireMember(c);
      const cast = await castById(services.db, userId, idOf(c.req.param("id")));
      if (!cast) throw new AppError("not-found");
      const file = await services.storage.get(previewKey(cast.id, Number(c.req.param("index"))));
      // A tab may ask just when the picture replaces the preview: that is not an error.
      if (!file) return c.body(null, 204, noStore);
      return c.body(new Uint8Array(file.bytes), 200, { ...noStore, "content-type": "image/webp" });
    });
}
