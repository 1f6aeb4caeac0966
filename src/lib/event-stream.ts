/** A response of server-sent events (HTML standard, section 9.2). */
export type EventStream = {
  response: Response;
  /** Sends one event; `id` becomes the client's Last-Event-ID. A client that does not keep up is dropped. */
  send(event: { name: string; data: unknown; id?: number }): void;
  /** Sets only the client's Last-Event-ID. */
  mark(id: number): void;
  /** Ends the stream and tells the client to reconnect after that many milliseconds. */
  close(retryMs: number): void;
  /** Aborts when the stream ends, from either side. */
  ended: AbortSignal;
};

/** Bytes that may be buffered for a client before it is dropped. */
const waitingLimit = 256 * 1024;
const heartbeatMs = 15_000;

/**
 * Opens an event stream. A comment is sent every 15 s as a heartbeat for proxies and clients.
 * @param retryMs after which a client reconnects when the connection breaks
 */
export function openEventStream(retryMs: number): EventStream {
  const encoder = new TextEncoder();
  const over = new AbortController();
  let sink: ReadableStreamDefaultController<Uint8Array> | null = null;
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        sink = controller;
      },
      cancel() {
        end();
      },
    },
    new ByteLengthQueuingStrategy({ highWaterMark: waitingLimit }),
  );
  const heartbeat = setInterval(() => write(": alive\n\n"), heartbeatMs);

  function end(): void {
    sink = null;
    clearInterval(heartbeat);
    over.abort();
  }

  function write(text: string): void {
    if (!sink) return;
    sink.enqueue(encoder.encode(text));
    if ((sink.desiredSize ?? 0) > 0) return;
    sink.error(new Error("the reader is too slow"));
    end();
  }

  write(`retry: ${retryMs}\n\n`);
  return {
    ended: over.signal,
    response: new Response(body, {
      headers: {
        "content-type": "text/event-stream",
        "cache-control": "no-store, no-transform",
        "x-accel-buffering": "no",
      },
    }),
    send({ name, data, id }) {
      const number = id === undefined ? "" : `id: ${id}\n`;
      write(`${number}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
    },
    mark(id) {
      write(`id: ${id}\n\n`);
    },
    close(hintMs) {
      write(`retry: ${hintMs}\n\n`);
      sink?.close();
      end();
    },
  };
}
