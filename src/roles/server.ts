import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { RoleName } from "../env.ts";
import { AppError } from "../lib/errors.ts";
import { createLimits } from "../lib/rate-limit.ts";
import { baseHeaders } from "../lib/security-headers.ts";
import type { Services } from "../services.ts";
import { openExchange, sendProblem } from "./exchange.ts";
import { answerBadRequest } from "./bad-request.ts";
import { createReadiness } from "./health.ts";
import { createPages, type PageBuild } from "./pages.ts";
import { createStaticFiles } from "./static-files.ts";
import { createWeb } from "./web.ts";

export type ServerOptions = {
  roles: readonly RoleName[];
  /** 0 takes any free one. */
  port: number;
  host: string;
  /** The built pages; null serves the API without them. */
  pages: { build: PageBuild; files: string } | null;
};

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
  const plays = (role: RoleName) => options.roles.includes(role);
  const closing = new AbortController();
  const readiness = createReadiness(services, () => closing.signal.aborted);
  const { pages } = options;
  const files = plays("web") && pages ? createStaticFiles(pages.files) : null;
  const web = plays("web")
    ? createWeb(services, {
        limits: createLimits(env.RATE_LIMIT_FACTOR),
        closing: closing.signal,
        pages: pages && createPages(pages.build, services),
      })
    : null;
  const headers = Object.entries(baseHeaders(env.SERVER_URL.startsWith("https:")));
  const open = new Set<ServerResponse>();

  function handle(req: IncomingMessage, res: ServerResponse): void {
    const target = req.url ?? "";
    for (const [name, value] of headers) res.setHeader(name, value);
    if (closing.signal.aborted) res.setHeader("connection", "close");
    if (target === "/healthz") return sendHealth(req, res, 200, { status: "alive" });
    if (target === "/readyz") return void sendReadiness(req, res);
    const exchange = openExchange(req, res, log, env.TRUST_PROXY);
    res.setHeader("x-request-id", exchange.requestId);
    open.add(res);
    res.once("close", () => open.delete(res));
    if (!isWellFormed(target)) {
      return sendProblem(res, new AppError("invalid-request"), exchange.requestId);
    }
    if (files?.(req, res)) {
      exchange.route = "file";
    } else if (web) {
      web(req, res, exchange);
    } else {
      sendProblem(res, new AppError("not-found"), exchange.requestId);
    }
  }

  async function sendReadiness(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { ready, draining, checks } = await readiness();
    const status = draining ? "draining" : ready ? "ready" : "not-ready";
    if (!ready) res.setHeader("retry-after", "5");
    sendHealth(req, res, ready ? 200 : 503, { status, checks });
  }

  const servers = await listen(handle, options.host, options.port);
  const port = (servers[0].address() as AddressInfo).port;

  async function drain(): Promise<void> {
    const deadline = performance.now() + grace;
    const before = [...open];
    closing.abort();
    // Until those are answered the address stays open, so that a balancer reads "draining" rather than nothing.
    while (before.some((res) => open.has(res)) && performance.now() < deadline) await pause(20);
    const closed = Promise.all(servers.map(closeServer));
    const idle = setInterval(() => servers.forEach((server) => server.closeIdleConnections()), 50);
    const rest = setTimeout(
      () => servers.forEach((server) => server.closeAllConnections()),
      Math.max(0, deadline - performance.now()),
    );
    await closed;
    clearInterval(idle);
    clearTimeout(rest);
  }

  let drained: Promise<void> | undefined;
  return {
    url: `http://localhost:${port}`,
    port,
    close: () => (drained ??= drain()),
  };
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function sendHealth(
  req: IncomingMessage,
  res: ServerResponse,
  status: number,
  facts: object,
): void {
  const body = JSON.stringify(facts);
  res.writeHead(status, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
    "cache-control": "no-store",
  });
  res.end(req.method === "HEAD" ? undefined : body);
}

/** False for what is no path or has broken percent-encoding, which frameworks read differently. */
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

function bind(server: Server, host: string, port: number): Promise<Server> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host, port }, () => {
      server.off("error", reject);
      resolve(server);
    });
  });
}

/** "localhost" means both loopback addresses, for clients differ in which one they try. */
async function listen(
  handle: (req: IncomingMessage, res: ServerResponse) => void,
  host: string,
  port: number,
): Promise<[Server, ...Server[]]> {
  const make = () => {
    const server = createServer(
      {
        headersTimeout: 15_000,
        requestTimeout: 30_000,
        keepAliveTimeout: 5_000,
        maxHeaderSize: 16_384,
        connectionsCheckingInterval: 1_000,
      },
      handle,
    );
    return server.on("clientError", answerBadRequest);
  };
  if (host !== "localhost") return [await bind(make(), host, port)];
  const first = await bind(make(), "127.0.0.1", port);
  const taken = (first.address() as AddressInfo).port;
  const second = await bind(make(), "::1", taken).catch(async (error: unknown) => {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "EADDRNOTAVAIL" || code === "EAFNOSUPPORT") return null;
    await closeServer(first);
    throw error;
  });
  return second ? [first, second] : [first];
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}
