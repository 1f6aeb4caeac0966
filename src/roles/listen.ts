import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { answerBadRequest } from "./bad-request.ts";
import { limitBodyTime, requestMs, usualBodyTime, type BodyTime } from "./body-time.ts";
import {
  createConnections,
  readingTimes,
  type ConnectionCounts,
  type ConnectionLimits,
} from "./connections.ts";
import { createFastLane, type Instant } from "./fast-lane.ts";
import { discardUnreadBody } from "./unread-body.ts";

export type Handler = (req: IncomingMessage, res: ServerResponse) => void;

export type Listener = {
  port: number;
  /** Responses in progress. */
  open: ReadonlySet<ServerResponse>;
  connections: () => ConnectionCounts;
  /** Accepts no more connections; resolves when the last response is sent, at the latest after `limit` ms. */
  close(limit: number): Promise<void>;
};

export type ListenOptions = {
  /** How long the body of a request may take. */
  bodyTime?: BodyTime;
  connections?: Partial<ConnectionLimits>;
  /** Answers from memory, for which no request is handled. */
  instant?: Instant;
};

/** Times and sizes that no client can exceed. */
const serverOptions = {
  headersTimeout: 15_000,
  // For the longest body; limitBodyTime limits the others.
  requestTimeout: requestMs.longest,
  keepAliveTimeout: 5_000,
  maxHeaderSize: 16_384,
  connectionsCheckingInterval: 1_000,
};

/**
 * Backlog of connections; the system may allow fewer. Of Node's default of 511 a flood leaves none to others,
 * whose system retries after 1, 3 and 7 seconds.
 */
const backlog = 4_096;

function bind(server: Server, host: string, port: number): Promise<Server> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host, port, backlog }, () => {
      server.off("error", reject);
      resolve(server);
    });
  });
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}

/** "localhost" means both loopback addresses, because clients differ in which one they try. */
async function bindAll(
  make: () => Server,
  host: string,
  port: number,
): Promise<[Server, ...Server[]]> {
  if (host !== "localhost") return [await bind(make(), host, port)];
  const first = await bind(make(), "127.0.0.1", port);
  try {
    return [first, await bind(make(), "::1", portOf(first))];
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    // A machine without IPv6.
    if (code === "EADDRNOTAVAIL" || code === "EAFNOSUPPORT") return [first];
    await closed(first);
    throw error;
  }
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

const usualConnections: ConnectionLimits = { total: 2_000, perClient: 500, ...readingTimes };

/**
 * Listens with Node's own server.
 * @throws Error with code EADDRINUSE when the port is taken
 */
export async function listen(
  handle: Handler,
  host: string,
  port: number,
  { bodyTime = usualBodyTime, connections: limits = {}, instant }: ListenOptions = {},
): Promise<Listener> {
  const open = new Set<ServerResponse>();
  const connections = createConnections({ ...usualConnections, ...limits });
  const lane = instant === undefined ? null : createFastLane(instant);

  const make = () =>
    createServer(serverOptions, (req, res) => {
      open.add(res);
      res.once("close", () => open.delete(res));
      lane?.begin(req, res);
      limitBodyTime(req, res, bodyTime);
      discardUnreadBody(req, res);
      handle(req, res);
    })
      .on("clientError", answerBadRequest)
      .on("connection", (socket) => {
        connections.admit(socket);
        lane?.watch(socket);
      });

  /** Also those that never sent anything, which Node does not count as idle. */
  function closeQuiet(): void {
    const busy = new Set([...open].map((res) => res.socket));
    for (const socket of connections.sockets()) {
      if (!busy.has(socket) && socket.writableLength === 0) socket.destroy();
    }
  }

  const servers = await bindAll(make, host, port);
  return {
    port: portOf(servers[0]),
    open,
    connections: connections.counts,
    async close(limit) {
      lane?.close();
      const all = Promise.all(servers.map(closed));
      closeQuiet();
      const quiet = setInterval(closeQuiet, 50);
      const rest = setTimeout(() => {
        for (const socket of connections.sockets()) socket.destroy();
      }, limit);
      await all;
      connections.stop();
      clearInterval(quiet);
      clearTimeout(rest);
    },
  };
}
