import type { Services } from "#app/services.ts";
import { openAccount } from "./commands.ts";

const batch = 500;

/**
 * Opens the credit account of every member who has none, with the credits of the sign-up: sign-ups of 0.1.0 that were
 * cut off half-way left such members. Safe to run at any time.
 * @returns how many were opened
 */
export async function openMissingAccounts({ db }: Pick<Services, "db">): Promise<number> {
  const missing = await db
    .selectFrom("users")
    .leftJoin("ledger_accounts", "ledger_accounts.user_id", "users.id")
    .select("users.id")
    .where("ledger_accounts.id", "is", null)
    .where("is_demo", "=", false)
    .limit(batch)
    .execute();
  for (const { id } of missing) await openAccount(db, id);
  if (missing.length < batch) return missing.length;
  return missing.length + (await openMissingAccounts({ db }));
}
