import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { clientIp, logPrefix } from "#app/lib/client-ip.ts";
import type { Logger } from "#app/lib/log.ts";
import type { LimitName } from "#app/lib/rate-limit.ts";
import type { RequestTimes } from "./metrics.ts";
import { problemParts } from "#app/lib/problem.ts";
import { requestIdOf } from "#app/lib/request-id.ts";

/** One request and its response: what the server knows besides the request itself. */
export type Exchange = {
  requestId: string;
  ip: string;
  log: Logger;
  /** The pattern of the route, for the log; never the address itself. */
  route: string;
  userId: string | null;
  /** For the content security policy of a page. */
  nonce: string;
  /** What the page took of the limits of its reader: whoever gets it from memory takes as much. */
  limitsTaken: LimitName[];
  /** The text of a page; null before it is rendered, and for all that is no page. */
  html: string | null;
  /** What counts the answers with the page. */
  counts: (() => void)[];
};

function single(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.at(-1) : value;
}

/** Opens an exchange; at its end, counts it and writes one access log line. */
export function openExchange(
  req: IncomingMessage,
  res: ServerResponse,
  { log, trustProxy, requests }: { log: Logger; trustProxy: boolean; requests: RequestTimes },
): Exchange {
  const began = performance.now();
  const requestId = requestIdOf(req.headers["x-request-id"], trustProxy);
  const ip = clientIp(req.socket.remoteAddress, single(req.headers["x-forwarded-for"]), trustProxy);
  const exchange: Exchange = {
    requestId,
    ip,
    log: log.child({ requestId }),
    route: "-",
    userId: null,
    nonce: randomBytes(16).toString("base64"),
    limitsTaken: [],
    html: null,
    counts: [],
  };
  res.once("close", () => {
    const ms = performance.now() - began;
    requests.observe(
      {
        method: req.method ?? "-",
        route: exchange.route,
        status: `${Math.floor(res.statusCode / 100)}xx`,
      },
      ms / 1000,
    );
    exchange.log.info(
      {
        method: req.method,
        route: exchange.route,
        status: res.statusCode,
        ms: Math.round(ms * 10) / 10,
        ip: logPrefix(ip),
        ...(exchange.userId !== null && { userId: exchange.userId }),
        ...(!res.writableFinished && { aborted: true }),
      },
      "request",
    );
  });
  return exchange;
}

/** Responds without the frameworks, e.g. for a malformed address. */
export function sendProblem(res: ServerResponse, error: unknown, requestId: string): void {
  const { status, headers, document } = problemParts(error, requestId);
  const body = JSON.stringify(document);
  res.writeHead(status, { ...headers, "content-length": Buffer.byteLength(body) }).end(body);
}
