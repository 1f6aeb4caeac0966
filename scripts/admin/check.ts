import { brokenInvariants } from "#app/db/invariants.ts";
import { openMissingAccounts } from "#app/features/billing/jobs.ts";
import type { OpenServices } from "#app/open-services.ts";
import type { Command } from "./command.ts";

const BATCH = 500;

/** Rows whose file is not in storage (reliability guide, I6). */
async function missingFiles(services: OpenServices): Promise<string[]> {
  const missing: string[] = [];
  for (const table of ["pictures", "uploads"] as const) {
    let last = "00000000-0000-0000-0000-000000000000";
    for (;;) {
      const rows = await services.db
        .selectFrom(table)
        .select(["id", "storage_key"])
        .where("id", ">", last)
        .orderBy("id")
        .limit(BATCH)
        .execute();
      for (const row of rows) {
        const found = await services.storage.head(row.storage_key);
        if (!found) missing.push(`${table} ${row.id}: ${row.storage_key}`);
      }
      const end = rows.at(-1);
      if (!end) break;
      last = end.id;
    }
  }
  return missing;
}

/**
 * Says whether everything that must always hold does hold; exit status 1 with the rows when not. With --repair it first
 * mends what can be mended: members without a credit account.
 */
export const command: Command = {
  usage: "[--repair]",
  options: { repair: "boolean" },
  required: [],
  async run(services, options) {
    if (options.repair === true) {
      console.log(`opened ${await openMissingAccounts(services)} missing credit accounts`);
    }
    const broken: Record<string, unknown[]> = await brokenInvariants(services.pool);
    const missing = await missingFiles(services);
    if (missing.length > 0) broken.missing_files = missing;
    for (const [name, rows] of Object.entries(broken)) {
      console.log(`${name}: ${rows.length} broken`);
      for (const row of rows) console.log(`  ${JSON.stringify(row)}`);
    }
    const count = Object.keys(broken).length;
    console.log(count === 0 ? "all invariants hold" : `${count} invariants are broken`);
    return count === 0 ? 0 : 1;
  },
};
