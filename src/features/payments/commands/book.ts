import type { Transaction } from "kysely";
import type { PaymentMode, ReadDispute } from "#app/adapters/payments/port.ts";
import type { Database } from "#app/db/schema.ts";
import { bookPurchase, freeze, takeBack, type Booked } from "#app/features/billing/commands.ts";
import { creditsGone } from "#app/rules/credits-gone.ts";
import { offerOf } from "#app/rules/price-list.ts";
import type { Offered } from "./checks.ts";

type Tx = Transaction<Database>;

/** A payment as the provider has it now, checked against what was offered. */
export type PaymentFact = {
  /** The payment intent of a pack, the invoice of a plan. */
  id: string;
  /** Names the purchase in the ledger, once for all time. */
  key: string;
  offered: Offered;
  mode: PaymentMode;
  status: "open" | "paid" | "failed";
  amount: number;
  tax: number;
  refunded: number;
  disputes: readonly ReadDispute[];
  paymentIntent: string | null;
  subscriptionId: string | null;
  number: string | null;
  url: string | null;
  period: { from: Date; to: Date } | null;
  createdAt: Date;
};

/** Another worker applied a newer state meanwhile: read again. */
export class Outdated extends Error {
  constructor() {
    super("It changed while it was read");
    this.name = "Outdated";
  }
}

/** The version that was applied last; 0 for a payment that is new here. */
export async function versionOf(
  db: Pick<Tx, "selectFrom">,
  table: "payments" | "subscriptions",
  id: string,
): Promise<number> {
  const row = await db.selectFrom(table).select("version").where("id", "=", id).executeTakeFirst();
  return row?.version ?? 0;
}

const sumOf = (disputes: readonly { amount: number }[]) =>
  disputes.reduce((sum, { amount }) => sum + amount, 0);

function stateOf({ status, amount, refunded, disputes }: PaymentFact): string {
  if (status !== "paid") return status;
  if (disputes.some(({ state }) => state !== "won")) return "disputed";
  return refunded >= amount && amount > 0 ? "refunded" : "paid";
}

/** What a member reads in their ledger. */
function reasonOf({ offer, credits }: Offered): string {
  const known = offerOf(offer);
  return known?.kind === "plan" ? `A month of ${known.name}` : `Bought ${credits} credits`;
}

function columnsOf(fact: PaymentFact) {
  return {
    amount: fact.amount,
    tax: fact.tax,
    refunded: Math.min(fact.refunded, fact.amount),
    state: stateOf(fact),
    payment_intent: fact.paymentIntent,
    subscription_id: fact.subscriptionId,
    number: fact.number,
    url: fact.url,
    period_start: fact.period?.from ?? null,
    period_end: fact.period?.to ?? null,
  };
}

async function insertNew(tx: Tx, fact: PaymentFact): Promise<boolean> {
  const { id, offered, mode, createdAt } = fact;
  const inserted = await tx
    .insertInto("payments")
    .values({
      ...columnsOf(fact),
      id,
      user_id: offered.userId,
      mode,
      checkout_id: offered.checkoutId,
      offer: offered.offer,
      credits: offered.credits,
      currency: offered.currency,
      created_at: createdAt,
      version: 0,
    })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .returning("id")
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Credits that were set aside for each open dispute when it was first seen. */
async function knownDisputes(tx: Tx, paymentId: string): Promise<Map<string, number>> {
  const rows = await tx
    .selectFrom("payment_disputes")
    .select(["id", "frozen"])
    .where("payment_id", "=", paymentId)
    .execute();
  return new Map(rows.map(({ id, frozen }) => [id, frozen]));
}

async function keepDispute(
  tx: Tx,
  paymentId: string,
  dispute: ReadDispute,
  frozen: number,
): Promise<void> {
  const { id, amount, currency, state, status, reason, createdAt } = dispute;
  const closedAt = state === "open" ? null : new Date();
  await tx
    .insertInto("payment_disputes")
    .values({
      id,
      payment_id: paymentId,
      amount,
      currency,
      state,
      status,
      reason,
      frozen,
      created_at: createdAt,
      closed_at: closedAt,
    })
    .onConflict((conflict) =>
      conflict.column("id").doUpdateSet((eb) => ({
        amount,
        state,
        status,
        frozen,
        closed_at:
          closedAt === null ? null : eb.fn.coalesce("payment_disputes.closed_at", eb.val(closedAt)),
      })),
    )
    .execute();
}

/**
 * Brings the ledger to what a paid payment is worth now. What is taken depends on all the money that is gone, so that a
 * refund and a dispute of the same money take it once.
 */
async function settle(tx: Tx, fact: PaymentFact, booked: Booked, version: number): Promise<Booked> {
  const { id, offered, disputes } = fact;
  const worth = { credits: booked.credits, amount: fact.amount };
  const of = { paymentId: id, userId: offered.userId };
  const key = (step: string) => `payment:${id}:${version}:${step}`;
  const lost = sumOf(disputes.filter(({ state }) => state === "lost"));
  const gone = fact.refunded + lost;
  const taken = creditsGone(worth, gone);
  const reason =
    taken < booked.taken ? "Refund undone" : lost > 0 ? "Dispute lost" : "Payment refunded";
  let now = await takeBack(tx, { ...of, booked, taken, reason, idempotencyKey: key("take") });

  const known = await knownDisputes(tx, id);
  let atRisk = gone;
  let setAside = 0;
  for (const dispute of disputes) {
    const before = known.get(dispute.id);
    let frozen = before ?? 0;
    if (dispute.state === "open") {
      const share = creditsGone(worth, atRisk + dispute.amount) - creditsGone(worth, atRisk);
      atRisk += dispute.amount;
      if (before === undefined) {
        const wanted = Math.min(now.frozen + share, booked.credits - now.taken);
        const why = { reason: "Payment disputed", idempotencyKey: key(`freeze:${dispute.id}`) };
        const after = await freeze(tx, { ...of, booked: now, frozen: wanted, ...why });
        frozen = after.frozen - now.frozen;
        now = after;
      }
      setAside += frozen;
    }
    await keepDispute(tx, id, dispute, frozen);
  }
  const most = Math.min(now.frozen, setAside);
  const release = { reason: "Dispute closed", idempotencyKey: key("release") };
  return freeze(tx, { ...of, booked: now, frozen: most, ...release });
}

/**
 * Writes a payment as it is now, and books what follows from it. Nothing is done twice, however often and in whichever
 * order it is called: what was booked stands in the payment's row, which is locked here.
 * @param readFrom the payment's version before it was read from the provider
 * @throws Outdated
 */
export async function applyPayment(tx: Tx, fact: PaymentFact, readFrom: number): Promise<void> {
  const { id, offered, key } = fact;
  const isNew = readFrom === 0 && (await insertNew(tx, fact));
  const row = await tx
    .selectFrom("payments")
    .select(["version", "user_id", "credits", "taken", "frozen", "granted_at"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined || (!isNew && row.version !== readFrom)) throw new Outdated();
  const version = row.version + 1;
  let booked: Booked = { credits: row.credits, taken: row.taken, frozen: row.frozen };
  const grantedAt = row.granted_at ?? (fact.status === "paid" ? new Date() : null);
  if (row.granted_at === null && grantedAt !== null) {
    const reason = reasonOf(offered);
    const purchase = { paymentId: id, userId: offered.userId, credits: row.credits, reason };
    await bookPurchase(tx, { ...purchase, idempotencyKey: key });
  }
  if (grantedAt !== null) booked = await settle(tx, fact, booked, version);
  await tx
    .updateTable("payments")
    .set({
      ...columnsOf(fact),
      taken: booked.taken,
      frozen: booked.frozen,
      granted_at: grantedAt,
      version,
    })
    .where("id", "=", id)
    .execute();
}
