import { v7 as uuidv7 } from "uuid";
import { t } from "#app/language/message.ts";
import { isPaymentRefused, type Payments } from "#app/adapters/payments/port.ts";
import type { Member } from "#app/lib/actor.ts";
import { AppError, isAppError } from "#app/lib/errors.ts";
import { paths } from "#app/paths.ts";
import { offerOf, type Offer, type OfferId } from "#app/rules/price-list.ts";
import { safeNext } from "#app/rules/safe-next.ts";
import type { Services } from "#app/services.ts";
import type { SubscriptionInput } from "./inputs.ts";
import { canBuy } from "./policy.ts";
import { paymentsOf, type MemberPayments } from "./queries.ts";
import { converge } from "./commands/converge.ts";

export { eraseFromPayments } from "./commands/erase.ts";
export { keepEvent } from "./commands/events.ts";
export { queueReplays } from "./commands/replay.ts";

type Needs = Pick<Services, "db" | "env" | "log" | "payments">;

/** Calls the provider; its refusals and failures become answers that a member can act on. */
async function ask<T>(needs: Needs, call: (payments: Payments) => Promise<T>): Promise<T> {
  try {
    return await call(needs.payments);
  } catch (error) {
    if (isPaymentRefused(error) && error.reason === "declined") {
      const detail = t`The payment was declined. Use another card, or ask your bank.`;
      throw new AppError("unprocessable", { detail, cause: error });
    }
    needs.log.error({ err: error }, "the provider of payments did not answer as expected");
    const detail = t`Payments do not work right now. Nothing was paid.`;
    throw new AppError("unavailable", { detail, retryAfterSeconds: 30, cause: error });
  }
}

/**
 * The customer that a member is at the provider; made when they first buy.
 * @param lost the customer that the provider does not know any more, in whose place comes a new one
 */
async function customerOf(needs: Needs, userId: string, lost: string | null): Promise<string> {
  const { db, payments } = needs;
  const find = () =>
    db
      .selectFrom("payment_customers")
      .select("customer_id")
      .where("user_id", "=", userId)
      .where("mode", "=", payments.mode)
      .executeTakeFirst();
  const known = await find();
  if (known && known.customer_id !== lost) return known.customer_id;
  const member = await db
    .selectFrom("users")
    .select(["email", "name"])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  const key = `customer:${userId}:${lost ?? "first"}`;
  const customer_id = await ask(needs, (provider) =>
    provider.createCustomer({ userId, ...member, key }),
  );
  await db
    .insertInto("payment_customers")
    .values({ user_id: userId, mode: payments.mode, customer_id })
    .onConflict((conflict) =>
      conflict
        .columns(["user_id", "mode"])
        .doUpdateSet({ customer_id })
        .where("payment_customers.customer_id", "=", lost ?? ""),
    )
    .execute();
  // Of two requests at once, the one that was first.
  return (await find())?.customer_id ?? customer_id;
}

/** Writes down what a member is offered, so that what is paid can be compared with it. */
async function keepOffer(
  { db, payments }: Needs,
  { userId, customerId, offer }: { userId: string; customerId: string; offer: Offer },
): Promise<string> {
  const id = uuidv7();
  await db
    .insertInto("payment_checkouts")
    .values({
      id,
      user_id: userId,
      mode: payments.mode,
      offer: offer.id,
      credits: offer.credits,
      amount: offer.amount,
      currency: payments.currency,
      customer_id: customerId,
    })
    .execute();
  return id;
}

function listed(id: OfferId): Offer {
  const offer = offerOf(id);
  if (offer === null) throw new AppError("not-found", { detail: t`This is not on sale any more` });
  return offer;
}

/** @throws AppError forbidden */
function refuseUnlessOnSale({ env, payments }: Needs, actor: Member): void {
  if (canBuy(actor, { mode: payments.mode, siteUrl: env.SERVER_URL })) return;
  throw new AppError("forbidden", { detail: t`Credits and plans are not on sale on this site` });
}

/**
 * Opens the provider's page for an offer. The credits come once its events say that it was paid, never by the return of
 * the browser.
 * @returns where to send the browser
 * @throws AppError forbidden, conflict for a second plan, unavailable
 */
export async function openCheckout(
  needs: Needs,
  actor: Member,
  wanted: { offer: OfferId; next?: string | undefined },
): Promise<{ url: string }> {
  const { db, env, payments } = needs;
  const { userId } = actor;
  refuseUnlessOnSale(needs, actor);
  const offer = listed(wanted.offer);
  if (offer.kind === "plan") {
    const { subscription } = await paymentsOf(db, userId, payments.mode);
    if (subscription !== null) {
      throw new AppError("conflict", { detail: t`You have a plan already: change that one` });
    }
  }
  const query = { next: wanted.next === undefined ? null : safeNext(wanted.next) };
  const back = new URL(paths.dashboardPage("billing", query), env.SERVER_URL);

  async function open(customerId: string): Promise<{ url: string }> {
    const checkoutId = await keepOffer(needs, { userId, customerId, offer });
    const { sessionId, url } = await ask(needs, (provider) =>
      provider.openCheckout({
        checkoutId,
        offer,
        customerId,
        // The provider puts the session's id in place of the braces, which must stay as they are.
        successUrl: `${back.href}${back.search === "" ? "?" : "&"}paid={CHECKOUT_SESSION_ID}`,
        cancelUrl: back.href,
      }),
    );
    await db
      .updateTable("payment_checkouts")
      .set({ session_id: sessionId })
      .where("id", "=", checkoutId)
      .execute();
    return { url };
  }

  const customerId = await customerOf(needs, userId, null);
  try {
    return await open(customerId);
  } catch (error) {
    if (!isAppError(error) || !isPaymentRefused(error.info.cause)) throw error;
    if (error.info.cause.reason !== "missing") throw error;
    // Deleted at the provider, or of a sandbox that is gone.
    return open(await customerOf(needs, userId, customerId));
  }
}

/**
 * Opens the provider's portal: invoices, cards, the end of a plan.
 * @throws AppError not-found for a member who never bought anything, unavailable
 */
export async function openPortal(needs: Needs, actor: Member): Promise<{ url: string }> {
  const { db, env, payments } = needs;
  const customer = await db
    .selectFrom("payment_customers")
    .select("customer_id")
    .where("user_id", "=", actor.userId)
    .where("mode", "=", payments.mode)
    .executeTakeFirst();
  if (customer === undefined) {
    throw new AppError("not-found", { detail: t`You have not bought anything yet` });
  }
  const returnUrl = new URL(paths.dashboardPage("billing"), env.SERVER_URL).href;
  const portal = { customerId: customer.customer_id, returnUrl };
  return ask(needs, (provider) => provider.openPortal(portal));
}

type Subscription = NonNullable<MemberPayments["subscription"]>;

/** A larger plan starts at once with a month of its own, a smaller one when the month that is paid ends. */
async function changePlan(
  needs: Needs,
  { actor, current, wanted }: { actor: Member; current: Subscription; wanted: Offer },
): Promise<void> {
  const { userId } = actor;
  if (wanted.kind !== "plan" || wanted.id === current.offer) {
    throw new AppError("conflict", { detail: t`This is not another plan` });
  }
  refuseUnlessOnSale(needs, actor);
  const customerId = await customerOf(needs, userId, null);
  const checkoutId = await keepOffer(needs, { userId, customerId, offer: wanted });
  const now = wanted.amount > (offerOf(current.offer)?.amount ?? 0);
  const change = { subscriptionId: current.id, checkoutId, offer: wanted, now };
  await ask(needs, (provider) => provider.changePlan(change));
}

/**
 * Cancels a member's plan at the end of the month that is paid, takes that back, or changes the plan.
 * @throws AppError conflict without a plan, unprocessable for a declined payment, unavailable
 */
export async function changeSubscription(
  needs: Needs,
  actor: Member,
  { action, offer }: SubscriptionInput,
): Promise<void> {
  const { db, payments } = needs;
  const { subscription } = await paymentsOf(db, actor.userId, payments.mode);
  if (subscription === null) throw new AppError("conflict", { detail: t`You have no plan` });
  if (action === "change" && offer === undefined) {
    throw new AppError("invalid-request", { detail: t`Name the plan to change to` });
  }
  const { id } = subscription;
  if (action === "change" && offer !== undefined) {
    await changePlan(needs, { actor, current: subscription, wanted: listed(offer) });
  } else {
    await ask(needs, (provider) => provider.cancelAtPeriodEnd(id, action === "cancel"));
  }
  // The event says the same a moment later; the page that asked shows it at once.
  await converge(needs, { kind: "subscription", id });
}

/** Ends all plans of a member at once, e.g. because the account is closed. Credits and invoices stay. */
export async function endSubscriptions(needs: Needs, userId: string): Promise<void> {
  const { db, payments } = needs;
  const rows = await db
    .selectFrom("subscriptions")
    .select("id")
    .where("user_id", "=", userId)
    .where("mode", "=", payments.mode)
    .where("state", "not in", ["canceled", "incomplete_expired"])
    .execute();
  for (const { id } of rows) {
    await payments.cancelNow(id);
    await converge(needs, { kind: "subscription", id });
  }
}
