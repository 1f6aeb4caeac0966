import { sql, type Transaction } from "kysely";
import type { Database } from "#app/db/schema.ts";

/**
 * Gives the books of a member to the nameless row: account, grant codes used, and the words of transactions. Entries,
 * sums and times stay as they are. @returns how many transactions lost their words
 */
export async function eraseFromLedger(
  tx: Transaction<Database>,
  userId: string,
  nameless: string,
): Promise<number> {
  await tx
    .updateTable("ledger_accounts")
    .set({ user_id: nameless })
    .where("user_id", "=", userId)
    .execute();
  await tx
    .updateTable("grant_code_uses")
    .set({ user_id: nameless })
    .where("user_id", "=", userId)
    .execute();
  const { rows } = await sql<{ changed: number }>`
    select erase_ledger_words(${userId}, ${nameless}) as changed`.execute(tx);
  return rows[0].changed;
}
