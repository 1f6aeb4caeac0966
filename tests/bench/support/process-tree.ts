/** What a process and those that it has started take together (Linux). */
import { readdirSync, readFileSync } from "node:fs";

const msPerTick = 10;

/** The processes that one has started and that live; its own when left out. */
function children(pid: number | "self" = "self"): string[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, "utf8").split(" ").filter(Boolean),
  );
}

/** Resident memory of the processes that one has started, in MB; one that ends meanwhile has none. */
export function childrenRssMb(pid: number | "self" = "self"): number {
  const kb = children(pid).map((child) => {
    try {
      return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child}/status`, "utf8"))?.[1] ?? 0);
    } catch {
      return 0;
    }
  });
  return kb.reduce((sum, one) => sum + one, 0) / 1024;
}

/**
 * The most memory that the processes that one has started ever had, in MB, where pages that several processes share,
 * such as the program of Node, count once: each has its part of them. The system keeps the most, so nothing is missed
 * between two calls. What they share is read again after a second: reading it stops the process for milliseconds.
 */
export function openChildrenPeak(pid: number): () => number {
  const shared = new Map<string, { mb: number; at: number }>();
  function sharedMb(child: string, rssMb: number): number {
    const known = shared.get(child);
    if (known !== undefined && performance.now() - known.at < 1_000) return known.mb;
    const mb = rssMb - pssMb(child);
    shared.set(child, { mb, at: performance.now() });
    return mb;
  }
  return () =>
    children(pid).reduce((sum, child) => {
      try {
        const { now, most } = residentMb(child);
        return sum + most - sharedMb(child, now);
      } catch {
        // It ended just now.
        return sum;
      }
    }, 0);
}

/**
 * Resident memory of a process in MB: now, and the most it ever had.
 * @throws Error for one that has ended
 */
export function residentMb(pid: number | string): { now: number; most: number } {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const mb = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
  return { now: mb("VmRSS"), most: mb("VmHWM") };
}

/** Memory of one process, counted like that; 0 for one that has ended. */
export function pssMb(pid: number | string): number {
  try {
    const line = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"));
    return Number(line?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/** CPU time, in milliseconds; of processes that have ended nothing is counted. */
export function treeCpuMs(): number {
  const { user, system } = process.cpuUsage();
  const ticks = children().map((pid) => {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
    return Number(fields[11]) + Number(fields[12]);
  });
  return (user + system) / 1000 + ticks.reduce((sum, one) => sum + one, 0) * msPerTick;
}

/** Resident memory, in MB. */
export const treeRssMb = (): number => process.memoryUsage.rss() / 2 ** 20 + childrenRssMb();
