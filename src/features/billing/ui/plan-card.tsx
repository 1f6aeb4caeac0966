import { imageToImageDefault, pictureCost } from "#app/rules/credit-costs.ts";
import { creditTone } from "#app/rules/credit-tone.ts";
import { planCredits } from "#app/rules/plan-credits.ts";
import "#app/ui/meter.css";
import "./plan-card.css";

type PlanCardProps = {
  plan: { plan: string; renewalDate: string | null };
  current: number;
  held: number;
  days: readonly { create: number; remix: number }[];
};

const shortDay = new Intl.DateTimeFormat("en", { month: "short", day: "numeric", timeZone: "UTC" });
const credits = (count: number) => `${count} ${count === 1 ? "credit" : "credits"}`;
const high = { mode: "text-to-image", quality: "high", model: "", count: 1 } as const;

/** The plan, the remaining credits and the prices. */
export function PlanCard({ plan, current, held, days }: PlanCardProps) {
  const total = planCredits(plan.plan);
  const { tone } = creditTone(current);
  const used = days.reduce((sum, day) => sum + day.create + day.remix, 0);
  const facts = [
    ["Renews", plan.renewalDate === null ? "N/A" : shortDay.format(new Date(plan.renewalDate))],
    ["Set aside for casts under way", credits(held)],
    ["Used in 30 days", credits(used)],
    ["A high-quality square", credits(pictureCost({ ...high, aspect: "1:1" }))],
    ["Any other frame, high", credits(pictureCost({ ...high, aspect: "4:5" }))],
    ["A remix", credits(imageToImageDefault)],
  ];
  return (
    <section className="panel" aria-labelledby="plan">
      <h2 className="title-small" id="plan">
        {/plan$/i.test(plan.plan) ? plan.plan : `${plan.plan} plan`}
      </h2>
      <p className="plan-left">
        <b data-tone={tone}>{current.toLocaleString("en")}</b>
        {/* Granted and purchased credits are added to the plan's. */}
        {current <= total ? `of ${total.toLocaleString("en")} credits left` : "credits left"}
      </p>
      {/* The sentence above says the same as text. */}
      <div className="meter" data-tone={tone} aria-hidden>
        <i style={{ width: `${Math.min(100, (100 * current) / total)}%` }} />
      </div>
      <dl className="plan-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
