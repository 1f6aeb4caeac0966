import type { Pool } from "pg";

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing answers there: start PostgreSQL, or correct the address",
  ECONNRESET: "it hangs up: is that PostgreSQL?",
  ENOTFOUND: "there is no such host: correct the address",
  EAI_AGAIN: "the name of the host cannot be looked up at the moment",
  EHOSTUNREACH: "the host cannot be reached",
  ENETUNREACH: "the network cannot be reached",
  ETIMEDOUT: "it does not answer",
  "28P01": "user or password is refused",
  "28000": "the user is refused",
  "3D000": "there is no such database: create it",
  "53300": "it has no connection left",
  "57P03": "it is starting up or shutting down: try again in a moment",
};

/** Host and database of an address, without its password. */
function addressWithoutPassword(url: string): string {
  const { hostname, port, pathname, username } = new URL(url);
  return `${username === "" ? "" : `${decodeURIComponent(username)}@`}${hostname}:${port || "5432"}${pathname}`;
}

/**
 * Connects once to the operator's own database.
 * @throws Error of one sentence that names the setting and its target
 */
export async function reachDatabase(pool: Pool, url: string): Promise<void> {
  try {
    await pool.query("select 1");
  } catch (error) {
    const { code = "", message } = error as NodeJS.ErrnoException;
    const reason = reasons[code] ?? (/timeout/i.test(message) ? reasons["ETIMEDOUT"] : message);
    const shown = code === "" ? "" : ` (${code})`;
    throw new Error(`DATABASE_URL leads to ${addressWithoutPassword(url)}${shown}: ${reason}.`, {
      cause: error,
    });
  }
}
