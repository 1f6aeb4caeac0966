import type { Transaction } from "kysely";
import type { PaymentMode, ReadSubscription } from "#app/adapters/payments/port.ts";
import type { Database } from "#app/db/schema.ts";
import { setPlan } from "#app/features/identity/commands.ts";
import { offerOf, offers } from "#app/rules/price-list.ts";
import type { Services } from "#app/services.ts";
import { liveStates } from "../queries.ts";
import { Outdated, versionOf } from "./book.ts";
import { assertPayer, assertSame, offeredBy, type Offered } from "./checks.ts";

type Tx = Transaction<Database>;
type Needs = Pick<Services, "db" | "payments">;

const isLive = (state: string) => liveStates.some((each) => each === state);

/** Sets the member's plan by all of their subscriptions: the largest of those that are alive, else Free. */
async function setMembersPlan(tx: Tx, userId: string, mode: PaymentMode): Promise<void> {
  const rows = await tx
    .selectFrom("subscriptions")
    .select(["offer", "renews_at"])
    .where("user_id", "=", userId)
    .where("mode", "=", mode)
    .where("state", "in", [...liveStates])
    .execute();
  const rank = (offer: string) => offers.findIndex(({ id }) => id === offer);
  const best = rows.toSorted((a, b) => rank(b.offer) - rank(a.offer)).at(0);
  const plan = best === undefined ? "Free" : (offerOf(best.offer)?.name ?? best.offer);
  await setPlan(tx, userId, { plan, renewsAt: best?.renews_at ?? null });
}

async function write(
  tx: Tx,
  read: ReadSubscription,
  offered: Offered,
  { mode, readFrom }: { mode: PaymentMode; readFrom: number },
): Promise<void> {
  const { id, status, periodEnd, cancelsAt, createdAt } = read;
  // The plan is made of all subscriptions of the member, so that only one of them changes at a time.
  await tx
    .selectFrom("payment_customers")
    .select("user_id")
    .where("user_id", "=", offered.userId)
    .where("mode", "=", mode)
    .forUpdate()
    .execute();
  if ((await versionOf(tx, "subscriptions", id)) !== readFrom) throw new Outdated();
  const columns = {
    offer: offered.offer,
    state: status,
    renews_at: isLive(status) && cancelsAt === null ? periodEnd : null,
    cancels_at: isLive(status) ? cancelsAt : null,
    last_payment_failed: ["past_due", "unpaid", "incomplete"].includes(status),
    version: readFrom + 1,
  };
  const fixed = { id, user_id: offered.userId, mode, created_at: createdAt };
  await tx
    .insertInto("subscriptions")
    .values({ ...columns, ...fixed })
    .onConflict((conflict) => conflict.column("id").doUpdateSet(columns))
    .execute();
  await setMembersPlan(tx, offered.userId, mode);
}

/**
 * Brings a subscription and the member's plan to what the provider says now.
 * @throws Outdated when another worker applied a newer state meanwhile; NotOurs, PaymentMismatch
 */
export async function convergeSubscription(needs: Needs, id: string): Promise<void> {
  const { db, payments } = needs;
  const readFrom = await versionOf(db, "subscriptions", id);
  const read = await payments.readSubscription(id);
  const { mode } = payments;
  const offered = await offeredBy(db, mode, read);
  assertPayer(read, offered, mode);
  assertSame("price", id, read.amount, offered.amount);
  await db.transaction().execute((tx) => write(tx, read, offered, { mode, readFrom }));
}
