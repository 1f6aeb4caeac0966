/**
 * Answers plain requests for files in memory as soon as their bytes arrive. Node's objects for a request and its response take twice as long
 * as everything else about such an answer, so they are made only for requests that need them (decision 410).
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** The whole answer to a GET of a path (with its query), head included; null where it takes more than sending bytes. */
export type Instant = (path: string) => Buffer | null;

type FastLane = {
  /** Looks at what arrives on a connection that Node's server has taken over just now. */
  watch(socket: Socket): void;
  /** Node's server begins to answer a request. */
  begin(req: IncomingMessage, res: ServerResponse): void;
  /** From now on everything goes to Node's server. */
  close(): void;
};

/** Longer heads are for Node's server. */
const longestHead = 4_096;
const field = /^([!#$%&'*+.^_`|~\w-]+):[ \t]*([\t\x20-\x7e\x80-\xff]*)$/;
/** Fields that announce a body or another protocol: where such a request ends is for Node's parser to say. */
const openEnded = new Set(["content-length", "transfer-encoding", "upgrade", "expect", "trailer"]);
/** Fields that change the answer. */
const asking = new Set([
  "range",
  "if-range",
  "if-match",
  "if-none-match",
  "if-modified-since",
  "if-unmodified-since",
]);

/**
 * What the rest of a request's head is, from behind its path on: "plain" asks for the file and nothing else, "whole" ends with its head but
 * wants something of its own, and everything else is null.
 */
export function kindOfHead(rest: string): "plain" | "whole" | null {
  const [version, ...lines] = rest.split("\r\n");
  if (version !== " HTTP/1.1" || lines.pop() !== "" || lines.pop() !== "") return null;
  let hosts = 0;
  let kind: "plain" | "whole" = "plain";
  for (const line of lines) {
    const [, name, value] = field.exec(line) ?? [];
    if (name === undefined) return null;
    const known = name.toLowerCase();
    if (openEnded.has(known)) return null;
    if (known === "connection" && value.trim().toLowerCase() !== "keep-alive") return null;
    if (known === "host") hosts += 1;
    if (asking.has(known)) kind = "whole";
  }
  return hosts === 1 ? kind : null;
}

/** What is known of a connection. */
type Lane = {
  /** Requests that Node's server is answering. */
  pending: number;
  /** Whether Node's parser is between two requests: then the next bytes begin one. */
  isBetween: boolean;
  /** The rest of the last head, which a client repeats from one picture to the next, and what it is. */
  rest: string;
  kind: ReturnType<typeof kindOfHead>;
};

export function createFastLane(instant: Instant): FastLane {
  const lanes = new WeakMap<Socket, Lane>();
  let isClosed = false;

  /** The path of the GET that the bytes are, no more and no less; null for anything else. */
  function pathIn(lane: Lane, chunk: Buffer): string | null {
    const head = chunk.length <= longestHead ? chunk.toString("latin1") : "";
    const end = head.startsWith("GET /") ? head.indexOf(" ", 4) : -1;
    if (end === -1) return null;
    const rest = head.slice(end);
    if (rest !== lane.rest) [lane.rest, lane.kind] = [rest, kindOfHead(rest)];
    return lane.kind === null ? null : head.slice(4, end);
  }

  function answerTo(path: string, lane: Lane, socket: Socket): Buffer | null {
    const isFree = lane.pending === 0 && socket.writableLength === 0 && !socket.writableEnded;
    return isFree && !isClosed && lane.kind === "plain" ? instant(path) : null;
  }

  return {
    watch(socket) {
      const listeners = socket.listeners("data");
      // Node's server reads by one listener; anything else is a server that this does not know.
      if (listeners.length !== 1 || socket.destroyed) return;
      const [give] = listeners as ((chunk: Buffer) => void)[];
      // Node's limit of time for a head begins with the connection and ends with its first request, which is therefore left to it.
      let isFirst = true;
      const lane: Lane = { pending: 0, isBetween: true, rest: "", kind: null };
      lanes.set(socket, lane);
      socket.removeListener("data", give);
      socket.on("data", (chunk: Buffer) => {
        const path = lane.isBetween ? pathIn(lane, chunk) : null;
        const answer = path === null || isFirst ? null : answerTo(path, lane, socket);
        if (answer !== null) {
          socket.write(answer);
          return;
        }
        isFirst = false;
        if (path === null) lane.isBetween = false;
        give.call(socket, chunk);
      });
    },
    begin({ socket }, res) {
      const lane = lanes.get(socket);
      if (lane === undefined) return;
      lane.pending += 1;
      res.once("close", () => {
        lane.pending -= 1;
      });
    },
    close() {
      isClosed = true;
    },
  };
}
