import { sql, type Kysely } from "kysely";
import { t } from "#app/language/message.ts";
import type { Database } from "#app/db/schema.ts";
import { fieldError } from "#app/lib/errors.ts";
import { takePage } from "#app/lib/paging.ts";
import { offerOf } from "#app/rules/price-list.ts";

export type Invoice = {
  id: string;
  /** The invoice's number; packs have none. */
  number: string | null;
  description: string;
  /** Minor units of the currency, with tax. */
  amount: number;
  /** How much of it went back. */
  refunded: number;
  currency: string;
  state: "paid" | "open" | "failed" | "refunded" | "disputed";
  /** ISO 8601, UTC. */
  createdAt: string;
  /** The invoice or receipt at the provider. */
  url: string | null;
  credits: number;
};

function describe(offer: string, credits: number): string {
  const known = offerOf(offer);
  if (known?.kind === "plan") return t`${known.name}, ${credits} credits a month`;
  return known?.name ?? t`${credits} credits`;
}

/**
 * What a member paid or was to pay, newest first; `next` is the cursor of the page after.
 * @throws AppError invalid-request for an unknown cursor
 */
export async function invoicesOf(
  db: Kysely<Database>,
  userId: string,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<{ items: Invoice[]; next: string | null }> {
  let query = db
    .selectFrom("payments")
    .select(["id", "number", "offer", "credits", "amount", "refunded", "currency", "state"])
    .select(["created_at", "url"])
    .where("user_id", "=", userId)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit + 1);
  if (cursor !== undefined) {
    const last = await db
      .selectFrom("payments")
      .select(["id", "created_at"])
      .where("id", "=", cursor)
      .where("user_id", "=", userId)
      .executeTakeFirst();
    if (last === undefined) throw fieldError("cursor", "unknown", t`This is not a valid cursor`);
    query = query.where(sql<boolean>`(created_at, id) < (${last.created_at}, ${last.id})`);
  }
  const { page, last } = takePage(await query.execute(), limit);
  const items = page.map((row) => ({
    id: row.id,
    number: row.number,
    description: describe(row.offer, row.credits),
    amount: row.amount,
    refunded: row.refunded,
    currency: row.currency,
    state: row.state as Invoice["state"],
    createdAt: row.created_at.toISOString(),
    url: row.url,
    credits: row.credits,
  }));
  return { items, next: last?.id ?? null };
}
