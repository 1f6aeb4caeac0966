import type { ReactNode } from "react";
import { isRouteErrorResponse, useLocation, useRevalidator } from "react-router";
import { T, t } from "#app/language/message.ts";
import type { PageProblem } from "#app/page-data.ts";
import { paths } from "#app/paths.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { EmptyFrames } from "#app/ui/glyphs.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { usePageFacts } from "./page-context.tsx";

/** `again`: a retry may help. */
type Told = { again: boolean; title: string; text: string; icon: ReactNode };

const away = <Icon name="broadcast" size={28} className="text-ink-2" />;

/** The text of an error page; it reveals nothing about the cause. */
function tell(status: number, problem: Partial<PageProblem>): Told {
  if (status === 404) {
    return {
      again: false,
      title: problem.title ?? t`Page not found`,
      text: problem.detail ?? t`It may have moved, or the address was mistyped.`,
      icon: problem.title ? (
        <Icon name="image-broken" size={28} className="text-rust" />
      ) : (
        <EmptyFrames />
      ),
    };
  }
  if (status === 403) {
    return {
      again: false,
      title: t`This page is for admins`,
      text: t`Your account may not open it. The site owner can change that.`,
      icon: <Icon name="lock-key" size={28} className="text-rust" />,
    };
  }
  if (status === 503) {
    return {
      again: true,
      title: t`Not available right now`,
      text: t`Nothing you made is lost. Try again in a moment.`,
      icon: away,
    };
  }
  if (status === 429) {
    return {
      again: true,
      title: t`That was a little fast`,
      text: t`Many requests came from here in a short time. ${problem.detail ?? t`Try again in a minute`}.`,
      icon: away,
    };
  }
  if (status === 400) {
    return {
      again: false,
      title: t`This address does not work`,
      text: t`A part of it is not what the page expects.`,
      icon: <EmptyFrames />,
    };
  }
  return {
    again: true,
    title: problem.title ?? t`Something went wrong`,
    text: problem.detail ?? t`The page could not be shown. Nothing you made is lost.`,
    icon: away,
  };
}

/** Shown instead of a missing or failed page, with links back. */
export function ErrorPage({ error }: { error: unknown }) {
  const facts = usePageFacts();
  const { key } = useLocation();
  const { revalidate } = useRevalidator();
  const answered = isRouteErrorResponse(error) ? error : null;
  const problem: Partial<PageProblem> = answered?.data ?? {};
  const { again, title, text, icon } = tell(answered?.status ?? 500, problem);
  // The page context belongs to the response that loaded the document, not to a later navigation.
  const requestId = problem.requestId ?? (key === "default" ? facts.requestId : undefined);
  return (
    <div className="flex min-h-[70dvh] flex-col items-center justify-center">
      <title>{title}</title>
      <EmptyState
        heading="h1"
        title={title}
        icon={icon}
        action={
          <div className="mt-1 flex gap-2">
            {again && (
              <Button look="primary" size="small" onClick={() => void revalidate()}>
                {t`Try again`}
              </Button>
            )}
            <ButtonLink look="soft" size="small" to={paths.home()}>
              {t`Back to the wall`}
            </ButtonLink>
          </div>
        }
      >
        {text}
      </EmptyState>
      {again && requestId && (
        <p className="text-12 text-ink-3">
          <T>
            Request <span className="mono">{requestId}</span>
          </T>
        </p>
      )}
    </div>
  );
}
