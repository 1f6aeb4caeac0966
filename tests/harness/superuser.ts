import { readFile } from "node:fs/promises";
import path from "node:path";
import { Client } from "pg";
import type { OpenServices } from "#app/open-services.ts";

/** Runs work as the superuser of the embedded database over a data folder, which the program is not. */
export async function asSuperuser<T>(
  dataDir: string,
  url: string,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const address = new URL(url);
  address.username = "postgres";
  address.password = await readFile(path.join(dataDir, "postgres", "password"), "utf8");
  const client = new Client({ connectionString: address.href });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Lets the program's role write rows without triggers, by which benchmarks make a million of them. */
const bulkRows = "grant set on parameter session_replication_role to echoform";

/** Lets the program's role make the databases of test files too. */
export async function liftTestRole(dataDir: string, url: string): Promise<void> {
  await asSuperuser(dataDir, url, (client) =>
    client.query(`${bulkRows}; alter role echoform createdb`),
  );
}

/** Lets a benchmark over an embedded database write rows without triggers. */
export async function allowBulkRows({ env, pool }: OpenServices): Promise<void> {
  const url = pool.options.connectionString;
  if (env.DATABASE_URL !== undefined || url === undefined) return;
  await asSuperuser(env.DATA_DIR, url, (client) => client.query(bulkRows));
}
