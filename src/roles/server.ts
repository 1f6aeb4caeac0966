import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import type { RoleName } from "#app/env.ts";
import { createVisitCounter } from "#app/features/admin/commands.ts";
import { startHeartbeat } from "#app/features/admin/jobs.ts";
import { createDelivery } from "#app/features/delivery/http.ts";
import { createVariants } from "#app/features/delivery/http/variants.ts";
import { endAll } from "#app/lib/end-all.ts";
import { AppError } from "#app/lib/errors.ts";
import { eventStreamType } from "#app/lib/event-stream.ts";
import { createLimits } from "#app/lib/rate-limit.ts";
import { requestIdOf } from "#app/lib/request-id.ts";
import { baseHeaders } from "#app/lib/security-headers.ts";
import type { Services } from "#app/services.ts";
import { appFiles } from "./app-files.ts";
import { aimSandbox } from "./aim-sandbox.ts";
import { compressResponse } from "./compress.ts";
import { openExchange, sendProblem } from "./exchange.ts";
import { openFaults, type Faults } from "./faults.ts";
import { createReadiness } from "./health.ts";
import { listen, type ListenOptions } from "./listen.ts";
import { openMetrics } from "./metrics.ts";
import { createPages, type PageSource } from "./pages.ts";
import { securityTextPath, sendSecurityText } from "./security-text.ts";
import { createStaticFiles } from "./static-files.ts";
import { createKeptPages } from "./kept-pages.ts";
import { createWeb } from "./web.ts";
import { startWork } from "./worker.ts";

export type ServerOptions = {
  roles: readonly RoleName[];
  /** 0 for any free one. */
  port: number;
  host: string;
  /** Null for the API without pages. */
  pages: PageSource | null;
  /** Handles requests differently from its own server, as in development. */
  listen?: typeof listen;
  /** Milliseconds for which guests' pages are answered from memory, to override production's; 0 renders each. */
  guestPagesMs?: number;
  /** Records unhandled errors; omitted, the server ignores them. */
  faults?: Faults;
} & ListenOptions;

export type RunningServer = {
  url: string;
  port: number;
  /** Drains: no new work, requests finish within 15 s, then the sockets close. Safe to call twice. */
  close(): Promise<void>;
};

/** Milliseconds that requests have to finish once shutdown has begun. */
const grace = 15_000;

/**
 * Starts the roles on one address. Every role answers /healthz and /readyz.
 * @throws Error with code EADDRINUSE when the port is taken
 */
export async function startServer(
  services: Services,
  options: ServerOptions,
): Promise<RunningServer> {
  const { env, log } = services;
  const { TRUST_PROXY: trustProxy } = env;
  const faults = options.faults ?? openFaults();
  const metrics = openMetrics(services, faults);
  const plays = (role: RoleName) => options.roles.includes(role);
  const closing = new AbortController();
  const readiness = createReadiness(services, () => closing.signal.aborted);
  const { pages } = options;
  const variants = createVariants(services);
  const limits = createLimits(env.RATE_LIMIT_FACTOR, services.pool);
  const images = plays("images") ? createDelivery(services, { limits, variants }) : null;
  const openFiles = (folder: string | null) =>
    createStaticFiles(folder, (built) => appFiles(env.APP_NAME, built));
  const files = plays("web") && pages ? openFiles(pages.files) : null;
  const visits = createVisitCounter(services);
  const kept = createKeptPages(services.live, options.guestPagesMs);
  const openWeb = () =>
    createWeb(services, {
      limits,
      variants,
      visits,
      closing: closing.signal,
      kept,
      pages: pages && createPages(pages, services, limits),
    });
  const web = plays("web") ? openWeb() : null;
  const headers = Object.entries(baseHeaders(env.SERVER_URL.startsWith("https:")));

  /** First, without middleware: pictures are most of the requests, and they set their own headers. */
  function handle(req: IncomingMessage, res: ServerResponse): void {
    const facts = () => ({ requestId: null, method: req.method ?? null, route: "picture" });
    if (images && faults.during(facts, () => images(req, res))) metrics.countPicture();
    else handleRest(req, res);
  }

  function handleRest(req: IncomingMessage, res: ServerResponse): void {
    for (const [name, value] of headers) res.setHeader(name, value);
    if (closing.signal.aborted) res.setHeader("connection", "close");
    const target = req.url ?? "";
    if (target === "/healthz" || target === "/readyz") {
      res.setHeader("x-request-id", requestIdOf(req.headers["x-request-id"], trustProxy));
      void sendHealth(req, res, target);
      return;
    }
    if (target === "/metrics") {
      void sendMetrics(req, res);
      return;
    }
    const exchange = openExchange(req, res, { log, trustProxy, requests: metrics.requests });
    res.setHeader("x-request-id", exchange.requestId);
    if (!isWellFormed(target)) {
      sendProblem(res, new AppError("invalid-request"), exchange.requestId);
    } else if (files?.(req, res)) {
      exchange.route = "file";
    } else if (web && sendSecurityText(req, res, env)) {
      exchange.route = securityTextPath;
    } else if (web) {
      if (req.headers.accept !== eventStreamType) compressResponse(req, res);
      const facts = () => {
        const { requestId, route } = exchange;
        return { requestId, method: req.method ?? null, route };
      };
      faults.during(facts, () => web(req, res, exchange));
    } else {
      sendProblem(res, new AppError("not-found"), exchange.requestId);
    }
  }

  async function sendHealth(
    req: IncomingMessage,
    res: ServerResponse,
    target: string,
  ): Promise<void> {
    if (target === "/healthz") {
      sendFacts(req, res, 200, { status: "alive" });
      return;
    }
    const { ready, draining, checks } = await readiness();
    if (!ready) res.setHeader("retry-after", "5");
    const status = ready ? "ready" : draining ? "draining" : "not-ready";
    sendFacts(req, res, ready ? 200 : 503, { status, checks });
  }

  async function sendMetrics(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const requestId = requestIdOf(req.headers["x-request-id"], trustProxy);
    res.setHeader("x-request-id", requestId);
    try {
      if (!(await metrics.areFor(req))) throw new AppError("not-found");
      const { text, type } = await metrics.read();
      sendText(req, res, 200, type, text);
    } catch (error) {
      sendProblem(res, error, requestId);
    }
  }

  const instant = (path: string) => {
    const answer = images?.instant(path) ?? null;
    if (answer !== null) metrics.countPicture();
    return answer;
  };
  const { bodyTime, connections } = options;
  const listener = await (options.listen ?? listen)(handle, options.host, options.port, {
    ...(bodyTime && { bodyTime }),
    ...(images && { instant }),
    connections: {
      total: env.MAX_CONNECTIONS,
      perClient: trustProxy ? null : Math.ceil(env.MAX_CONNECTIONS / 4),
      ...connections,
    },
  });
  metrics.watch(listener.connections, () => kept.bytes());
  if (plays("web")) aimSandbox(services, options.host, listener.port);
  const worker = plays("worker") ? await startWork(services) : null;
  const pulse = startHeartbeat(services, options.roles);

  async function drain(): Promise<void> {
    const deadline = performance.now() + grace;
    const before = [...listener.open];
    closing.abort();
    services.payments.sandbox?.aim({ deliverTo: null });
    const stopped = endAll(log, [...(worker ? [worker.stop()] : []), pulse.stop()]);
    // Until these are answered the port stays open, so that a balancer reads "draining" instead of a refused connection.
    while (before.some((res) => listener.open.has(res)) && performance.now() < deadline) {
      await pause(20);
    }
    await Promise.all([listener.close(Math.max(0, deadline - performance.now())), stopped]);
    await Promise.all([visits.flush(), variants.flush()]);
    metrics.stop();
  }

  let drained: Promise<void> | undefined;
  return {
    url: `http://localhost:${listener.port}`,
    port: listener.port,
    close: () => (drained ??= drain()),
  };
}

function sendFacts(req: IncomingMessage, res: ServerResponse, status: number, facts: object): void {
  sendText(req, res, status, "application/json", JSON.stringify(facts));
}

function sendText(
  req: IncomingMessage,
  res: ServerResponse,
  status: number,
  type: string,
  body: string,
): void {
  res.writeHead(status, {
    "content-type": type,
    "content-length": Buffer.byteLength(body),
    "cache-control": "no-store",
  });
  res.end(req.method === "HEAD" ? undefined : body);
}

/** False for what is not a path or has broken percent-encoding, which frameworks parse differently. */
function isWellFormed(target: string): boolean {
  if (!target.startsWith("/")) return false;
  const path = target.split("?", 1)[0] ?? "";
  if (/[\\\0]|%00/.test(path)) return false;
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
