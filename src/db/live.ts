import { setTimeout as sleep } from "node:timers/promises";
import { sql, type Kysely } from "kysely";
import { Client, type ClientConfig } from "pg";
import type { Logger } from "#app/lib/log.ts";
import type { Database } from "./schema.ts";

const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 5_000;
const CHANNEL = /^[a-z][a-z0-9_]{0,62}$/;

export type LiveHandler = (payload: string) => void;

export type Live = {
  /** Calls the handler with the payload of every notification on the channel. @returns a function that unsubscribes */
  on(channel: string, handler: LiveHandler): () => void;
  /** Called when a lost connection is back: what was sent meanwhile must be read from the tables. */
  onReconnect(handler: () => void): () => void;
  /** Resolves once LISTEN is active for every channel subscribed to so far. */
  ready(): Promise<void>;
  close(): Promise<void>;
};

/**
 * Sends a notification; inside a transaction it goes out with the commit. The payload is an id, never a document:
 * PostgreSQL takes less than 8000 bytes and every process receives it.
 */
export async function notify(
  db: Kysely<Database>,
  channel: string,
  payload: string,
): Promise<void> {
  await sql`select pg_notify(${channel}, ${payload})`.execute(db);
}

/** One LISTEN connection for the whole process; reconnects by itself, waiting 0.1 s and up to 5 s between tries. */
export function openLive(target: string | ClientConfig, log: Logger): Live {
  const config = typeof target === "string" ? { connectionString: target } : target;
  const handlers = new Map<string, Set<LiveHandler>>();
  const reconnectHandlers = new Set<() => void>();
  const stop = new AbortController();
  let client: Client | null = null;
  let connectedBefore = false;
  let isListening = false;
  let listening = Promise.withResolvers<void>();
  // Nobody may be waiting when it closes.
  listening.promise.catch(() => undefined);

  function guarded(call: () => void): void {
    try {
      call();
    } catch (error) {
      log.error({ err: error }, "a live handler failed");
    }
  }

  async function connectOnce(): Promise<{ ended: Promise<void> }> {
    const next = new Client({
      ...config,
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
      application_name: "echoform-live",
    });
    const ended = Promise.withResolvers<void>();
    next.on("error", (error) => log.warn({ err: error }, "live connection lost"));
    next.on("end", () => ended.resolve());
    next.on("notification", (message) => {
      for (const handler of handlers.get(message.channel) ?? []) {
        guarded(() => handler(message.payload ?? ""));
      }
    });
    try {
      await next.connect();
      // A channel asked for while this runs goes through on(), which sees the client.
      client = next;
      for (const channel of handlers.keys()) await next.query(`listen ${channel}`);
      if (stop.signal.aborted) await next.end();
    } catch (error) {
      client = null;
      await next.end().catch(() => undefined);
      throw error;
    }
    return { ended: ended.promise };
  }

  async function keepConnected(): Promise<void> {
    let wait = FIRST_RETRY_MS;
    while (!stop.signal.aborted) {
      try {
        const connection = await connectOnce();
        wait = FIRST_RETRY_MS;
        listening.resolve();
        isListening = true;
        if (connectedBefore) for (const handler of reconnectHandlers) guarded(handler);
        connectedBefore = true;
        await connection.ended;
      } catch (error) {
        if (!stop.signal.aborted) log.warn({ err: error, retryMs: wait }, "no live connection yet");
      }
      client = null;
      if (stop.signal.aborted) break;
      if (isListening) {
        isListening = false;
        listening = Promise.withResolvers<void>();
        listening.promise.catch(() => undefined);
      }
      const jittered = wait * (0.75 + Math.random() / 2);
      await sleep(jittered, undefined, { signal: stop.signal }).catch(() => undefined);
      wait = Math.min(wait * 2, LONGEST_RETRY_MS);
    }
    listening.reject(new Error("the live connection is closed"));
  }

  async function command(text: string): Promise<void> {
    // A connection lost on the way is re-made with every channel.
    await client
      ?.query(text)
      .catch((error: unknown) => log.debug({ err: error }, `${text} failed`));
  }

  let pending: Promise<void> = Promise.resolve();
  const running = keepConnected();

  return {
    on(channel, handler) {
      if (!CHANNEL.test(channel)) throw new TypeError(`"${channel}" is no channel name`);
      const known = handlers.get(channel);
      // A wrapper of its own lets one function be given twice.
      const own: LiveHandler = (payload) => handler(payload);
      if (known) known.add(own);
      else {
        handlers.set(channel, new Set([own]));
        pending = pending.then(() => command(`listen ${channel}`));
      }
      return () => {
        const set = handlers.get(channel);
        if (!set?.delete(own) || set.size > 0) return;
        handlers.delete(channel);
        pending = pending.then(() =>
          handlers.has(channel) ? undefined : command(`unlisten ${channel}`),
        );
      };
    },
    onReconnect(handler) {
      reconnectHandlers.add(handler);
      return () => reconnectHandlers.delete(handler);
    },
    async ready() {
      await listening.promise;
      await pending;
    },
    async close() {
      stop.abort();
      await client?.end().catch(() => undefined);
      await running;
    },
  };
}
