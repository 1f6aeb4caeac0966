import { rm } from "node:fs/promises";
import { openEngines } from "#app/adapters/engines/open.ts";
import type { EngineRegistry } from "#app/adapters/engines/port.ts";
import { openImaging } from "#app/adapters/imaging/open.ts";
import type { Imaging } from "#app/adapters/imaging/port.ts";
import { readEnv, type Env } from "#app/env.ts";
import { openLog } from "#app/lib/log.ts";
import { openServices, type GivenServices, type OpenServices } from "#app/open-services.ts";
import { testDatabase } from "./database.ts";
import { quickTemporaryFolder } from "./quick-folder.ts";

export type TestOverrides = GivenServices & {
  /** Settings as in the environment, e.g. {MODERATION: "before"}; on top of the ones for tests. */
  env?: Record<string, string>;
  /** Another database than a fresh copy, for a second program over the same one. */
  databaseUrl?: string;
  /** A data folder that the test owns and removes, for a second program over the same files. */
  dataDir?: string;
};

/** The settings of tests: quiet, no demonstration pictures, limits wide open, a database of its own. */
export function testEnv(
  databaseUrl: string,
  dataDir: string,
  more: Record<string, string> = {},
): Env {
  return readEnv({
    NODE_ENV: "test",
    PORT: "0",
    HOST: "127.0.0.1",
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    DATABASE_POOL: "8",
    DEMO_SEED: "off",
    RATE_LIMIT_FACTOR: "1000",
    LOG_LEVEL: "silent",
    LEASE_SECONDS: "5",
    HELPERS: "off",
    ...more,
  });
}

let imaging: Imaging | undefined;
let engines: EngineRegistry | undefined;

/**
 * What works on pictures and draws them, for all files of a worker: the threads start with work, compile what they run
 * often, and end by themselves when they have none.
 */
function sharedThreads(env: Env) {
  imaging ??= openImaging(openLog("silent"));
  const { ENGINES, DEFAULT_ENGINE, SKETCH_WORKERS } = env;
  const isUsual = ENGINES.length === 0 && DEFAULT_ENGINE === undefined;
  if (!isUsual || SKETCH_WORKERS !== undefined) return { imaging };
  engines ??= openEngines(env, () => undefined);
  return { imaging, engines };
}

/** A sixteenth of the real one: a hash takes 5 ms where it took 86. */
const passwordCost = 1024;

/**
 * The real program without its roles: a fresh copy of the database, files in a temporary folder, real imaging and engines.
 * After the test file the invariants of the database are checked.
 */
export async function testServices(overrides: TestOverrides = {}): Promise<OpenServices> {
  const { env: settings, databaseUrl, dataDir, ...given } = overrides;
  const url = databaseUrl ?? (await testDatabase()).url;
  const folder = dataDir ?? (await quickTemporaryFolder());
  const env = testEnv(url, folder, settings);
  const services = await openServices(env, {
    log: openLog("silent"),
    ...sharedThreads(env),
    passwordCost,
    ...given,
  });
  return {
    ...services,
    async close() {
      await services.close();
      if (!dataDir) await rm(folder, { recursive: true, force: true });
    },
  };
}
