import { request, type ClientRequest } from "node:http";

/** An event as a client got it. */
export type HeardEvent = {
  /** Its number among the member's events; null for one that is not stored. */
  id: number | null;
  name: string;
  data: Record<string, unknown>;
  /** By performance.now(). */
  at: number;
};

export type StreamReader = {
  /** Resolves at the first position from the server: nothing is missed after that. */
  opened: Promise<void>;
  /** How often it was connected. */
  connections(): number;
  /** The status of the last answer that was no stream. */
  refusal(): number | null;
  /** Cuts the connection as a bad network does; the reader reconnects. */
  cut(): void;
  close(): void;
};

export type StreamReading = {
  /** Of the server at this moment: it may have moved. */
  url: () => string;
  cookie: string;
  onEvent: (event: HeardEvent) => void;
  /** Milliseconds until it connects again; by default as long as the server said. */
  wait?: () => number;
};

/**
 * Reads a member's events over HTTP as a browser does: connects again when the connection breaks, with the number of
 * the last whole event that it has seen.
 */
export function readEvents({ url, cookie, onEvent, wait }: StreamReading): StreamReader {
  const opened = Promise.withResolvers<void>();
  let open: ClientRequest | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last = "";
  let retryMs = 1000;
  let connections = 0;
  let refusal: number | null = null;
  let closed = false;

  function take(block: string) {
    let [name, data] = ["message", ""];
    let id: number | null = null;
    for (const line of block.split("\n")) {
      const at = line.indexOf(": ");
      const value = line.slice(at + 2);
      const field = line.slice(0, at);
      if (field === "id") {
        last = value;
        id = Number(value);
        opened.resolve();
      } else if (field === "event") name = value;
      else if (field === "data") data = value;
      else if (field === "retry") retryMs = Number(value);
    }
    if (data === "") return;
    onEvent({ id, name, data: JSON.parse(data), at: performance.now() });
  }

  function connect() {
    const call = request(new URL("/api/notifications/stream", url()), {
      agent: false,
      headers: { cookie, ...(last !== "" && { "last-event-id": last }) },
    });
    open = call;
    // Data that still arrives on a cut connection is ignored.
    const isMine = () => open === call;
    const again = () => {
      if (!isMine()) return;
      open = null;
      if (!closed) timer = setTimeout(connect, wait?.() ?? retryMs);
    };
    call.on("error", again);
    call.on("response", (answer) => {
      if (answer.statusCode !== 200) {
        refusal = answer.statusCode ?? 0;
        answer.resume().on("close", again);
        return;
      }
      connections += 1;
      let text = "";
      answer.setEncoding("utf8").on("data", (chunk: string) => {
        if (!isMine()) return;
        text += chunk;
        for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
          take(text.slice(0, end));
          text = text.slice(end + 2);
        }
      });
      answer.on("error", again).on("close", again);
    });
    call.end();
  }

  function drop() {
    const call = open;
    open = null;
    call?.destroy();
  }
  connect();
  return {
    opened: opened.promise,
    connections: () => connections,
    refusal: () => refusal,
    cut() {
      if (!open || closed || last === "") return;
      drop();
      timer = setTimeout(connect, wait?.() ?? retryMs);
    },
    close() {
      closed = true;
      clearTimeout(timer);
      drop();
    },
  };
}
