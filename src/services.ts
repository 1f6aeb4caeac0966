import type { Kysely } from "kysely";
import type { Pool } from "pg";
import type { Accounts } from "./adapters/accounts/port.ts";
import type { EngineRegistry } from "./adapters/engines/port.ts";
import type { Imaging } from "./adapters/imaging/port.ts";
import type { Jobs } from "./adapters/jobs/port.ts";
import type { Mailer } from "./adapters/mail/port.ts";
import type { PromptHelper } from "./adapters/prompt-helper/port.ts";
import type { SearchIndex } from "./adapters/search-index/port.ts";
import type { Storage } from "./adapters/storage/port.ts";
import type { Vision } from "./adapters/vision/port.ts";
import type { Live } from "./db/live.ts";
import type { Database } from "./db/schema.ts";
import type { Env } from "./env.ts";
import type { Logger } from "./lib/log.ts";

/** All the state of the process; opened once by open-services.ts and passed explicitly. */
export type Services = {
  env: Env;
  log: Logger;
  pool: Pool;
  db: Kysely<Database>;
  live: Live;
  storage: Storage;
  imaging: Imaging;
  engines: EngineRegistry;
  vision: Vision;
  /** Null where no service is named. */
  promptHelper: PromptHelper | null;
  searchIndex: SearchIndex;
  mail: Mailer;
  /** Work for later; started in the role worker. */
  jobs: Jobs;
  accounts: Accounts;
};
