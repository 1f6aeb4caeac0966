import { useEffect, useRef } from "react";
import {
  redirect,
  useLoaderData,
  useNavigate,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
} from "react-router";
import { T, t } from "#app/language/message.ts";
import { pageData } from "#app/page-data.ts";
import { acceptedOf, formAction } from "#app/page-form.ts";
import { paths } from "#app/paths.ts";
import { accountNotice } from "#app/rules/account-form.ts";
import { splitIntent, type Intent } from "#app/rules/intent.ts";
import { safeNext } from "#app/rules/safe-next.ts";
import { apiClient } from "#app/ui/api-client.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { showToast } from "#app/ui/toast.ts";
import { wall } from "#app/features/pictures/queries.ts";
import { pendingMember } from "#app/features/identity/queries/second-factor.ts";
import { isNewSession } from "#app/features/identity/queries/sessions.ts";
import { AccountCard } from "#app/features/identity/ui/account-card.tsx";
import type { SocialRoutes } from "#app/features/social/ui/api.ts";
import { carryOut } from "#app/features/social/ui/carry-out.ts";
import { Link } from "#app/ui/link.tsx";

/**
 * Finishes Google sign-in and the confirmation of an email address. See docs/product.md 2.1. The session, if any, is in
 * the cookie already; this page shows the result and goes on to `next`.
 */
export function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const next = safeNext(searchParams.get("next"));
  const from = searchParams.get("from");
  const failed = searchParams.has("error");
  return pageData(context, async (services, actor) => {
    const { db } = services;
    const isMember = actor.role !== "guest";
    if (!isMember && !failed && (await pendingMember(services, request.headers)) !== null) {
      throw redirect(paths.login({ next, tab: "second-step" }));
    }
    if (from === "google" && (failed || !isMember)) {
      const reason = searchParams.get("reason");
      throw redirect(paths.login({ next, failed: "google", reason }));
    }
    if (failed && from !== "signup") throw redirect(paths.login({ next, error: "auth_error" }));
    const { items } = await wall(db, { limit: 1, shape: "portrait" });
    const kept = isMember && searchParams.get("session") === "kept";
    const state = failed ? "spent" : kept ? "kept" : isMember ? "in" : "confirmed";
    // Anybody can make a link to this page: only where it ends a sign-in does it do what was pressed before that.
    const isEnd = state === "in" && (await isNewSession(services, request.headers));
    const intent = isEnd ? splitIntent(next).intent : null;
    return { next, intent, state, isNew: from === "signup", picture: items[0] ?? null } as const;
  });
}

/** With no referrer at all the form would have no origin. */
export function headers() {
  return { "Referrer-Policy": "same-origin", "Cache-Control": "no-store" };
}

/** Handles the button for visitors without JavaScript who pressed something before they signed in. */
export function action(args: ActionFunctionArgs) {
  const asked = new URL(args.request.url).searchParams.get("next");
  const { next, intent } = splitIntent(safeNext(asked));
  return formAction(args, async (_, transport, goOn) => {
    if (intent !== null) acceptedOf(await carryOut(apiClient<SocialRoutes>(transport), intent));
    return goOn(next);
  });
}

type GoOnProps = { next: string; intent: Intent | null; isNew: boolean };

function GoOn({ next: asked, intent, isNew }: GoOnProps) {
  const navigate = useNavigate();
  const told = useRef(false);
  const { next } = splitIntent(asked);
  useEffect(() => {
    if (told.current) return;
    told.current = true;
    const { title, description, durationMs } = accountNotice(isNew ? "signup" : "login", "");
    void showToast("success", title, { description, duration: durationMs });
    const goOn = async () => {
      if (intent !== null) {
        const { carryOutHere } = await import("#app/features/social/ui/carry-out.ts");
        await carryOutHere(intent);
      }
      await navigate(next, { replace: true });
    };
    void goOn();
  }, [navigate, next, intent, isNew]);
  return (
    <>
      <h1 className="title-medium">{t`Signing you in`}</h1>
      {intent === null ? (
        <p className="text-ink-2">
          <T>
            <Link className="link" to={next} replace>
              Continue
            </Link>{" "}
            if nothing happens.
          </T>
        </p>
      ) : (
        <form method="post" action={paths.authCallback({ next: asked })}>
          <p className="mb-4 text-ink-2">{t`Continue if nothing happens.`}</p>
          <Button type="submit" look="primary" className="h-[46px]">
            {t`Continue`}
          </Button>
        </form>
      )}
    </>
  );
}

export default function AuthCallback() {
  const { next, intent, state, isNew, picture } = useLoaderData<typeof loader>();
  return (
    <AccountCard title={state === "spent" ? t`Link no longer works` : t`Sign in`} picture={picture}>
      <div className="flex flex-col gap-4">
        {state === "in" && <GoOn next={next} intent={intent} isNew={isNew} />}
        {state === "confirmed" && (
          <>
            <h1 className="title-medium">{t`Your email is confirmed`}</h1>
            <p className="-mt-2 text-ink-2">{t`Sign in to go on.`}</p>
          </>
        )}
        {state === "kept" && (
          <>
            <h1 className="title-medium">{t`The email is confirmed`}</h1>
            <p className="-mt-2 text-ink-2">
              {t`You are still signed in to your other account. Sign out to use the new one.`}
            </p>
            <ButtonLink look="primary" className="h-[46px]" to={splitIntent(next).next} replace>
              {t`Continue`}
            </ButtonLink>
          </>
        )}
        {state === "spent" && (
          <>
            <h1 className="title-medium">{t`This link no longer works`}</h1>
            <p className="-mt-2 text-ink-2">
              {t`It was used already or has run out. Sign in with your password: if your address is not confirmed yet, a new link comes by mail.`}
            </p>
          </>
        )}
        {(state === "confirmed" || state === "spent") && (
          <ButtonLink look="primary" className="h-[46px]" to={paths.login({ next })} replace>
            {t`Sign in`}
          </ButtonLink>
        )}
      </div>
    </AccountCard>
  );
}
