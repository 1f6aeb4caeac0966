import { useMemo } from "react";
import { useLoaderData, type LoaderFunctionArgs } from "react-router";
import { locale, t } from "#app/language/message.ts";
import { adminData } from "#app/page-data.ts";
import { paths } from "#app/paths.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { openReports, reportQueue } from "#app/features/pictures/queries.ts";
import { queryOf, reportQuery } from "#app/features/admin/inputs.ts";
import { useOfferedAssets } from "#app/features/admin/ui/asset-pictures.ts";
import { Pager } from "#app/features/admin/ui/pager.tsx";
import { ReportEntry } from "#app/features/admin/ui/report-entry.tsx";
import { Link } from "#app/ui/link.tsx";
import { SegmentNav } from "#app/ui/segment.tsx";
import "./admin.css";

export { keepsData as shouldRevalidate } from "#app/ui/modal.tsx";

const rowsAPage = 20;
/** Name of the list of pictures that the dialog steps through. */
const listName = "reports";

/** Members' reports of pictures. Acceptance row AD-11. */
export function loader({ request, context }: LoaderFunctionArgs) {
  return adminData(context, async ({ db }) => {
    const { state, cursor } = queryOf(request, reportQuery);
    const [page, open] = await Promise.all([
      reportQueue(db, { state, cursor, limit: rowsAPage }),
      openReports(db),
    ]);
    return { ...page, open, state, isFirst: cursor === undefined };
  });
}

const filters = [
  ["open", t`Open`],
  ["upheld", t`Upheld`],
  ["dismissed", t`Dismissed`],
] as const;

const none = {
  open: t`Every report has been decided.`,
  upheld: t`No report has been upheld yet.`,
  dismissed: t`No report has been dismissed yet.`,
} as const;

const address = (query: Record<string, string | null>) =>
  paths.dashboardPage("admin/reports", query);

export default function Reports() {
  const { items, next, open, state, isFirst } = useLoaderData<typeof loader>();
  const shown = state === "open" ? null : state;
  const pictures = useMemo(() => items.map(({ picture }) => picture), [items]);
  useOfferedAssets(listName, pictures);
  return (
    <>
      <PageHead title={t`Reports`} />
      <header className="admin-head">
        <h1 className="title-large">{t`Reports`}</h1>
        <p className="text-ink-2">{t`${open.toLocaleString(locale("en"))} open`}</p>
        <ButtonLink look="soft" size="small" to={paths.dashboardPage("admin/review")}>
          {t`Review`}
        </ButtonLink>
        <ButtonLink look="soft" size="small" to={paths.dashboardPage("admin/appeals")}>
          {t`Appeals`}
        </ButtonLink>
        <ButtonLink
          look="soft"
          size="small"
          to={paths.dashboardPage("admin/audit", { kind: "report" })}
        >
          {t`Audit log`}
        </ButtonLink>
      </header>
      <div className="admin-tools">
        <SegmentNav label={t`Status`} small>
          {filters.map(([value, label]) => (
            <Link
              key={value}
              to={address({ state: value === "open" ? null : value })}
              aria-current={value === state ? "page" : undefined}
            >
              {label}
            </Link>
          ))}
        </SegmentNav>
        <p className="text-13 text-ink-3">{t`Reports about the same image are grouped.`}</p>
      </div>
      {items.length === 0 ? (
        <EmptyState title={t`No reports here`}>{none[state]}</EmptyState>
      ) : (
        <ul>
          {items.map((report) => (
            <ReportEntry key={report.id} report={report} list={listName} />
          ))}
        </ul>
      )}
      <Pager
        first={isFirst ? null : address({ state: shown })}
        next={next && address({ state: shown, cursor: next })}
      />
    </>
  );
}
