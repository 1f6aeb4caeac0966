import { expect, onTestFinished, test, vi } from "vitest";
import { VisionError, type Vision } from "#app/adapters/vision/port.ts";
import { openLog } from "#app/lib/log.ts";
import { embeddingOf } from "./embedding.ts";

const log = openLog("silent");

/** A helper that answers when it is told to. */
function aVision() {
  const asked: { text: string; answer: (vector: Float32Array) => void }[] = [];
  const dropped: string[] = [];
  const vision = {
    has: () => true,
    embedText: ([text]: string[], whileWaiting?: AbortSignal) => {
      const { promise, resolve, reject } = Promise.withResolvers<(Float32Array | null)[]>();
      asked.push({ text, answer: (vector) => resolve([vector]) });
      whileWaiting?.addEventListener("abort", () => {
        dropped.push(text);
        reject(new VisionError("cancelled", "dropped"));
      });
      return promise;
    },
  } as unknown as Vision;
  return { vision, asked, dropped };
}

test("a text that nobody waits for is dropped from the queue and read again on the next request", async () => {
  const { vision, asked, dropped } = aVision();
  // The time is a part of the promise: a search waits one second for it, no more.
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const waiting = [1, 2, 3].map(() => embeddingOf({ vision, log }, "a slow reader"));
  expect(asked).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(999);
  expect(dropped).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(await Promise.all(waiting)).toEqual([null, null, null]);
  expect(dropped).toEqual(["a slow reader"]);
  const vector = Float32Array.of(1);
  const again = embeddingOf({ vision, log }, "a slow reader");
  expect(asked).toHaveLength(2);
  asked[1].answer(vector);
  expect(await again).toBe(vector);
});

test("an overloaded embedding helper costs the embedding, not the search", async () => {
  const vision = {
    has: () => true,
    embedText: () => Promise.reject(new VisionError("busy", "Too many wait")),
  } as unknown as Vision;
  expect(await embeddingOf({ vision, log }, "lake")).toBeNull();
});
