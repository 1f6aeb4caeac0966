import { setTimeout as sleep } from "node:timers/promises";
import type { Services } from "../../services.ts";

type JobServices = Pick<Services, "db" | "log">;

const clearMs = 60 * 60 * 1000;

/**
 * Deletes sessions that are over and links that nobody used in time.
 * @returns how many of each
 */
export async function clearExpired({
  db,
}: Pick<Services, "db">): Promise<{ sessions: number; links: number }> {
  const now = new Date();
  const sessions = await db.deleteFrom("sessions").where("expires_at", "<", now).executeTakeFirst();
  const links = await db
    .deleteFrom("verifications")
    .where("expires_at", "<", now)
    .executeTakeFirst();
  return { sessions: Number(sessions.numDeletedRows), links: Number(links.numDeletedRows) };
}

/** Clears what is over every hour, until stopped. */
export function startIdentityUpkeep(services: JobServices): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;

  async function keep(): Promise<void> {
    while (!signal.aborted) {
      await clearExpired(services).catch((error: unknown) =>
        services.log.warn({ err: error }, "expired sessions were not cleared"),
      );
      await sleep(clearMs, undefined, { signal }).catch(() => undefined);
    }
  }

  const keeping = keep();
  return {
    async stop() {
      stopping.abort();
      await keeping;
    },
  };
}
