import type { Pool, PoolClient } from "pg";
import type { Logger } from "./log.ts";

/**
 * Lets the process outlive a database that goes away. The pool listens for errors of idle connections alone: one that is
 * lent out and between two statements, as in a transaction, would end the process by an error event nobody hears. Whoever
 * holds it learns of it by the next statement.
 */
export function surviveLostConnections(pool: Pool, log: Logger): void {
  const watched = new WeakSet<PoolClient>();
  pool.on("acquire", (client) => {
    if (watched.has(client)) return;
    watched.add(client);
    client.on("error", (error) => log.warn({ err: error }, "database connection lost in use"));
  });
}
