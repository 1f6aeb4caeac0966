/** What this process and those that it has started take together (Linux). */
import { readdirSync, readFileSync } from "node:fs";

const msPerTick = 10;

/** The processes that this one has started and that live. */
function children(): string[] {
  return readdirSync("/proc/self/task").flatMap((task) =>
    readFileSync(`/proc/self/task/${task}/children`, "utf8").split(" ").filter(Boolean),
  );
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
export function treeRssMb(): number {
  const kb = children().map((pid) =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]),
  );
  return process.memoryUsage.rss() / 2 ** 20 + kb.reduce((sum, one) => sum + one, 0) / 1024;
}
