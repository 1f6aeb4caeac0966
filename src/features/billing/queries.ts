import type { Kysely } from "kysely";
import { prepared } from "#app/db/prepared.ts";
import type { Database } from "#app/db/schema.ts";

export { ledger, type LedgerLine } from "./queries/ledger.ts";

export type Balance = {
  /** Credits that can be spent now. */
  current: number;
  /** Credits set aside for casts that are not finished. */
  held: number;
};

/** A member's credits; nothing for somebody without an account. */
export async function balanceOf(db: Kysely<Database>, userId: string): Promise<Balance> {
  const account = await db
    .selectFrom("ledger_accounts")
    .modifyFront(prepared)
    .select(["available", "held"])
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return { current: account?.available ?? 0, held: account?.held ?? 0 };
}

/** The member's plan with its renewal. */
export async function planOf(db: Kysely<Database>, userId: string) {
  const user = await db
    .selectFrom("users")
    .select(["plan", "renewal_date"])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  return { plan: user.plan, renewalDate: user.renewal_date?.toISOString() ?? null };
}
