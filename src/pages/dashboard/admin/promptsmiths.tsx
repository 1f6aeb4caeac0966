import { useLoaderData, type LoaderFunctionArgs } from "react-router";
import { locale, plural, t } from "#app/language/message.ts";
import { adminData } from "#app/page-data.ts";
import { paths } from "#app/paths.ts";
import { PageHead } from "#app/ui/page-head.tsx";
import { memberQuery, queryOf } from "#app/features/admin/inputs.ts";
import { members } from "#app/features/admin/queries.ts";
import { BulkVerification } from "#app/features/admin/ui/bulk-verification.tsx";
import { CsvLink } from "#app/features/admin/ui/csv-link.tsx";
import { MemberTable, type MemberColumn } from "#app/features/admin/ui/member-table.tsx";
import { Pager } from "#app/features/admin/ui/pager.tsx";
import { SearchForm } from "#app/features/admin/ui/search-form.tsx";
import { MemberRoleControl } from "#app/features/admin/ui/member-role-control.tsx";
import { BulkBar } from "#app/features/admin/ui/selection.tsx";
import { useSelection } from "#app/features/admin/ui/use-selection.ts";
import { Link } from "#app/ui/link.tsx";
import { SegmentNav } from "#app/ui/segment.tsx";
import "#app/ui/table.css";
import "./admin.css";

const rowsAPage = 40;

/** All creators: search, verify, grant roles. See docs/product.md 2.13. */
export function loader({ request, context }: LoaderFunctionArgs) {
  return adminData(context, async ({ db }) => {
    const { q = "", role = null, cursor } = queryOf(request, memberQuery);
    const filter = { q, role: role ?? undefined, cursor, limit: rowsAPage };
    return { ...(await members(db, filter)), q, role, isFirst: cursor === undefined };
  });
}

const filters = [
  [null, t`All`],
  ["member", t`Members`],
  ["user", t`Users`],
  ["admin", t`Admins`],
] as const;

const day = new Intl.DateTimeFormat(locale("en-GB"), { dateStyle: "medium", timeZone: "UTC" });
const address = (query: Record<string, string | null>) =>
  paths.dashboardPage("admin/promptsmiths", query);

const columns: readonly MemberColumn[] = [
  {
    label: t`Images`,
    className: "number wide",
    cell: ({ pictures }) => pictures.toLocaleString(locale("en")),
  },
  {
    label: t`Since`,
    className: "wide whitespace-nowrap text-ink-2",
    cell: ({ createdAt }) => day.format(new Date(createdAt)),
  },
  {
    label: t`Role and verification`,
    className: "number",
    cell: (member) => <MemberRoleControl member={member} />,
  },
];

export default function Promptsmiths() {
  const { items, next, q, role, isFirst } = useLoaderData<typeof loader>();
  const words = q === "" ? null : q;
  const selection = useSelection(items.map(({ id }) => id));
  return (
    <>
      <PageHead title={t`Promptsmiths`} />
      <h1 className="title-large">{t`Promptsmiths`}</h1>
      <div className="admin-tools">
        <SearchForm
          label={t`Search members`}
          placeholder={t`Name, address or @username`}
          value={q}
          keep={{ role }}
        />
        <SegmentNav label={t`Role`} small>
          {filters.map(([value, label]) => (
            <Link
              key={label}
              to={address({ role: value, q: words })}
              aria-current={value === role ? "page" : undefined}
            >
              {label}
            </Link>
          ))}
        </SegmentNav>
        <CsvLink list="users" query={{ role, q: words }} />
      </div>
      <MemberTable members={items} columns={columns} selection={selection} />
      <BulkBar
        selection={selection}
        selected={(count) => plural(count, "# member selected", "# members selected")}
      >
        <BulkVerification selection={selection} />
      </BulkBar>
      <Pager
        first={isFirst ? null : address({ role, q: words })}
        next={next && address({ role, q: words, cursor: next })}
      />
    </>
  );
}
