import { locale, t } from "#app/language/message.ts";
import { formatMoney } from "./money.ts";
import type { Offer } from "./price-list.ts";

/** The plan that a member pays for. */
export type PaidPlan = {
  offer: Offer;
  /** ISO 8601; null when it is not known. */
  renewsAt: string | null;
  /** When it ends; null when it renews. */
  cancelsAt: string | null;
};

/** What a press does: opens a checkout, or asks to change, cancel or resume the subscription. */
export type PlanChange = {
  kind: "checkout" | "upgrade" | "downgrade" | "cancel" | "resume";
  /** What happens, said before the press. */
  says: string;
  /** The label of the button. */
  press: string;
};

const day = new Intl.DateTimeFormat(locale("en-GB"), { dateStyle: "long", timeZone: "UTC" });
const dayOf = (at: string | null) =>
  at === null ? t`the end of the month that is paid` : day.format(new Date(at));
const keeps = t`Credits that you have stay.`;

/**
 * What it means to go from the present plan to another.
 * @param now null for the plan Free
 * @param wanted null for the plan Free
 * @returns null when that is the plan already
 */
export function planChange(
  now: PaidPlan | null,
  wanted: Offer | null,
  currency: string,
): PlanChange | null {
  if (wanted === null) {
    if (now === null || now.cancelsAt !== null) return null;
    return {
      kind: "cancel",
      says: t`${now.offer.name} stays until ${dayOf(now.renewsAt)}; then your plan is Free. Nothing more is charged. ${keeps}`,
      press: t`Cancel the ${now.offer.name} plan`,
    };
  }
  const price = formatMoney(wanted.amount, currency);
  if (now === null) {
    return {
      kind: "checkout",
      says: t`You pay ${price} now and get ${wanted.credits} credits. The plan renews each month at that price until you cancel it. ${keeps}`,
      press: t`Go to ${wanted.name} for ${price} a month`,
    };
  }
  if (now.offer.id === wanted.id) {
    if (now.cancelsAt === null) return null;
    return {
      kind: "resume",
      says: t`${wanted.name} no longer ends on ${dayOf(now.cancelsAt)}: it renews then for ${price}. Nothing is charged now.`,
      press: t`Keep ${wanted.name}`,
    };
  }
  if (wanted.amount > now.offer.amount) {
    return {
      kind: "upgrade",
      says: t`You pay ${price} now, a new month starts today, and ${wanted.credits} credits are added. It renews each month at that price until you cancel it. ${keeps}`,
      press: t`Change to ${wanted.name} for ${price} a month`,
    };
  }
  return {
    kind: "downgrade",
    says: t`${now.offer.name} stays until ${dayOf(now.renewsAt ?? now.cancelsAt)}. From then on you pay ${price} and get ${wanted.credits} credits a month. Nothing is charged now. ${keeps}`,
    press: t`Change to ${wanted.name}`,
  };
}
