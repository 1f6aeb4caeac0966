import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { Kysely } from "kysely";
import { generate, PostgresDialect as GeneratorDialect } from "kysely-codegen";
import { openDb, openPool } from "#app/db/client.ts";
import { openEmbedded } from "#app/db/embedded.ts";
import { migrate } from "#app/db/migrate.ts";
import type { Database } from "#app/db/schema.ts";
import { openLog } from "#app/lib/log.ts";

export const schemaFile = fileURLToPath(new URL("../src/db/schema.ts", import.meta.url));

/** The text of src/db/schema.ts for a migrated database: tables only, bigints as the numbers that the client gives. */
export async function generateTypes(db: Kysely<Database>): Promise<string> {
  const text = await generate({
    db,
    dialect: new GeneratorDialect(),
    defaultSchemas: ["public"],
    // The tables of the jobs are the library's own.
    includePattern: "public.*",
    excludePattern: "{invariant_*,schema_migrations}",
    typeMapping: { int8: "number" },
    outFile: null,
  });
  return text.replaceAll("export interface DB {", "export interface Database {");
}

async function main(): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "echoform-types-"));
  // Stopping the server ends idle connections, which is logged as a warning.
  const log = openLog("error");
  const embedded = await openEmbedded(folder, log, { settings: { fsync: "off" } });
  try {
    const pool = openPool(embedded.url, 2, log);
    await migrate(pool);
    await writeFile(schemaFile, await generateTypes(openDb(pool)));
    await pool.end();
    console.log("src/db/schema.ts is generated again from db/migrations.");
  } finally {
    await embedded.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) await main();
