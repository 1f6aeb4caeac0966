import { brokenInvariants } from "#app/db/invariants.ts";
import { openMissingAccounts } from "#app/features/billing/jobs.ts";
import { unreadableFactors } from "#app/features/identity/queries/second-factor.ts";
import type { OpenServices } from "#app/open-services.ts";
import { printable, type Command } from "./command.ts";

const BATCH = 500;

/** Rows whose file is not in storage. */
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

/** How long a worker may take to handle an expired lease. */
const SEEN_TO = "interval '60 seconds'";

/**
 * An expired lease is a violation only if a worker has had time to handle it. After a restore, or while no worker runs,
 * the casts of a lost worker wait for the next one.
 */
async function neglectedLeases({ pool }: OpenServices): Promise<unknown[]> {
  const { rows } = await pool.query<Record<string, unknown>>(
    `select * from invariant_i8_leases lease where exists (
       select from processes where 'worker' = any(roles)
         and greatest(started_at, lease.lease_until) + ${SEEN_TO} < seen_at)
     limit 20`,
  );
  return rows;
}

/**
 * Checks every invariant; exit status 1 and the violating rows if one is broken. With --repair it first repairs what it
 * can: members without a credit account.
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
    if (broken.invariant_i8_leases) {
      const neglected = await neglectedLeases(services);
      if (neglected.length > 0) broken.invariant_i8_leases = neglected;
      else {
        delete broken.invariant_i8_leases;
        console.log(
          "some casts were running when their worker ended: the next worker takes them up",
        );
      }
    }
    const unreadable = await unreadableFactors(services);
    if (unreadable.length > 0) broken.unreadable_second_factors = unreadable;
    const missing = await missingFiles(services);
    if (missing.length > 0) broken.missing_files = missing;
    for (const [name, rows] of Object.entries(broken)) {
      console.log(`${name}: ${rows.length} broken`);
      for (const row of rows) console.log(printable(`  ${JSON.stringify(row)}`));
    }
    const count = Object.keys(broken).length;
    console.log(count === 0 ? "all invariants hold" : `${count} invariants are broken`);
    return count === 0 ? 0 : 1;
  },
};
