import type { Kysely } from "kysely";
import type pg from "pg";
import type { EngineRegistry } from "./adapters/engines/port.ts";
import type { Imaging } from "./adapters/imaging/port.ts";
import type { Storage } from "./adapters/storage/port.ts";
import type { Database } from "./db/schema.ts";
import type { Live } from "./db/live.ts";
import type { Env } from "./env.ts";
import type { Logger } from "./lib/log.ts";

/** All the state of the process; made once by openServices, handed on explicitly. */
export type Services = {
  env: Env;
  log: Logger;
  pool: pg.Pool;
  db: Kysely<Database>;
  live: Live;
  storage: Storage;
  imaging: Imaging;
  engines: EngineRegistry;
};
