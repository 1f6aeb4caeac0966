import { Link, useLoaderData, type LoaderFunctionArgs } from "react-router";
import { collectionsQuery, queryOf } from "#app/features/admin/inputs.ts";
import { Pager } from "#app/features/admin/ui/pager.tsx";
import { SearchForm } from "#app/features/admin/ui/search-form.tsx";
import { allCollections, type ListedCollection } from "#app/features/collections/queries.ts";
import { adminData } from "#app/page-data.ts";
import { paths } from "#app/paths.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { Table } from "#app/ui/table.tsx";
import { SegmentNav } from "#app/ui/segment.tsx";
import "./admin.css";

const rowsAPage = 40;

/** All members' collections. See docs/product.md 2.13. */
export function loader({ request, context }: LoaderFunctionArgs) {
  return adminData(context, async ({ db }) => {
    const { visibility, q = "", cursor } = queryOf(request, collectionsQuery);
    const page = await allCollections(db, { visibility, q, cursor, limit: rowsAPage });
    return { ...page, visibility, q, isFirst: cursor === undefined };
  });
}

const filters = [
  ["all", "All"],
  ["public", "Public"],
  ["private", "Private"],
] as const;

const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" });
const address = (query: Record<string, string | null>) =>
  paths.dashboardPage("admin/collections", query);

function Row({ collection }: { collection: ListedCollection }) {
  const { id, name, isPublic, owner, count, updatedAt } = collection;
  return (
    <tr>
      <td className="wrap-anywhere">
        {isPublic ? (
          <Link className="link" to={paths.collection(owner.username, id)}>
            {name}
          </Link>
        ) : (
          name
        )}
      </td>
      <td>
        <Link className="link" to={paths.creator(owner.username)}>
          @{owner.username}
        </Link>
      </td>
      <td>{isPublic ? "Public" : "Private"}</td>
      <td className="number">{count.toLocaleString("en")}</td>
      <td className="wide whitespace-nowrap text-ink-2">{day.format(new Date(updatedAt))}</td>
    </tr>
  );
}

export default function AdminCollections() {
  const { items, next, visibility, q, isFirst } = useLoaderData<typeof loader>();
  const shown = visibility === "all" ? null : visibility;
  const words = q === "" ? null : q;
  return (
    <>
      <PageHead title="Global collections" />
      <h1 className="title-large">Global collections</h1>
      <div className="admin-tools">
        <SearchForm
          label="Search collections"
          placeholder="Name or @username"
          value={q}
          keep={{ visibility: shown }}
        />
        <SegmentNav label="Visibility" small>
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
      </div>
      {items.length === 0 ? (
        <EmptyState title="No collections">Nothing here fits these words and filters.</EmptyState>
      ) : (
        <Table label="Collections" stack>
          <thead>
            <tr>
              <th scope="col">Collection</th>
              <th scope="col">Creator</th>
              <th scope="col">Visibility</th>
              <th scope="col" className="number">
                Images
              </th>
              <th scope="col" className="wide">
                Changed
              </th>
            </tr>
          </thead>
          <tbody>
            {items.map((collection) => (
              <Row key={collection.id} collection={collection} />
            ))}
          </tbody>
        </Table>
      )}
      <Pager
        first={isFirst ? null : address({ visibility: shown, q: words })}
        next={next && address({ visibility: shown, q: words, cursor: next })}
      />
    </>
  );
}
