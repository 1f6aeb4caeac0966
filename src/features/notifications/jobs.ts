import type { Services } from "#app/services.ts";
import type { EventStream } from "#app/lib/event-stream.ts";
import { castProgress, eventPosition, eventsAfter, unreadCount } from "./queries.ts";

/** The event streams of one process. */
export type Hub = {
  /** How many streams the member has open here. */
  openStreams(userId: string): number;
  /**
   * Replays missed events to a stream and keeps it up to date until it ends.
   * @param after the last event the client has seen; without it the stream starts now
   */
  join(userId: string, stream: EventStream, after: number | null): Promise<void>;
};

type HubServices = Pick<Services, "db" | "live" | "log">;
type Reader = { userId: string; stream: EventStream; sent: number; pump: () => void };

const batch = 200;
/** After which a client whose account was turned off may try again. */
const awayMs = 60_000;
/** Events come by notification; this is for a notification that was lost. */
const pollMs = 15_000;

/** Runs `work` now, or once more after the current run: calls in between are merged. */
function coalesced(work: () => Promise<void>, failed: (error: unknown) => void): () => void {
  let running = false;
  let again = false;
  const run = async () => {
    running = true;
    do {
      again = false;
      await work();
    } while (again);
  };
  return () => {
    again = true;
    if (running) return;
    run()
      .catch(failed)
      .finally(() => {
        running = false;
      });
  };
}

/** Sends the events that the client has not seen yet, in order, without gaps or duplicates. */
async function sendEvents(services: HubServices, reader: Reader): Promise<void> {
  for (;;) {
    const events = await eventsAfter(services.db, reader.userId, reader.sent, batch);
    for (const { number, name, payload } of events) {
      reader.stream.send({ name, data: payload, id: number });
      reader.sent = number;
    }
    if (events.length < batch || reader.stream.isOver()) return;
  }
}

/**
 * Listens for events and progress and passes them to the streams of this process. Notifications carry ids only:
 * the data is read from the tables, so that a lost notification delays an event and never loses it.
 */
export function openHub(services: HubServices): Hub {
  const readers = new Map<string, Set<Reader>>();
  const progressReads = new Map<string, () => void>();
  const failed = (error: unknown) => services.log.warn({ err: error }, "a stream fell behind");

  function readersOf(userId: string): ReadonlySet<Reader> {
    return readers.get(userId) ?? new Set();
  }

  async function sendProgress(userId: string, generationId?: string): Promise<void> {
    for (const data of await castProgress(services.db, userId, generationId)) {
      for (const { stream } of readersOf(userId))
        stream.send({ name: "generation.progress", data });
    }
  }

  services.live.on("events", (userId) => {
    for (const reader of readersOf(userId)) reader.pump();
  });

  services.live.on("account_off", (userId) => {
    for (const { stream } of readersOf(userId)) stream.close(awayMs);
  });

  services.live.on("progress", (payload) => {
    const [userId = "", generationId = ""] = payload.split(" ");
    if (readersOf(userId).size === 0) return;
    const known = progressReads.get(payload);
    const read =
      known ??
      coalesced(async () => {
        await sendProgress(userId, generationId);
        progressReads.delete(payload);
      }, failed);
    progressReads.set(payload, read);
    read();
  });

  services.live.onReconnect(() => {
    for (const [userId, own] of readers) {
      for (const reader of own) reader.pump();
      sendProgress(userId).catch(failed);
    }
  });

  return {
    openStreams: (userId) => readersOf(userId).size,
    async join(userId, stream, after) {
      const reader: Reader = { userId, stream, sent: after ?? 0, pump: () => undefined };
      const own = readers.get(userId) ?? new Set();
      readers.set(userId, own.add(reader));
      stream.onEnd(() => {
        own.delete(reader);
        if (own.size === 0) readers.delete(userId);
      });
      // Events published after this are announced to us; earlier ones are in the tables.
      await services.live.ready();
      const { last, whole } = await eventPosition(services.db, userId, reader.sent);
      if (after === null || !whole) {
        reader.sent = last;
        stream.mark(last);
      }
      if (after !== null && !whole) {
        const unread = await unreadCount(services.db, userId);
        stream.send({ name: "notifications.changed", data: { unread } });
      }
      reader.pump = coalesced(() => sendEvents(services, reader), failed);
      reader.pump();
      const poll = setInterval(() => reader.pump(), pollMs);
      stream.onEnd(() => clearInterval(poll));
      for (const data of await castProgress(services.db, userId)) {
        stream.send({ name: "generation.progress", data });
      }
    },
  };
}
