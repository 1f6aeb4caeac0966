import { Link, useLoaderData, type LoaderFunctionArgs } from "react-router";
import { adminData } from "#app/page-data.ts";
import { paths } from "#app/paths.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { auditQuery, queryOf } from "#app/features/admin/inputs.ts";
import { auditLog } from "#app/features/admin/queries.ts";
import { AuditTable } from "#app/features/admin/ui/audit-table.tsx";
import { CsvLink } from "#app/features/admin/ui/csv-link.tsx";
import { Pager } from "#app/features/admin/ui/pager.tsx";
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
  [null, "All"],
  ["picture", "Images"],
  ["report", "Reports"],
  ["member", "Members"],
  ["message", "Messages"],
  ["rule", "Rules"],
  ["prompt", "Prompts"],
  ["backup", "Backups"],
  ["payment-event", "Payment events"],
  ["grant-code", "Grant codes"],
  ["collection", "Collections"],
  ["search-rule", "Searches"],
] as const;

const address = (query: Record<string, string | null>) => paths.dashboardPage("admin/audit", query);

export default function Audit() {
  const { items, next, kind, target, isFirst } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="Audit log" />
      <h1 className="title-large">Audit log</h1>
      <div className="admin-tools">
        <SegmentNav label="What it is about" small>
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
            ? "Every admin action, recorded permanently."
            : "Every action on this one item."}
        </p>
      </div>
      {items.length === 0 ? (
        <EmptyState title="Nothing here">No admin has done anything of this kind.</EmptyState>
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
