import { sql, type Transaction } from "kysely";
import type { Database } from "#app/db/schema.ts";

/** Deletes what a member wrote to the operator, signed in or from their address. @returns how many */
export async function eraseMessages(
  tx: Transaction<Database>,
  userId: string,
  email: string,
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from messages where user_id = ${userId} or email = ${email}::citext`.execute(tx);
  return Number(numAffectedRows);
}
