import { useLoaderData, type LoaderFunctionArgs } from "react-router";
import { queryOf } from "#app/features/admin/inputs.ts";
import { collectionsQuery } from "#app/features/admin/inputs/collections.ts";
import { CollectionTable } from "#app/features/admin/ui/collection-table.tsx";
import { CsvLink } from "#app/features/admin/ui/csv-link.tsx";
import { Pager } from "#app/features/admin/ui/pager.tsx";
import { SearchForm } from "#app/features/admin/ui/search-form.tsx";
import { allCollections } from "#app/features/collections/queries.ts";
import { t } from "#app/language/message.ts";
import { adminData } from "#app/page-data.ts";
import { paths } from "#app/paths.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Link } from "#app/ui/link.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { SegmentNav } from "#app/ui/segment.tsx";
import "./admin.css";

const rowsAPage = 40;

/** All members' collections, to pick and to hide. See docs/product.md 2.13. */
export function loader({ request, context }: LoaderFunctionArgs) {
  return adminData(context, async ({ db }) => {
    const { visibility, q = "", cursor } = queryOf(request, collectionsQuery);
    const page = await allCollections(db, { visibility, q, cursor, limit: rowsAPage });
    return { ...page, visibility, q, isFirst: cursor === undefined };
  });
}

const filters = [
  ["all", t`All`],
  ["public", t`Public`],
  ["private", t`Private`],
  ["picked", t`Picks`],
  ["hidden", t`Hidden`],
] as const;

const address = (query: Record<string, string | null>) =>
  paths.dashboardPage("admin/collections", query);

export default function AdminCollections() {
  const { items, next, visibility, q, isFirst } = useLoaderData<typeof loader>();
  const shown = visibility === "all" ? null : visibility;
  const words = q === "" ? null : q;
  return (
    <>
      <PageHead title={t`Global collections`} />
      <h1 className="title-large">{t`Global collections`}</h1>
      <div className="admin-tools">
        <SearchForm
          label={t`Search collections`}
          placeholder={t`Name or @username`}
          value={q}
          keep={{ visibility: shown }}
        />
        <SegmentNav label={t`Visibility`} small>
          {filters.map(([value, label]) => (
            <Link
              key={value}
              to={address({ visibility: value === "all" ? null : value, q: words })}
              aria-current={value === visibility ? "page" : undefined}
            >
              {label}
            </Link>
          ))}
        </SegmentNav>
        <CsvLink list="collections" query={{ visibility: shown, q: words }} />
      </div>
      {items.length === 0 ? (
        <EmptyState
          title={t`No collections`}
        >{t`Nothing here fits these words and filters.`}</EmptyState>
      ) : (
        <CollectionTable items={items} />
      )}
      <Pager
        first={isFirst ? null : address({ visibility: shown, q: words })}
        next={next && address({ visibility: shown, q: words, cursor: next })}
      />
    </>
  );
}
