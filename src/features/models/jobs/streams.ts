import type { EventStream } from "#app/lib/event-stream.ts";
import type { Services } from "#app/services.ts";
import { modelList } from "../queries.ts";
import { modelsChanged, modelsProgress } from "../queries/rows.ts";

type StreamServices = Pick<Services, "db" | "live" | "localModels" | "log" | "modelFiles">;

/** The least time between two events of a stream. */
const everyMs = 500;
/** What no notification tells: which model is in memory, and how full the disk is. */
const lookMs = 5_000;

/** The streams of this process that show models. */
export type ModelStreams = {
  /** How many streams the admin has open here. */
  open(userId: string): number;
  /** Sends all models now, and whenever one changes, at most twice a second, until the stream ends. */
  join(userId: string, stream: EventStream): Promise<void>;
};

export function openModelStreams(services: StreamServices): ModelStreams {
  const readers = new Map<EventStream, string>();
  let timer: NodeJS.Timeout | null = null;
  let looking: NodeJS.Timeout | null = null;
  let sentAt = -Infinity;
  let latest = "";

  async function send(): Promise<void> {
    timer = null;
    sentAt = performance.now();
    if (readers.size === 0) return;
    const list = await modelList(services);
    const { at: _, ...said } = list;
    const text = JSON.stringify(said);
    if (text === latest) return;
    latest = text;
    for (const stream of readers.keys()) stream.send({ name: "models", data: list });
  }
  function schedule(): void {
    if (timer !== null || readers.size === 0) return;
    timer = setTimeout(
      () => {
        send().catch((err: unknown) =>
          services.log.warn({ err }, "a stream of models fell behind"),
        );
      },
      Math.max(0, sentAt + everyMs - performance.now()),
    );
  }
  services.live.on(modelsChanged, schedule);
  services.live.on(modelsProgress, schedule);
  services.live.onReconnect(schedule);

  function leave(stream: EventStream): void {
    readers.delete(stream);
    if (readers.size > 0 || looking === null) return;
    clearInterval(looking);
    looking = null;
  }

  return {
    open: (userId) => [...readers.values()].filter((id) => id === userId).length,
    async join(userId, stream) {
      readers.set(stream, userId);
      stream.onEnd(() => leave(stream));
      looking ??= setInterval(schedule, lookMs);
      await services.live.ready();
      stream.send({ name: "models", data: await modelList(services) });
    },
  };
}
