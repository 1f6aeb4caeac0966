import { useState } from "react";
import { useLoaderData, type LoaderFunctionArgs } from "react-router";
import { queryOf } from "#app/features/admin/inputs.ts";
import { searchRulesQuery } from "#app/features/admin/inputs/search.ts";
import { CsvLink } from "#app/features/admin/ui/csv-link.tsx";
import { Pager } from "#app/features/admin/ui/pager.tsx";
import { SearchForm } from "#app/features/admin/ui/search-form.tsx";
import { SearchRuleDialog } from "#app/features/admin/ui/search-rule-dialog.tsx";
import { SearchRuleTable } from "#app/features/admin/ui/search-rule-table.tsx";
import { searchRules } from "#app/features/search/queries.ts";
import { t } from "#app/language/message.ts";
import { adminData } from "#app/page-data.ts";
import { paths } from "#app/paths.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Link } from "#app/ui/link.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { SegmentNav } from "#app/ui/segment.tsx";
import "../admin.css";

/** The synonyms and redirects of searches. See docs/product.md 2.13. */
export function loader({ request, context }: LoaderFunctionArgs) {
  return adminData(context, async ({ db }) => {
    const { kind, q = "", cursor, limit } = queryOf(request, searchRulesQuery);
    const page = await searchRules(db, { kind, q, cursor, limit });
    return { ...page, kind: kind ?? null, q, isFirst: cursor === undefined };
  });
}

const kinds = [
  [null, t`All`],
  ["synonym", t`Synonyms`],
  ["redirect", t`Redirects`],
] as const;

const address = (query: Record<string, string | null>) =>
  paths.dashboardPage("admin/search-pulse/rules", query);

export default function SearchRules() {
  const { items, next, kind, q, isFirst } = useLoaderData<typeof loader>();
  const [query, setQuery] = useState<string | null>(null);
  return (
    <>
      <PageHead title={t`Search rules`} />
      <header className="admin-head">
        <h1 className="title-large">{t`Search rules`}</h1>
        <ButtonLink look="soft" size="small" to={paths.dashboardPage("admin/search-pulse")}>
          {t`Search pulse`}
        </ButtonLink>
        <Button look="soft" size="small" onClick={() => setQuery("")}>
          {t`New rule`}
        </Button>
      </header>
      <div className="admin-tools">
        <SearchForm
          label={t`Search rules`}
          placeholder={t`Words that are searched for`}
          value={q}
          keep={{ kind }}
        />
        <SegmentNav label={t`Kind`} small>
          {kinds.map(([value, label]) => (
            <Link
              key={label}
              to={address({ kind: value, q })}
              aria-current={value === kind ? "page" : undefined}
            >
              {label}
            </Link>
          ))}
        </SegmentNav>
        <CsvLink list="search-rules" query={{ kind, q }} />
      </div>
      {items.length === 0 ? (
        <EmptyState title={t`No rules`}>
          {t`A rule says what a search that found nothing finds: the images of other words, or a collection.`}
        </EmptyState>
      ) : (
        <SearchRuleTable items={items} />
      )}
      <Pager
        first={isFirst ? null : address({ kind, q })}
        next={next && address({ kind, q, cursor: next })}
      />
      <SearchRuleDialog query={query} onClose={() => setQuery(null)} />
    </>
  );
}
