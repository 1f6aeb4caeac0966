import type { ReactNode } from "react";
import { locale, t } from "#app/language/message.ts";
import { credits } from "#app/rules/counted.ts";
import { pictureCost } from "#app/rules/credit-costs.ts";
import { creditTone } from "#app/rules/credit-tone.ts";
import { planFigures, type PlanAccount } from "#app/rules/plan-figures.ts";
import { useSite } from "#app/ui/site.ts";
import "#app/ui/meter.css";
import { ExampleNote } from "./example-note.tsx";
import "./plan-card.css";

type PlanCardProps = {
  account: PlanAccount;
  held: number;
  days: readonly { create: number; remix: number }[];
  /** When a cancelled plan ends; ISO 8601. */
  endsAt: string | null;
  /** What can be done about the plan. */
  action?: ReactNode;
};

const shortDay = new Intl.DateTimeFormat(locale("en"), {
  month: "short",
  day: "numeric",
  timeZone: "UTC",
});
const dayOf = (at: string) => shortDay.format(new Date(at));
const high = { mode: "text-to-image", quality: "high", model: "", count: 1 } as const;

/** The plan, the remaining credits and the prices. */
export function PlanCard({ account, held, days, endsAt, action }: PlanCardProps) {
  const { remixCredits } = useSite();
  const { name, current, renewal, left, share, isExample } = planFigures(account);
  const { tone } = creditTone(current);
  const used = days.reduce((sum, day) => sum + day.create + day.remix, 0);
  const facts = [
    endsAt === null ? [t`Renews`, renewal] : [t`Ends, and is not renewed`, dayOf(endsAt)],
    [t`Reserved for running casts`, credits(held)],
    [t`Used in 30 days`, credits(used)],
    [t`A high-quality square`, credits(pictureCost({ ...high, aspect: "1:1" }))],
    [t`Any other frame, high`, credits(pictureCost({ ...high, aspect: "4:5" }))],
    [t`A remix`, credits(remixCredits)],
  ];
  return (
    <section className="panel" aria-labelledby="plan">
      <div className="plan-head">
        <h2 className="title-small" id="plan">
          {name}
        </h2>
        {action}
      </div>
      {isExample && <ExampleNote current={account.current} />}
      <p className="plan-left">
        <b data-tone={tone}>{current.toLocaleString(locale("en"))}</b> {left}
      </p>
      {/* The sentence above says the same as text. */}
      <div className="meter" data-tone={tone} aria-hidden>
        <i style={{ width: `${100 * share}%` }} />
      </div>
      <dl className="plan-facts">
        {facts.map(([fact, value]) => (
          <div key={fact}>
            <dt>{fact}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
