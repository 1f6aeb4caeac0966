import { Form, Link, useLoaderData, useSubmit, type LoaderFunctionArgs } from "react-router";
import { pageData } from "#app/page-data.ts";
import { paths } from "#app/paths.ts";
import { longestNameSearch } from "#app/rules/name-search.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { SearchInput } from "#app/ui/search-input.tsx";
import { useSite } from "#app/ui/site.ts";
import { listPageSize } from "#app/features/social/inputs.ts";
import { creators } from "#app/features/social/queries.ts";
import { api } from "#app/features/social/ui/api.ts";
import { People } from "#app/features/social/ui/people.tsx";
import { SegmentNav } from "#app/ui/segment.tsx";
import "./creators.css";

/** The directory of creators; sorted by followers it is the list of Echoed Creators. */
export function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const cursor = searchParams.get("cursor") ?? undefined;
  const q = (searchParams.get("q") ?? "").trim().slice(0, longestNameSearch).toWellFormed();
  const sort = searchParams.get("sort") === "newest" ? "newest" : "followers";
  return pageData(context, async ({ db }, { userId }) => ({
    page: await creators(db, userId, { q, sort, cursor, limit: listPageSize }),
    q,
    sort: sort === "newest" ? ("newest" as const) : null,
  }));
}

const orders = [
  { label: "Most followed", sort: null },
  { label: "Newest", sort: "newest" },
] as const;

export default function Creators() {
  const { page, q, sort } = useLoaderData<typeof loader>();
  const { serverUrl } = useSite();
  const submit = useSubmit();
  const title = sort === null && q === "" ? "Echoed Creators" : "Creators";
  const asked = { q: q === "" ? null : q, sort };
  return (
    <div className="list-page">
      <PageHead
        title={title}
        description="The promptsmiths whose public pictures hang here, by followers or the newest first."
      />
      <link rel="canonical" href={new URL(paths.creators({ sort }), serverUrl).href} />
      <h1 className="title-large mb-4">{title}</h1>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <search className="w-full max-w-[340px]">
          <Form
            onSubmit={(event) => {
              event.preventDefault();
              void submit(event.currentTarget);
            }}
          >
            {sort && <input type="hidden" name="sort" value={sort} />}
            <div className="relative">
              <Icon
                name="magnifying-glass"
                size={18}
                className="absolute top-[13px] left-3.5 text-ink-3"
              />
              <SearchInput
                framed
                className="pl-10!"
                name="q"
                aria-label="Name of a creator"
                placeholder="Name of a creator"
                value={q}
                maxLength={longestNameSearch}
              />
            </div>
          </Form>
        </search>
        <SegmentNav label="Order" small>
          {orders.map((order) => (
            <Link
              key={order.label}
              to={paths.creators({ ...asked, sort: order.sort })}
              aria-current={order.sort === sort ? "true" : undefined}
            >
              {order.label}
            </Link>
          ))}
        </SegmentNav>
      </div>
      {page.items.length > 0 ? (
        <People
          label="Creators"
          first={page}
          readPage={(cursor, signal) =>
            api.get("/api/creators", { query: { ...asked, cursor }, signal })
          }
          pageOf={(cursor) => paths.creators({ ...asked, cursor })}
        />
      ) : (
        <EmptyState
          title={q === "" ? "No creators yet" : `Nobody by the name "${q}"`}
          action={
            q !== "" && (
              <ButtonLink look="soft" size="small" to={paths.creators()}>
                Show everybody
              </ButtonLink>
            )
          }
        >
          {q === ""
            ? "Whoever publishes the first image will stand here."
            : "Try a part of the name or of the username."}
        </EmptyState>
      )}
    </div>
  );
}
