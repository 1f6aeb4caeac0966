import type { Kysely } from "kysely";
import type { LRUCache } from "lru-cache";
import type { Pool } from "pg";
import type { Accounts } from "./adapters/accounts/port.ts";
import type { EngineRegistry, LocalModels, OwnEngines } from "./adapters/engines/port.ts";
import type { Imaging } from "./adapters/imaging/port.ts";
import type { Jobs } from "./adapters/jobs/port.ts";
import type { Mailer } from "./adapters/mail/port.ts";
import type { ModelFiles } from "./adapters/models/port.ts";
import type { Payments } from "./adapters/payments/port.ts";
import type { PromptHelper } from "./adapters/prompt-helper/port.ts";
import type { Provenance } from "./adapters/provenance/port.ts";
import type { Push } from "./adapters/push/port.ts";
import type { Storage } from "./adapters/storage/port.ts";
import type { Vision } from "./adapters/vision/port.ts";
import type { Live } from "./db/live.ts";
import type { Database } from "./db/schema.ts";
import type { Env } from "./env.ts";
import type { Gate } from "./lib/gate.ts";
import type { Logger } from "./lib/log.ts";
import type { PaletteTable, Place } from "./lib/palette-table.ts";
import type { SignTable } from "./lib/sign-table.ts";
import type { CollectionHits, IndexState, SearchHits } from "./rules/search-hits.ts";

/** The newest palettes of the gallery in memory. */
type KeptPalettes = {
  table: PaletteTable;
  /** Number of the last change that is in the table. */
  change: number;
  /** Older palettes than this are not in it, or not yet; null where it has them all, undefined before the first ones are read. */
  since: Place | null | undefined;
  /** Ends when everything that was read so far is in the table. */
  turn: Promise<unknown>;
};

/** Searches that are not in the log yet. */
export type UncountedSearches = {
  /** How often each query was asked, and what it found the last time. */
  queries: Map<string, { searches: number; results: number }>;
  timer: NodeJS.Timeout | undefined;
  /** Ends when those before are in the log. */
  writing: Promise<void>;
};

/** All the state of the process; opened once by open-services.ts and passed explicitly. */
export type Services = {
  /** The release of the program, e.g. 0.1.0. */
  version: string;
  env: Env;
  log: Logger;
  pool: Pool;
  db: Kysely<Database>;
  live: Live;
  storage: Storage;
  imaging: Imaging;
  /** Watermarks and signed manifests. */
  provenance: Provenance;
  engines: EngineRegistry;
  /** Those of them that admins set up in the browser. */
  ownEngines: OwnEngines;
  /** The one of them that draws with models on this machine. */
  localModels: LocalModels;
  /** Models that can draw on this machine: the catalogue, and their files. */
  modelFiles: ModelFiles;
  vision: Vision;
  /** Null where no service is named. */
  promptHelper: PromptHelper | null;
  /** What the searches of the process share. */
  search: {
    /** Lets few of them run at once. */
    gate: Gate;
    /** What was found a moment ago or is being looked for, by request; cleared when this process changes the index. */
    hits: LRUCache<string, { result: Promise<SearchHits> }>;
    /** Collections that guests found a moment ago or are looking for, by request. */
    collections: LRUCache<string, { result: Promise<CollectionHits> }>;
    /** What is known of the index as a whole, once it is complete; read once a minute. */
    state: LRUCache<"all", IndexState>;
    /** The signs of what pictures mean, with the number of the last change that is in them; read anew once an hour. */
    signs: LRUCache<"all", { table: SignTable; change: number; reading: Promise<void> }>;
    /** Read from the first search by palette on. */
    palettes: { kept: KeptPalettes | null };
    /** Counted in memory for a second. */
    uncounted: UncountedSearches;
    /** The list of synonyms; read by the first search. */
    synonyms: () => Promise<string>;
    /** The list of English words; read by the first search with a word that no picture uses. */
    vocabulary: () => Promise<string>;
  };
  mail: Mailer;
  push: Push;
  /** Work for later; started in the role worker. */
  jobs: Jobs;
  accounts: Accounts;
  payments: Payments;
};
