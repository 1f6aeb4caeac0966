import { useLoaderData, type LoaderFunctionArgs } from "react-router";
import { adminData } from "#app/page-data.ts";
import { PageHead } from "#app/ui/page-head.tsx";
import { creditFigures } from "#app/features/admin/queries.ts";
import { DayBars } from "#app/features/admin/ui/day-bars.tsx";
import "./admin.css";

/** Totals of the ledger: credits granted, spent and refunded per day. See docs/product.md 2.13. */
export function loader({ context }: LoaderFunctionArgs) {
  return adminData(context, ({ db }) => creditFigures(db));
}

export default function BillingOverview() {
  const { days, outstanding, plans } = useLoaderData<typeof loader>();
  const by = (pick: (day: (typeof days)[number]) => number) =>
    days.map((day) => ({ day: day.day, count: pick(day) }));
  const credits = ["credit", "credits"] as const;
  return (
    <>
      <PageHead title="Billing overview" />
      <h1 className="title-large">Billing overview</h1>
      <dl className="admin-facts">
        <div>
          <dt>Credits members can spend</dt>
          <dd>{outstanding.current.toLocaleString("en")}</dd>
        </div>
        <div>
          <dt>Set aside for casts</dt>
          <dd>{outstanding.held.toLocaleString("en")}</dd>
        </div>
        {plans.map(({ plan, members }) => (
          <div key={plan}>
            <dt>Members on {plan}</dt>
            <dd>{members.toLocaleString("en")}</dd>
          </div>
        ))}
      </dl>
      <div className="figures">
        <DayBars label="Credits spent" unit={credits} days={by((day) => day.spent)} />
        <DayBars label="Credits given" unit={credits} days={by((day) => day.granted)} />
        <DayBars label="Refunded credits" unit={credits} days={by((day) => day.refunded)} />
      </div>
      <p className="mt-4 max-w-[70ch] text-13 text-ink-3">
        From the ledger, by day in UTC. Refunded: held for casts that were not drawn, or not all of
        them. Credit packs are not on sale on this installation, so there is no revenue to show.
      </p>
    </>
  );
}
