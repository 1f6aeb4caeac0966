import { Link } from "react-router";
import { paths } from "#app/paths.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import type { Feed } from "../queries.ts";

type EmptyWallProps = { feed: Feed | null; filtered: boolean; filling: boolean };

/** In place of a wall on which nothing hangs yet. */
export function EmptyWall({ feed, filtered, filling }: EmptyWallProps) {
  if (filtered) {
    return (
      <EmptyState
        title="No fragments of this shape"
        action={
          <Link className="b b-soft b-sm" to={paths.home({ feed })}>
            Show every shape
          </Link>
        }
      >
        Nothing on the wall has it yet.
      </EmptyState>
    );
  }
  if (feed === "picks") {
    return (
      <EmptyState
        title="Nothing is picked yet"
        action={
          <Link className="b b-soft b-sm" to={paths.home()}>
            See what is freshly cast
          </Link>
        }
      >
        Pictures chosen by the people who keep this site will hang here.
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
