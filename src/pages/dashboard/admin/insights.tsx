import { useLoaderData, type LoaderFunctionArgs } from "react-router";
import { plural, t } from "#app/language/message.ts";
import { adminData } from "#app/page-data.ts";
import { paths } from "#app/paths.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { SegmentNav } from "#app/ui/segment.tsx";
import { queryOf } from "#app/features/admin/inputs.ts";
import { insightsQuery } from "#app/features/admin/inputs/insights.ts";
import { auditLog, insightFigures } from "#app/features/admin/queries.ts";
import { reportedCasts } from "#app/features/generation/queries.ts";
import { CsvLink } from "#app/features/admin/ui/csv-link.tsx";
import { DayBars } from "#app/features/admin/ui/day-bars.tsx";
import { AuditTable } from "#app/features/admin/ui/audit-table.tsx";
import { InsightsFrame } from "#app/features/admin/ui/insights-frame.tsx";
import { ServiceReportsTable } from "#app/features/admin/ui/service-reports-table.tsx";
import {
  FunnelTable,
  SourcesTable,
  TopPicturesTable,
} from "#app/features/admin/ui/visit-tables.tsx";
import { Link } from "#app/ui/link.tsx";
import "./admin.css";

const shownEntries = 20;
const shownReports = 20;
const shownTop = 20;

/**
 * The analytics page that the operator has named, else the site's own traffic figures; service costs and admin actions.
 * See docs/product.md 2.13.
 */
export function loader({ request, context }: LoaderFunctionArgs) {
  return adminData(context, async ({ db, env }) => {
    const { days, view } = queryOf(request, insightsQuery);
    const frame = view === "own" ? null : (env.INSIGHTS_URL ?? null);
    const [figures, { items: reports }, { items: entries }] = await Promise.all([
      frame === null ? insightFigures(db, { days, limit: shownTop }) : null,
      reportedCasts(db, { limit: shownReports }),
      auditLog(db, { limit: shownEntries }),
    ]);
    const hasFrame = env.INSIGHTS_URL !== undefined;
    return { days, frame, hasFrame, figures, reports, entries };
  });
}

type Figures = Awaited<ReturnType<typeof insightFigures>>;

const spans = [7, 30, 90] as const;

const address = (query: { view: "own" | null; days?: number }) =>
  paths.dashboardPage("admin/insights", {
    view: query.view,
    days: query.days === undefined || query.days === 30 ? null : String(query.days),
  });

/** What this site counts itself. */
function OwnFigures({
  figures,
  days,
  view,
}: {
  figures: Figures;
  days: number;
  view: "own" | null;
}) {
  const { byDay, sources, pictures, steps } = figures;
  const csv = { days: String(days) };
  const by = (pick: (day: (typeof byDay)[number]) => number) =>
    byDay.map((day) => ({ day: day.day, count: pick(day) }));
  return (
    <>
      <div className="admin-tools">
        <SegmentNav label={t`Span`} small>
          {spans.map((span) => (
            <Link
              key={span}
              to={address({ view, days: span })}
              aria-current={span === days ? "page" : undefined}
            >
              {plural(span, "# days", "# days")}
            </Link>
          ))}
        </SegmentNav>
        <CsvLink list="visits" query={csv} />
      </div>
      <div className="figures">
        <DayBars
          label={t`Visitors`}
          unit={(count) => plural(count, "# visitor", "# visitors")}
          days={by((day) => day.visitors)}
        />
        <DayBars
          label={t`Image views`}
          unit={(count) => plural(count, "# view", "# views")}
          days={by((day) => day.views)}
        />
        <DayBars
          label={t`Casts`}
          unit={(count) => plural(count, "# cast", "# casts")}
          days={by((day) => day.casts)}
        />
        <DayBars
          label={t`Sign-ups`}
          unit={(count) => plural(count, "# sign-up", "# sign-ups")}
          days={by((day) => day.signUps)}
        />
      </div>
      <p className="mt-4 max-w-[70ch] text-13 text-ink-3">
        {t`Counted by this site alone, by day in UTC, without cookies or anybody else’s script. Visitors and views are gathered every few seconds. Who visited is forgotten with the day, so that somebody who comes on two days is counted twice; admins and robots are not counted.`}
      </p>
      <div className="figures mt-8">
        <section className="min-w-0" aria-labelledby="sources">
          <header className="admin-head mb-2">
            <h2 className="title-small" id="sources">
              {t`Where visitors came from`}
            </h2>
            <CsvLink list="visit-sources" query={csv} />
          </header>
          <SourcesTable sources={sources} />
        </section>
        <section className="min-w-0" aria-labelledby="top-images">
          <header className="admin-head mb-2">
            <h2 className="title-small" id="top-images">
              {t`Top images`}
            </h2>
            <CsvLink list="top-images" query={csv} />
          </header>
          <TopPicturesTable pictures={pictures} />
        </section>
        <section className="min-w-0" aria-labelledby="funnel">
          <h2 className="title-small mb-2" id="funnel">
            {t`From visit to purchase`}
          </h2>
          <FunnelTable funnel={steps} />
        </section>
      </div>
    </>
  );
}

export default function Insights() {
  const { days, frame, hasFrame, figures, reports, entries } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title={t`Insights`} />
      <header className="admin-head">
        <h1 className="title-large">{t`Insights`}</h1>
        <ButtonLink look="soft" size="small" to={paths.dashboardPage("admin/messages")}>
          {t`Messages`}
        </ButtonLink>
      </header>
      {hasFrame && (
        <div className="admin-tools">
          <SegmentNav label={t`Figures`} small>
            <Link to={address({ view: null })} aria-current={frame ? "page" : undefined}>
              {t`Analytics`}
            </Link>
            <Link to={address({ view: "own" })} aria-current={frame ? undefined : "page"}>
              {t`This site’s own`}
            </Link>
          </SegmentNav>
        </div>
      )}
      {frame !== null && <InsightsFrame url={frame} />}
      {figures !== null && (
        <OwnFigures figures={figures} days={days} view={hasFrame ? "own" : null} />
      )}
      <section className="mt-8" aria-labelledby="service-costs">
        <h2 className="title-small" id="service-costs">
          {t`Service costs`}
        </h2>
        <p className="mt-1 mb-3 max-w-[70ch] text-13 text-ink-3">
          {t`What the latest ${shownReports} casts of services outside cost, in the currency or credits of each service, as far as it said so.`}
        </p>
        <ServiceReportsTable casts={reports} />
      </section>
      <section className="mt-8" aria-labelledby="admin-actions">
        <header className="admin-head">
          <h2 className="title-small" id="admin-actions">
            {t`What admins did`}
          </h2>
          <ButtonLink look="soft" size="small" to={paths.dashboardPage("admin/audit")}>
            {t`Audit log`}
          </ButtonLink>
        </header>
        <AuditTable entries={entries} />
      </section>
    </>
  );
}
