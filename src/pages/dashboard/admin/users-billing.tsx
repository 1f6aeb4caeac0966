import { useMemo, useState } from "react";
import { useLoaderData, type LoaderFunctionArgs } from "react-router";
import { locale, plural, t } from "#app/language/message.ts";
import { adminData } from "#app/page-data.ts";
import { paths } from "#app/paths.ts";
import { Button } from "#app/ui/button.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { memberQuery, queryOf } from "#app/features/admin/inputs.ts";
import { members } from "#app/features/admin/queries.ts";
import { CorrectBalance } from "#app/features/admin/ui/correct-balance.tsx";
import { CsvLink } from "#app/features/admin/ui/csv-link.tsx";
import { MemberTable, type MemberColumn } from "#app/features/admin/ui/member-table.tsx";
import { Pager } from "#app/features/admin/ui/pager.tsx";
import { SearchForm } from "#app/features/admin/ui/search-form.tsx";
import { BulkBar } from "#app/features/admin/ui/selection.tsx";
import { useSelection } from "#app/features/admin/ui/use-selection.ts";
import "#app/ui/table.css";
import "./admin.css";

const rowsAPage = 40;

/** Plans and balances of members, with corrections. See docs/product.md 2.13. */
export function loader({ request, context }: LoaderFunctionArgs) {
  return adminData(context, async ({ db }) => {
    const { q = "", cursor } = queryOf(request, memberQuery);
    const page = await members(db, { q, cursor, limit: rowsAPage });
    return { ...page, q, isFirst: cursor === undefined };
  });
}

const address = (query: Record<string, string | null>) =>
  paths.dashboardPage("admin/users-billing", query);

const figures: readonly MemberColumn[] = [
  { label: t`Plan`, className: "wide text-ink-2", cell: ({ plan }) => plan },
  {
    label: t`Credits`,
    className: "number",
    stacked: t`credits`,
    cell: ({ credits }) => credits.current.toLocaleString(locale("en")),
  },
  { label: t`Reserved`, className: "number wide text-ink-2", cell: ({ credits }) => credits.held },
  {
    label: t`Spent`,
    className: "number wide text-ink-2",
    cell: ({ credits }) => credits.spent.toLocaleString(locale("en")),
  },
  {
    label: t`Debt`,
    className: "number wide text-ink-2",
    cell: ({ credits }) => (credits.debt === 0 ? "" : credits.debt.toLocaleString(locale("en"))),
  },
];

const customer: MemberColumn = {
  label: t`Customer`,
  className: "wide mono text-12 wrap-anywhere text-ink-3",
  cell: ({ customer }) => customer,
};

/** @param open opens the dialog that corrects the balance of the member with this id */
const columnsWith = (open: (id: string) => void): readonly MemberColumn[] => [
  ...figures,
  customer,
  {
    label: t`Adjust credits`,
    className: "number",
    isQuiet: true,
    cell: ({ id, name }) => (
      <Button
        look="soft"
        size="small"
        aria-label={t`Adjust credits of ${name}`}
        onClick={() => open(id)}
      >
        {t`Adjust credits`}
      </Button>
    ),
  },
];

export default function UsersBilling() {
  const { items, next, q, isFirst } = useLoaderData<typeof loader>();
  const [open, setOpen] = useState<readonly string[]>([]);
  const opened = items.filter(({ id }) => open.includes(id));
  const columns = useMemo(() => columnsWith((id) => setOpen([id])), []);
  const selection = useSelection(items.map(({ id }) => id));
  const words = q === "" ? null : q;
  return (
    <>
      <PageHead title={t`Users billing`} />
      <h1 className="title-large">{t`Users billing`}</h1>
      <div className="admin-tools">
        <SearchForm
          label={t`Search members`}
          placeholder={t`Name, address or @username`}
          value={q}
        />
        <CsvLink list="users-billing" query={{ q: words }} />
      </div>
      <MemberTable members={items} columns={columns} selection={selection} />
      <BulkBar
        selection={selection}
        selected={(count) => plural(count, "# member selected", "# members selected")}
      >
        <Button look="primary" size="small" onClick={() => setOpen(selection.ids)}>
          {t`Adjust credits`}
        </Button>
      </BulkBar>
      <Pager
        first={isFirst ? null : address({ q: words })}
        next={next && address({ q: words, cursor: next })}
      />
      {opened.length > 0 && (
        <CorrectBalance
          key={open.join()}
          members={opened}
          onDone={selection.clear}
          onClose={() => setOpen([])}
        />
      )}
    </>
  );
}
