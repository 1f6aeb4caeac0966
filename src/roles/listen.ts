import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { answerBadRequest } from "./bad-request.ts";
import { limitBodyTime, requestMs, usualBodyTime, type BodyTime } from "./body-time.ts";

export type Handler = (req: IncomingMessage, res: ServerResponse) => void;

export type Listener = {
  port: number;
  /** Answers that are not finished yet. */
  open: ReadonlySet<ServerResponse>;
  /** Takes no more connections; resolves when the last answer is out, at the latest after `limit` ms. */
  close(limit: number): Promise<void>;
};

/** Times and sizes that no client can stretch (reliability guide, section 4). */
const serverOptions = {
  headersTimeout: 15_000,
  // For the longest body there is; the others are held to their own time by limitBodyTime.
  requestTimeout: requestMs.longest,
  keepAliveTimeout: 5_000,
  maxHeaderSize: 16_384,
  connectionsCheckingInterval: 1_000,
};

function bind(server: Server, host: string, port: number): Promise<Server> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host, port }, () => {
      server.off("error", reject);
      resolve(server);
    });
  });
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}

/** "localhost" means both loopback addresses, for clients differ in which one they try. */
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

/**
 * Listens with Node's own server.
 * @param bodyTime how long the body of a request may take
 * @throws Error with code EADDRINUSE when the port is taken
 */
export async function listen(
  handle: Handler,
  host: string,
  port: number,
  bodyTime: BodyTime = usualBodyTime,
): Promise<Listener> {
  const open = new Set<ServerResponse>();
  const sockets = new Set<Socket>();

  const make = () =>
    createServer(serverOptions, (req, res) => {
      open.add(res);
      res.once("close", () => open.delete(res));
      limitBodyTime(req, res, bodyTime);
      handle(req, res);
    })
      .on("clientError", answerBadRequest)
      .on("connection", (socket) => {
        sockets.add(socket);
        socket.once("close", () => sockets.delete(socket));
      });

  /** Also those that never sent anything, which Node does not count as idle. */
  function closeQuiet(): void {
    const busy = new Set([...open].map((res) => res.socket));
    for (const socket of sockets) if (!busy.has(socket)) socket.destroy();
  }

  const servers = await bindAll(make, host, port);
  return {
    port: portOf(servers[0]),
    open,
    async close(limit) {
      const all = Promise.all(servers.map(closed));
      closeQuiet();
      const quiet = setInterval(closeQuiet, 50);
      const rest = setTimeout(() => sockets.forEach((socket) => socket.destroy()), limit);
      await all;
      clearInterval(quiet);
      clearTimeout(rest);
    },
  };
}
