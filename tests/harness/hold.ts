import { sql, type Transaction } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { Database } from "#app/db/schema.ts";
import { balanceOf } from "#app/features/billing/queries.ts";

export type Hold = {
  /** For a hold that is placed again; a new one when left out. */
  holdId?: string;
  userId: string;
  amount: number;
  expiresAt: Date;
  reason: string;
  idempotencyKey: string;
};

export type PlacedHold = { ok: true; holdId: string } | { ok: false; available: number };

/** Sets credits aside by the function of the database that a cast's statement calls, without the cast. */
export async function placeHold(tx: Transaction<Database>, hold: Hold): Promise<PlacedHold> {
  const { holdId = uuidv7(), userId, amount, expiresAt, reason, idempotencyKey } = hold;
  const placed = await sql<{ id: string | null }>`
    select place_hold(${holdId}, ${userId}, ${amount}, ${expiresAt}, ${reason}, ${idempotencyKey}) as id`.execute(
    tx,
  );
  const { id } = placed.rows[0];
  if (id !== null) return { ok: true, holdId: id };
  return { ok: false, available: (await balanceOf(tx, userId)).current };
}
