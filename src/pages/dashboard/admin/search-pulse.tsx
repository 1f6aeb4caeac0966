import { Link, useLoaderData, type LoaderFunctionArgs } from "react-router";
import { adminData } from "#app/page-data.ts";
import { paths } from "#app/paths.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { popularQueries, zeroResultQueries } from "#app/features/search/queries.ts";
import { searchAnalyticsQuery, queryOf } from "#app/features/admin/inputs.ts";
import { SegmentNav } from "#app/ui/segment.tsx";
import { Table } from "#app/ui/table.tsx";
import "./admin.css";

/** Popular searches and searches without results. See docs/product.md 2.13. */
export function loader({ request, context }: LoaderFunctionArgs) {
  return adminData(context, async ({ db, env }) => {
    const { days, limit } = queryOf(request, searchAnalyticsQuery);
    const span = { days, limit };
    const [popular, empty] = await Promise.all([
      popularQueries(db, span),
      zeroResultQueries(db, span),
    ]);
    return { popular, empty, days, slugs: env.SLUG_SEARCH };
  });
}

const spans = [
  [1, "Today"],
  [7, "7 days"],
  [30, "30 days"],
] as const;

type Logged = Awaited<ReturnType<typeof popularQueries>>;

function Queries({
  title,
  none,
  rows,
  slugs,
}: {
  title: string;
  none: string;
  rows: Logged;
  slugs: boolean;
}) {
  return (
    <section className="min-w-0">
      <h2 className="title-small">{title}</h2>
      {rows.length === 0 ? (
        <EmptyState title="Nothing yet">{none}</EmptyState>
      ) : (
        <Table label={title} low>
          <thead>
            <tr>
              <th scope="col">Query</th>
              <th scope="col" className="number">
                Searches
              </th>
              <th scope="col" className="number">
                Results
              </th>
              <th scope="col" className="number wide">
                Time before
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.query}>
                <td>
                  <Link className="link" to={paths.search(row.query, slugs)}>
                    {row.query}
                  </Link>
                </td>
                <td className="number">{row.searches.toLocaleString("en")}</td>
                <td className="number text-ink-2">{row.results.toLocaleString("en")}</td>
                <td className="number wide text-ink-2">{row.before.toLocaleString("en")}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </section>
  );
}

export default function SearchAnalytics() {
  const { popular, empty, days, slugs } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="Search pulse" />
      <h1 className="title-large">Search pulse</h1>
      <div className="admin-tools">
        <SegmentNav label="Span" small>
          {spans.map(([value, label]) => (
            <Link
              key={value}
              to={paths.dashboardPage("admin/search-pulse", { days: String(value) })}
              aria-current={value === days ? "page" : undefined}
            >
              {label}
            </Link>
          ))}
        </SegmentNav>
        <p className="text-13 text-ink-3">Words alone are kept: nothing of who searched.</p>
      </div>
      <div className="figures">
        <Queries
          title="Searched most"
          none="Nobody searched in this time."
          rows={popular}
          slugs={slugs}
        />
        <Queries
          title="Found nothing"
          none="Every search found something."
          rows={empty}
          slugs={slugs}
        />
      </div>
    </>
  );
}
