import { useState } from "react";
import { t } from "#app/language/message.ts";
import { movedBefore } from "#app/rules/queue-order.ts";
import { useMutation } from "#app/ui/data/use-mutation.ts";
import { useQuery } from "#app/ui/data/use-query.ts";
import { useEvents } from "#app/features/notifications/ui/events.tsx";
import type { Cast } from "../queries.ts";
import type { QueueChange } from "../inputs.ts";
import type { Queue } from "../queries/queue.ts";
import { api } from "./api.ts";

/** How often the places in line are read again while a cast waits, in ms: no event announces them. */
const pollMs = 5000;

type Change = { cast: Cast; to: Omit<QueueChange, "version"> };

/** The list with the change in it, as the server will answer it. */
function withChange(queue: Queue, { cast, to }: Change): Queue {
  const ids = queue.items.map(({ id }) => id);
  const order = to.before === undefined ? ids : (movedBefore(ids, cast.id, to.before) ?? ids);
  const byId = new Map(queue.items.map((item) => [item.id, item]));
  const items = order.flatMap((id) => byId.get(id) ?? []);
  return { ...queue, items };
}

/** The member's waiting casts, kept current by the event stream, and what can be done with them. */
export function useQueue(memberId: string, rendered: Queue) {
  const [said, say] = useState("");
  const query = useQuery<Queue>(
    `queue ${memberId}`,
    (signal) => api.get("/api/queue", { signal }),
    {
      everyMs: pollMs,
    },
  );
  const { data, again, change } = query;
  const queue = data ?? rendered;
  const last = queue.items.length - 1;
  /** Before the first answer there is nothing yet that could be changed. */
  const show = (next: Queue) => (data === null ? again() : change(() => next));

  useEvents((event) => {
    if (event.name === "opened") {
      void again();
      return;
    }
    if (!event.name.startsWith("generation.")) return;
    const { generationId, state } = event.payload;
    const isKnown = queue.items.some(({ id }) => id === generationId);
    // The progress of casts that are being drawn changes nothing here.
    if (isKnown || state === "queued") void again();
  });

  const shared = { onDone: show, onRefused: () => again() };
  const changing = useMutation(
    ({ cast, to }: Change) =>
      api.patch("/api/queue/:id", {
        param: { id: cast.id },
        json: { version: cast.version, ...to },
      }),
    {
      ...shared,
      // One after the other: each names the version that the one before has made.
      parallel: false,
      optimistic(input) {
        if (data === null) return () => undefined;
        change((now) => withChange(now, input));
        return () => change(() => data);
      },
      refusedTitle: t`The queue was not changed`,
    },
  );
  const pausing = useMutation(
    (isPaused: boolean) => api.post("/api/queue/pause", { json: { isPaused } }),
    shared,
  );
  const cancelling = useMutation(
    ({ id }: Cast) => api.post("/api/generations/:id/cancel", { param: { id } }),
    { parallel: true, onDone: () => again(), onRefused: () => again() },
  );

  async function move(from: number, to: number) {
    const place = Math.max(0, Math.min(last, to));
    if (place === from || changing.busy) return;
    const rest = queue.items.toSpliced(from, 1);
    const cast = queue.items[from];
    const done = await changing.run({ cast, to: { before: rest[place]?.id ?? null } });
    if (done) say(t`${cast.prompt}: place ${place + 1} of ${last + 1}`);
  }
  async function set(cast: Cast, to: Change["to"], then: string) {
    if (await changing.run({ cast, to })) say(then);
  }
  async function pauseAll(isPaused: boolean) {
    if (await pausing.run(isPaused)) say(isPaused ? t`All casts are paused` : t`All casts go on`);
  }
  async function cancel(cast: Cast) {
    if (await cancelling.run(cast)) say(t`${cast.prompt}: cancelled, its credits are back`);
  }

  return { queue, said, busy: changing.busy || pausing.busy, show, move, set, pauseAll, cancel };
}
