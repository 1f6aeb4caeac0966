/** Data folders of tests with the embedded database, which is stopped and removed at the end of each. */
import { rm, stat } from "node:fs/promises";
import path from "node:path";
import { Client } from "pg";
import { openEmbedded, type Embedded } from "#app/db/embedded.ts";
import { openLog } from "#app/lib/log.ts";
import { patienceMs } from "./patience.ts";
import { quickTemporaryFolder } from "./quick-folder.ts";

/** A folder lives as long as its test: it need not survive the machine. */
const settings = { fsync: "off" };
const silent = openLog("silent");
const folders: string[] = [];
const opened: Embedded[] = [];

/** An empty data folder. */
export async function aFolder(): Promise<string> {
  const folder = await quickTemporaryFolder();
  folders.push(folder);
  return folder;
}

/** Opens the database of a folder in this process. */
export async function openHere(folder: string, log = silent): Promise<Embedded> {
  const embedded = await openEmbedded(folder, log, { settings });
  opened.push(embedded);
  return embedded;
}

/** After each test: nothing is left of its databases and folders. */
export async function leaveFolders(): Promise<void> {
  await Promise.all(opened.splice(0).map((embedded) => embedded.stop()));
  for (const folder of folders.splice(0)) {
    // Whoever opens last adopts what a killed child has left, and stops it.
    if (await stat(path.join(folder, "postgres/data/PG_VERSION")).catch(() => null)) {
      await (await openEmbedded(folder, silent, { settings })).stop();
    }
    await rm(folder, { recursive: true, force: true });
  }
}

/** The rows of one statement, on a connection of its own. */
export async function query<T>(url: string, sql: string): Promise<T[]> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: patienceMs });
  client.on("error", () => undefined);
  await client.connect();
  try {
    return (await client.query(sql)).rows as T[];
  } finally {
    await client.end();
  }
}
