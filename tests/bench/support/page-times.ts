/** Times of pages that are loaded repeatedly with pauses, like a visitor browsing. */
import { setTimeout as sleep } from "node:timers/promises";

export type Times = { p50: number; p95: number; count: number; bad: number };

export async function pageTimes(
  url: string,
  headers: Record<string, string>,
  isOver: () => boolean,
  pauseMs = 200,
): Promise<Times> {
  const times: number[] = [];
  let bad = 0;
  while (!isOver()) {
    const began = performance.now();
    const answer = await fetch(url, { headers }).catch(() => null);
    await answer?.text().catch(() => "");
    times.push(performance.now() - began);
    if (!answer?.ok) bad += 1;
    await sleep(pauseMs);
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => Math.round(times[Math.floor(times.length * share)] ?? Number.NaN);
  return { p50: at(0.5), p95: at(0.95), count: times.length, bad };
}

export const verdict = (isMet: boolean): string => (isMet ? "met" : "MISSED");
