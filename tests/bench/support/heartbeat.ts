/**
 * Asks for one address every 50 ms from a thread of its own, so that a busy sender does not delay what it measures. The
 * file is both sides: `startHeartbeat` outside, the asking in the thread.
 */
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";

type Heartbeat = {
  /** @returns how long each answer took, in milliseconds, sorted */
  stop(): Promise<number[]>;
};

export function startHeartbeat(url: string, cookie: string): Heartbeat {
  const worker = new Worker(new URL(import.meta.url), { workerData: { url, cookie } });
  return {
    async stop() {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      worker.postMessage("stop");
      const [waits] = (await once(worker, "message")) as [number[]];
      await worker.terminate();
      return waits.toSorted((a, b) => a - b);
    },
  };
}

if (!isMainThread) {
  const { url, cookie } = workerData as { url: string; cookie: string };
  const waits: number[] = [];
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.once("message", () => parentPort?.postMessage(waits));
  for (;;) {
    const began = performance.now();
    // A keep-alive connection may be closed just as it is reused.
    const ask = () => fetch(url, { headers: { cookie } });
    const answer = await ask().catch(ask);
    await answer.arrayBuffer();
    waits.push(performance.now() - began);
    await sleep(50);
  }
}
