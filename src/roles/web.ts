import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import type { VisitCounter } from "#app/features/admin/commands.ts";
import { createSessionNotes } from "#app/features/identity/commands/sessions.ts";
import { actorOf } from "#app/features/identity/queries.ts";
import { sourceLanguage, type Language } from "#app/language/languages.ts";
import { languageOf } from "#app/language/negotiate.ts";
import { speaking } from "#app/language/spoken.ts";
import type { Actor } from "#app/lib/actor.ts";
import { limitKey } from "#app/lib/client-ip.ts";
import { refuseForeignOrigin } from "#app/lib/csrf.ts";
import { isDatabaseDown } from "#app/lib/database-down.ts";
import { AppError } from "#app/lib/errors.ts";
import { sendIfStream } from "#app/lib/event-stream.ts";
import { failpoint } from "#app/lib/failpoint.ts";
import { problem, refusalOf } from "#app/lib/problem.ts";
import { jsonLimit } from "#app/lib/read-body.ts";
import { pagePolicy } from "#app/lib/security-headers.ts";
import { paths } from "#app/paths.ts";
import type { Services } from "#app/services.ts";
import { bodyRuleOf } from "./body-rules.ts";
import { createApi, type ApiParts } from "./api.ts";
import type { Exchange } from "./exchange.ts";
import type { KeptPages, Rendering } from "./kept-pages.ts";
import { createResponseCache } from "./response-cache.ts";
import { movedPage } from "./moved.ts";
import { createPageGuard } from "./page-guard.ts";
import type { Pages } from "./pages.ts";
import { hasPlainPage, plainPage } from "./plain-page.ts";

export type WebOptions = ApiParts & {
  /** Null for the API only, as in its tests. */
  pages: Pages | null;
  visits: VisitCounter;
  kept: KeptPages;
};

export type WebHandler = (req: IncomingMessage, res: ServerResponse, exchange: Exchange) => void;

/** The API and the pages as one handler for Node's requests. */
export function createWeb(services: Services, options: WebOptions): WebHandler {
  const { limits, pages, visits, kept } = options;
  const { env } = services;
  const api = createApi(services, options);
  const pictures = env.PICTURES_URL === env.SERVER_URL ? undefined : env.PICTURES_URL;
  const development = env.NODE_ENV === "development";
  const insights = env.INSIGHTS_URL && new URL(env.INSIGHTS_URL).origin;
  const policy = ({ nonce }: Exchange, frame?: string) =>
    pagePolicy({ nonce, pictures, frame, development });
  const noteUse = createSessionNotes(services);
  const guard = createPageGuard(limits);
  /** Sitemaps, feeds and robots.txt for guests. */
  const files = createResponseCache();
  /** Pages that are being rendered for guests, and may be kept. */
  const renderings = new WeakMap<Exchange, Rendering>();
  const exchanges = new WeakMap<IncomingMessage, Exchange>();

  async function page(request: Request, exchange: Exchange): Promise<Response> {
    if (pages === null) return problem(new AppError("not-found"), exchange.requestId);
    exchange.route = "page";
    const moved = movedPage(request);
    if (moved !== null) {
      exchange.route = "moved";
      return moved;
    }
    try {
      refuseForeignOrigin(request, env.SERVER_URL);
      refuseLargeForm(request);
      // NUL, which PostgreSQL cannot store; a path with it is refused earlier. Loaders read the query as it is.
      if (new URL(request.url).search.includes("%00")) throw new AppError("invalid-request");
      const actor = await actorOf(services, request.headers);
      exchange.userId = actor.userId;
      if (actor.userId !== null) noteUse(request.headers);
      await limits.take("page", actor.userId ?? limitKey(exchange.ip));
      const language = pageLanguage(request, actor);
      const render = () => rendering(pages, request, exchange, actor, language);
      const rendered = await speaking(language, render);
      if (rendered.status === 500 && (await databaseIsDown(services))) {
        throw new AppError("unavailable", { retryAfterSeconds: 5 });
      }
      const isVisit = request.method === "GET" && rendered.ok && !isFile(request);
      if (isVisit && actor.role !== "admin")
        visits.note({ ip: exchange.ip, headers: request.headers });
      const hasFrame = actor.role === "admin" && isInsights(request);
      const pagePolicy = policy(exchange, hasFrame ? insights : undefined);
      const body = exchange.html ?? rendered.body;
      const answer = withPageHeaders(rendered, body, actor, pagePolicy, language);
      if (actor.role === "guest") renderings.get(exchange)?.keep(answer);
      return answer;
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal.code === "internal") exchange.log.error({ err: error }, "page failed");
      if (!hasPlainPage(refusal)) return problem(refusal, exchange.requestId);
      return plainPage(env.APP_NAME, refusal, exchange, policy(exchange));
    }
  }

  /** A member's page at once, a guest's when its turn comes. */
  function rendering(
    from: Pages,
    request: Request,
    exchange: Exchange,
    actor: Actor,
    language: Language,
  ): Promise<Response> {
    const { pathname, search } = new URL(request.url);
    const leadsNowhere = from.leadsNowhere(pathname);
    const route = () => (exchange.route = leadsNowhere ? "page" : from.routeOf(pathname));
    const render = () => {
      route();
      // The API has its own exchange: the access log has one line for both, the page's.
      const ask = async (asked: Request) => api.fetch(asked, { exchange: { ...exchange } });
      return from.render(vouchedFor(request), exchange, { actor, language }, ask);
    };
    if (actor.role !== "guest") return render();
    const client = limitKey(exchange.ip);
    const isLookup = () => route().includes(":");
    const inTurn = () => guard.render({ client, pathname, leadsNowhere, isLookup }, render);
    return isFile(request) ? files.get(pathname + search, inTurn) : inTurn();
  }

  /** The page's own policy; nothing personal or with a nonce may be cached by others. */
  function withPageHeaders(
    rendered: Response,
    body: string | ReadableStream | null,
    actor: Actor,
    contentPolicy: string,
    language: Language,
  ): Response {
    const headers = new Headers(rendered.headers);
    headers.set("content-security-policy", contentPolicy);
    if (actor.role !== "guest") headers.set("cache-control", "no-store");
    else if (!headers.has("cache-control")) headers.set("cache-control", "private, no-cache");
    headers.set("content-language", language);
    headers.append("vary", "cookie, accept-language");
    return new Response(body, { status: rendered.status, headers });
  }

  const listener = getRequestListener(
    async (request, { incoming, outgoing }) => {
      const exchange = exchanges.get(incoming as IncomingMessage);
      if (exchange === undefined) throw new Error("a request has no exchange");
      failpoint(env, "during-request");
      const { url = "" } = incoming as IncomingMessage;
      const answer = speaking(languageOf(request.headers), async () =>
        isApi(url) ? api.fetch(request, { exchange }) : page(request, exchange),
      );
      // Before the member is told of the change: the next page has it.
      const isChange = !["GET", "HEAD"].includes(request.method) && !isView(url);
      const response = await (isChange
        ? answer.finally(() => exchange.userId !== null && kept.forget())
        : answer);
      return sendIfStream(response, outgoing as ServerResponse);
    },
    {
      hostname: "localhost",
      // It would close a connection whose body takes longer than half a second; discardUnreadBody waits for it.
      autoCleanupIncoming: false,
      // Only a malformed target or host comes here; all else is answered above.
      errorHandler: (error) => {
        const refused = error instanceof Error && error.name === "RequestError";
        if (!refused) services.log.error({ err: error }, "request failed outside its handler");
        return problem(refused ? new AppError("invalid-request") : error, randomUUID());
      },
    },
  );

  /** Answers a guest with a page from memory. @returns false when it has to be rendered */
  async function isAnswered(
    key: string,
    req: IncomingMessage,
    res: ServerResponse,
    exchange: Exchange,
  ): Promise<boolean> {
    const page = await kept.find(key);
    if (page === null || res.destroyed) return res.destroyed;
    try {
      const client = limitKey(exchange.ip);
      for (const name of ["page", ...page.limits] as const) await limits.take(name, client);
    } catch {
      // The rendering is refused for the same reason, and tells it.
      return false;
    }
    visits.note({ ip: exchange.ip, headers: { get: (name) => single(req.headers[name]) } });
    kept.send(page, req, res, exchange, policy(exchange));
    return true;
  }

  async function answerGuest(
    key: string,
    req: IncomingMessage,
    res: ServerResponse,
    exchange: Exchange,
  ): Promise<void> {
    if (await isAnswered(key, req, res, exchange)) return;
    renderings.set(exchange, kept.begin(key, res, exchange));
    await listener(req, res);
  }

  return (req, res, exchange) => {
    exchanges.set(req, exchange);
    const key = pages === null || isApi(req.url ?? "") ? null : kept.keyOf(req, exchange);
    void (key === null ? listener(req, res) : answerGuest(key, req, res, exchange));
  };
}

/** A view is counted, and shown within minutes; it comes with every look at a picture. */
const isView = (target: string) => /^\/api\/picture\/[^/]+\/view$/.test(target);

const single = (value: string | string[] | undefined): string | null =>
  typeof value === "string" ? value : (value?.[0] ?? null);

/** The one page with a frame in it (docs/product.md 2.13). */
function isInsights({ url }: Request): boolean {
  return new URL(url).pathname.replace(/\/+$/, "") === paths.dashboardPage("admin/insights");
}

/** Sitemaps, feeds and robots.txt are routes of pages too. */
function isFile({ method, url }: Request): boolean {
  return method === "GET" && /\.(?:xml|txt)$/.test(new URL(url).pathname);
}

/** Feeds, sitemaps and robots.txt are read by programs for many people, and cached: they are in English. */
function pageLanguage(request: Request, actor: Actor): Language {
  return isFile(request) ? sourceLanguage : languageOf(request.headers, actor.language);
}

function isApi(target: string): boolean {
  return /^\/api(?:[/?#]|$)/.test(target);
}

/**
 * A form whose origin was checked by refuseForeignOrigin. React Router would check it again by the address only, and refuse
 * the opaque origin of a page that hides its address, as that of a reset link does.
 */
function vouchedFor(request: Request): Request {
  if (request.method === "GET" || !request.headers.has("origin")) return request;
  const headers = new Headers(request.headers);
  headers.delete("origin");
  return new Request(request, { headers });
}

/** Forms of pages are small; one without a length could have any size. */
function refuseLargeForm(request: Request): void {
  const length = Number(request.headers.get("content-length") ?? 0);
  const { isUpload, limit } = bodyRuleOf(new URL(request.url).pathname);
  if (length > (isUpload ? limit : jsonLimit) || request.headers.has("transfer-encoding")) {
    throw new AppError("too-large");
  }
}

async function databaseIsDown(services: Services): Promise<boolean> {
  try {
    await services.pool.query("select 1");
    return false;
  } catch (error) {
    return isDatabaseDown(error);
  }
}
