/** CPU time of searches: on a machine that does other work too it says more than the time that passed. */
import { readFileSync } from "node:fs";
import type { Pool } from "pg";

/** Of a process of this machine, in milliseconds; null where that cannot be read. */
function cpuOf(pid: number): number | null {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ")[0]) / 1e6;
  } catch {
    return null;
  }
}

/**
 * A clock of the CPU time of this process and of its connections' servers, in milliseconds; null where the servers are
 * not of this machine. Connections that are opened later are not counted.
 */
export async function cpuClock(pool: Pool): Promise<(() => number) | null> {
  const { rows } = await pool.query<{ pid: number }>(
    "select pid from pg_stat_activity where datname = current_database() and application_name = 'echoform'",
  );
  const pids = rows.map(({ pid }) => pid);
  if (pids.some((pid) => cpuOf(pid) === null)) return null;
  return () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000 + pids.reduce((sum, pid) => sum + (cpuOf(pid) ?? 0), 0);
  };
}
