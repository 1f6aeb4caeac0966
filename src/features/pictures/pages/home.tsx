import { useEffect } from "react";
import { Link, useLoaderData, useRevalidator, type LoaderFunctionArgs } from "react-router";
import { pageData } from "../../../page-data.ts";
import { paths } from "../../../paths.ts";
import { shapes } from "../../../rules/aspect-shape.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { PageHead } from "../../../ui/page-head.tsx";
import { wall } from "../queries.ts";
import { ShapeFilter } from "../ui/shape-filter.tsx";
import { useWallPages } from "../ui/use-wall-pages.ts";
import { WallText } from "../ui/wall-text.tsx";
import { toTile } from "../ui/tile.ts";
import { Wall } from "../ui/wall.tsx";

const pageSize = 40;
/** While fewer pictures than this hang on the wall, it looks for new ones by itself. */
const sparse = 12;
const sparsePollMs = 4000;

export function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const cursor = searchParams.get("cursor") ?? undefined;
  const shape = shapes.find((one) => one === searchParams.get("shape")) ?? null;
  return pageData(context, async ({ db, env }) => {
    const page = await wall(db, { cursor, limit: pageSize, shape: shape ?? undefined });
    // A fresh site with a database of its own casts its first pictures itself.
    const filling = env.DEMO_SEED && env.DATABASE_URL === undefined;
    return {
      items: page.items.map(toTile),
      next: page.next,
      shape,
      cursor: cursor ?? null,
      filling,
    };
  });
}

/** Looks again every few seconds while a fresh site's wall is filling. */
function useFilling(filling: boolean) {
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    if (!filling || state !== "idle") return undefined;
    const timer = setTimeout(() => {
      if (document.visibilityState === "visible") void revalidate();
    }, sparsePollMs);
    return () => clearTimeout(timer);
  }, [filling, state, revalidate]);
}

export default function Home() {
  const page = useLoaderData<typeof loader>();
  const { shape, cursor, filling } = page;
  const { pictures, rendered, reading, scrolling, next, readMore, end } = useWallPages(
    page,
    shape,
    cursor,
  );
  useFilling(filling && shape === null && cursor === null && page.items.length < sparse);
  return (
    <>
      <PageHead
        title="Freshly Cast"
        description="A public wall of pictures cast by promptsmiths, each with the words behind it."
      />
      <div className="subbar">
        <nav aria-label="Feeds">
          <Link className="tab" to={paths.home()} aria-current="page">
            Freshly Cast
          </Link>
        </nav>
        <ShapeFilter chosen={shape} />
      </div>
      <Wall pictures={pictures} freshFrom={rendered} inSight={10}>
        <WallText />
      </Wall>
      {pictures.length === 0 && <EmptyWall filtered={shape !== null} filling={filling} />}
      <div ref={end} className="wall-end" data-scrolling={scrolling || undefined}>
        {reading === "failed" && (
          <p className="text-ink-2" role="alert">
            The wall did not load. Check the connection.
          </p>
        )}
        {cursor !== null && (
          <Link className="b b-soft" to={paths.home({ shape })}>
            Back to the newest
          </Link>
        )}
        {next !== null && (
          <a
            className="b b-soft"
            href={paths.home({ shape, cursor: next })}
            aria-disabled={reading === "loading" || undefined}
            onClick={(event) => {
              event.preventDefault();
              void readMore();
            }}
          >
            {reading === "loading" && <span className="spin" />}
            {{ idle: "Show more", loading: "Loading", failed: "Try again" }[reading]}
          </a>
        )}
      </div>
    </>
  );
}

function EmptyWall({ filtered, filling }: { filtered: boolean; filling: boolean }) {
  if (filtered) {
    return (
      <EmptyState
        title="No fragments of this shape"
        action={
          <Link className="b b-soft b-sm" to={paths.home()}>
            Show every shape
          </Link>
        }
      >
        Nothing on the wall has it yet.
      </EmptyState>
    );
  }
  if (!filling) {
    return (
      <EmptyState
        title="The wall is still empty"
        action={
          <Link className="b b-soft b-sm" to={paths.studio()}>
            Cast something
          </Link>
        }
      >
        The first public picture will hang here.
      </EmptyState>
    );
  }
  return (
    <EmptyState title="The wall is still empty">
      A fresh site casts its first pictures on its own; they appear here one by one, without a
      reload. You need not wait: cast the first one yourself.
    </EmptyState>
  );
}
