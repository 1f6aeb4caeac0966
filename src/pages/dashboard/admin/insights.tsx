import { useLoaderData, type LoaderFunctionArgs } from "react-router";
import { adminData } from "#app/page-data.ts";
import { paths } from "#app/paths.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { auditLog, trafficFigures } from "#app/features/admin/queries.ts";
import { reportedCasts } from "#app/features/generation/queries.ts";
import { DayBars } from "#app/features/admin/ui/day-bars.tsx";
import { AuditTable } from "#app/features/admin/ui/audit-table.tsx";
import { ServiceReportsTable } from "#app/features/admin/ui/service-reports-table.tsx";
import "./admin.css";

const shownEntries = 20;
const shownReports = 20;

/** The site's own traffic figures, service costs and admin actions. See docs/product.md 2.13. */
export function loader({ context }: LoaderFunctionArgs) {
  return adminData(context, async ({ db }) => {
    const [days, { items: reports }, { items: entries }] = await Promise.all([
      trafficFigures(db),
      reportedCasts(db, { limit: shownReports }),
      auditLog(db, { limit: shownEntries }),
    ]);
    return { days, reports, entries };
  });
}

export default function Insights() {
  const { days, reports, entries } = useLoaderData<typeof loader>();
  const by = (pick: (day: (typeof days)[number]) => number) =>
    days.map((day) => ({ day: day.day, count: pick(day) }));
  return (
    <>
      <PageHead title="Insights" />
      <header className="admin-head">
        <h1 className="title-large">Insights</h1>
        <ButtonLink look="soft" size="small" to={paths.dashboardPage("admin/messages")}>
          Messages
        </ButtonLink>
      </header>
      <div className="figures">
        <DayBars label="Image views" unit={["view", "views"]} days={by((day) => day.views)} />
        <DayBars label="Casts" unit={["cast", "casts"]} days={by((day) => day.casts)} />
        <DayBars label="Sign-ups" unit={["sign-up", "sign-ups"]} days={by((day) => day.signUps)} />
      </div>
      <p className="mt-4 max-w-[70ch] text-13 text-ink-3">
        Counted by this site alone, by day in UTC, without cookies or anybody else&rsquo;s script.
        Views are gathered every few seconds.
      </p>
      <section className="mt-8" aria-labelledby="service-costs">
        <h2 className="title-small" id="service-costs">
          Service costs
        </h2>
        <p className="mt-1 mb-3 max-w-[70ch] text-13 text-ink-3">
          What the latest {shownReports} casts of services outside cost, in the currency or credits
          of each service, as far as it said so.
        </p>
        <ServiceReportsTable casts={reports} />
      </section>
      <section className="mt-8" aria-labelledby="admin-actions">
        <header className="admin-head">
          <h2 className="title-small" id="admin-actions">
            What admins did
          </h2>
          <ButtonLink look="soft" size="small" to={paths.dashboardPage("admin/audit")}>
            Audit log
          </ButtonLink>
        </header>
        <AuditTable entries={entries} />
      </section>
    </>
  );
}
