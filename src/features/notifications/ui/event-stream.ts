import { paths } from "#app/paths.ts";

/** Names of the server's events (docs/api.md) that pages listen to. */
const serverEvents = [
  "generation.progress",
  "generation.done",
  "generation.failed",
  "notification",
  "notifications.changed",
  "balance",
] as const;

export type StreamEvent =
  | { name: (typeof serverEvents)[number]; payload: Record<string, unknown> }
  /** Sent by this module: the stream is complete from now on; read what changed while there was no connection. */
  | { name: "opened" };

type Listener = (event: StreamEvent) => void;

const retryAfterMs = [1000, 2000, 5000, 10_000];

/** One connection, which reconnects until it is stopped. The browser itself resumes a broken one by Last-Event-ID. */
function connect(listener: Listener): () => void {
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let last = "";

  function open() {
    const current = new EventSource(paths.api.events({ lastEventId: last }));
    source = current;
    current.addEventListener("open", () => {
      failures = 0;
      listener({ name: "opened" });
    });
    for (const name of serverEvents) {
      current.addEventListener(name, (event: MessageEvent<string>) => {
        if (event.lastEventId) last = event.lastEventId;
        listener({ name, payload: JSON.parse(event.data) });
      });
    }
    current.addEventListener("error", () => {
      // While connecting, the browser retries by itself. Once closed, the server has refused and we retry.
      if (current.readyState !== EventSource.CLOSED) return;
      timer = setTimeout(open, retryAfterMs[Math.min(failures, retryAfterMs.length - 1)]);
      failures += 1;
    });
  }

  open();
  return () => {
    clearTimeout(timer);
    source?.close();
  };
}

/**
 * The member's events in this tab. One tab of the browser holds the connection and passes the events
 * on to the others; when it closes, another takes over. Browsers without locks connect in every tab.
 * Call the result to stop.
 */
export function openEventStream(memberId: string, listener: Listener): () => void {
  if (!("locks" in navigator)) return connect(listener);
  const name = `echoform-events-${memberId}`;
  const channel = new BroadcastChannel(name);
  const stopped = new AbortController();
  channel.addEventListener("message", (event: MessageEvent<StreamEvent>) => listener(event.data));
  /** Keeps the connection until this tab stops. */
  async function hold() {
    // Granted in the moment in which this tab stopped listening.
    if (stopped.signal.aborted) return;
    const close = connect((event) => {
      listener(event);
      // A channel is bound to its origin; only windows take one.
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      channel.postMessage(event);
    });
    await new Promise<void>((resolve) => {
      stopped.signal.addEventListener("abort", () => {
        close();
        resolve();
      });
    });
  }
  async function takeTurns() {
    const isHeld = await navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
      if (lock !== null) await hold();
      return lock === null;
    });
    if (!isHeld || stopped.signal.aborted) return;
    // Another tab has the connection: from here on this tab receives its events.
    listener({ name: "opened" });
    await navigator.locks.request(name, { signal: stopped.signal }, hold);
  }
  // The only possible rejection is the abort of a tab that never held the connection.
  void takeTurns().catch(() => undefined);
  return () => {
    stopped.abort();
    channel.close();
  };
}
