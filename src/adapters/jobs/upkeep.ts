import type { PgBoss } from "pg-boss";
import { upkeep, upkeepNames, type UpkeepName } from "./port.ts";

const prefix = "upkeep.";
/** A process that has not said for so long that it is at work is taken for dead. */
const silentSeconds = 30;
const everyMinute = "* * * * *";

/** The queue of a piece of upkeep. */
export const upkeepQueue = (name: UpkeepName): string => `${prefix}${name}`;

const secondsBetween = (name: UpkeepName): number | null => {
  const rules = upkeep[name];
  return "everySeconds" in rules ? rules.everySeconds : null;
};

/** What runs more often than cron can say has a job for the next run at once; cron puts one back that was lost. */
function cronOf(name: UpkeepName): string {
  const rules = upkeep[name];
  return "cron" in rules ? rules.cron : everyMinute;
}

function queueRules(name: UpkeepName) {
  return {
    retryLimit: 0,
    expireInSeconds: upkeep[name].longestSeconds,
    heartbeatSeconds: silentSeconds,
    retentionSeconds: 3600,
    deleteAfterSeconds: 3600,
    notify: true,
  };
}

/**
 * Makes or brings up to date the queues and schedules; those of upkeep that is no more are taken away.
 * @param known names of the queues that are there
 */
export async function prepareUpkeep(boss: PgBoss, known: ReadonlySet<string>): Promise<void> {
  for (const name of upkeepNames) {
    const queue = upkeepQueue(name);
    if (known.has(queue)) await boss.updateQueue(queue, queueRules(name));
    // At most one job of a queue waits and one is at work.
    else await boss.createQueue(queue, { ...queueRules(name), policy: "stately" });
    const missed = secondsBetween(name) === null ? "once" : "skip";
    await boss.schedule(queue, cronOf(name), null, { missed });
  }
  const wanted = new Set(upkeepNames.map(upkeepQueue));
  for (const { name } of await boss.getSchedules()) {
    if (name.startsWith(prefix) && !wanted.has(name)) await boss.unschedule(name);
  }
}

/** Works on the queue of a piece of upkeep; see `Jobs.repeat`. */
export async function repeatUpkeep(
  boss: PgBoss,
  name: UpkeepName,
  run: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const queue = upkeepQueue(name);
  const pause = secondsBetween(name);
  const settings = {
    pollingIntervalSeconds: pause === null ? 10 : Math.min(2, pause),
    // A job for later is not announced when its time comes.
    notifyPollingIntervalSeconds: pause === null ? 30 : Math.min(2, pause),
    localConcurrency: 1,
  };
  await boss.work(queue, settings, async (jobs) => {
    for (const { id, signal } of jobs) {
      await run(signal);
      if (pause !== null) await boss.send(queue, null, { startAfter: pause });
      await boss.deleteJob(queue, id);
    }
  });
  if (pause !== null || "atStart" in upkeep[name]) await boss.send(queue, null);
}

/** See `Jobs.nextRun`. */
export function nextRun(boss: PgBoss, name: UpkeepName, from: Date): Date {
  const pause = secondsBetween(name);
  if (pause !== null) return new Date(from.getTime() + pause * 1000);
  return boss.previewSchedule(cronOf(name), { from, count: 1 })[0];
}
