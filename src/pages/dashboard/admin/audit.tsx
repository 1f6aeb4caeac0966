import { useLoaderData, type LoaderFunctionArgs } from "react-router";
import { t } from "#app/language/message.ts";
import { adminData } from "#app/page-data.ts";
import { paths } from "#app/paths.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { auditQuery, queryOf } from "#app/features/admin/inputs.ts";
import { auditLog } from "#app/features/admin/queries.ts";
import { AuditTable } from "#app/features/admin/ui/audit-table.tsx";
import { CsvLink } from "#app/features/admin/ui/csv-link.tsx";
import { Pager } from "#app/features/admin/ui/pager.tsx";
import { Link } from "#app/ui/link.tsx";
import { SegmentNav } from "#app/ui/segment.tsx";
import "./admin.css";

const rowsAPage = 50;

/** The log of all admin actions. Acceptance row AD-11. */
export function loader({ request, context }: LoaderFunctionArgs) {
  return adminData(context, async ({ db }) => {
    const { kind, target, cursor } = queryOf(request, auditQuery);
    const page = await auditLog(db, { kind, target, cursor, limit: rowsAPage });
    return { ...page, kind: kind ?? null, target: target ?? null, isFirst: cursor === undefined };
  });
}

const filters = [
  [null, t`All`],
  ["picture", t`Images`],
  ["report", t`Reports`],
  ["member", t`Members`],
  ["message", t`Messages`],
  ["rule", t`Rules`],
  ["prompt", t`Prompts`],
  ["backup", t`Backups`],
  ["payment-event", t`Payment events`],
  ["grant-code", t`Grant codes`],
  ["collection", t`Collections`],
  ["search-rule", t`Searches`],
  ["engine", t`Engines`],
  ["model", t`Models`],
] as const;

const address = (query: Record<string, string | null>) => paths.dashboardPage("admin/audit", query);

export default function Audit() {
  const { items, next, kind, target, isFirst } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title={t`Audit log`} />
      <h1 className="title-large">{t`Audit log`}</h1>
      <div className="admin-tools">
        <SegmentNav label={t`What it is about`} small>
          {filters.map(([value, label]) => (
            <Link
              key={label}
              to={address({ kind: value })}
              aria-current={value === kind && target === null ? "page" : undefined}
            >
              {label}
            </Link>
          ))}
        </SegmentNav>
        <CsvLink list="audit" query={{ kind, target }} />
        <p className="text-13 text-ink-3">
          {target === null
            ? t`Every admin action, recorded permanently.`
            : t`Every action on this one item.`}
        </p>
      </div>
      {items.length === 0 ? (
        <EmptyState
          title={t`Nothing here`}
        >{t`No admin has done anything of this kind.`}</EmptyState>
      ) : (
        <AuditTable entries={items} />
      )}
      <Pager
        first={isFirst ? null : address({ kind, target })}
        next={next && address({ kind, target, cursor: next })}
      />
    </>
  );
}
