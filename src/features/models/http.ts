import { Hono } from "hono";
import { ModelFileError } from "#app/adapters/models/port.ts";
import { t } from "#app/language/message.ts";
import type { Audited } from "#app/lib/audit.ts";
import { AppError } from "#app/lib/errors.ts";
import { openEventStream } from "#app/lib/event-stream.ts";
import { adminAction, parseBody, requireAdmin, type AppEnv } from "#app/lib/http.ts";
import type { Limits } from "#app/lib/rate-limit.ts";
import { modelFaultText } from "#app/rules/model-faults.ts";
import type { Services } from "#app/services.ts";
import { actorOf, requireFreshFactor } from "#app/features/identity/queries.ts";
import { changeModel, confirmModel, wantModel } from "./commands.ts";
import {
  actionDocs,
  confirmDocs,
  listDocs,
  statementsDocs,
  streamDocs,
  wantDocs,
} from "./http/docs.ts";
import { actionInput, confirmInput, wantInput } from "./inputs.ts";
import { openModelStreams } from "./jobs/streams.ts";
import { machineFacts, modelList } from "./queries.ts";
import { statementsOf } from "./queries/statements.ts";

const noStore = { "cache-control": "no-store" };
const retryMs = 2_000;
/** How often the session of an open stream is checked again. */
const recheckMs = 60_000;
/** Streams that one admin may hold open at a time on one process. */
const streamsPerAdmin = 5;
/** How long the hub has to say what files it has. */
const hubWaitMs = 30_000;

/**
 * Models that draw on this machine, for admins: `GET /api/admin/models`, `GET /api/admin/models/stream`,
 * `POST /api/admin/models/{id}/statements`, `POST /api/admin/models/{id}/want`, `POST /api/admin/models/{id}/confirm`,
 * `POST /api/admin/models/{id}/{action}`.
 * @param audited writes the audit entries
 */
export function modelRoutes(services: Services, limits: Limits, audited: Audited) {
  const streams = openModelStreams(services);

  async function isStillAdmin(headers: Headers): Promise<boolean> {
    try {
      const actor = await actorOf(services, headers);
      return actor.role === "admin" && !actor.needsSecondFactor;
    } catch (error) {
      services.log.warn({ err: error }, "a stream's session could not be checked");
      return true;
    }
  }

  return new Hono<AppEnv>()
    .get("/api/admin/models", listDocs, async (c) => {
      requireAdmin(c);
      const [models, machine] = await Promise.all([modelList(services), machineFacts(services)]);
      return c.json({ models, machine }, 200, noStore);
    })
    .get("/api/admin/models/stream", streamDocs, async (c) => {
      const { userId } = requireAdmin(c);
      if (streams.open(userId) >= streamsPerAdmin) {
        throw new AppError("rate-limited", {
          detail: t`Too many open streams: close another tab`,
          retryAfterSeconds: 30,
        });
      }
      const stream = openEventStream(retryMs);
      const { headers } = c.req.raw;
      const recheck = setInterval(() => {
        void isStillAdmin(headers).then((still) => still || stream.close(retryMs));
      }, recheckMs);
      const end = () => stream.close(retryMs);
      const closing = c.get("closing");
      closing.addEventListener("abort", end, { once: true });
      stream.onEnd(() => {
        clearInterval(recheck);
        closing.removeEventListener("abort", end);
      });
      if (closing.aborted) end();
      try {
        await streams.join(userId, stream);
      } catch (error) {
        end();
        throw error;
      }
      return stream.respond(c.req.raw);
    })
    .post("/api/admin/models/:id/statements", statementsDocs, async (c) => {
      const { userId } = requireAdmin(c);
      await limits.take("model-statements", userId);
      const signal = AbortSignal.any([c.req.raw.signal, AbortSignal.timeout(hubWaitMs)]);
      try {
        const items = await statementsOf(services, c.req.param("id"), signal);
        return c.json({ items }, 200, noStore);
      } catch (error) {
        if (!(error instanceof ModelFileError)) throw error;
        const { kind, facts } = error.fault;
        throw new AppError("unprocessable", { detail: modelFaultText(kind, facts), cause: error });
      }
    })
    .post("/api/admin/models/:id/want", wantDocs, async (c) => {
      const by = adminAction(c);
      const given = await parseBody(c, wantInput);
      await requireFreshFactor(services, c.req.raw.headers);
      await wantModel(services, c.req.param("id"), given, { ...by, audited });
      return c.body(null, 202);
    })
    .post("/api/admin/models/:id/confirm", confirmDocs, async (c) => {
      const by = adminAction(c);
      const given = await parseBody(c, confirmInput);
      await requireFreshFactor(services, c.req.raw.headers);
      await confirmModel(services, c.req.param("id"), given, { ...by, audited });
      return c.body(null, 204);
    })
    .post("/api/admin/models/:id/:action", actionDocs, async (c) => {
      const by = adminAction(c);
      const action = actionInput.safeParse(c.req.param("action"));
      if (!action.success) throw new AppError("not-found");
      await requireFreshFactor(services, c.req.raw.headers);
      await changeModel(services, c.req.param("id"), action.data, { ...by, audited });
      return c.body(null, 204);
    });
}
