import type { ServerResponse } from "node:http";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";

/** A response of server-sent events (HTML standard, section 9.2). */
export type EventStream = {
  /** The response that the stream is sent as (sendIfStream); what is sent before waits for it. Of HEAD it is all, and the end. */
  respond(request: Pick<Request, "method">): Response;
  /** Sends one event; `id` becomes the client's Last-Event-ID. A client that does not keep up is dropped. */
  send(event: { name: string; data: unknown; id?: number }): void;
  /** Sets only the client's Last-Event-ID. */
  mark(id: number): void;
  /** Ends the stream and tells the client to reconnect after that many milliseconds. */
  close(retryMs: number): void;
  /** Calls back when the stream ends, from either side; at once when it has. */
  onEnd(callback: () => void): void;
  /** Whether it has ended. */
  isOver(): boolean;
};

/** The type of the response, and what browsers ask for when they want one. */
export const eventStreamType = "text/event-stream";

const headers = {
  "content-type": eventStreamType,
  "cache-control": "no-store, no-transform",
  "x-accel-buffering": "no",
};

/** Bytes that may be buffered for a client before it is dropped. */
const waitingLimit = 256 * 1024;
const heartbeatMs = 15_000;

/** How the stream that a response stands for is sent. */
const senders = new WeakMap<Response, (res: ServerResponse) => void>();

/**
 * Sends the stream that a response stands for by Node's own response. The body of a Response is a stream of the web, which
 * would take 5 kB more for each client (decision 498).
 * @returns what tells Hono's server that it has been sent; any other response as it is
 */
export function sendIfStream(response: Response, res: ServerResponse): Response {
  const send = senders.get(response);
  if (send === undefined) return response;
  send(res);
  // A whole copy: of responses made in its own short form Hono's server does not read the mark.
  return RESPONSE_ALREADY_SENT.clone();
}

/**
 * Opens an event stream. A comment is sent every 15 s as a heartbeat for proxies and clients.
 * @param retryMs after which a client reconnects when the connection breaks
 */
export function openEventStream(retryMs: number): EventStream {
  /** Null before the response begins. */
  let out: ServerResponse | null = null;
  let waiting = `retry: ${retryMs}\n\n`;
  let isOver = false;
  let isSlow = false;
  const callbacks: (() => void)[] = [];
  const heartbeat = setInterval(() => write(": alive\n\n"), heartbeatMs);

  function end(): void {
    if (isOver) return;
    isOver = true;
    clearInterval(heartbeat);
    for (const callback of callbacks.splice(0)) callback();
  }

  function write(text: string): void {
    if (isOver) return;
    if (out === null) waiting += text;
    else out.write(text);
    isSlow = (out?.writableLength ?? waiting.length) > waitingLimit;
    if (!isSlow) return;
    out?.destroy();
    end();
  }

  function begin(res: ServerResponse): void {
    if (isSlow || res.destroyed) {
      res.destroy();
      end();
      return;
    }
    res.writeHead(200, headers);
    if (isOver) {
      res.end(waiting);
      return;
    }
    out = res;
    res.on("close", end);
    res.write(waiting);
    waiting = "";
  }

  return {
    respond({ method }) {
      const response = new Response(null, { headers });
      if (method === "HEAD") end();
      else senders.set(response, begin);
      return response;
    },
    send({ name, data, id }) {
      const number = id === undefined ? "" : `id: ${id}\n`;
      write(`${number}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
    },
    mark(id) {
      write(`id: ${id}\n\n`);
    },
    close(hintMs) {
      write(`retry: ${hintMs}\n\n`);
      out?.end();
      end();
    },
    onEnd(callback) {
      if (isOver) callback();
      else callbacks.push(callback);
    },
    isOver: () => isOver,
  };
}
