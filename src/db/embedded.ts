import { mkdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import type { Logger } from "#app/lib/log.ts";
import { letThrough, serverAccount, type ServerAccount } from "./embedded/account.ts";
import { findBinaries } from "./embedded/binaries.ts";
import { ensureData, runningPostmaster, type Cluster } from "./embedded/cluster.ts";
import { explainSystemError } from "./embedded/explain.ts";
import { findLaunch } from "./embedded/launch.ts";
import { joinFolder, type Membership } from "./embedded/lock.ts";
import { readAhead } from "./embedded/read-ahead.ts";
import { ensureRole, giveDatabase, ROLE, rolePassword } from "./embedded/role.ts";
import { freePort, startServer, stopServer } from "./embedded/server.ts";

export type Embedded = {
  url: string;
  /** Leaves the database; the last process to leave stops the server. */
  stop(): Promise<void>;
  /** Whether this process supervises the server now. */
  readonly supervising: boolean;
};

export type EmbeddedOptions = {
  /** Server settings in addition to the defaults, e.g. {fsync: "off"} in tests. */
  settings?: Readonly<Record<string, string>>;
};

const DATABASE = "echoform";
/** Any fixed number that no other lock of the program has. */
const PREPARE_LOCK = 4_051_210;
const WATCH_MS = 250;
/** On a busy machine the start's own work may keep it from reading the server's answer. */
const START_LIMIT_MS = 60_000;
const ATTACH_LIMIT_MS = 120_000;

async function accountFor(data: string): Promise<ServerAccount> {
  const account = await serverAccount();
  const owner = await stat(data).catch(() => null);
  // A folder made by an ordinary user and now started by root stays that user's.
  if (account && owner && owner.uid !== 0) {
    return { name: `uid ${owner.uid}`, uid: owner.uid, gid: owner.gid };
  }
  return account;
}

async function openCluster(
  dataDir: string,
  settings: Readonly<Record<string, string>>,
): Promise<Cluster> {
  const binaries = await findBinaries();
  const folder = path.join(dataDir, "postgres");
  const data = path.join(folder, "data");
  try {
    await mkdir(folder, { recursive: true });
  } catch (error) {
    throw explainSystemError(error, folder);
  }
  const account = await accountFor(data);
  await letThrough(account, dataDir);
  await letThrough(account, folder);
  const launch = await findLaunch(account, [binaries.postgres, data]);
  return {
    folder,
    data,
    passwordFile: path.join(folder, "password"),
    rolePasswordFile: path.join(folder, "program-password"),
    logFile: path.join(dataDir, "postgres.log"),
    binaries,
    account,
    launch,
    settings,
  };
}

type Login = { user: string; password: string };

function urlOf({ user, password }: Login, port: number, database: string): string {
  return `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;
}

async function superuser(cluster: Cluster): Promise<Login> {
  return { user: "postgres", password: await readFile(cluster.passwordFile, "utf8") };
}

async function asSuperuser<T>(
  cluster: Cluster,
  port: number,
  database: string,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client({
    connectionString: urlOf(await superuser(cluster), port, database),
    connectionTimeoutMillis: START_LIMIT_MS,
  });
  // A connection that breaks later is reported by its next query.
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Checks that the server serves this very folder, and makes our role and database where they are missing. */
async function prepareDatabase(cluster: Cluster, port: number): Promise<string> {
  const password = await rolePassword(cluster.rolePasswordFile);
  await asSuperuser(cluster, port, "postgres", async (client) => {
    const shown = await client.query<{ data_directory: string }>("show data_directory");
    const served = shown.rows[0]?.data_directory;
    if (served !== cluster.data) {
      throw new Error(`The server on port ${port} serves ${served}, not ${cluster.data}.`);
    }
    // Programs that start together prepare it one after the other; the connection's end frees the lock.
    await client.query("select pg_advisory_lock($1)", [PREPARE_LOCK]);
    await ensureRole(client, password);
    const found = await client.query("select 1 from pg_database where datname = $1", [DATABASE]);
    if (found.rowCount === 0) await client.query(`create database ${DATABASE} owner ${ROLE}`);
    else await asSuperuser(cluster, port, DATABASE, (inside) => giveDatabase(inside, DATABASE));
  });
  return urlOf({ user: ROLE, password }, port, DATABASE);
}

async function waitUntilReady(cluster: Cluster): Promise<number> {
  const limit = Date.now() + ATTACH_LIMIT_MS;
  while (Date.now() < limit) {
    const running = await runningPostmaster(cluster);
    if (running?.ready) return running.port;
    if (!running) break;
    await sleep(50);
  }
  return 0;
}

/** Whether the server accepts connections: one killed a moment ago may still be listed, or even accept and reset. */
async function answers(cluster: Cluster, port: number): Promise<boolean> {
  const client = new Client({
    connectionString: urlOf(await superuser(cluster), port, "postgres"),
    connectionTimeoutMillis: 10_000,
  });
  // A connection that breaks later is reported by its next query.
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.query("select 1");
    return true;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    // Its own words (a refused password, say) are for attach to report; a broken connection has none.
    return typeof code === "string" && /^[0-9A-Z]{5}$/.test(code) && !code.startsWith("57P");
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Adopts the server that a killed process left running, or starts one on the requested port. */
async function adoptOrStart(cluster: Cluster, wanted: number, log: Logger): Promise<number> {
  const limit = Date.now() + ATTACH_LIMIT_MS;
  let adopted = await waitUntilReady(cluster);
  while (adopted && Date.now() < limit && !(await answers(cluster, adopted))) {
    await sleep(100);
    adopted = await waitUntilReady(cluster);
  }
  if (adopted) {
    log.info({ port: adopted }, "took over the running PostgreSQL");
    return adopted;
  }
  await ensureData(cluster);
  const started = await startServer(cluster, wanted || (await freePort()));
  log.info({ port: started.port, pid: started.pid }, "PostgreSQL started");
  return started.port;
}

/** Becomes the supervisor, or waits for the server of the process that is. */
async function takePlace(
  cluster: Cluster,
  membership: Membership,
  log: Logger,
): Promise<{ port: number; supervising: boolean }> {
  const limit = Date.now() + ATTACH_LIMIT_MS;
  while (Date.now() < limit) {
    if (await membership.acquire()) {
      return { port: await adoptOrStart(cluster, 0, log), supervising: true };
    }
    const holder = await membership.holder();
    const running = await runningPostmaster(cluster);
    if (holder && !holder.stopping && running?.ready) {
      log.info({ port: running.port, supervisor: holder.pid }, "joined the running PostgreSQL");
      return { port: running.port, supervising: false };
    }
    await sleep(100);
  }
  throw new Error(
    `Another process holds ${cluster.folder} but its PostgreSQL does not become ready.`,
  );
}

/**
 * PostgreSQL 18 as a child process over DATA_DIR/postgres. Any number of processes may open the same folder: one of them
 * supervises (restarts the server on its port when it dies), another takes its place when it is gone.
 * @throws Error of one sentence that says what to do (no space, not permitted, package missing).
 */
export async function openEmbedded(
  dataDir: string,
  log: Logger,
  options: EmbeddedOptions = {},
): Promise<Embedded> {
  const cluster = await openCluster(path.resolve(dataDir), options.settings ?? {});
  const membership = await joinFolder(cluster.folder).catch((error: unknown) => {
    throw explainSystemError(error, cluster.folder);
  });
  const stopped = new AbortController();

  async function leave(): Promise<void> {
    if (await membership.acquire()) {
      await membership.announceStop();
      if ((await membership.others()) === 0) await stopServer(cluster);
      await membership.release();
    }
    await membership.leave();
  }

  let port: number;
  let supervising: boolean;
  let url: string;
  try {
    ({ port, supervising } = await takePlace(cluster, membership, log));
    url = await prepareDatabase(cluster, port);
  } catch (error) {
    await leave();
    throw error;
  }

  async function watchOnce(): Promise<void> {
    if (!supervising) {
      supervising = await membership.acquire();
      if (supervising) log.info("supervising PostgreSQL from now on");
      return;
    }
    if (await runningPostmaster(cluster)) return;
    log.error("PostgreSQL exited; restarting it");
    await adoptOrStart(cluster, port, log);
  }

  async function watch(): Promise<void> {
    while (!stopped.signal.aborted) {
      await sleep(WATCH_MS, undefined, { signal: stopped.signal, ref: false }).catch(
        () => undefined,
      );
      if (stopped.signal.aborted) return;
      await watchOnce().catch((error: unknown) =>
        log.error({ err: error }, "PostgreSQL is not back yet"),
      );
    }
  }
  const watching = watch();
  if (supervising) {
    asSuperuser(cluster, port, DATABASE, (client) => readAhead(client)).then(
      (bytes) => log.info({ bytes }, "read the search index ahead"),
      (error: unknown) => {
        if (!stopped.signal.aborted) log.warn({ err: error }, "cannot read the search index ahead");
      },
    );
  }
  let leaving: Promise<void> | null = null;

  return {
    url,
    get supervising() {
      return supervising;
    },
    stop() {
      leaving ??= (async () => {
        stopped.abort();
        await watching;
        await leave();
        supervising = false;
      })();
      return leaving;
    },
  };
}
