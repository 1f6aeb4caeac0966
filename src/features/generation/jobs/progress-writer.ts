import type { EngineProgress } from "#app/adapters/engines/port.ts";
import type { Services } from "#app/services.ts";
import { announceProgress } from "#app/features/notifications/commands.ts";
import type { Generation } from "../commands/close.ts";
import { previewKey } from "../queries/preview-key.ts";
import { progressOf, type ProgressEntry, type TilePicture } from "../queries/progress.ts";

/** At most four writes a second for one generation. */
const writeEveryMs = 250;
const previewEveryMs = 500;
const previewRequest = { width: 256, height: 256, quality: 60, format: "webp" } as const;

export type ProgressWriter = {
  /** Records the engine's progress; it is written and announced soon. */
  report(progress: EngineProgress): void;
  /** Sets what the undelivered pictures wait for. */
  stage(stage: string): void;
  /** The entries as they would be with this picture delivered. */
  withPicture(index: number, picture: TilePicture): ProgressEntry[];
  /** Takes over entries that another statement has written; runs when no write of ours is under way. */
  exclusively(write: () => Promise<ProgressEntry[] | null>): Promise<void>;
  isDelivered(index: number): boolean;
  delivered(): number[];
  /** Stops writing; resolves when no write is in flight. Deletes the previews. */
  close(): Promise<void>;
};

type WriterServices = Pick<Services, "db" | "env" | "imaging" | "log" | "storage">;

/**
 * Keeps the progress of one attempt: in memory at once, in the generation's row and to the tabs at most four times
 * a second. Every write is fenced by the attempt; one that finds no row says that the lease is lost.
 */
export function openProgress(
  services: WriterServices,
  row: Generation,
  onLost: () => void,
): ProgressWriter {
  let entries = progressOf(row.progress).map((entry) => ({ ...entry }));
  let closed = false;
  let timer: NodeJS.Timeout | null = null;
  let writtenAt = -Infinity;
  let tail: Promise<void> = Promise.resolve();
  let previewing: Promise<void> | null = null;
  const previewedAt = new Map<number, number>();
  let previews = 0;

  const failed = (error: unknown) =>
    services.log.warn({ err: error, generationId: row.id }, "progress could not be written");

  function inTurn(work: () => Promise<void>): Promise<void> {
    const turn = tail.then(work);
    tail = turn.catch(() => undefined);
    return turn;
  }

  async function write(): Promise<void> {
    if (closed) return;
    writtenAt = performance.now();
    const written = await services.db
      .updateTable("generations")
      .set({ progress: JSON.stringify(entries) })
      .where("id", "=", row.id)
      .where("attempt", "=", row.attempt)
      .where("state", "=", "running")
      .executeTakeFirst();
    if (written.numUpdatedRows === 0n) return onLost();
    announceProgress(services.db, row.user_id, row.id);
  }

  function schedule(): void {
    if (closed || timer) return;
    timer = setTimeout(
      () => {
        timer = null;
        inTurn(write).catch(failed);
      },
      Math.max(0, writtenAt + writeEveryMs - performance.now()),
    );
  }

  async function preview(index: number, bytes: Uint8Array): Promise<void> {
    // Engines send what they like; prepare checks it, and variant reads nothing but what prepare made.
    const { bytes: checked } = await services.imaging.prepare(bytes);
    const small = await services.imaging.variant(checked, previewRequest);
    await services.storage.put(previewKey(row.id, index), small);
    const entry = entries[index];
    if (entry.state === "done") return;
    previews += 1;
    entry.preview = `/api/generations/${row.id}/preview/${index}?v=${row.attempt}.${previews}`;
    schedule();
  }

  function mayPreview(index: number): boolean {
    const last = previewedAt.get(index) ?? -Infinity;
    return !closed && !previewing && performance.now() - last >= previewEveryMs;
  }

  return {
    report({ index, fraction, stage, preview: image }) {
      const entry = entries[index];
      if (!entry || entry.state === "done" || closed) return;
      entry.state = "running";
      entry.fraction = Math.max(entry.fraction, Math.min(1, fraction));
      entry.stage = stage;
      schedule();
      if (!image || !mayPreview(index)) return;
      previewedAt.set(index, performance.now());
      previewing = preview(index, image.bytes)
        .catch(failed)
        .finally(() => {
          previewing = null;
        });
    },
    stage(stage) {
      for (const entry of entries) if (entry.state !== "done") entry.stage = stage;
      schedule();
    },
    withPicture(index, picture) {
      return entries.map((entry) =>
        entry.index === index
          ? { index, state: "done", fraction: 1, stage: "done", picture }
          : { ...entry },
      );
    },
    exclusively(write) {
      return inTurn(async () => {
        const written = await write();
        if (!written) return;
        entries = written;
        schedule();
      });
    },
    isDelivered: (index) => entries[index]?.state === "done",
    delivered: () => entries.filter((entry) => entry.state === "done").map((entry) => entry.index),
    async close() {
      closed = true;
      if (timer) clearTimeout(timer);
      await tail;
      await previewing;
      for (const index of previewedAt.keys()) {
        await services.storage.delete(previewKey(row.id, index)).catch(failed);
      }
    },
  };
}
