import { Hono, type Context } from "hono";
import { matchedRoutes } from "hono/route";
import { METHOD_NAME_ALL } from "hono/router";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { audited } from "#app/features/admin/commands.ts";
import { adminRoutes } from "#app/features/admin/http.ts";
import { bulkRoutes } from "#app/features/admin/http/bulk.ts";
import { csvRoutes } from "#app/features/admin/http/csv.ts";
import { insightsRoutes } from "#app/features/admin/http/insights.ts";
import { operationsRoutes } from "#app/features/admin/http/operations.ts";
import { adminCollectionRoutes } from "#app/features/admin/http/collections.ts";
import { adminPaymentRoutes } from "#app/features/admin/http/payments.ts";
import { promptRoutes } from "#app/features/admin/http/prompts.ts";
import { adminSearchRoutes } from "#app/features/admin/http/search.ts";
import { openAccount } from "#app/features/billing/commands.ts";
import { billingRoutes } from "#app/features/billing/http.ts";
import { grantCodeRoutes } from "#app/features/billing/http/grant-codes.ts";
import { contentRoutes } from "#app/features/content/http.ts";
import { collectionRoutes } from "#app/features/collections/http.ts";
import { deletionRoutes } from "#app/features/deletion/http.ts";
import { downloadRoutes } from "#app/features/delivery/http/download.ts";
import type { Variants } from "#app/features/delivery/http/variants.ts";
import { exportRoutes } from "#app/features/exports/http.ts";
import { importRoutes } from "#app/features/exports/http/imports.ts";
import { generationRoutes } from "#app/features/generation/http.ts";
import { promptHelpRoutes } from "#app/features/generation/http/prompt-help.ts";
import { ownEngineRoutes } from "#app/features/generation/http/own-engines.ts";
import { promptRuleRoutes } from "#app/features/generation/http/prompt-rules.ts";
import { serviceReportRoutes } from "#app/features/generation/http/service-reports.ts";
import { createSessionNotes } from "#app/features/identity/commands/sessions.ts";
import { authRoutes } from "#app/features/identity/http/auth.ts";
import { firstAdminRoutes } from "#app/features/identity/http/first-admin.ts";
import { languageRoutes } from "#app/features/identity/http/language.ts";
import { portraitRoutes } from "#app/features/identity/http/portraits.ts";
import { profileRoutes } from "#app/features/identity/http/profile.ts";
import { passkeyRoutes } from "#app/features/identity/http/passkeys.ts";
import { sessionRoutes } from "#app/features/identity/http/sessions.ts";
import { twoFactorRoutes } from "#app/features/identity/http/two-factor.ts";
import { actorOf } from "#app/features/identity/queries.ts";
import { modelRoutes } from "#app/features/models/http.ts";
import { moderationRoutes } from "#app/features/moderation/http.ts";
import { notificationRoutes } from "#app/features/notifications/http.ts";
import { paymentRoutes } from "#app/features/payments/http.ts";
import { provenanceRoutes } from "#app/features/provenance/http.ts";
import { picturesRoutes } from "#app/features/pictures/http.ts";
import { socialRoutes } from "#app/features/social/http.ts";
import { searchRoutes } from "#app/features/search/http.ts";
import { t } from "#app/language/message.ts";
import { languageOf } from "#app/language/negotiate.ts";
import { speaking } from "#app/language/spoken.ts";
import { guest } from "#app/lib/actor.ts";
import { sayInputsInLanguages } from "#app/lib/input-language.ts";
import { limitKey } from "#app/lib/client-ip.ts";
import { refuseForeignOrigin } from "#app/lib/csrf.ts";
import { AppError } from "#app/lib/errors.ts";
import { requireAdmin, type AppEnv } from "#app/lib/http.ts";
import { problemParts, refusalOf } from "#app/lib/problem.ts";
import type { Limits } from "#app/lib/rate-limit.ts";
import { checkBodyHeaders } from "#app/lib/read-body.ts";
import { createUploads } from "#app/lib/uploads.ts";
import type { Services } from "#app/services.ts";
import { bodyRuleOf } from "./body-rules.ts";
import { cspReportRoutes } from "./csp-report.ts";
import type { Exchange } from "./exchange.ts";
import { openApiDocs, openApiRoute } from "./openapi.ts";

type ApiEnv = AppEnv & { Bindings: { exchange: Exchange } };

/** The routes that request casts. */
const castAddresses = new Set(["/api/generate", "/api/generations/upscale", "/api/grids"]);

/** Where the provider of payments sends its events; they have a limit of their own. */
const receiver = "/api/webhooks/stripe";

/** Better Auth's own addresses look up the session themselves. */
const authPrefix = "/api/auth/";

export type ApiParts = {
  /** Counters of this process. */
  limits: Limits;
  /** Variants of pictures, shared with the image host of this process, if any. */
  variants: Variants;
  /** Aborts when the server drains. */
  closing: AbortSignal;
};

/**
 * Everything under /api: actor, limits, origin and body checks, then the routes of the slices.
 */
export function createApi(services: Services, parts: ApiParts): Hono<ApiEnv> {
  const { limits, closing } = parts;
  sayInputsInLanguages();
  const api = new Hono<ApiEnv>();
  const noteUse = createSessionNotes(services);

  api.use(async (c, next) => {
    const { exchange } = c.env;
    c.set("requestId", exchange.requestId);
    c.set("log", exchange.log);
    c.set("ip", exchange.ip);
    c.set("closing", closing);
    c.set("actor", guest);
    try {
      await next();
    } finally {
      exchange.route = patternOf(c);
    }
    if (!c.res.headers.has("cache-control")) c.header("cache-control", "no-store");
  });

  api.use(async (c, next) => {
    const { headers } = c.req.raw;
    const { limit, types } = bodyRuleOf(c.req.path);
    refuseForeignOrigin(c.req.raw, services.env.SERVER_URL);
    checkBodyHeaders(headers, limit, types);
    if (!c.req.path.startsWith(authPrefix)) {
      const actor = await actorOf(services, headers);
      c.set("actor", actor);
      c.env.exchange.userId = actor.userId;
      if (actor.userId !== null) noteUse(headers);
    }
    const { userId } = c.get("actor");
    if (c.req.path !== receiver) await limits.take("api", userId ?? limitKey(c.get("ip")));
    if (userId !== null && c.req.method === "POST" && castAddresses.has(c.req.path)) {
      await limits.take("generate", userId);
    }
    const { language } = c.get("actor");
    if (language === undefined) await next();
    else await speaking(languageOf(headers, language), next);
  });

  for (const routes of slices(services, parts)) api.route("/", routes);

  api.get("/api/openapi.json", openApiDocs, openApiRoute(api, services.env));

  api.notFound((c) => {
    const allowed = allowedMethods(api, c.req.path);
    const error = new AppError(allowed.length > 0 ? "method-not-allowed" : "not-found");
    if (allowed.length > 0) c.header("allow", allowed.join(", "));
    return answer(c, error);
  });

  api.onError((error, c) => {
    const refusal = refusalOf(error);
    if (refusal.code === "internal" && isBrokenOff(error, c.req.raw)) {
      c.env.exchange.log.info({ reason: error.message }, "request body aborted");
      return answer(c, new AppError("invalid-request", { detail: t`The body broke off` }));
    }
    if (refusal.code === "internal") c.env.exchange.log.error({ err: error }, "request failed");
    if (refusal.code === "unavailable" && refusal !== error) {
      c.env.exchange.log.warn({ err: error }, "database unavailable");
    }
    return answer(c, refusal);
  });

  return api;
}

/** The client disconnected before its whole body had arrived: not an error, and nobody reads the response. */
function isBrokenOff(error: Error, request: Request): boolean {
  const code = "code" in error ? error.code : undefined;
  return request.signal.aborted || (code === "ECONNRESET" && error.message === "aborted");
}

/** Deny by default: only admins get a response below /api/admin, whatever a route checks itself. */
const adminGuard = new Hono<AppEnv>().use("/api/admin/*", async (c, next) => {
  requireAdmin(c);
  await next();
});

/** The routes of every slice, each with its full addresses. */
function slices(services: Services, { limits, variants }: ApiParts): Hono<AppEnv>[] {
  const uploads = createUploads();
  return [
    adminGuard,
    authRoutes(services, limits),
    firstAdminRoutes(services, limits, openAccount),
    profileRoutes(services, limits),
    languageRoutes(services),
    portraitRoutes(services, limits, uploads),
    sessionRoutes(services),
    twoFactorRoutes(services, limits),
    passkeyRoutes(services, limits),
    contentRoutes(services, limits),
    billingRoutes(services),
    grantCodeRoutes(services, limits, audited),
    notificationRoutes(services),
    paymentRoutes(services, limits),
    // Before the pictures, whose address searches share.
    searchRoutes(services, limits),
    picturesRoutes(services, { limits, uploads, audited }),
    collectionRoutes(services),
    socialRoutes(services, limits),
    downloadRoutes(services, { limits, variants }),
    provenanceRoutes(services, limits, uploads),
    generationRoutes(services, limits),
    promptHelpRoutes(services, limits),
    promptRuleRoutes(services, audited),
    ownEngineRoutes(services, audited),
    modelRoutes(services, limits, audited),
    serviceReportRoutes(services),
    exportRoutes(services, limits),
    importRoutes(services, limits),
    moderationRoutes(services, limits, audited),
    deletionRoutes(services, limits, audited),
    adminRoutes(services, uploads),
    adminCollectionRoutes(services),
    adminSearchRoutes(services),
    insightsRoutes(services),
    promptRoutes(services, limits),
    bulkRoutes(services),
    csvRoutes(services),
    operationsRoutes(services),
    adminPaymentRoutes(services),
    cspReportRoutes(limits),
  ];
}

function answer(c: Context<ApiEnv>, error: AppError): Response {
  const { status, headers, document } = problemParts(error, c.env.exchange.requestId);
  for (const [name, value] of Object.entries(headers)) c.header(name, value);
  return c.newResponse(JSON.stringify(document), status as ContentfulStatusCode);
}

/** The pattern of the matched route, e.g. /api/picture/:id; "api" for none. */
function patternOf(c: Context<ApiEnv>): string {
  const taken = matchedRoutes(c as Context).findLast((route) => route.method !== METHOD_NAME_ALL);
  return taken?.path ?? "api";
}

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"];

function allowedMethods(api: Hono<ApiEnv>, path: string): string[] {
  return methods.filter((method) =>
    api.router.match(method, path)[0].some(([[, route]]) => route.method === method),
  );
}
