import { statfs } from "node:fs/promises";
import { migrationState } from "#app/db/migrate.ts";
import type { Services } from "#app/services.ts";

type Check = "database" | "migrations" | "storage" | "disk";
export type Readiness = { ready: boolean; draining: boolean; checks: Record<Check, boolean> };

const pingLimit = 500;
/** Concurrent probes share one round of checks for this long. */
const freshFor = 500;

async function within(ms: number, work: () => Promise<boolean>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  try {
    return await Promise.race([work(), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** More than 5 % of the disk under DATA_DIR is free. */
async function diskHasRoom(folder: string): Promise<boolean> {
  const { bavail, blocks } = await statfs(folder);
  return blocks === 0 || bavail / blocks > 0.05;
}

/**
 * Whether this process is ready. Failures are logged, not shown.
 * @param isDraining true once shutdown has begun
 */
export function createReadiness(
  services: Services,
  isDraining: () => boolean,
): () => Promise<Readiness> {
  const attempt = (name: Check, work: () => Promise<boolean>) =>
    within(pingLimit, work).catch((error: unknown) => {
      services.log.warn({ err: error, check: name }, "readiness check failed");
      return false;
    });

  const examine = async (): Promise<Record<Check, boolean>> => {
    const [database, storage, disk] = await Promise.all([
      attempt("database", async () => {
        await services.pool.query("select 1");
        return true;
      }),
      attempt("storage", async () => {
        await services.storage.check();
        return true;
      }),
      attempt("disk", () => diskHasRoom(services.env.DATA_DIR)),
    ]);
    const migrations =
      database &&
      (await attempt("migrations", async () => {
        return (await migrationState(services.pool)).state === "current";
      }));
    return { database, migrations, storage, disk };
  };

  let latest: { at: number; checks: Promise<Record<Check, boolean>> } | undefined;
  return async () => {
    if (latest === undefined || performance.now() - latest.at > freshFor) {
      latest = { at: performance.now(), checks: examine() };
    }
    const checks = await latest.checks;
    const draining = isDraining();
    return { ready: !draining && Object.values(checks).every(Boolean), draining, checks };
  };
}
