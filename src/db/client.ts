import type { Socket } from "node:net";
import { Kysely, PostgresDialect } from "kysely";
import { Pool, TypeOverrides, type ClientBase, type CustomTypesConfig } from "pg";
import type { Logger } from "#app/lib/log.ts";
import { PreparingClient } from "./prepared.ts";
import type { Database } from "./schema.ts";

const INT8 = 20;

/**
 * A PostgreSQL bigint as a JavaScript number.
 * @throws RangeError when the value has no exact number.
 */
export function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint ${text} is beyond exact numbers`);
  return value;
}

function typeParsers(): CustomTypesConfig {
  const types = new TypeOverrides();
  types.setTypeParser(INT8, "text", parseInt8);
  return types;
}

/** Longer than the server's statement timeout: a server that is silent for this long is frozen or unreachable. */
const silentMs = 20_000;

/**
 * Milliseconds that opening a connection may take. A request is refused soon; a start goes on, for its own work on a busy
 * machine may keep it from reading the database's answer.
 */
const connectMs = { serving: 5_000, starting: 60_000 };

/** Members of pg's client that its types leave out. */
type Wire = { readyForQuery: boolean; connection: { stream: Socket } };

const wireOf = (client: ClientBase) => client as unknown as Wire;

/**
 * Ends a connection whose server is silent while a statement runs; the statement is rejected, and the pool
 * opens another connection. `query_timeout` of pg would reject the statement and reuse the blocked connection.
 */
function endWhenSilent(client: ClientBase, limitMs: number): void {
  const wire = wireOf(client);
  const { stream } = wire.connection;
  stream.setTimeout(limitMs, () => {
    if (!wire.readyForQuery) {
      stream.destroy(new Error(`Connection terminated: no answer for ${limitMs} ms`));
    }
  });
}

/** For work whose statements have no time limit: upkeep, backups, migrations. */
export function waitForSilentServer(client: ClientBase): void {
  wireOf(client).connection.stream.setTimeout(0);
}

/**
 * The pool of connections of this process. A statement may take 5 s, wait 2 s for a lock, and leave its
 * transaction idle for 10 s. Bigints arrive as numbers, timestamps as Date.
 * @param limitMs how long the server may be silent while a statement runs
 */
export function openPool(url: string, size: number, log: Logger, limitMs = silentMs): Pool {
  const pool = new Pool({
    Client: PreparingClient,
    connectionString: url,
    max: size,
    types: typeParsers(),
    connectionTimeoutMillis: connectMs.serving,
    idleTimeoutMillis: 30_000,
    statement_timeout: 5_000,
    lock_timeout: 2_000,
    idle_in_transaction_session_timeout: 10_000,
    keepAlive: true,
    application_name: "echoform",
  });
  // Without listeners a restart of the database would end the process. The pool is told of idle connections only;
  // the owner of a checked-out connection learns of its loss at the next statement.
  pool.on("error", (error) => log.warn({ err: error }, "idle database connection lost"));
  pool.on("connect", (client) => {
    endWhenSilent(client, limitMs);
    client.on("error", (error) => log.debug({ err: error }, "database connection lost"));
  });
  return pool;
}

/** Typed queries over the pool; closing the pool is the caller's part. */
export function openDb(pool: Pool): Kysely<Database> {
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
}

/** Lets new connections take long while the program starts. @returns ends that */
export function beginStart(pool: Pool): () => void {
  pool.options.connectionTimeoutMillis = connectMs.starting;
  return () => {
    pool.options.connectionTimeoutMillis = connectMs.serving;
  };
}
