import { locale, m, plural, t } from "#app/language/message.ts";
import { planCredits } from "./plan-credits.ts";

/** What is known of an account when its plan is shown. */
export type PlanAccount = {
  role: "guest" | "member" | "user" | "admin";
  /** Blank or null when the account has none. */
  plan: string | null;
  /** Credits that can be spent. */
  current: number;
  /** ISO 8601. */
  renewalDate: string | null;
};

export type PlanFigures = {
  /** e.g. "Free plan". */
  name: string;
  current: number;
  /** Credits that the plan comes with. */
  total: number;
  /** e.g. "Aug 12", or "N/A". */
  renewal: string;
  /** The account has no plan: the figures are the example of docs/product.md 9.1, not the member's own. */
  isExample: boolean;
  /** What stands behind the number of credits, e.g. "of 100 credits left". */
  left: string;
  /** How much of the plan's credits is left, from 0 to 1. */
  share: number;
};

const day = new Intl.DateTimeFormat(locale("en"), {
  month: "short",
  day: "numeric",
  timeZone: "UTC",
});
const shown = (count: number) => count.toLocaleString(locale("en"));

const exampleOf = {
  guest: { current: 0, total: 0 },
  member: { current: 230, total: 600 },
  user: { current: 230, total: 600 },
  admin: { current: 850, total: 1000 },
} as const;

/** Credits that were bought or given add to those of the plan, so there may be more than it comes with. */
function leftOf(plan: string, current: number, total: number): string {
  if (current <= total) return t`of ${shown(total)} credits left`;
  const when = plan === "Free" ? t`at sign-up` : t`a month`;
  return plural(
    current,
    m`credit, plan gives ${shown(total)} ${when}`,
    m`credits, plan gives ${shown(total)} ${when}`,
  );
}

/** The figures of a member's plan, as every page shows them. See docs/product.md 9.1. */
export function planFigures({ role, plan, current, renewalDate }: PlanAccount): PlanFigures {
  const isExample = plan === null || plan.trim() === "";
  const name = isExample ? t`Pro Plan` : /plan$/i.test(plan) ? plan : t`${plan} plan`;
  const known = isExample ? exampleOf[role] : { current, total: planCredits(plan) };
  const renewal = renewalDate === null ? "N/A" : day.format(new Date(renewalDate));
  return {
    ...known,
    name,
    renewal: isExample ? t`Aug 12` : renewal,
    isExample,
    left: leftOf(plan ?? "", known.current, known.total),
    share: known.total === 0 ? 0 : Math.max(0, Math.min(1, known.current / known.total)),
  };
}
