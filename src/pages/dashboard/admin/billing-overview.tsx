import { useLoaderData, type LoaderFunctionArgs } from "react-router";
import { queryOf } from "#app/features/admin/inputs.ts";
import { paymentQuery } from "#app/features/admin/inputs/payments.ts";
import { creditFigures } from "#app/features/admin/queries.ts";
import { CsvLink } from "#app/features/admin/ui/csv-link.tsx";
import { DayBars } from "#app/features/admin/ui/day-bars.tsx";
import { Pager } from "#app/features/admin/ui/pager.tsx";
import { PaymentTable } from "#app/features/admin/ui/payment-table.tsx";
import { Reconciliation } from "#app/features/admin/ui/reconciliation.tsx";
import { RevenueTable } from "#app/features/admin/ui/revenue-table.tsx";
import { SearchForm } from "#app/features/admin/ui/search-form.tsx";
import {
  allPayments,
  paymentDifferences,
  paymentTotals,
  revenueByMonth,
} from "#app/features/payments/queries.ts";
import { T, locale, t } from "#app/language/message.ts";
import { credits } from "#app/rules/counted.ts";
import { adminData } from "#app/page-data.ts";
import { paths } from "#app/paths.ts";
import { Link } from "#app/ui/link.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { SegmentNav } from "#app/ui/segment.tsx";
import "./admin.css";

const rowsAPage = 25;

/** Revenue, the ledger's totals, whether both agree, and every payment. See docs/product.md 2.13, row AD-10. */
export function loader({ request, context }: LoaderFunctionArgs) {
  return adminData(context, async ({ db, payments }) => {
    const { state, q = "", cursor } = queryOf(request, paymentQuery);
    const [figures, revenue, totals, differences, list] = await Promise.all([
      creditFigures(db),
      revenueByMonth(db, payments.mode),
      paymentTotals(db, payments.mode),
      paymentDifferences(db),
      allPayments(db, { state, q, cursor, limit: rowsAPage }),
    ]);
    const filter = { state: state ?? null, q, isFirst: cursor === undefined };
    return { figures, revenue, totals, differences, list, filter, mode: payments.mode };
  });
}

const filters = [
  [null, t`All`],
  ["paid", t`Paid`],
  ["open", t`Open`],
  ["failed", t`Failed`],
  ["refunded", t`Refunded`],
  ["disputed", t`Disputed`],
] as const;

const modes = {
  sandbox: t`Money of the built-in sandbox, which is not real: no key of Stripe is set.`,
  test: t`Money of Stripe’s test mode, which is not real.`,
  live: t`Money that was paid by Stripe.`,
} as const;

const address = (query: Record<string, string | null>) =>
  paths.dashboardPage("admin/billing-overview", query);

function Facts() {
  const { figures, totals } = useLoaderData<typeof loader>();
  const { current, held, frozen, debt } = figures.outstanding;
  const facts = [
    [t`Credits members can spend`, current],
    [t`Reserved for casts`, held],
    [t`Frozen by disputes`, frozen],
    [t`Debt of members`, debt],
    [t`Plans that run`, totals.subscriptions],
    [t`Disputes open`, totals.disputes.open],
    [t`Disputes lost`, totals.disputes.lost],
    ...figures.plans.map(({ plan, members }) => [t`Members on ${plan}`, members] as const),
  ] as const;
  return (
    <dl className="admin-facts">
      {facts.map(([name, count]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{count.toLocaleString(locale("en"))}</dd>
        </div>
      ))}
    </dl>
  );
}

function Payments() {
  const { list, filter } = useLoaderData<typeof loader>();
  const { state, q, isFirst } = filter;
  const words = q === "" ? null : q;
  return (
    <section className="mt-8" aria-labelledby="payments">
      <h2 className="title-small" id="payments">
        {t`Payments`}
      </h2>
      <div className="admin-tools">
        <SearchForm
          label={t`Search payments`}
          placeholder={t`Payment or @username`}
          value={q}
          keep={{ state }}
        />
        <SegmentNav label={t`State`} small>
          {filters.map(([value, label]) => (
            <Link
              key={label}
              to={address({ state: value, q: words })}
              preventScrollReset
              aria-current={value === state ? "page" : undefined}
            >
              {label}
            </Link>
          ))}
        </SegmentNav>
        <CsvLink list="payments" query={{ state, q: words }} />
      </div>
      {list.items.length === 0 ? (
        <p className="text-13 text-ink-3">{t`There is no such payment.`}</p>
      ) : (
        <PaymentTable payments={list.items} />
      )}
      <Pager
        first={isFirst ? null : address({ state, q: words })}
        next={list.next && address({ state, q: words, cursor: list.next })}
      />
    </section>
  );
}

export default function BillingOverview() {
  const { figures, revenue, totals, differences, mode } = useLoaderData<typeof loader>();
  const { days } = figures;
  const by = (pick: (day: (typeof days)[number]) => number) =>
    days.map((day) => ({ day: day.day, count: pick(day) }));
  const { failed, waiting } = totals.events;
  return (
    <>
      <PageHead title={t`Billing overview`} />
      <h1 className="title-large">{t`Billing overview`}</h1>
      <p className="mt-1 text-13 text-ink-3">{modes[mode]}</p>
      <Facts />
      <section className="mt-4" aria-labelledby="revenue">
        <h2 className="title-small" id="revenue">
          {t`Revenue by month and plan`}
        </h2>
        <RevenueTable lines={revenue} />
      </section>
      <Reconciliation differences={differences} />
      <p className="mt-2 text-13 text-ink-2">
        <T>
          <Link
            className="link"
            to={paths.dashboardPage("admin/webhook-events", {
              state: failed > 0 ? "failed" : waiting > 0 ? "received" : null,
            })}
          >
            Webhook events
          </Link>
          : {failed.toLocaleString(locale("en"))} failed, {waiting.toLocaleString(locale("en"))}{" "}
          waiting.
        </T>
      </p>
      <div className="figures mt-8">
        <DayBars label={t`Credits sold`} unit={credits} days={by((day) => day.sold)} />
        <DayBars label={t`Credits given`} unit={credits} days={by((day) => day.granted)} />
        <DayBars label={t`Credits spent`} unit={credits} days={by((day) => day.spent)} />
        <DayBars label={t`Refunded credits`} unit={credits} days={by((day) => day.refunded)} />
      </div>
      <p className="mt-4 max-w-[70ch] text-13 text-ink-3">
        {t`From the ledger, by day in UTC. Sold: less what refunds and disputes took back. Refunded: held for casts that were not drawn, or not all of them.`}
      </p>
      <Payments />
    </>
  );
}
