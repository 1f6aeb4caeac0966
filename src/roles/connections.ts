import type { Socket } from "node:net";
import { clientIp, limitKey } from "#app/lib/client-ip.ts";

export type ConnectionLimits = {
  /** Connections of all clients together. */
  total: number;
  /** Connections of one client; null behind a proxy, which connects for everybody. */
  perClient: number | null;
  /** Whether this machine itself is counted as a client; it is not, for a proxy may run on it. */
  countsLoopback?: boolean;
  /** A client with pending bytes must read at least this many … */
  leastBytes: number;
  /** … within this many milliseconds. */
  stalledMs: number;
};

/** A client at 4 kB/s can read everything; a page, a script or a small picture is read within the first interval. */
export const readingTimes = { leastBytes: 256 * 1024, stalledMs: 60_000 } as const;

export type ConnectionCounts = {
  open: number;
  /** Refused because there were too many. */
  refused: number;
  /** Closed because the client read too little. */
  stalled: number;
};

export type Connections = {
  sockets(): Iterable<Socket>;
  counts: () => ConnectionCounts;
  /** Takes a new connection, or ends it where there are too many. */
  admit: (socket: Socket) => void;
  stop(): void;
};

/** Bytes that a client had read at the start of its interval. */
type Mark = { taken: number; since: number };

const loopback = /^(?:127\.|::1$)/;

/**
 * Counts the connections and closes those of clients that hardly read: a response that waits for its client holds
 * memory, a file and a slot.
 */
export function createConnections(limits: ConnectionLimits): Connections {
  const { total, perClient, countsLoopback = false, leastBytes, stalledMs } = limits;
  const marks = new Map<Socket, Mark | null>();
  const byClient = new Map<string, number>();
  let refused = 0;
  let stalled = 0;

  function look(): void {
    const now = performance.now();
    for (const [socket, mark] of marks) {
      if (socket.writableLength === 0) {
        if (mark !== null) marks.set(socket, null);
        continue;
      }
      const taken = socket.bytesWritten - socket.writableLength;
      if (mark === null || taken - mark.taken >= leastBytes) {
        marks.set(socket, { taken, since: now });
      } else if (now - mark.since >= stalledMs) {
        stalled += 1;
        socket.destroy();
      }
    }
  }

  const timer = setInterval(look, stalledMs / 12);
  timer.unref();

  return {
    sockets: () => marks.keys(),
    counts: () => ({ open: marks.size, refused, stalled }),
    admit(socket) {
      const address = clientIp(socket.remoteAddress, undefined, false);
      const isCounted = perClient !== null && (countsLoopback || !loopback.test(address));
      const client = limitKey(address);
      const own = byClient.get(client) ?? 0;
      if (marks.size >= total || (isCounted && own >= perClient)) {
        refused += 1;
        socket.destroy();
        return;
      }
      marks.set(socket, null);
      byClient.set(client, own + 1);
      socket.once("close", () => {
        marks.delete(socket);
        const rest = (byClient.get(client) ?? 1) - 1;
        if (rest > 0) byClient.set(client, rest);
        else byClient.delete(client);
      });
    },
    stop: () => clearInterval(timer),
  };
}
