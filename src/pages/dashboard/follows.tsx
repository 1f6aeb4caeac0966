import { useLoaderData, type LoaderFunctionArgs } from "react-router";
import { locale, t } from "#app/language/message.ts";
import { AppError } from "#app/lib/errors.ts";
import { pageData } from "#app/page-data.ts";
import { paths } from "#app/paths.ts";
import { countedAtMost, formatCounted } from "#app/rules/counted-at-most.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { listPageSize } from "#app/features/social/inputs.ts";
import { followCounts, followersOf, followingOf } from "#app/features/social/queries.ts";
import { api } from "#app/features/social/ui/api.ts";
import { People } from "#app/features/social/ui/people.tsx";
import { Link } from "#app/ui/link.tsx";

/** FOLLOWERS and FOLLOWING: both sides of the member's follows, latest first. Acceptance row CO-04. */
export function loader({ request, context }: LoaderFunctionArgs) {
  const { pathname, searchParams } = new URL(request.url);
  const of = pathname.includes("/following") ? ("following" as const) : ("followers" as const);
  const cursor = searchParams.get("cursor") ?? undefined;
  return pageData(context, async ({ db }, { userId }) => {
    if (userId === null) throw new AppError("unauthenticated");
    const list = of === "followers" ? followersOf : followingOf;
    const [page, counts] = await Promise.all([
      list(db, userId, userId, { cursor, limit: listPageSize }),
      followCounts(db, userId),
    ]);
    const count =
      of === "following"
        ? formatCounted(counts.following, countedAtMost.follows)
        : counts.followers.toLocaleString(locale("en"));
    return { of, page, count: counts[of] === 0 ? null : count };
  });
}

const texts = {
  followers: {
    title: t`Followers`,
    empty: t`Nobody follows you yet`,
    hint: t`Publish images: whoever likes them may want to see the next ones.`,
  },
  following: {
    title: t`Following`,
    empty: t`You follow nobody yet`,
    hint: t`Follow creators whose work you want to find again.`,
  },
} as const;

export default function Follows() {
  const { of, page, count } = useLoaderData<typeof loader>();
  const { title, empty, hint } = texts[of];
  return (
    <>
      <PageHead title={title} />
      <h1 className="title-large mb-4">
        {title} {count && <span className="text-17 text-ink-3">{count}</span>}
      </h1>
      {page.items.length > 0 ? (
        <div className="max-w-[860px]">
          {of === "following" && (
            <p className="mb-4">
              <Link className="link" to={paths.creators({ sort: "following" })}>
                {t`See their new images`}
              </Link>
            </p>
          )}
          <People
            key={of}
            label={title}
            first={page}
            readPage={(cursor, signal) =>
              api.get("/api/follows", { query: { of, cursor }, signal })
            }
            pageOf={(cursor) => paths.dashboardPage(of, { cursor })}
          />
        </div>
      ) : (
        <EmptyState
          title={empty}
          action={
            <ButtonLink look="soft" to={of === "followers" ? paths.studio() : paths.creators()}>
              {of === "followers" ? t`Cast something` : t`Find creators`}
            </ButtonLink>
          }
        >
          {hint}
        </EmptyState>
      )}
    </>
  );
}
