import { BroadcastIcon } from "@phosphor-icons/react/dist/csr/Broadcast";
import { ImageBrokenIcon } from "@phosphor-icons/react/dist/csr/ImageBroken";
import { isRouteErrorResponse, Link, useRevalidator } from "react-router";
import type { PageProblem } from "../page-data.ts";
import { paths } from "../paths.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { usePageFacts } from "./page-context.tsx";

type Told = { status: number; title: string; text: string; requestId: string | null };

/** What an error says to whoever sees it: nothing of its cause. */
function tell(error: unknown, requestId: string | undefined): Told {
  if (!isRouteErrorResponse(error)) {
    return {
      status: 500,
      title: "Something went wrong",
      text: "The page could not be shown. Nothing you made is lost.",
      requestId: requestId ?? null,
    };
  }
  const problem: Partial<PageProblem> = typeof error.data === "object" ? (error.data ?? {}) : {};
  const told = { status: error.status, requestId: problem.requestId ?? requestId ?? null };
  if (error.status === 404) {
    return {
      ...told,
      title: problem.title ?? "There is nothing at this address",
      text: problem.detail ?? "It may have moved, or the address was mistyped.",
      requestId: null,
    };
  }
  if (error.status === 503) {
    return {
      ...told,
      title: "Not available right now",
      text: "Nothing you made is lost. Try again in a moment.",
    };
  }
  return {
    ...told,
    title: problem.title ?? "Something went wrong",
    text: problem.detail ?? "The page could not be shown.",
  };
}

/** In place of a page that is missing or failed, with a way back. */
export function ErrorPage({ error }: { error: unknown }) {
  const facts = usePageFacts();
  const { revalidate } = useRevalidator();
  const told = tell(error, facts.requestId);
  const missing = told.status === 404;
  const Icon = missing ? ImageBrokenIcon : BroadcastIcon;
  return (
    <div className="grid min-h-[70dvh] place-items-center">
      <title>{told.title}</title>
      <EmptyState
        heading="h1"
        title={told.title}
        icon={<Icon size={28} className={missing ? "text-rust" : "text-ink-2"} />}
        action={
          <div className="mt-1 flex gap-2">
            {!missing && (
              <button type="button" className="b b-ink b-sm" onClick={() => void revalidate()}>
                Try again
              </button>
            )}
            <Link className="b b-soft b-sm" to={paths.home()}>
              Back to the wall
            </Link>
          </div>
        }
      >
        {told.text}
      </EmptyState>
      {told.requestId && (
        <p className="pb-10 text-12 text-ink-3">
          Request <span className="mono">{told.requestId}</span>
        </p>
      )}
    </div>
  );
}
