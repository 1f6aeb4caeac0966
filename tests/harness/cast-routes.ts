import { Hono } from "hono";
import { v7 as uuidv7 } from "uuid";
import { audited } from "#app/features/admin/commands.ts";
import { balanceOf } from "#app/features/billing/queries.ts";
import { generationRoutes } from "#app/features/generation/http.ts";
import { ownEngineRoutes } from "#app/features/generation/http/own-engines.ts";
import { promptRuleRoutes } from "#app/features/generation/http/prompt-rules.ts";
import { serviceReportRoutes } from "#app/features/generation/http/service-reports.ts";
import type { Actor } from "#app/lib/actor.ts";
import { problem, type AppEnv } from "#app/lib/http.ts";
import { createLimits } from "#app/lib/rate-limit.ts";
import type { Services } from "#app/services.ts";
import { aMember } from "./factories.ts";

/** The routes of casts as seen by the actor. */
export function castRoutes(services: Services, actor: Actor) {
  const limits = createLimits(services.env.RATE_LIMIT_FACTOR, services.pool);
  return new Hono<AppEnv>()
    .use(async (c, next) => {
      c.set("actor", actor);
      c.set("requestId", "request-1");
      await next();
    })
    .route("/", generationRoutes(services, limits))
    .route("/", promptRuleRoutes(services, audited))
    .route("/", ownEngineRoutes(services, audited))
    .route("/", serviceReportRoutes(services))
    .onError((error) => problem(error, "request-1"));
}

/** A member at those routes, who casts at standard quality by default. */
export async function aRouteCaster(services: Services, credits = 5) {
  const member = await aMember(services, { credits });
  const app = castRoutes(services, { role: "member", userId: member.id });
  const post = async (body: object, key: string | null = uuidv7()) =>
    app.request("/api/generate", {
      method: "POST",
      body: JSON.stringify({ quality: "standard", ...body }),
      headers: { "content-type": "application/json", ...(key && { "idempotency-key": key }) },
    });
  const cast = async (body: object, key?: string) => {
    const answer = await post(body, key);
    return (await answer.json()) as { id: string; cost: number; state: string };
  };
  return { member, app, post, cast, balance: () => balanceOf(services.db, member.id) };
}
