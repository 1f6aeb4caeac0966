import { readFile } from "node:fs/promises";
import { openAccounts } from "./adapters/accounts/open.ts";
import { type LocalOptions, openLocal } from "./adapters/engines/local.ts";
import { closeEngines, openEngines } from "./adapters/engines/open.ts";
import { openOwnEngines } from "./adapters/engines/own.ts";
import type { EngineError } from "./adapters/engines/port.ts";
import { openImaging } from "./adapters/imaging/open.ts";
import { openPgBoss } from "./adapters/jobs/pg-boss.ts";
import { openMail } from "./adapters/mail/open.ts";
import { openModelFiles } from "./adapters/models/open.ts";
import { openPayments } from "./adapters/payments/open.ts";
import { openPromptHelper } from "./adapters/prompt-helper/open.ts";
import {
  openProvenance,
  readCertificate,
  selfMadeCertificate,
} from "./adapters/provenance/open.ts";
import { openPush } from "./adapters/push/open.ts";
import { openStorage } from "./adapters/storage/open.ts";
import { openVision } from "./adapters/vision/open.ts";
import { beginStart, openDb, openPool } from "./db/client.ts";
import { openEmbedded, type Embedded } from "./db/embedded.ts";
import { openLive } from "./db/live.ts";
import { migrate } from "./db/migrate.ts";
import { reachDatabase } from "./db/reach.ts";
import type { Env } from "./env.ts";
import { openAccount } from "./features/billing/commands.ts";
import { watchOwnEngines } from "./features/generation/jobs/own-engines.ts";
import { ownEngineSettings } from "./features/generation/queries/own-engines.ts";
import { flushSearchLog } from "./features/search/commands.ts";
import { forgetPalettes, openSearch } from "./features/search/queries.ts";
import { signingCertificates, watermarkKey } from "./features/provenance/commands.ts";
import { accountMails } from "./features/identity/commands/account-mails.ts";
import { watchModels } from "./features/models/jobs.ts";
import { installedModels } from "./features/models/queries/rows.ts";
import type { InstalledModel } from "./rules/local-models.ts";
import { prepareDataDir } from "./lib/data-dir.ts";
import { openLog, type Logger } from "./lib/log.ts";
import type { Services } from "./services.ts";

export type OpenServices = Services & {
  /** Whether the database is the embedded one, made by this program for itself. */
  embedded: boolean;
  /** Closes everything in the opposite order of opening; the embedded database last. Never throws. */
  close(): Promise<void>;
};

/** Pieces that the caller has already, used instead of opening them; the caller closes them. */
export type GivenServices = Partial<
  Pick<
    Services,
    | "log"
    | "storage"
    | "imaging"
    | "engines"
    | "localModels"
    | "modelFiles"
    | "vision"
    | "mail"
    | "push"
    | "payments"
  >
> & {
  /** The embedded database of DATA_DIR, where it is open already. */
  embedded?: Embedded;
  /** Reads which models are installed, in the place of the database. */
  installedModels?: () => Promise<InstalledModel[]>;
  /** How models are drawn with: for tests, which have no runtime of their own in each folder. */
  local?: Partial<Pick<LocalOptions, "program" | "runtimeDir" | "idleMs">>;
  /** N of scrypt, lower than real passwords need: for tests, which sign many members up. */
  passwordCost?: number;
};

async function readVersion(): Promise<string> {
  const file = new URL("../package.json", import.meta.url);
  return (JSON.parse(await readFile(file, "utf8")) as { version: string }).version;
}

/** The keys of provenance: those that are stored, or that settings name, or new ones. */
async function provenanceKeys(env: Env, db: Services["db"]) {
  const { PROVENANCE_CERTIFICATE: chainFile, PROVENANCE_KEY: keyFile } = env;
  const given =
    chainFile === undefined || keyFile === undefined
      ? null
      : await readCertificate(chainFile, keyFile);
  const make = () => selfMadeCertificate(env.APP_NAME, env.SERVER_URL);
  return { watermark: await watermarkKey(db), ...(await signingCertificates(db, given, make)) };
}

function modelSettings(env: Env) {
  const rate = env.MODELS_MAX_RATE;
  return {
    modelsDir: env.MODELS_DIR,
    hubUrl: env.HF_ENDPOINT,
    token: env.HF_TOKEN,
    catalogueFile: env.MODELS_CATALOGUE,
    limitBytesPerSecond: rate === undefined ? undefined : rate * 1_000_000,
    connections: env.MODELS_CONNECTIONS,
  };
}

type Closer = { name: string; close: () => Promise<void> };

async function closeAll(closers: readonly Closer[], log: Logger): Promise<void> {
  for (const { name, close } of closers.toReversed()) {
    await close().catch((error: unknown) => log.error({ err: error }, `${name} did not close`));
  }
}

/**
 * Opens everything that the roles need: the database (embedded unless DATABASE_URL is set), brought up to this release,
 * then what rests on it.
 * @throws Error of one sentence when something cannot be opened; what was open already is closed again.
 */
export async function openServices(env: Env, given: GivenServices = {}): Promise<OpenServices> {
  const log = given.log ?? openLog(env.LOG_LEVEL);
  const closers: Closer[] = [];
  try {
    await prepareDataDir(env.DATA_DIR, log);
    let url = env.DATABASE_URL ?? given.embedded?.url;
    if (!url) {
      const embedded = await openEmbedded(env.DATA_DIR, log);
      closers.push({ name: "embedded database", close: () => embedded.stop() });
      url = embedded.url;
    }
    const pool = openPool(url, env.DATABASE_POOL, log);
    closers.push({ name: "database pool", close: () => pool.end() });
    const endStart = beginStart(pool);
    if (env.DATABASE_URL !== undefined) await reachDatabase(pool, env.DATABASE_URL);
    const applied = await migrate(pool);
    if (applied.length > 0) log.info({ applied }, "database migrated");
    const db = openDb(pool);
    const live = openLive(url, log);
    closers.push({ name: "live connection", close: () => live.close() });
    await live.ready();
    const storage = given.storage ?? (await openStorage(env));
    const imaging = given.imaging ?? openImaging(log);
    if (!given.imaging) closers.push({ name: "imaging", close: () => imaging.close() });
    const version = await readVersion();
    const keys = await provenanceKeys(env, db);
    const provenance = openProvenance({ env, version, keys, log });
    closers.push({ name: "provenance", close: () => provenance.close() });
    const pausedEngine = (engine: string, reason: EngineError) =>
      log.error(
        { engine, kind: reason.kind, err: reason },
        "engine paused after repeated failures",
      );
    const base = given.engines ?? openEngines(env, pausedEngine);
    if (!given.engines) closers.push({ name: "engines", close: () => closeEngines(base) });
    const modelFiles = given.modelFiles ?? openModelFiles({ ...modelSettings(env), log });
    if (!given.modelFiles) closers.push({ name: "model files", close: () => modelFiles.close() });
    const vision = given.vision ?? openVision(env);
    if (!given.vision) closers.push({ name: "vision", close: () => vision.close() });
    const promptHelper = openPromptHelper(env);
    if (promptHelper) closers.push({ name: "prompt helper", close: () => promptHelper.close() });
    const mail = given.mail ?? openMail(env);
    if (!given.mail) closers.push({ name: "mail", close: () => mail.close() });
    const push = given.push ?? openPush(env);
    if (!given.push) closers.push({ name: "push", close: () => push.close() });
    const jobs = await openPgBoss({ pool, live, log });
    closers.push({ name: "jobs", close: () => jobs.close() });
    const mails = accountMails({ db, env, jobs });
    const { passwordCost } = given;
    const parts = { env, db, log, mails, passwordCost };
    const accounts = await openAccounts({ ...parts, onSignUp: openAccount });
    closers.push({ name: "accounts", close: () => accounts.close() });
    const opened = openOwnEngines({
      base,
      first: env.DEFAULT_ENGINE,
      read: () => ownEngineSettings({ db, accounts, log }),
      onTrouble: pausedEngine,
      onUnusable: (engine, err) => log.error({ engine, err }, "a stored engine cannot be used"),
    });
    const { engines, own } = opened;
    closers.push({ name: "own engines", close: () => opened.close() });
    watchOwnEngines({ live, log, ownEngines: own });
    await live.ready();
    await own.refresh();
    const local = await openLocal({
      dataDir: env.DATA_DIR,
      readInstalled: given.installedModels ?? (() => installedModels(db)),
      offer: (engine) => opened.offer("local", engine),
      sdServer: env.SD_SERVER,
      readLoras: () => modelFiles.loras(),
      log,
      ...given.local,
    });
    closers.push({ name: "local models", close: () => local.close() });
    const localModels = given.localModels ?? local.localModels;
    watchModels({ live, log, localModels });
    await live.ready();
    await localModels.refresh();
    const payments = given.payments ?? (await openPayments(env, { pool, log }));
    if (!given.payments) closers.push({ name: "payments", close: () => payments.close() });
    endStart();
    const search = openSearch();
    closers.push({ name: "palettes", close: async () => forgetPalettes(search) });
    closers.push({ name: "search log", close: () => flushSearchLog({ db, log, search }) });
    return {
      version,
      env,
      log,
      pool,
      db,
      live,
      storage,
      imaging,
      provenance,
      engines,
      ownEngines: own,
      localModels,
      modelFiles,
      vision,
      promptHelper,
      search,
      mail,
      push,
      jobs,
      accounts,
      payments,
      embedded: env.DATABASE_URL === undefined,
      close: () => closeAll(closers, log),
    };
  } catch (error) {
    await closeAll(closers, log);
    throw error;
  }
}
