import type { Socket } from "node:net";
import { clientIp, limitKey } from "#app/lib/client-ip.ts";

export type ConnectionLimits = {
  /** Connections of everybody together. */
  total: number;
  /** Connections of one client; null behind a proxy, whose connections are everybody's. */
  perClient: number | null;
  /** Whether this machine itself is counted as a client; it is not, for a proxy may run on it. */
  countsLoopback?: boolean;
  /** A reader for whom bytes wait must take so many … */
  leastBytes: number;
  /** … within so many milliseconds. */
  stalledMs: number;
};

/** A line of 4 kB a second can read everything; a page, a script or a small picture is read within its first turn. */
export const readingTimes = { leastBytes: 256 * 1024, stalledMs: 60_000 } as const;

export type ConnectionCounts = {
  open: number;
  /** Turned away because there were too many. */
  refused: number;
  /** Ended because the reader took too little. */
  stalled: number;
};

export type Connections = {
  sockets(): Iterable<Socket>;
  counts: () => ConnectionCounts;
  /** Takes a new connection, or ends it where there are too many. */
  admit: (socket: Socket) => void;
  stop(): void;
};

/** What one reader had taken when its time began. */
type Mark = { taken: number; since: number };

const loopback = /^(?:127\.|::1$)/;

/**
 * Keeps count of the connections and ends those of readers who hardly read: an answer that waits for its reader holds
 * memory, a file and its place.
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
