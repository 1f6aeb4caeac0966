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
 * Memory of the processes that one has started, in MB, where pages that several processes share, such as the program
 * of Node, count once: each has its part of them.
 */
export function childrenPssMb(pid: number): number {
  return children(pid).reduce((sum, child) => sum + pssMb(child), 0);
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
