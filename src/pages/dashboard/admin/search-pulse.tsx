import { useLoaderData, type LoaderFunctionArgs } from "react-router";
import { queryOf } from "#app/features/admin/inputs.ts";
import { searchPulseQuery } from "#app/features/admin/inputs/search.ts";
import { CsvLink } from "#app/features/admin/ui/csv-link.tsx";
import { Pager } from "#app/features/admin/ui/pager.tsx";
import { QueryTable } from "#app/features/admin/ui/query-table.tsx";
import { SearchForm } from "#app/features/admin/ui/search-form.tsx";
import { loggedQueries, rulesOfQueries } from "#app/features/search/queries.ts";
import { plural, t } from "#app/language/message.ts";
import { adminData } from "#app/page-data.ts";
import { paths } from "#app/paths.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Link } from "#app/ui/link.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { SegmentNav } from "#app/ui/segment.tsx";
import "./admin.css";

/** What people search for, more than before, and without finding anything. See docs/product.md 2.13. */
export function loader({ request, context }: LoaderFunctionArgs) {
  return adminData(context, async ({ db }) => {
    const { list, days, q = "", cursor, limit } = queryOf(request, searchPulseQuery);
    const { items, next } = await loggedQueries(db, { list, days, q, cursor, limit });
    const rules = await rulesOfQueries(
      db,
      items.map(({ query }) => query),
    );
    const rows = items.map((row) => ({ ...row, rules: rules.get(row.query) ?? [] }));
    return { rows, next, list, days, q, isFirst: cursor === undefined };
  });
}

const lists = [
  ["popular", t`Searched most`],
  ["rising", t`Rising`],
  ["nothing", t`Found nothing`],
] as const;

const spans = [
  [1, t`Today`],
  [7, plural(7, "# days", "# days")],
  [30, plural(30, "# days", "# days")],
] as const;

const empties = {
  popular: t`Nobody searched for this in this time.`,
  rising: t`Nothing was searched for more often than in the time before.`,
  nothing: t`Every search found something.`,
} as const;

type Query = { list: string; days: number; q: string; cursor?: string };

/** The address of a list; what is usual is left out. */
const address = ({ list, days, q, cursor }: Query) =>
  paths.dashboardPage("admin/search-pulse", {
    list: list === "popular" ? null : list,
    days: days === 7 ? null : String(days),
    q,
    cursor,
  });

export default function SearchPulse() {
  const { rows, next, list, days, q, isFirst } = useLoaderData<typeof loader>();
  const here = { list, days, q };
  const title = lists.find(([value]) => value === list)?.[1] ?? "";
  return (
    <>
      <PageHead title={t`Search pulse`} />
      <header className="admin-head">
        <h1 className="title-large">{t`Search pulse`}</h1>
        <ButtonLink look="soft" size="small" to={paths.dashboardPage("admin/search-pulse/rules")}>
          {t`Search rules`}
        </ButtonLink>
      </header>
      <div className="admin-tools">
        <SearchForm
          label={t`Search queries`}
          placeholder={t`Part of a query`}
          value={q}
          keep={{
            list: list === "popular" ? null : list,
            days: days === 7 ? null : String(days),
          }}
        />
        <SegmentNav label={t`List`} small>
          {lists.map(([value, label]) => (
            <Link
              key={value}
              to={address({ ...here, list: value })}
              aria-current={value === list ? "page" : undefined}
            >
              {label}
            </Link>
          ))}
        </SegmentNav>
        <SegmentNav label={t`Span`} small>
          {spans.map(([value, label]) => (
            <Link
              key={value}
              to={address({ ...here, days: value })}
              aria-current={value === days ? "page" : undefined}
            >
              {label}
            </Link>
          ))}
        </SegmentNav>
        <CsvLink list="search-pulse" query={{ list, days: String(days), q }} />
      </div>
      {rows.length === 0 ? (
        <EmptyState title={t`Nothing here`}>{empties[list]}</EmptyState>
      ) : (
        <QueryTable label={title} rows={rows} />
      )}
      <Pager
        first={isFirst ? null : address(here)}
        next={next && address({ ...here, cursor: next })}
      />
      <p className="mt-4 text-13 text-ink-3">{t`Only the words are stored, never who searched.`}</p>
    </>
  );
}
